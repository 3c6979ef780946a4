/* Masked loads and stores of bools access bits, as others of vectors of bool do (patch 0101). LLVM 19 stops at them with HVX and takes a byte for
   each without. The status is the number of the first lane that is wrong.

DEFINE: %{lanes} = 32
DEFINE: %{last} = 31
DEFINE: %{hvx} =
DEFINE: %{run} = sed "s/LANES/%{lanes}/g; s/LAST/%{last}/" %S/Inputs/masked-bools.ll > %t.ll && \
DEFINE:   llc -mtriple=hexagon -mcpu=hexagonv66 %{hvx} -O2 -hexagon-small-data-threshold=0 -filetype=obj %t.ll -o %t.ll.o && \
DEFINE:   %hexagon-cc -O1 -DLANES=%{lanes} %s -c -o %t.o && %hexagon-ld %t.o %t.ll.o %runtime -o %t && qemu-hexagon %t
RUN: %{run}
REDEFINE: %{hvx} = -mattr=+hvxv66,+hvx-length128b
REDEFINE: %{lanes} = 8
REDEFINE: %{last} = 7
RUN: %{run}
REDEFINE: %{lanes} = 3
REDEFINE: %{last} = 2
RUN: %{run}
*/
typedef unsigned char byte;
enum { Lanes = LANES };
void load_bools(byte *out, const byte *from, const byte *mask, const byte *other);
void store_bools(byte *to, const byte *value, const byte *mask);
void store_two(byte *to, const byte *value);

static byte mask[Lanes], value[Lanes], out[Lanes], memory[32] __attribute__((aligned(4))), before[32];
static unsigned seed = 1;
static int bit(const byte *from, int i) { return from[i / 8] >> i % 8 & 1; }

static void fill(void) {
  for (int i = 0; i < Lanes; ++i) {
    mask[i] = (seed = seed * 1664525u + 1013904223u) >> 30;
    value[i] = (seed = seed * 1664525u + 1013904223u) >> 30;
  }
  for (int i = 0; i < 32; ++i)
    memory[i] = before[i] = (seed = seed * 1664525u + 1013904223u) >> 24;
}

/* Bits behind the lanes stay, too. */
static int wrongBit(int (*isStored)(int)) {
  for (int i = 0; i < 256; ++i)
    if (bit(memory, i) != (isStored(i) ? value[i] & 1 : bit(before, i)))
      return i + 1;
  return 0;
}
static int masked(int i) { return i < Lanes && mask[i] & 1; }
static int firstOrLast(int i) { return i == 0 || i == Lanes - 1; }

int main(void) {
  for (int turn = 0; turn < 20; ++turn) {
    int wrong;
    fill();
    load_bools(out, memory, mask, value);
    for (int i = 0; i < Lanes; ++i)
      if (out[i] != (mask[i] & 1 ? bit(memory, i) : value[i] & 1))
        return i + 1;
    store_bools(memory, value, mask);
    if ((wrong = wrongBit(masked)))
      return wrong;
    fill();
    store_two(memory, value);
    if ((wrong = wrongBit(firstOrLast)))
      return wrong;
  }
  return 0;
}
