#!/usr/bin/env bash
# fuzz.sh import COUNT [OPTION...]: COUNT recipes through the whole front end (libFuzzer; its options may follow).
# fuzz.sh run COUNT [OPTION...]: COUNT emitted networks compiled and run under the sanitizers (run_emitted.py --help).
# Builds both in BUILD/fuzz ($HEXLOOM_BUILD, default: build), with clang-19. Findings stay there as recipes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=${HEXLOOM_BUILD:-$here/../../../build}/fuzz
case ${1:-} in import | run) ;; *) sed -n '2,4s/^# //p' "$0"; exit 2 ;; esac
mode=$1 count=${2:?a count}
shift 2
mkdir -p "$build/found" "$build/grown"
if [ ! -f "$build/build.ninja" ]; then
  launcher=()
  ! command -v ccache >/dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  cmake -S "$here" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER=clang++-19 "${launcher[@]}" >"$build/configure.log"
fi
ninja -C "$build" --quiet
if [ "$mode" = import ]; then
  exec "$build/fuzz-structured" -runs="$count" -max_len=16384 -timeout=30 -rss_limit_mb=3000 -artifact_prefix="$build/found/" \
    "$@" "$build/grown" "$here/corpus"
fi
exec python3 "$here/run_emitted.py" "$build/write-structured" "$count" "$@"
