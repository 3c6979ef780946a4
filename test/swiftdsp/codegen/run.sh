#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# run.sh BIN INPUTS DIR [PROGRAM]: compiles a program for the host and, at every level, for SwiftDSP; its status in the simulator must
# be the host's.
set -u
bin=$1 inputs=$2 dir=$3 name=${4:-program}
mkdir -p "$dir"
cc -O1 -fwrapv "$inputs/$name.c" -o "$dir/host" || exit 1
"$dir/host"
want=$?
for level in -O0 -O1 -O2 -O3 -Os "-O2 -g" "-O2 -mllvm -sda-pack=off"; do
  # shellcheck disable=SC2086
  "$bin/clang" --target=swiftdsp $level -fwrapv -mllvm -verify-machineinstrs -mllvm -sda-verify "$inputs/$name.c" -o "$dir/$name" || exit 1
  "$bin/swiftdsp-sim" "$dir/$name"
  status=$?
  [ "$status" = "$want" ] || { echo "$level: status $status, the host's is $want"; exit 1; }
  echo "$level: as the host"
done
