#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# From a bare machine to a classifier on an emulated Hexagon or a simulated SwiftDSP: builds what is missing, compiles a MobileNet,
# runs it there and on this machine, compares every byte, and shows where the packets go.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/utils/say.sh"

usage() {
  cat <<END
Usage: utils/demo.sh [MODEL.tflite] [--input FILE] [--target hexagon|swiftdsp] [--build-dir DIR]

Without a model: mobilenet_v2_100_224_uint8 (for SwiftDSP mobilenet_v1_100_224_int8) of the project's own model zoo (build/bin/model-zoo --list). Without an
input: deterministic noise. What it makes stays in BUILD/demo: the C code, the programs, the profile as text and HTML.
END
}
bad_usage() {
  printf 'demo: error: %s (see --help)\n' "$1" >&2
  exit 2
}

model= build=$root/build inputs=() machine=hexagon
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --build-dir) [ $# -gt 1 ] || bad_usage "--build-dir needs a folder"; build=$(realpath -m "$2"); shift ;;
    --input) [ $# -gt 1 ] || bad_usage "--input needs a file"; inputs+=(--input "$2"); shift ;;
    --target)
      [ $# -gt 1 ] || bad_usage "--target needs hexagon or swiftdsp"
      case $2 in hexagon | swiftdsp) machine=$2 ;; *) bad_usage "no target '$2'" ;; esac
      shift ;;
    -*) bad_usage "unknown option '$1'" ;;
    *) [ -z "$model" ] || bad_usage "one model at a time"; model=$1 ;;
  esac
  shift
done
[ -z "$model" ] || [ -f "$model" ] || die "$model: no such file"

"$root/utils/bootstrap.sh" --build-dir "$build"
out=$build/demo
rm -rf "$out"
mkdir -p "$out"
if [ -z "$model" ]; then
  name=mobilenet_v2_100_224_uint8
  [ $machine = hexagon ] || name=mobilenet_v1_100_224_int8
  model=$out/$name.tflite
  "$build/bin/model-zoo" $name -o "$model"
fi

export HEXLOOM_BUILD=$build
for target in portable $machine; do
  profile=()
  [ $target = portable ] || profile=(--profile "$out/profile")
  "$root/utils/run-model.sh" "$model" --target $target "${inputs[@]}" --output-dir "$out/$target" --keep "$out/$target" \
    "${profile[@]}" >"$out/$target.txt" || die "the run for $target failed"
done

echo
cat "$out/$machine.txt"
echo
/usr/bin/python3 -B "$root/utils/demo/layers.py" "$out/profile/profile.json"
echo
for file in "$out"/portable/output*.bin; do
  cmp "$file" "$out/$machine/$(basename "$file")" || die "$(basename "$file") differs between $machine and this machine"
done
say "$machine and this machine agree in every byte of $(cat "$out"/portable/output*.bin | wc -c) bytes of output"
say "the C code: $out/$machine/model.c; the whole profile: $out/profile/profile.html"
