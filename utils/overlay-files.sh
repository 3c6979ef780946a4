#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Prints the files of the overlay, at the path that they have in an llvm-project tree: everything under llvm/, clang/ and lld/
# but what only the installed mode needs.
set -euo pipefail
cd "$(dirname "$0")/.."
find llvm clang lld -type f ! -path 'llvm/patches/*' ! -path 'llvm/tools/hexloom/*' \
  ! -path llvm/CMakeLists.txt ! -path clang/CMakeLists.txt ! -name '*.md' 2>/dev/null | sort
