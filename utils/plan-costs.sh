#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compares the plan costs of dnn-frontend/plans with measured cycles, or fits them: see
# utils/plan-costs.sh --help, and utils/plancosts.
exec env PYTHONPATH="$(dirname "$(readlink -f "$0")")" PYTHONDONTWRITEBYTECODE=1 \
  /usr/bin/python3 -m plancosts "$@"
