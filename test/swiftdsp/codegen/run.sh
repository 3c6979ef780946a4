#!/bin/sh
# run.sh BIN INPUTS DIR: compiles a program for the host and, at every level, for SwiftDSP; its status in the simulator must be
# the host's. Freestanding: what needs compiler-rt (64-bit division, floating point) is not in it.
set -u
bin=$1 inputs=$2 dir=$3
mkdir -p "$dir"
"$bin/clang" --target=swiftdsp -c "$inputs/start.s" -o "$dir/start.o" || exit 1
cc -O1 -fwrapv "$inputs/program.c" -o "$dir/host" || exit 1
"$dir/host"
want=$?
for level in -O0 -O1 -O2 -O3 -Os "-O2 -g"; do
  # shellcheck disable=SC2086
  "$bin/clang" --target=swiftdsp $level -fwrapv -mllvm -verify-machineinstrs -c "$inputs/program.c" -o "$dir/program.o" &&
    "$bin/ld.lld" -T "$inputs/program.ld" "$dir/start.o" "$dir/program.o" -o "$dir/program" || exit 1
  "$bin/swiftdsp-sim" "$dir/program"
  status=$?
  [ "$status" = "$want" ] || { echo "$level: status $status, the host's is $want"; exit 1; }
  echo "$level: as the host"
done
