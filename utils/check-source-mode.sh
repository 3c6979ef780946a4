#!/usr/bin/env bash
# The source mode for real: LLVM's own tree with the overlay (utils/apply-overlay.sh), configured by LLVM's own CMake with
# assertions on; our files and the patched ones are compiled there. test/toolchain/source-mode.sh is
# the quick version of this.
#
#   utils/check-source-mode.sh [BUILD_DIR]     BUILD_DIR: the project's build folder (default: build)
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/utils/say.sh"
build=$(realpath -m "${1:-$root/build}")
tree=$build/source-mode

tarball=$(HEXLOOM_DOWNLOADS=${HEXLOOM_DOWNLOADS:-$build/downloads} "$root/utils/llvm-source.sh" --tarball)
need_disk "$build" 1500
say "extracting LLVM 19.1.7 to $tree"
rm -rf "$tree"
mkdir -p "$tree"
# Of clang and lld what the patches change, or they would not apply.
mapfile -t others < <(sed -nE 's|^\+\+\+ b/((clang\|lld)/[^[:space:]]+).*|*/\1|p' "$root"/llvm/patches/*.patch | sort -u)
tar -xJf "$tarball" -C "$tree" --strip-components=1 --wildcards --no-wildcards-match-slash \
  --exclude='*/llvm/test' --exclude='*/llvm/unittests' '*/llvm' '*/cmake' '*/third-party' "${others[@]}"
"$root/utils/apply-overlay.sh" "$tree"

say "configuring it"
launcher=()
command -v ccache >/dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
cmake -S "$tree/llvm" -B "$tree/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DLLVM_ENABLE_ASSERTIONS=ON \
  -DLLVM_TARGETS_TO_BUILD=Hexagon -DLLVM_EXPERIMENTAL_TARGETS_TO_BUILD=SwiftDSP \
  -DLLVM_TABLEGEN=/usr/lib/llvm-19/bin/llvm-tblgen -DLLVM_INCLUDE_TESTS=OFF \
  -DLLVM_INCLUDE_BENCHMARKS=OFF "${launcher[@]}" >"$tree/configure.log" 2>&1 ||
  die "LLVM's CMake fails on the tree" "$(grep -A 4 -m 1 'CMake Error' "$tree/configure.log")" "all of it: $tree/configure.log"

# What LLVM's build makes of each of these files: its object is where the file is, below the CMakeFiles of some library.
ninja -C "$tree/build" -t targets all | sed -nE 's|: .*||; s|^(.*/)?CMakeFiles/[^/]*/(.*\.o)$|\1\2 &|p' >"$tree/objects"
objects=()
while read -r file; do
  object=$(awk -v wanted="${file#llvm/}.o" '$1 == wanted { print $2 }' "$tree/objects")
  [ -n "$object" ] || die "LLVM's CMake does not compile $file"
  objects+=("$object")
done < <({ "$root/utils/overlay-files.sh"; cat "$build/llvm-src/.patched"; } | grep '^llvm/.*\.cpp$' | sort -u)
say "compiling ${#objects[@]} files"
ninja -C "$tree/build" "${objects[@]}" >"$tree/build.log" 2>&1 ||
  die "a file does not compile in LLVM's tree" "$(grep -m 3 -E 'error:' "$tree/build.log")" "all of it: $tree/build.log"
rm -rf "$tree"
say "${#objects[@]} files compile in LLVM's own build, with assertions"
