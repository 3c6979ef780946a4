#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# From a bare Debian 12 machine to a built toolchain: packages, LLVM's source, configuration, build. A second run finds
# nothing to do and says so.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/utils/say.sh"

usage() {
  cat <<END
Usage: utils/bootstrap.sh [options]

Installs what is missing of utils/packages.txt, fetches LLVM 19.1.7's source (165 MB) from Debian's source package,
applies llvm/patches, and builds everything. Then it builds qemu-hexagon from Debian's source package (24 MB) with
utils/emulator's patches. The result is in build/bin: clang, clang++, llc, dnn-frontend, qemu-hexagon, and links to the
stock tools beside them.

  --no-install     install no package; list the missing ones and stop if there are any
  --no-emulator    build no qemu-hexagon: Debian's is used, and tests of what only ours has are left out
  --build-dir DIR  build there instead of in build/
  -j N             at most N jobs at a time (default: ninja's choice)
  -h, --help       this text

Environment:
  HEXLOOM_LLVM_TARBALL=FILE  LLVM's source tarball, if it is there already (machine without network)
  HEXLOOM_QEMU_SOURCE=FOLDER the two tarballs of Debian's source package qemu, if they are there already
  HEXLOOM_QEMU=PROGRAM       the qemu-hexagon to use; none is built
  HEXLOOM_DOWNLOADS=FOLDER   keep tarballs there instead of in BUILD/downloads (shared by build folders)
  HEXLOOM_ANY_DEBIAN=1       go on although this is not Debian 12
END
}

bad_usage() {
  printf 'bootstrap: error: %s (see --help)\n' "$1" >&2
  exit 2
}

install=1 emulator=1 build=$root/build jobs=()
[ -z "${HEXLOOM_QEMU:-}" ] || emulator=
while [ $# -gt 0 ]; do
  case $1 in
    --no-install) install= ;;
    --no-emulator) emulator= ;;
    --build-dir) [ $# -gt 1 ] || bad_usage "--build-dir needs a folder"; build=$(realpath -m "$2"); shift ;;
    -j) [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || bad_usage "-j needs a number"; jobs=(-j "$2"); shift ;;
    -j*) [[ ${1#-j} =~ ^[1-9][0-9]*$ ]] || bad_usage "-j needs a number"; jobs=("$1") ;;
    -h | --help) usage; exit 0 ;;
    *) bad_usage "unknown option '$1'" ;;
  esac
  shift
done

check_system() {
  local ID= VERSION_ID= PRETTY_NAME=unknown
  [ -r "${HEXLOOM_OS_RELEASE:-/etc/os-release}" ] && . "${HEXLOOM_OS_RELEASE:-/etc/os-release}"
  [ "$ID-$VERSION_ID" = debian-12 ] || [ -n "${HEXLOOM_ANY_DEBIAN:-}" ] ||
    die "this is $PRETTY_NAME; the project is built on Debian 12 (bookworm) with its packages" \
      "to try it all the same: HEXLOOM_ANY_DEBIAN=1 utils/bootstrap.sh"
  [ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ] || [ -n "${HEXLOOM_ANY_DEBIAN:-}" ] ||
    die "this machine is not an amd64 one"
}

# CMake writes absolute paths: a build serves the checkout that it was made from, where it was made.
check_build() {
  local cache=$build/CMakeCache.txt source made
  if [ -e "$build" ] && ! { [ -d "$build" ] && [ -w "$build" ]; }; then
    die "$build cannot be written: it belongs to $(stat -c %U "$build")" "to build elsewhere: utils/bootstrap.sh --build-dir DIR"
  fi
  [ -f "$cache" ] || return 0
  source=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$cache")
  made=$(sed -n 's/^CMAKE_CACHEFILE_DIR:INTERNAL=//p' "$cache")
  if ! [ "$source" -ef "$root" ] || ! [ "$made" -ef "$build" ]; then
    die "$build was made as $made from the checkout $source, which is not this one" \
      "a copied or moved build does not serve: remove it, or give another folder with --build-dir"
  fi
}

missing_packages() {
  local wanted without=()
  [ -n "$emulator" ] || without=(-e '/# emulator: /d')
  wanted=$(sed "${without[@]}" -e 's/#.*//; s/[[:space:]]*$//; /^$/d' "$root/utils/packages.txt" | sort)
  comm -23 <(echo "$wanted") <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | sort -u)
}

install_packages() {
  local missing as_root=() log=$build/apt-install.log
  mapfile -t missing < <(missing_packages)
  [ ${#missing[@]} -gt 0 ] || return 0
  [ -n "$install" ] || die "packages are missing: ${missing[*]}" "install them, or run without --no-install"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "packages are missing: ${missing[*]}" "to install them, run this as root or install sudo"
    as_root=(sudo)
  fi
  need_disk /usr 3000
  say "installing ${#missing[@]} packages: ${missing[*]}"
  "${as_root[@]}" apt-get -q update >"$log" 2>&1 ||
    die "apt-get update failed (no network?)" "$(grep -m 1 '^E:' "$log")" "apt's own words: $log"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -q install -y --no-install-recommends "${missing[@]}" >>"$log" 2>&1 ||
    die "installing packages failed" "$(grep -m 1 '^E:' "$log")" "apt's own words: $log"
}

configure() {
  [ ! -f "$build/build.ninja" ] || return 0
  local launcher=()
  command -v ccache >/dev/null && launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  say "configuring $build"
  cmake -S "$root" -B "$build" -G Ninja "${launcher[@]}" >"$build/configure.log" 2>&1 ||
    die "configuring failed" "$(grep -A 4 -m 1 'Error' "$build/configure.log")" "all of it: $build/configure.log"
}

# What has been made so far. CMake's look at its globs is in ninja's log of every run and is no work.
built() {
  grep -v verify_globs "$build/.ninja_log" 2>/dev/null || true
  cat "$build/emulator.made" 2>/dev/null || true
}

# Reads ninja's lines. Steps are told once a minute, everything else as it comes: warnings and errors.
show_steps() {
  local line next=$((SECONDS + 60))
  while IFS= read -r line; do
    if [[ $line =~ ^(ninja: (Entering|no work)|-- ) ]]; then
      continue
    elif ! [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\  ]]; then
      printf '%s\n' "$line"
    elif [ "$SECONDS" -ge "$next" ]; then
      say "${BASH_REMATCH[1]} of ${BASH_REMATCH[2]} steps after $SECONDS s"
      next=$((SECONDS + 60))
    fi
  done
}

run_ninja() {
  if [ -t 1 ]; then ninja -C "$build" "${jobs[@]}"; else NINJA_STATUS='[%f/%t] ' ninja -C "$build" "${jobs[@]}" | show_steps; fi
}

build_all() {
  if [ ! -s "$build/.ninja_log" ]; then
    need_disk "$build" 1500
    say "building in $build"
  fi
  run_ninja || die "the build failed; the first error is above"
}

build_emulator() {
  [ -n "$emulator" ] || return 0
  "$root/utils/emulator.sh" "$build" "${jobs[@]}" ||
    die "qemu-hexagon was not built; the reason is above" "all else is ready in $build; to go on with Debian's: --no-emulator"
}

check_system
check_build
mkdir -p "$build"
install_packages
"$root/utils/llvm-source.sh" "$build/llvm-src"
configure
before=$(built)
build_all
build_emulator
if [ "$before" = "$(built)" ]; then
  say "nothing to do: everything in $build is up to date"
else
  say "ready after $SECONDS s: $build/bin"
fi
