/* Predicated choices (patch 0116) and vectors that are compressed (patch 0115) give what their description says. LLVM 19 stops at each. The status
   tells the function that is wrong.

DEFINE: %{lanes} = 32
DEFINE: %{hvx} = -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b -O2
DEFINE: %{run} = sed "s/LANES/%{lanes}/g" %S/Inputs/predicated-vectors.ll > %t.ll && \
DEFINE:   llc -mtriple=hexagon %{hvx} -hexagon-small-data-threshold=0 -filetype=obj %t.ll -o %t.ll.o && \
DEFINE:   %hexagon-cc -O1 -DLANES=%{lanes} %s -c -o %t.o && %hexagon-ld %t.o %t.ll.o %runtime -o %t && qemu-hexagon %t
RUN: %{run}
REDEFINE: %{lanes} = 1
RUN: %{run}
REDEFINE: %{lanes} = 256
REDEFINE: %{hvx} = -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b -O0
RUN: %{run}
REDEFINE: %{lanes} = 7
REDEFINE: %{hvx} = -mcpu=hexagonv66 -O2
RUN: %{run}
*/
typedef unsigned char byte;
enum { Lanes = LANES };
void merge(unsigned *out, const unsigned *a, const unsigned *b, const byte *mask, int length);
void choose(unsigned *out, const unsigned *a, const unsigned *b, const byte *mask, int length);
void signs(unsigned *out, const unsigned *a, const unsigned *b, const byte *mask, int length);
void compress_bytes(byte *out, const byte *a, const byte *b, const byte *mask);
void compress_floats(unsigned *out, const unsigned *a, const unsigned *b, const byte *mask);

static unsigned a[Lanes], b[Lanes], out[Lanes], seed = 1;
static byte mask[Lanes], p[Lanes], q[Lanes], bytes[Lanes];

/* Turn 0 takes all lanes, turn 1 none. */
static void fill(int turn) {
  for (int i = 0; i < Lanes; ++i) {
    a[i] = (seed = seed * 1664525u + 1013904223u) & 0xbfffffff; /* no NaN */
    b[i] = (seed = seed * 1664525u + 1013904223u) & 0xbfffffff;
    mask[i] = turn == 0 ? 1 : turn == 1 ? 0 : seed >> 13 & 1;
    p[i] = a[i] >> 8;
    q[i] = b[i] >> 8;
  }
}

int main(void) {
  for (int turn = 0; turn < 8; ++turn) {
    fill(turn);
    int length = turn < 4 ? Lanes : (seed >> 16) % (Lanes + 1);
    merge(out, a, b, mask, length);
    for (int i = 0; i < Lanes; ++i)
      if (out[i] != (i < length && mask[i] ? a[i] : b[i]))
        return 1;
    choose(out, a, b, mask, length);
    for (int i = 0; i < length; ++i)
      if (mask[i] && out[i] != (a[i] << 5 | b[i] >> 27))
        return 2;
    signs(out, a, b, mask, length);
    for (int i = 0; i < length; ++i)
      if (mask[i] && out[i] != ((a[i] & 0x7fffffff) | (b[i] & 0x80000000)))
        return 3;
    compress_bytes(bytes, p, q, mask);
    compress_floats(out, a, b, mask);
    int taken = 0;
    for (int i = 0; i < Lanes; ++i)
      if (mask[i]) {
        if (bytes[taken] != p[i])
          return 4;
        if (out[taken++] != a[i])
          return 5;
      }
    for (; taken < Lanes; ++taken)
      if (bytes[taken] != q[taken] || out[taken] != b[taken])
        return 6;
  }
  return 0;
}
