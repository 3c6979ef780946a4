#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds qemu-hexagon of Debian 12's source package with the patches in utils/emulator.
#
#   utils/emulator.sh BUILD [-j N]   leaves BUILD/bin/qemu-hexagon; nothing to do: silent
#
# The source comes through apt (utils/debian-source.sh), of the version of qemu-user that is installed if the archive has it.
# HEXLOOM_QEMU_SOURCE=FOLDER has the package's two tarballs already; HEXLOOM_DOWNLOADS=FOLDER keeps them elsewhere than in
# BUILD/downloads. Debian's own patches are applied, then ours. Source and objects are gone when the program is built.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/utils/say.sh"
. "$root/utils/debian-source.sh"

original=qemu_7.2+dfsg.orig.tar.xz
sha256=91aca71520040edc40b8d437aa3004dae614f58e286cf653ee8996c07af2962f
# One program, with plugins, without what only machines, tools and documents need.
options=(--target-list=hexagon-linux-user --without-default-features --enable-linux-user --enable-plugins --disable-system
         --disable-tools --disable-docs --disable-debug-info --disable-werror --with-pkgversion="with Hexloom's patches")

# The part of the package with Debian's patches, which has a new name with each of its versions.
debian_part() { find "$1" -maxdepth 1 -name 'qemu_7.2+dfsg-*.debian.tar.xz' | sort -V | tail -n 1; }

is_complete() { has_sum "$sha256" "$1/$original" && [ -n "$(debian_part "$1")" ]; }

# fetch DOWNLOADS: leaves the package there.
fetch() {
  local version versions installed
  source_lists "$1/apt"
  mapfile -t versions < <(source_versions qemu "$sha256")
  [ ${#versions[@]} -gt 0 ] || die "apt finds no source package qemu with $original" \
    "is there a network, and does /etc/apt name a Debian 12 archive? apt's own words: $1/apt/log" \
    "on a machine without network: HEXLOOM_QEMU_SOURCE=/folder/of/$original"
  version=${versions[0]} installed=$(dpkg-query -W -f '${source:Version}' qemu-user 2>/dev/null || true)
  ! printf '%s\n' "${versions[@]}" | grep -qxF -- "$installed" || version=$installed
  say "fetching $original (24 MB), source package qemu $version"
  source_fetch "$1" qemu "$version"
}

# The folder that has the package.
find_source() {
  local folder=${HEXLOOM_QEMU_SOURCE:-}
  if [ -n "$folder" ]; then
    is_complete "$folder" || die "$folder has not both $original (sha256 $sha256) and qemu_7.2+dfsg-*.debian.tar.xz"
  else
    folder=$1
    if ! is_complete "$folder"; then
      mkdir -p "$folder"
      fetch "$folder" >&2
      is_complete "$folder" || die "$folder/$original has the wrong sha256 (want $sha256)"
    fi
  fi
  realpath "$folder"
}

# extract SOURCE: into the folder where we are, patched.
extract() {
  local patch
  tar -xJf "$1/$original" --strip-components=1 && tar -xJf "$(debian_part "$1")" || die "extracting $1/$original failed (disk full?)"
  while read -r patch; do
    apply "debian/patches/$patch"
  done < <(sed 's/[[:space:]]*#.*//; /^[[:space:]]*$/d' debian/patches/series)
  for patch in "$root"/utils/emulator/*.patch; do
    apply "$patch"
  done
}

apply() {
  patch --force --silent --no-backup-if-mismatch --fuzz=0 -p1 <"$1" >patch.log 2>&1 ||
    die "$(basename "$1") does not apply to the source package of qemu" "$(cat patch.log)"
}

# compile LOG [-j N]: in the folder where we are.
compile() {
  local log=$1 compiler=cc
  shift
  ! command -v ccache >/dev/null || compiler="ccache cc"
  ./configure --cc="$compiler" "${options[@]}" >"$log" 2>&1 || die "configuring qemu failed" "$(tail -n 3 "$log")" "all of it: $log"
  ninja -C build "$@" qemu-hexagon >>"$log" 2>&1 ||
    die "building qemu-hexagon failed" "$(grep -m 1 -E 'error:|FAILED' "$log")" "all of it: $log"
}

# What the program is made of.
state() { cat "$root/utils/emulator.sh" "$root"/utils/emulator/*.patch | sha256sum; }

main() {
  case ${1-} in
  -h | --help) sed -n '3,9s/^# \{0,1\}//p' "$0" && return ;;
  '' | -*) sed -n '5s/^# *//p' "$0" >&2 && exit 2 ;;
  esac
  local build source folder
  build=$(realpath -m "$1")
  shift
  mkdir -p "$build/bin"
  exec 9>"$build/emulator.lock" # two of them may be here at the same time
  flock 9
  [ ! -x "$build/bin/qemu-hexagon" ] || [ "$(state)" != "$(cat "$build/emulator.made" 2>/dev/null)" ] || return 0
  need_disk "$build" 700
  source=$(find_source "${HEXLOOM_DOWNLOADS:-$build/downloads}")
  say "building qemu-hexagon, QEMU 7.2 with our patches"
  folder=$build/emulator
  rm -rf "$folder" && mkdir "$folder" && cd "$folder"
  extract "$source"
  compile "$build/emulator.log" "$@"
  build/qemu-hexagon --version >/dev/null || die "the qemu-hexagon that was built does not run"
  mv build/qemu-hexagon "$build/bin/qemu-hexagon"
  state >"$build/emulator.made"
  cd "$build" && rm -rf "$folder"
  say "qemu-hexagon is ready after $SECONDS s"
}
main "$@"
