#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiles a network to something that links: see utils/compile-model.sh --help.
exec env PYTHONPATH="$(dirname "$(readlink -f "$0")")" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m runmodel.compile_model "$@"
