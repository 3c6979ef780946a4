#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The source mode: puts our files and llvm/patches onto a pristine llvm-project 19.1.7 tree, which LLVM's own CMake then
# builds.
#
#   utils/apply-overlay.sh LLVM_PROJECT_DIR
#
# Nothing is changed unless all patches apply. A tree that has them already gets our files afresh, and is said to have
# had the patches.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/utils/say.sh"

case "$#-${1:-}" in
  1--h | 1---help) sed -n '3,9s/^# \?//p' "$0"; exit 0 ;;
  1--*) printf 'apply-overlay: error: unknown option %s (see --help)\n' "$1" >&2; exit 2 ;;
  1-*) tree=$1 ;;
  *) printf 'apply-overlay: error: one folder is needed (see --help)\n' >&2; exit 2 ;;
esac
[ -d "$tree/llvm/lib/Target/Hexagon" ] || die "$tree is no llvm-project tree: it has no llvm/lib/Target/Hexagon"

# A tree may be a partial one (the extracted folders); where it has the version, it must be the right one.
version_file=$tree/cmake/Modules/LLVMVersion.cmake
if [ -f "$version_file" ]; then
  version=$(sed -nE 's/^ *set\(LLVM_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+)\)/\2/p' "$version_file" | paste -sd.)
  [ "$version" = 19.1.7 ] || die "$tree is LLVM $version; the patches belong to 19.1.7"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
patches=("$root"/llvm/patches/*.patch)
mapfile -t files < <(sed -nE 's|^\+\+\+ b/([^[:space:]]+).*|\1|p' "${patches[@]}" | sort -u)

# try_series FLAG...: the series on a copy of the files that it changes.
try_series() {
  local file patch
  rm -rf "$work/tree"
  for file in "${files[@]}"; do
    [ -f "$tree/$file" ] || die "$tree has no $file"
    install -D -m 644 "$tree/$file" "$work/tree/$file"
  done
  for patch in "$@"; do
    patch --force --silent --fuzz=0 --no-backup-if-mismatch -p1 $direction -d "$work/tree" <"$patch" >"$work/log" 2>&1 ||
      { failed=$(basename "$patch"); return 1; }
  done
}

mapfile -t reversed < <(printf '%s\n' "${patches[@]}" | tac)
direction=--reverse
if try_series "${reversed[@]}"; then
  say "the patches are applied already"
else
  direction=--forward
  try_series "${patches[@]}" ||
    die "llvm/patches/$failed does not apply to $tree; nothing was changed" "$(head -n 3 "$work/log")"
  for file in "${files[@]}"; do
    cp "$work/tree/$file" "$tree/$file"
  done
  say "applied ${#patches[@]} patches to ${#files[@]} files"
fi

# Installed mode's own files stay out: its build, mains and notes.
count=0
while read -r file; do
  install -D -m 644 "$root/$file" "$tree/$file"
  count=$((count + 1))
done < <("$root/utils/overlay-files.sh")
say "copied $count files; configure LLVM there as usual, Hexagon among LLVM_TARGETS_TO_BUILD"
