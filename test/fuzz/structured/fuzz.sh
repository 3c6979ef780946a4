#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# fuzz.sh import COUNT [OPTION...]: COUNT recipes through the whole front end (libFuzzer; its options may follow).
# fuzz.sh run COUNT [OPTION...]: COUNT recipes; what is emitted for them is compiled and run under the sanitizers
# (run_emitted.py --help; -j 2 for two processors). Findings are printed.
# Both use BUILD ($HEXLOOM_BUILD, default: build); import builds the front end once more in BUILD/fuzz, with clang-19, and its
# findings stay there as recipes. Both print how far they are.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=${HEXLOOM_BUILD:-$here/../../../build}
case ${1:-} in
import | run) ;;
-h | --help) sed -n '3,7s/^# //p' "$0"; exit 0 ;;
*) sed -n '3,7s/^# //p' "$0" >&2; exit 2 ;;
esac
mode=$1 count=${2:?a count}
shift 2
probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
if ! echo 'int main(void) { return 0; }' | clang-19 -x c -fsanitize=address - -o "$probe/a" 2>"$probe/errors"; then
  echo "fuzz.sh: error: clang-19 links no sanitizers here; Debian's package libclang-rt-19-dev has them" >&2
  sed 's/^/  /' "$probe/errors" >&2
  exit 1
fi
rm -r "$probe"
if [ "$mode" = run ]; then
  cmake --build "$build" --target write-structured >/dev/null
  exec python3 "$here/run_emitted.py" "$build/bin/write-structured" "$count" "$@"
fi
build=$build/fuzz
mkdir -p "$build/found" "$build/grown"
if [ ! -f "$build/build.ninja" ]; then
  launcher=()
  ! command -v ccache >/dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  cmake -S "$here" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER=clang++-19 "${launcher[@]}" >"$build/configure.log"
fi
ninja -C "$build" --quiet
exec "$build/fuzz-structured" -runs="$count" -max_len=16384 -timeout=30 -rss_limit_mb=3000 -artifact_prefix="$build/found/" "$@" \
  "$build/grown" "$here/corpus"
