#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The source mode for real: LLVM's own tree with the overlay (utils/apply-overlay.sh), configured by LLVM's own CMake with
# assertions on. Our files and the patched ones of llvm/ are compiled there, and the packetizer's tests run with them; our files of
# clang/ and lld/ are checked for syntax.
# test/toolchain/source-mode.sh is the quick part of this.
#
#   utils/check-source-mode.sh [--whole] [BUILD_DIR]     BUILD_DIR: the project's build folder (default: build)
#
# The llc of these tests is installed mode's, but for the packetizer, whose objects are those of the tree: so assertions of ours and of
# LLVM's headers hold in all that it does. --whole builds all of llc in the tree (1500 files, an hour of one core, less with
# ccache), so that LLVM's own files have theirs, too.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/utils/say.sh"
whole=
build=$root/build
for argument in "$@"; do
  case $argument in
    -h | --help) sed -n '3,13s/^# \?//p' "$0"; exit 0 ;;
    --whole) whole=1 ;;
    -*) printf 'check-source-mode: error: unknown option %s (see --help)\n' "$argument" >&2; exit 2 ;;
    *) build=$argument ;;
  esac
done
build=$(realpath -m "$build")
[ -x "$build/bin/llc" ] || die "$build holds no build: run utils/bootstrap.sh"
tree=$build/source-mode tested=$build/source-mode/tested

