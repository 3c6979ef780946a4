# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The source mode: utils/apply-overlay.sh puts the series and our files onto a pristine tree, and LLVM's CMake there knows all
# of them. That they compile there, and that the packetizer's tests pass with assertions, is utils/check-source-mode.sh's.
#
# RUN: bash -eu %s %root %build %t %S/Inputs
root=$1 build=$2 dir=$3 inputs=$4
. "$inputs/project-copy.sh"
rm -rf "$dir"
tree=$dir/tree hexagon=llvm/lib/Target/Hexagon
mkdir -p "$tree/$hexagon" "$tree/llvm/lib/CodeGen"
cp -r "$build/llvm-src/$hexagon/." "$tree/$hexagon"
cp -r "$build/llvm-src/.pristine/." "$tree"
snapshot "$tree" >"$dir/pristine"

# One file is not as upstream has it: an error, and nothing is changed.
sed -i 's/createHexagonPacketizer/createPacketizer/' "$tree/$hexagon/HexagonTargetMachine.cpp"
if "$root/utils/apply-overlay.sh" "$tree" >"$dir/log" 2>&1; then fail "a changed tree is accepted"; fi
expect_text '0001-hexagon-sda-pack-chooses-the-packetizer.patch does not apply' "$dir/log"
cp -p "$build/llvm-src/.pristine/$hexagon/HexagonTargetMachine.cpp" "$tree/$hexagon/HexagonTargetMachine.cpp"
snapshot "$tree" | sed -E 's/ [0-9.]+ / /' >"$dir/after"
sed -E 's/ [0-9.]+ / /' "$dir/pristine" | diff - "$dir/after" || fail "a failed run changes the tree"

# Another version of LLVM is refused.
mkdir -p "$tree/cmake/Modules"
printf '  set(LLVM_VERSION_MAJOR 20)\n  set(LLVM_VERSION_MINOR 1)\n  set(LLVM_VERSION_PATCH 0)\n' >"$tree/cmake/Modules/LLVMVersion.cmake"
if "$root/utils/apply-overlay.sh" "$tree" >"$dir/log" 2>&1; then fail "LLVM 20 is accepted"; fi
expect_text 'is LLVM 20.1.0; the patches belong to 19.1.7' "$dir/log"
sed -i 's/MAJOR 20/MAJOR 19/; s/PATCH 0/PATCH 7/' "$tree/cmake/Modules/LLVMVersion.cmake"
if "$root/utils/apply-overlay.sh" "$dir" >"$dir/log" 2>&1; then fail "any folder is accepted"; fi
expect_text 'is no llvm-project tree' "$dir/log"

# The tree as it should be; then once more.
"$root/utils/apply-overlay.sh" "$tree" >"$dir/log"
expect_text 'applied' "$dir/log"
for file in $(cat "$build/llvm-src/.patched"); do
  cmp "$tree/$file" "$build/llvm-src/$file" || fail "$file is not what installed mode compiles"
done
"$root/utils/apply-overlay.sh" "$tree" >"$dir/log"
expect_text 'the patches are applied already' "$dir/log"

# LLVM's CMake compiles our files, each once.
(cd "$root" && utils/overlay-files.sh) | grep '\.cpp$' | sort >"$dir/ours"
swiftdsp=llvm/lib/Target/SwiftDSP
for folder in $hexagon $hexagon/MCTargetDesc llvm/lib/CodeGen $swiftdsp $swiftdsp/AsmParser $swiftdsp/Disassembler \
  $swiftdsp/MCTargetDesc $swiftdsp/TargetInfo clang/lib/Basic clang/lib/CodeGen clang/lib/Driver clang/lib/Sema lld/ELF; do
  (cd "$tree/$folder" && cmake -P "$inputs/list-sources.cmake" 2>&1 | sed "s|^|$folder/|; s|/[^/]*/\.\./|/|")
done | sort >"$dir/known"
comm -12 "$dir/ours" "$dir/known" | diff "$dir/ours" - || fail "LLVM's CMake does not know these files"
uniq -d "$dir/known" | diff /dev/null - || fail "listed twice"
