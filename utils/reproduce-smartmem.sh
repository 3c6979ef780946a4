#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What SmartMem eliminates, measured, under docs/reproduction; --help for options.
exec env PYTHONPATH="$(dirname "$(readlink -f "$0")")" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m reproduction smartmem "$@"
