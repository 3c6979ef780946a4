#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tunes the layers of many networks as jobs, which are files, for GNU parallel or a Slurm array: see utils/tune.sh --help.
exec env PYTHONPATH="$(dirname "$(readlink -f "$0")")" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m runmodel.jobs "$@"
