# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# utils/bootstrap.sh: its options, its errors, and that a second run says that there is nothing to do.
#
# RUN: bash -eu %s %root %build %t %S/Inputs
root=$1 build=$2 dir=$3
. "$4/project-copy.sh"
project_copy "$root" "$build" "$dir"
with_emulator=("$dir/project/utils/bootstrap.sh" --build-dir "$dir/build" --no-install)
bootstrap=("${with_emulator[@]}" --no-emulator)
unset HEXLOOM_QEMU

# run STATUS ARGUMENT...: what is printed goes to $dir/log.
run() {
  local wanted=$1 status=0
  shift
  "$@" >"$dir/log" 2>&1 || status=$?
  [ $status = "$wanted" ] || fail "status $status instead of $wanted of $*: $(cat "$dir/log")"
}

run 0 "${bootstrap[@]}" --help
expect_text 'Usage: utils/bootstrap.sh' "$dir/log"
run 2 "${bootstrap[@]}" --fast
expect_text "bootstrap: error: unknown option '--fast' (see --help)" "$dir/log"
run 2 "${bootstrap[@]}" -j many
expect_text 'bootstrap: error: -j needs a number' "$dir/log"

printf 'ID=fedora\nVERSION_ID=40\nPRETTY_NAME="Fedora Linux 40"\n' >"$dir/os-release"
run 1 env HEXLOOM_OS_RELEASE="$dir/os-release" HEXLOOM_ANY_DEBIAN= "${bootstrap[@]}"
expect_text 'bootstrap: error: this is Fedora Linux 40' "$dir/log"
[ "$(wc -l <"$dir/log")" -le 2 ] || fail "more than one message: $(cat "$dir/log")"

# A package that is not installed is named, and with --no-install that is the end.
cp "$dir/project/utils/packages.txt" "$dir/packages.txt"
echo 'hexloom-no-such-package  # for this test' >>"$dir/project/utils/packages.txt"
run 1 "${bootstrap[@]}"
expect_text 'packages are missing: hexloom-no-such-package' "$dir/log"
cp "$dir/packages.txt" "$dir/project/utils/packages.txt"

# A build that was copied or moved with its checkout is not taken for this one's.
mkdir -p "$dir/build"
for moved in "$dir/elsewhere:$dir/build" "$dir/project:$dir/other-build"; do
  printf '%s\n' "CMAKE_HOME_DIRECTORY:INTERNAL=${moved%:*}" "CMAKE_CACHEFILE_DIR:INTERNAL=${moved#*:}" >"$dir/build/CMakeCache.txt"
  run 1 "${bootstrap[@]}"
  expect_text "bootstrap: error: $dir/build was made as ${moved#*:} from the checkout ${moved%:*}" "$dir/log"
  expect_text 'remove it, or give another folder with --build-dir' "$dir/log"
done
rm "$dir/build/CMakeCache.txt"
touch "$dir/file"
run 1 "$dir/project/utils/bootstrap.sh" --build-dir "$dir/file" --no-install
expect_text "bootstrap: error: $dir/file cannot be written" "$dir/log"

# A build folder with one thing left to do: the first run builds it, the second finds nothing and takes no time.
cp -r "$dir/tree" "$dir/build/llvm-src"
# CMake's globs are looked at in every run, as here: that is nothing to do, too.
cat >"$dir/build/build.ninja" <<'END'
rule make
  command = touch $out
rule verify
  command = true
  restat = 1
rule regenerate
  command = touch $out
  generator = 1
build result: make
build forced: phony
build CMakeFiles/cmake.verify_globs: verify forced
build build.ninja: regenerate CMakeFiles/cmake.verify_globs
END
mkdir -p "$dir/build/CMakeFiles"
touch "$dir/build/CMakeFiles/cmake.verify_globs" "$dir/build/build.ninja"
run 0 "${bootstrap[@]}"
expect_text 'building in' "$dir/log"
[ -f "$dir/build/result" ] || fail "nothing was built"
SECONDS=0
run 0 "${bootstrap[@]}"
expect_text 'nothing to do' "$dir/log"
[ "$SECONDS" -le 3 ] || fail "finding nothing to do took $SECONDS s"

# What only the emulator's build needs is not wanted where it is not built.
echo 'hexloom-no-such-package  # emulator: for this test' >>"$dir/project/utils/packages.txt"
run 0 "${bootstrap[@]}"
run 1 "${with_emulator[@]}"
grep -q 'packages are missing: .*hexloom-no-such-package' "$dir/log" || fail "not named: $(cat "$dir/log")"
sed -i '/# emulator: /d' "$dir/project/utils/packages.txt" # this machine may lack the true ones, too

# An emulator that cannot be built is said last, when all else is built.
rm "$dir/build/result"
run 1 env HEXLOOM_QEMU_SOURCE="$dir" "${with_emulator[@]}"
expect_text "error: $dir has not both qemu_7.2+dfsg.orig.tar.xz" "$dir/log"
expect_text 'bootstrap: error: qemu-hexagon was not built' "$dir/log"
[ -f "$dir/build/result" ] || fail "nothing else was built"
run 0 env HEXLOOM_QEMU=/usr/bin/qemu-hexagon "${with_emulator[@]}"

# A build that fails is said to have failed.
sed -i '2s/touch $out/false/' "$dir/build/build.ninja"
run 1 "${bootstrap[@]}"
expect_text 'bootstrap: error: the build failed' "$dir/log"
