#!/bin/sh
# Says of any source what a compiler might.
cat >&2 <<'END'
k.c:1:1: remark: 3 instructions: 4 packets + 0 stalls = 4 cycles, stock 3 packets + 0 stalls = 3, slots allow 1; ready; proven optimal [-Rpass-analysis=sda-pack]
k.c:1:1: remark: 3 instructions in 4 cycles, more than stock 3 packets + 0 stalls = 3 [-Rpass-missed=sda-pack]
k.c:2:1: remark: 3 instructions: 3 packets + 0 stalls = 3 cycles, stock 2 packets + 0 stalls = 2, slots allow 1; ready; proven optimal [-Rpass-analysis=sda-pack]
k.c:2:1: remark: 3 instructions in 3 cycles, more than stock 2 packets + 0 stalls = 2, which is no candidate [-Rpass-missed=sda-pack]
END
