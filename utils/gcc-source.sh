#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Brings gcc's execute tests (gcc.c-torture/execute), which utils/gcc-execute.py compiles and runs.
#
#   utils/gcc-source.sh DIR        fetch, check and extract them into DIR; nothing to do: silent
#
# They come from Debian's source package gcc-12 through apt (utils/debian-source.sh). HEXLOOM_GCC_TARBALL=FILE names its tarball if it is
# there already; HEXLOOM_DOWNLOADS=FOLDER keeps it elsewhere than in DIR/../downloads.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/utils/say.sh"
. "$root/utils/debian-source.sh"

tarball=gcc-12_12.2.0.orig.tar.gz
sha256=b8298be16aeeb96a889c6afed0a8e2241b47452e89cc81fe65ea849d5c740fcb
# gcc's own tarball is in the package's.
inner=gcc-12-12.2.0/gcc-12.2.0-dfsg.tar.xz
folder=gcc/testsuite/gcc.c-torture/execute

extract() {
  local dir=$1 file
  file=$(source_tarball "$2" gcc-12 "$tarball" "$sha256" 87 200 HEXLOOM_GCC_TARBALL)
  say "extracting gcc's execute tests"
  rm -rf "$dir" "$dir.part"
  mkdir -p "$dir.part"
  tar -xzOf "$file" "$inner" | tar -xJf - -C "$dir.part" --strip-components=5 --wildcards "*/$folder" ||
    die "extracting $file failed (disk full?)"
  echo "$sha256" >"$dir.part/.extracted"
  mv "$dir.part" "$dir"
}

main() {
  case ${1-} in
  -h | --help) sed -n '3,8s/^# \{0,1\}//p' "$0" && return ;;
  '' | -*) sed -n '5s/^# *//p' "$0" >&2 && exit 2 ;;
  esac
  local dir
  dir=$(realpath -m "$1")
  mkdir -p "$(dirname "$dir")"
  exec 9>"$dir.lock" # two of them may be here at the same time
  flock 9
  [ "$sha256" = "$(cat "$dir/.extracted" 2>/dev/null)" ] || extract "$dir" "${HEXLOOM_DOWNLOADS:-$(dirname "$dir")/downloads}"
}
main "$@"
