/* Bytes and halves become as many bools in memory, also where type legalization makes the truncation (patch 0102; LLVM 19 crashes). The status is
   the number of the first lane that is wrong.

DEFINE: %{type} = <48 x i8>
DEFINE: %{lanes} = 48
DEFINE: %{size} = 1
DEFINE: %{run} = sed "s/TYPE/%{type}/g; s/LANES/%{lanes}/g" %S/Inputs/truncated-bools.ll > %t.ll && \
DEFINE:   %hexagon-cc -Wno-override-module -O2 %t.ll -c -o %t.ll.o && %hexagon-cc -O1 -DLANES=%{lanes} -DSIZE=%{size} %s -c -o %t.o && \
DEFINE:   %hexagon-ld %t.o %t.ll.o %runtime -o %t && qemu-hexagon %t
RUN: %{run}
REDEFINE: %{type} = <24 x i16>
REDEFINE: %{lanes} = 24
REDEFINE: %{size} = 2
RUN: %{run}
*/
typedef unsigned char byte;
void truncated(byte *bools, const byte *lanes);

int main(void) {
  byte lanes[LANES * SIZE] __attribute__((aligned(128))), bools[16];
  unsigned seed = 1;
  for (int i = 0; i < LANES * SIZE; ++i)
    ((volatile byte *)lanes)[i] = (seed = seed * 1664525u + 1013904223u) >> 24;
  truncated(bools, lanes);
  for (int i = 0; i < LANES; ++i)
    if ((bools[i / 8] >> i % 8 & 1) != (lanes[i * SIZE] & 1))
      return i + 1;
  return 0;
}
