# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Two to eight bools are an integer of as many bits, in registers and in memory, with HVX and without (patch 0060). In LLVM 19, two are eight
# bits, as in a predicate register, and four as well; a load of bools may come behind the store that follows it.
#
# RUN: bash -eu %s %S/Inputs %t %runtime
for n in 2 3 4 5 6 7 8; do
  sed "s/<N x /<$n x /g; s/\biN\b/i$n/g" "$1/few-bools.ll" >"$2.ll"
  clang --target=hexagon-unknown-elf -mv66 -G0 -ffreestanding -O2 -DN=$n -c "$1/few-bools.c" -o "$2.o"
  for mode in "-mattr=+v66" "-mattr=+v66,+hvxv66,+hvx-length128b" "-mattr=+v66 -O0"; do
    llc -hexagon-small-data-threshold=0 $mode "$2.ll" -filetype=obj -o "$2.ll.o"
    ld.lld -e _start "$2.o" "$2.ll.o" "${@:3}" -o "$2"
    status=0
    qemu-hexagon "$2" || status=$?
    [ $status = 0 ] || { echo "$n bools, llc $mode: number $status is wrong"; exit 1; }
  done
done