extract() {
  local tarball others
  tarball=$(HEXLOOM_DOWNLOADS=${HEXLOOM_DOWNLOADS:-$build/downloads} "$root/utils/llvm-source.sh" --tarball)
  need_disk "$build" 2500
  say "extracting LLVM 19.1.7 to $tree"
  rm -rf "$tree"
  mkdir -p "$tree"
  # Files of clang and lld that the patches change are extracted, too: without them, the patches would not apply.
  mapfile -t others < <(sed -nE 's|^\+\+\+ b/((clang\|lld)/[^[:space:]]+).*|*/\1|p' "$root"/llvm/patches/*.patch | sort -u)
  tar -xJf "$tarball" -C "$tree" --strip-components=1 --wildcards --no-wildcards-match-slash \
    --exclude='*/llvm/test' --exclude='*/llvm/unittests' '*/llvm' '*/cmake' '*/third-party' "${others[@]}"
  "$root/utils/apply-overlay.sh" "$tree"
}

# What objects of this tree and Debian's archives both see has to be laid out alike: abi-breaking checks are off.
configure() {
  say "configuring it"
  local launcher=() llvm=/usr/lib/llvm-19/bin
  command -v ccache >/dev/null && launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  cmake -S "$tree/llvm" -B "$tree/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DLLVM_ENABLE_ASSERTIONS=ON \
    -DLLVM_ABI_BREAKING_CHECKS=FORCE_OFF -DCMAKE_C_COMPILER=$llvm/clang -DCMAKE_CXX_COMPILER=$llvm/clang++ \
    -DCMAKE_C_FLAGS_RELEASE=-O1 -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DLLVM_USE_LINKER=lld -DLLVM_TABLEGEN=$llvm/llvm-tblgen \
    -DLLVM_TARGETS_TO_BUILD=Hexagon -DLLVM_EXPERIMENTAL_TARGETS_TO_BUILD=SwiftDSP -DLLVM_ENABLE_WARNINGS=OFF \
    -DLLVM_INCLUDE_TESTS=OFF -DLLVM_INCLUDE_BENCHMARKS=OFF -DLLVM_INCLUDE_EXAMPLES=OFF -DLLVM_INCLUDE_DOCS=OFF \
    -DLLVM_ENABLE_ZLIB=OFF -DLLVM_ENABLE_ZSTD=OFF -DLLVM_ENABLE_LIBXML2=OFF -DLLVM_ENABLE_LIBEDIT=OFF \
    -DLLVM_ENABLE_LIBPFM=OFF -DLLVM_ENABLE_CURL=OFF -DLLVM_APPEND_VC_REV=OFF "${launcher[@]}" >"$tree/configure.log" 2>&1 ||
    die "LLVM's CMake fails on the tree" "$(grep -A 4 -m 1 'CMake Error' "$tree/configure.log")" "all of it: $tree/configure.log"
}

# What LLVM's build makes of each of these files: its object is where the file is, below the CMakeFiles of some library.
find_objects() {
  local file object
  ninja -C "$tree/build" -t targets all | sed -nE 's|: .*||; s|^(.*/)?CMakeFiles/[^/]*/(.*\.o)$|\1\2 &|p' >"$tree/objects"
  while read -r file; do
    object=$(awk -v wanted="${file#llvm/}.o" '$1 == wanted { print $2 }' "$tree/objects")
    [ -n "$object" ] || die "LLVM's CMake does not compile $file"
    objects+=("$object")
  done < <({ "$root/utils/overlay-files.sh"; cat "$build/llvm-src/.patched"; } | grep '^llvm/.*\.cpp$' | sort -u)
}

# compile WHAT TARGET...
compile() {
  say "compiling $1"
  shift
  ninja -C "$tree/build" "$@" >"$tree/build.log" 2>&1 ||
    die "a file does not compile in LLVM's tree" "$(grep -m 3 -E 'error:' "$tree/build.log")" "all of it: $tree/build.log"
}

# clang's and lld's files: that they are right where assertions are on. Their headers are Debian's, but for what is ours or patched.
check_others() {
  local files folder include=()
  mapfile -t files < <("$root/utils/overlay-files.sh" | grep -E '^(clang|lld)/.*\.cpp$')
  say "checking ${#files[@]} files of clang and lld"
  for folder in llvm/include clang/include clang/lib/Basic clang/lib/CodeGen clang/lib/Driver lld/ELF; do
    include+=(-I "$tree/$folder")
  done
  for folder in llvm-headers llvm-src/clang/lib/{Basic,CodeGen,Driver} llvm-src/lld/ELF; do include+=(-isystem "$build/$folder"); done
  (cd "$tree" && printf '%s\n' "${files[@]}" | xargs -P 2 -I FILE g++ -std=c++17 -fsyntax-only -fno-exceptions -w -D_GNU_SOURCE \
    -D__STDC_LIMIT_MACROS -D__STDC_CONSTANT_MACROS -D__STDC_FORMAT_MACROS "${include[@]}" -isystem /usr/lib/llvm-19/include FILE) \
    >"$tree/others.log" 2>&1 || die "a file of clang's or lld's does not compile" "$(grep -m 3 'error' "$tree/others.log")"
}

# Installed mode's link with other objects for what knows nothing of classes that assertions make larger (ScheduleDAG,
# TargetLowering): the packetizer, core and policies. Ours are compiled with type information, LLVM's are not, and one hierarchy must not mix.
link() {
  say "linking llc with the packetizer's objects"
  ninja -C "$build" -t commands llc | tail -n 1 | tr ' ' '\n' >"$tree/link"
  awk -v tree="$tree/build" 'NR == FNR { object[$1] = tree "/" $2; next }
    { file = $0; sub(/.*\.dir\//, "", file) }
    (file ~ /\/SDA\// || file ~ /Hexagon(PacketTiming|VectorLoads)\.cpp\.o$/) && file in object { $0 = object[file] }
    $0 == "bin/llc" { $0 = tree "/bin/llc" }
    { print }' "$tree/objects" "$tree/link" | tr '\n' ' ' >"$tree/link.sh"
  mkdir -p "$tree/build/bin"
  (cd "$build" && sh -e "$tree/link.sh") >"$tree/link.log" 2>&1 || die "llc does not link" "$(head -n 5 "$tree/link.log")"
}

# A build folder whose llc is the tree's, for lit.
prepare_tests() {
  local file
  mkdir -p "$tested/bin" "$tested/test"
  for file in "$build"/*; do
    case ${file##*/} in bin | test | source-mode) ;; *) ln -s "$file" "$tested" ;; esac
  done
  ln -s "$build"/bin/* "$tested/bin"
  ln -sf "$tree/build/bin/llc" "$tested/bin/llc"
}

extract
configure
objects=()
find_objects
compile "${#objects[@]} files" "${objects[@]}"
say "${#objects[@]} files compile in LLVM's own build, with assertions"
check_others
if [ -n "$whole" ]; then compile "the whole of llc" llc; else link; fi
prepare_tests
say "running the packetizer's tests that call llc"
mapfile -t tests < <(grep -lrwE 'llc' "$root/test/sda" --include='*.mir' --include='*.ll' --include='*.test' | sort)
status=0
/usr/bin/python3 /usr/lib/llvm-19/build/utils/lit/lit.py -v "-DBUILD=$tested" "${tests[@]}" || status=$?
[ $status != 0 ] || rm -rf "$tree"
exit $status
