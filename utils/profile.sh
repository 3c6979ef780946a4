#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs a Hexagon program under the emulator, or a SwiftDSP program on its simulator, and prints where the cycles go.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
. "$root/utils/say.sh"
. "$root/utils/emulator/find.sh"

usage() {
  cat <<'END'
usage: utils/profile.sh [OPTION]... [--] PROGRAM [ARGUMENT]...

  --memory          simulate the caches of the machine description too (slower)
  --machine=FILE    machine description (default: dnn-frontend/machine/hexagon-v66.json)
  --keep=FILE       keep the recording there, for packet-profile
  --build=DIR       build folder (default: build, or $HEXLOOM_BUILD)
  any option of packet-profile that is written with '=' or alone:
  --annotate --function=NAME --top=N --json=FILE --html=FILE

For a SwiftDSP program (ELF machine 0x5357) the cycles are the simulator's; --memory, --machine, --annotate and --function
are for Hexagon alone, and --keep keeps the same report as --json.

The program's own output comes first. Status 0; 1 when the program or the profile failed; 2 for a bad command line.
END
}
misuse() {
  printf 'profile: error: %s; see --help\n' "$1" >&2
  exit 2
}

build=${HEXLOOM_BUILD:-$root/build} memory=0 keep= machine=() report=()
while [ $# -gt 0 ]; do
  case $1 in
  -h | --help) usage; exit 0 ;;
  --memory) memory=1 ;;
  --machine=*) machine=("$1") ;;
  --keep=*) keep=${1#*=} ;;
  --build=*) build=${1#*=} ;;
  --annotate | --function=* | --top=* | --json=* | --html=*) report+=("$1") ;;
  --) shift; break ;;
  -*) misuse "unknown option '$1'" ;;
  *) break ;;
  esac
  shift
done
[ $# -gt 0 ] || misuse "which program?"
program=$1
[ -f "$program" ] || die "$program: no such file"

# Its simulator writes the report itself.
profile_swiftdsp() {
  local status=0 options=() option
  [ $memory = 0 ] || misuse "--memory is for Hexagon programs"
  [ ${#machine[@]} = 0 ] || misuse "--machine is for Hexagon programs"
  for option in "${report[@]}"; do
    case $option in
    --json=*) keep_as+=("${option#*=}") ;;
    --annotate | --function=*) misuse "$option is for Hexagon programs" ;;
    *) options+=("$option") ;;
    esac
  done
  for needed in packet-profile swiftdsp-sim; do
    [ -e "$build/bin/$needed" ] || die "$build/bin/$needed is missing" "utils/bootstrap.sh builds it"
  done
  "$build/bin/swiftdsp-sim" --profile="$folder/report" "$@" || status=$?
  [ -s "$folder/report" ] || die "$program ended with status $status and left no profile"
  for copy in "${keep_as[@]}"; do cp "$folder/report" "$copy" || exit 1; done
  "$build/bin/packet-profile" --from-report "${options[@]}" "$folder/report" || exit 1
  [ $status = 0 ] || die "$program ended with status $status"
  exit 0
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ "$(od -An -tx1 -j18 -N2 "$program" | tr -d ' ')" = 5753 ]; then
  keep_as=(${keep:+"$keep"})
  profile_swiftdsp "$@"
fi
for needed in bin/packet-profile lib/libpacket-profile.so; do
  [ -e "$build/$needed" ] || die "$build/$needed is missing" "utils/bootstrap.sh builds it"
done

"$build/bin/packet-profile" --layer-map "$program" > "$folder/map" || exit 1
plugin=$build/lib/libpacket-profile.so,out=$folder/profile,map=$folder/map
if [ $memory = 1 ]; then
  plugin+=,$("$build/bin/packet-profile" --plugin-arguments "${machine[@]}") || exit 1
fi
status=0
"$(emulator "$build")" -plugin "$plugin" "$@" || status=$?
[ -s "$folder/profile" ] || die "$program ended with status $status and left no profile"
[ -z "$keep" ] || cp "$folder/profile" "$keep"
"$build/bin/packet-profile" "$program" "$folder/profile" "${machine[@]}" "${report[@]}" || exit 1
[ $status = 0 ] || die "$program ended with status $status"
