#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Brings LLVM's pristine source and the patched state of it: what is compiled in installed mode.
#
#   utils/llvm-source.sh DIR        fetch, check, extract into DIR and apply llvm/patches; nothing to do: silent
#   utils/llvm-source.sh --tarball  only fetch and check the tarball; print its path
#
# The tarball comes from Debian's source package through apt (utils/debian-source.sh). HEXLOOM_LLVM_TARBALL=FILE names one
# that is there already; HEXLOOM_DOWNLOADS=FOLDER keeps it elsewhere than in DIR/../downloads, so that several build folders
# can share it.
#
# DIR is changed only when the whole patch series applies; a file that comes out as it was keeps its time stamp, so
# that editing one patch recompiles one file. DIR/.patched lists the patched files, one in a line, for CMake.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/utils/say.sh"
. "$root/utils/debian-source.sh"

package=llvm-toolchain-19
tarball=llvm-toolchain-19_19.1.7.orig.tar.xz
sha256=ae498f3bc58ae2d9f64ef5f0c035c4240152bf015a5b7738b15c22e93bdc97ce
# What the overlay, its tests and the source mode's check need; all of LLVM would be 2 GB.
folders=(llvm/lib/Target/Hexagon llvm/lib/TargetParser llvm/lib/Support llvm/lib/CodeGen llvm/lib/IR llvm/lib/Object
         llvm/lib/Transforms/Coroutines llvm/lib/Transforms/Scalar/ScalarizeMaskedMemIntrin.cpp llvm/lib/Transforms/Vectorize
         llvm/include
         llvm/tools/llc llvm/tools/llvm-mc llvm/tools/llvm-objdump llvm/test/CodeGen/Hexagon
         clang/tools/driver clang/lib/Basic clang/lib/CodeGen clang/lib/Driver clang/lib/Sema/SemaChecking.cpp
         clang/lib/Sema/CMakeLists.txt clang/include
         lld/ELF lld/tools/lld compiler-rt/lib/builtins)

# Prints the path of a tarball that has the right sum.
find_tarball() { source_tarball "$1" "$package" "$tarball" "$sha256" 165 1200 HEXLOOM_LLVM_TARBALL; }

extract() {
  local dir=$1 file
  file=$(find_tarball "$2")
  say "extracting what is needed of LLVM 19.1.7"
  rm -rf "$dir" "$dir.part"
  mkdir -p "$dir.part"
  tar -xJf "$file" -C "$dir.part" --strip-components=1 --wildcards --no-wildcards-match-slash \
    "${folders[@]/#/*/}" ||
    die "extracting $file failed (disk full?)"
  printf '%s\n' "$sha256" "${folders[@]}" >"$dir.part/.extracted"
  mv "$dir.part" "$dir"
}

# The upstream files that the patches change.
patched_files() { sed -nE 's|^\+\+\+ b/([^[:space:]]+).*|\1|p' "$@" | sort -u; }

# apply_patches DIR: the series is applied to pristine copies; only when all of it fits are the results moved to DIR.
apply_patches() {
  local dir=$1 work=$1/.work patches=("$root"/llvm/patches/*.patch) file patch
  rm -rf "$work"
  mkdir -p "$dir/.pristine" "$work"
  [ -f "${patches[0]}" ] || patches=(/dev/null)
  patched_files "${patches[@]}" >"$work/.patched"
  while read -r file; do
    [ -f "$dir/$file" ] || die "llvm/patches changes $file, which is not among the extracted folders"
    [ -f "$dir/.pristine/$file" ] || install -D -m 644 "$dir/$file" "$dir/.pristine/$file"
    install -D -m 644 "$dir/.pristine/$file" "$work/$file"
  done <"$work/.patched"
  for patch in "${patches[@]}"; do
    patch --force --silent --fuzz=0 --no-backup-if-mismatch -p1 -d "$work" <"$patch" >"$work/.log" 2>&1 ||
      die "llvm/patches/$(basename "$patch") does not apply; nothing was changed" "$(cat "$work/.log")"
  done
  # Files that a former series changed and this one does not go back to what they were.
  { [ -f "$dir/.patched" ] && cat "$dir/.patched"; cat "$work/.patched"; } | sort -u | while read -r file; do
    [ -f "$work/$file" ] || install -D -m 644 "$dir/.pristine/$file" "$work/$file"
    cmp -s "$work/$file" "$dir/$file" || cp "$work/$file" "$dir/$file"
  done
  cmp -s "$work/.patched" "$dir/.patched" || cp "$work/.patched" "$dir/.patched"
  series_sum >"$dir/.series"
  rm -rf "$work"
  say "applied $(find "$root/llvm/patches" -name '*.patch' | wc -l) patches to $(wc -l <"$dir/.patched") files"
}

series_sum() { find "$root/llvm/patches" -name '*.patch' | sort | xargs -r sha256sum | sed "s|$root/||"; echo end; }

usage() {
  sed -n '5,6s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

main() {
  case ${1-} in
  -h | --help) sed -n '3,14s/^# \{0,1\}//p' "$0" && return ;;
  --tarball) [ $# -eq 1 ] || usage ;;
  -*) usage ;;
  *) [ $# -eq 1 ] || usage ;;
  esac
  if [ "$1" = --tarball ]; then
    find_tarball "${HEXLOOM_DOWNLOADS:-$root/build/downloads}"
    return
  fi
  local dir
  dir=$(realpath -m "$1")
  mkdir -p "$(dirname "$dir")"
  exec 9>"$dir.lock" # a build and a bootstrap may be here at the same time
  flock 9
  [ "$(printf '%s\n' "$sha256" "${folders[@]}")" = "$(cat "$dir/.extracted" 2>/dev/null)" ] ||
    extract "$dir" "${HEXLOOM_DOWNLOADS:-$(dirname "$dir")/downloads}"
  [ "$(series_sum)" = "$(cat "$dir/.series" 2>/dev/null)" ] || apply_patches "$dir"
}
main "$@"
