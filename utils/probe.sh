#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Measures the machine that the cycle model models, by micro-benchmarks: see utils/probe.sh --help, and utils/probe.
exec env PYTHONPATH="$(dirname "$(readlink -f "$0")")" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m probe "$@"
