#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Figures 13 and 14 of "A Deep Learning Compiler for Vector Processor" on the simulated SwiftDSP: see --help, and docs/reproduction/dlcs.md.
exec env PYTHONPATH="$(dirname "$(readlink -f "$0")")" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m dlcs "$@"
