# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What utils/llvm-source.sh does to an extracted tree: applies the series, notices that it is applied, follows a changed,
# a new and a removed patch by touching the files concerned alone, and changes nothing when the series does not fit.
#
# RUN: bash -eu %s %root %build %t %S/Inputs
root=$1 build=$2 dir=$3
. "$4/project-copy.sh"
project_copy "$root" "$build" "$dir"
source=("$dir/project/utils/llvm-source.sh" "$dir/tree")
machine=$dir/tree/llvm/lib/Target/Hexagon/HexagonTargetMachine.cpp
packetizer=$dir/tree/llvm/lib/Target/Hexagon/HexagonVLIWPacketizer.cpp
patches=$dir/project/llvm/patches
snapshot "$dir/tree" >"$dir/pristine"

# From nothing: the result is what the build compiles.
"${source[@]}" >"$dir/log"
expect_text 'applied' "$dir/log"
for file in $(cat "$build/llvm-src/.patched"); do
  cmp "$build/llvm-src/$file" "$dir/tree/$file" || fail "$file differs from the build's"
done

# Told how to be called, it makes nothing.
(cd "$dir" && "${source[0]}" --help | grep -q 'fetch, check, extract') && ! (cd "$dir" && "${source[0]}" --frobnicate 2>/dev/null) ||
  fail "--help"
[ ! -e "$dir/--help" ] && [ ! -e "$dir/--frobnicate" ] || fail "a folder by an option's name"

# Again: silent, and no file is touched.
snapshot "$dir/tree" >"$dir/applied"
"${source[@]}" >"$dir/log"
[ ! -s "$dir/log" ] || fail "a second run prints: $(cat "$dir/log")"
snapshot "$dir/tree" | diff "$dir/applied" - || fail "a second run touches files"

# One patch changes: its file is made anew, the others keep their time stamps.
sed -i 's/sda::isEnabled() ?/sda::isEnabled() \&\& true ?/' "$patches"/0001-*.patch
"${source[@]}" >"$dir/log"
expect_text 'sda::isEnabled() && true ?' "$machine"
changed=$(snapshot "$dir/tree" | diff "$dir/applied" - | grep -c '^>') || true
[ "$changed" = 1 ] || fail "one patch changed, $changed files were touched"

# A patch that does not fit: an error that names it, and nothing changes.
snapshot "$dir/tree" >"$dir/applied"
sed -i 's/runHexagonPacketizer/runHexagon/; s/^ bool HexagonPacketizer::runOnMachineFunction.*/ bool Other::run() {/' "$patches"/0002-*.patch
sed -i 's/^ /  /' "$patches"/0002-*.patch
if "${source[@]}" >"$dir/log" 2>&1; then fail "a patch that does not fit is accepted"; fi
expect_text '0002-hexagon-stock-packetizer-as-a-function.patch does not apply; nothing was changed' "$dir/log"
snapshot "$dir/tree" | diff "$dir/applied" - || fail "a series that does not fit changed files"

# Patches go: a file that none of the others changes is pristine again.
rm $(grep -l 'HexagonVLIWPacketizer.cpp' "$patches"/*.patch)
"${source[@]}" >"$dir/log"
cmp "$build/llvm-src/.pristine/llvm/lib/Target/Hexagon/HexagonVLIWPacketizer.cpp" "$packetizer"

# A tarball that is not the known one is refused before anything else happens.
rm "$dir/tree/.extracted"
echo something >"$dir/other.tar.xz"
if HEXLOOM_LLVM_TARBALL=$dir/other.tar.xz "${source[@]}" >"$dir/log" 2>&1; then fail "a wrong tarball is accepted"; fi
expect_text 'other.tar.xz is not llvm-toolchain-19_19.1.7.orig.tar.xz (sha256' "$dir/log"
