#!/usr/bin/env bash
# Runs a Hexagon program under the emulator, records its packets and prints where the cycles go.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
. "$root/utils/say.sh"

usage() {
  cat <<'END'
usage: utils/profile.sh [OPTION]... [--] PROGRAM [ARGUMENT]...

  --memory          simulate the caches of the machine description too (slower)
  --machine=FILE    machine description (default: utils/machine/hexagon-v66.json)
  --keep=FILE       keep the recording there, for packet-profile
  --build=DIR       build folder (default: build, or $HEXLOOM_BUILD)
  any option of packet-profile that is written with '=' or alone:
  --annotate --function=NAME --top=N --json=FILE --html=FILE

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
for needed in bin/packet-profile lib/libpacket-profile.so; do
  [ -e "$build/$needed" ] || die "$build/$needed is missing" "utils/bootstrap.sh builds it"
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$build/bin/packet-profile" --layer-map "$program" > "$folder/map" || exit 1
plugin=$build/lib/libpacket-profile.so,out=$folder/profile,map=$folder/map
if [ $memory = 1 ]; then
  plugin+=,$("$build/bin/packet-profile" --plugin-arguments "${machine[@]}") || exit 1
fi
status=0
qemu-hexagon -plugin "$plugin" "$@" || status=$?
[ -s "$folder/profile" ] || die "$program ended with status $status and left no profile"
[ -z "$keep" ] || cp "$folder/profile" "$keep"
"$build/bin/packet-profile" "$program" "$folder/profile" "${machine[@]}" "${report[@]}" || exit 1
[ $status = 0 ] || die "$program ended with status $status"
