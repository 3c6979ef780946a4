#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What Romou evaluates of its search, drawn again, under docs/reproduction; --help for options.
exec env PYTHONPATH="$(dirname "$(readlink -f "$0")")" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m reproduction romou "$@"
