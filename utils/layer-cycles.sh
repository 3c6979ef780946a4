#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Cycles of one layer by given plans: see utils/layer-cycles.sh --help.
exec env PYTHONPATH="$(dirname "$(readlink -f "$0")")" PYTHONDONTWRITEBYTECODE=1 \
  /usr/bin/python3 -m plancosts.cycles "$@"
