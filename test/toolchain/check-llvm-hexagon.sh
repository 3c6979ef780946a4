# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# utils/check-llvm-hexagon.py finds what it is there for: an llc that is worse than the stock one, and one that breaks
# when our packetizer is on. (The whole suite against our llc is: ninja check-llvm-hexagon.)
#
# RUN: bash -eu %s %root %build %t %S/Inputs
root=$1 build=$2 dir=$3
. "$4/project-copy.sh"
rm -rf "$dir"
mkdir -p "$dir/build/bin"
ln -s "$build/llvm-src" "$dir/build/llvm-src"
check=("$root/utils/check-llvm-hexagon.py" --build "$dir/build" -j 1 --filter ' (addaddi|addh|args)\.ll')

# llc_that COMMANDS: the llc under test is ours after these shell commands.
llc_that() {
  printf '#!/bin/bash\n%s\nexec %s "$@"\n' "$1" "$build/bin/llc" >"$dir/build/bin/llc"
  chmod +x "$dir/build/bin/llc"
}
expect_status() { [ "$1" = "$2" ] || fail "status $2 instead of $1: $(cat "$dir/log")"; }

llc_that ''
status=0; "${check[@]}" >"$dir/log" 2>&1 || status=$?
expect_status 0 $status
expect_text '0 tests are worse than stock' "$dir/log"
grep -qE 'our llc: +[1-9][0-9]* pass, 0 fail' "$dir/log" || fail "nothing was run: $(cat "$dir/log")"

llc_that 'set -- "$@" -disable-packetizer -mcpu=hexagonv5 -O0'
status=0; "${check[@]}" >"$dir/log" 2>&1 || status=$?
expect_status 1 $status
expect_text 'worse than stock: ' "$dir/log"

llc_that ''
status=0; "${check[@]}" --sda=soft-to-hard >"$dir/log" 2>&1 || status=$?
expect_status 0 $status
expect_text ' 0 complaints' "$dir/log"

llc_that 'case "$*" in *-sda-pack=soft-to-hard*) kill -SEGV $$ ;; esac'
status=0; "${check[@]}" --sda=soft-to-hard >"$dir/log" 2>&1 || status=$?
expect_status 1 $status
expect_text 'status 139: llc ' "$dir/log"

# Regions that are dearer than their stock packets: a complaint, unless these may not stand.
llc_that 'case "$*" in *-sda-pack=sda*) echo "remark: <unknown>:0:0: 3 instructions in 4 cycles, more than stock 3 packets + 0 stalls = 3; region f.0.0" >&2 ;; esac'
status=0; "${check[@]}" --sda >"$dir/log" 2>&1 || status=$?
expect_status 1 $status
expect_text 'dearer than stock: llc ' "$dir/log"

llc_that 'case "$*" in *-sda-pack=sda*) echo "remark: <unknown>:0:0: 3 instructions in 4 cycles, more than stock 3 packets + 0 stalls = 3, which is no candidate; region f.0.0" >&2 ;; esac'
status=0; "${check[@]}" --sda >"$dir/log" 2>&1 || status=$?
expect_status 0 $status
expect_text '3 tests dearer than stock packets that may not stand' "$dir/log"
