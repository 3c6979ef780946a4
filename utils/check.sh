#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# All tests: builds what is missing (utils/bootstrap.sh), then unit tests, lit, networks of the zoo against the evaluator,
# networks with golden outputs. The last line is `N passed, N failed`; status 1 if anything failed. --help for options.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
for argument in "$@"; do
  case $argument in -h | --help) exec /usr/bin/env python3 "$root/utils/check/check.py" --help ;; esac
done
# A wrong option is found before anything is built.
if [ -x /usr/bin/python3 ]; then /usr/bin/python3 "$root/utils/check/check.py" --parse-only "$@"; fi
build=()
previous=
for argument in "$@"; do
  [ "$previous" != --build-dir ] || build+=(--build-dir "$argument")
  [ "$argument" != --no-emulator ] || build+=(--no-emulator)
  previous=$argument
done
"$root/utils/bootstrap.sh" "${build[@]}"
exec /usr/bin/python3 -B "$root/utils/check/check.py" "$@"
