/* Products and quotients of fixed-point numbers with 3 fractional bits, eight at once (patches 0117, 0119). LLVM 19 stops at the quotients, and
   SwiftDSP's compiler stopped at the products. Results are rounded in either direction. The status tells the function that is wrong.

RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -O2 -filetype=obj %S/Inputs/fixed-point-vectors.ll -o %t.ll.o
RUN: %hexagon-cc -O1 %s -c -o %t.o && %hexagon-ld %t.o %t.ll.o %runtime -o %t && qemu-hexagon %t
RUN: llc -mtriple=swiftdsp -O2 -filetype=obj %S/Inputs/fixed-point-vectors.ll -o %t.ll.o
RUN: clang --target=swiftdsp -O1 %s %t.ll.o -o %t && swiftdsp-sim %t
*/
enum { Lanes = 8 };
void product(short *out, const short *a, const short *b);
void unsigned_product(short *out, const short *a, const short *b);
void quotient(short *out, const short *a, const short *b);
void unsigned_quotient(short *out, const short *a, const short *b);
void three_quotients(short *out, const short *a, const short *b);

static int isNear(int distance, int limit) { return distance < limit && -distance < limit; }

int main(void) {
  static short a[Lanes], b[Lanes], out[Lanes];
  static volatile unsigned seed = 3;
  for (int turn = 0; turn < 50; ++turn) {
    for (int i = 0; i < Lanes; ++i) {
      a[i] = (int)((seed = seed * 1664525u + 1013904223u) >> 16) % 1024 - 512;
      a[i] += a[i] >= 0;
      b[i] = (int)((seed = seed * 1664525u + 1013904223u) >> 16) % 512 - 256;
      b[i] += b[i] >= 0;
    }
    product(out, a, b);
    for (int i = 0; i < Lanes; ++i)
      if (!isNear(out[i] * 8 - a[i] * b[i], 8))
        return 1;
    quotient(out, a, b);
    for (int i = 0; i < Lanes; ++i)
      if (!isNear(out[i] * b[i] - a[i] * 8, b[i] < 0 ? -b[i] : b[i]))
        return 2;
    three_quotients(out, b, a);
    for (int i = 0; i < 3; ++i)
      if (!isNear(out[i] * a[i] - b[i] * 8, a[i] < 0 ? -a[i] : a[i]))
        return 5;
    for (int i = 0; i < Lanes; ++i) {
      a[i] = a[i] & 1023;
      b[i] = (b[i] & 255) + 1;
    }
    unsigned_product(out, a, b);
    for (int i = 0; i < Lanes; ++i)
      if (!isNear((unsigned short)out[i] * 8 - a[i] * b[i], 8))
        return 3;
    unsigned_quotient(out, a, b);
    for (int i = 0; i < Lanes; ++i)
      if (!isNear((unsigned short)out[i] * b[i] - a[i] * 8, b[i]))
        return 4;
  }
  return 0;
}
