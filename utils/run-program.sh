#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# usage: run-program.sh [options] [flags of clang] FILE... [-- arguments of the program]
#
# Compiles a program for SwiftDSP (docs/swiftdsp-isa.md) and runs it in the simulator; the status is the program's.
#
#   --stats          packets, cycles, stalls by cause and the use of slots, on standard error
#   --profile FILE   a report by function and loop; build/bin/packet-profile --from-report FILE shows it
#   --trace FILE     every packet with its cycle and what it writes
#   --build DIR      the build (default: build/ beside utils/)
#   -o FILE          keep the program there
#   -h, --help
#
# Without a flag -O..., -O2 is taken. Status 1: it does not compile; 2: bad command line; 128 + n: fault n of the machine.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
build=$here/../build level=(-O2) program='' compiler=() simulator=() files=0
misused() { echo "run-program: error: $*; see --help" >&2; exit 2; }
while [ $# -gt 0 ]; do
  case $1 in
  -h | --help)
    sed -n '3,/^set/{/^set/d;s/^# \{0,1\}//p;}' "$0"
    exit 0 ;;
  --profile | --trace | --build | -o)
    [ $# -ge 2 ] || misused "$1 needs a value"
    case $1 in
    --build) build=$2 ;;
    -o) program=$2 ;;
    *) simulator+=("$1=$2") ;;
    esac
    shift ;;
  --stats) simulator+=("$1") ;;
  --) shift; break ;;
  --*) misused "no option $1" ;;
  -O*) level=("$1") ;;
  -*) compiler+=("$1") ;;
  *) compiler+=("$1"); files=$((files + 1)) ;;
  esac
  shift
done
[ $files -gt 0 ] || misused "no file to compile"
[ -x "$build/bin/swiftdsp-sim" ] || { echo "run-program: error: no build in $build: run utils/bootstrap.sh" >&2; exit 1; }
if [ -z "$program" ]; then
  program=$(mktemp)
  trap 'rm -f "$program"' EXIT
fi
"$build/bin/clang" --target=swiftdsp "${level[@]}" "${compiler[@]}" -o "$program" || exit 1
status=0
"$build/bin/swiftdsp-sim" "${simulator[@]}" "$program" "$@" || status=$?
exit $status
