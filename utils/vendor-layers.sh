#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Packets of eight layers beside those of the processor vendor's library: see
# utils/vendor-layers.sh --help.
exec env PYTHONPATH="$(dirname "$(readlink -f "$0")")" PYTHONDONTWRITEBYTECODE=1 \
  /usr/bin/python3 -m plancosts.vendor "$@"
