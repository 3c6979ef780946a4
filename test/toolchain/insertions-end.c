// The search for bitfield insertions has a number of steps: without any it finds none, and what it found in them is used.
// A program of csmith's took hours; its compilation has a minute of the processor here.
// RUN: %build/bin/clang --target=hexagon-unknown-elf -mv66 -O2 -S %s -o - | FileCheck %s
// RUN: %build/bin/clang --target=hexagon-unknown-elf -mv66 -O2 -S %s -o - -mllvm -insert-max-steps=0 | FileCheck %s --check-prefix=NONE
// CHECK: insert(
// NONE-NOT: insert(
// RUN: %if all %{ %root/utils/csmith.py --build %build --first 720046 --seeds 1 --levels O1 --modes sda --kinds integers --flags none | FileCheck %s --check-prefix=ENDS %}
// ENDS: 1 passed, 0 failed, 0 wrong by a fault of upstream's
unsigned byte_at_8(unsigned a, unsigned b) { return (a & ~0xff00u) | (b & 0xff) << 8; }
