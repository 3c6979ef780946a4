# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A patch for a header that had none compiles LLVM's files anew, with ccache, too: no note of what an object was made from names
# a file that was not there, so the commands have to change.
#
# REQUIRES: all
# RUN: bash -eu %s %root %build %t %S/Inputs
root=$1 build=$2 dir=$3
. "$4/project-copy.sh"
header=llvm/include/llvm/IR/PassTimingInfo.h
! grep -qx "$header" "$build/llvm-src/.patched" || fail "choose a header without a patch"
rm -rf "$dir"
mkdir -p "$dir/project"
tar -C "$root" --exclude=./build --exclude=./.git -c . | tar -C "$dir/project" -x
export HEXLOOM_DOWNLOADS=$build/downloads

# commands FILE: what compiles a patched file of clang, one of LLVM and one of ours.
commands() {
  cmake -S "$dir/project" -B "$dir/build" -G Ninja >"$dir/log" 2>&1 || fail "$(cat "$dir/log")"
  ninja -C "$dir/build" -t commands | grep -E ' -c .*/(CGExprScalar|HexagonTargetMachine|SDAOptions)\.cpp$' >"$1"
  [ "$(wc -l <"$1")" = 3 ] || fail "not three commands: $(cat "$1")"
}

commands "$dir/before"
{
  echo "A comment"
  printf -- '---\n--- a/%s\n+++ b/%s\n@@ -0,0 +1 @@\n+// One more line.\n' "$header" "$header"
} >"$dir/project/llvm/patches/9999-header.patch"
commands "$dir/after"
[ "$(head -1 "$dir/build/llvm-headers/${header#llvm/include/}")" = "// One more line." ] || fail "the header is as before"
! grep -qxFf "$dir/before" "$dir/after" || fail "a command is as before"
