/* Two halves of a word: packed behind masks of any length (a mask of twelve bits is none of sixteen), shifted by an amount that both
   share, narrowed to bytes and widened again; and vectors of two bytes shifted by one amount (patches 0152 and 0153). LLVM 19 dropped a
   mask, encoded a register as an amount, and stopped at the others. The status tells what is wrong.

RUN: %hexagon-cc -O0 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -O2 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
*/
#include <stdint.h>

typedef int16_t Halves __attribute__((vector_size(4)));
typedef uint16_t UnsignedHalves __attribute__((vector_size(4)));
typedef int8_t Bytes __attribute__((vector_size(2)));

#define NOINLINE __attribute__((noinline))
#define WIDTHS(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15) DO(16)

/* One bit at a time, as numbers. */
static uint32_t bits(uint32_t x, int from, int count) {
  uint32_t value = 0;
  for (int i = 0; i < count; i++)
    value += (x / (1u << (from + i)) % 2) * (1u << i);
  return value;
}

#define PACKED(N)                                                                                                                    \
  NOINLINE static uint32_t low##N(uint32_t a, uint32_t b) { return (a & 0xffff) | (b & ((1u << N) - 1)) << 16; }                      \
  NOINLINE static uint32_t high##N(uint32_t a, uint32_t b) { return a >> 16 | (b & ((1u << N) - 1) << 16); }                          \
  NOINLINE static uint32_t upper##N(uint32_t a, uint32_t b) { return (a & 0xffff) | (b & ((1u << N) - 1) << (32 - N)); }               \
  NOINLINE static uint32_t twelve##N(uint32_t a, uint32_t b) { return (b & ((1u << N) - 1) << (28 - N)) | a >> 16; }
WIDTHS(PACKED)
NOINLINE static uint32_t sixteen(uint32_t a, uint32_t b) { return (a & 0xffff) | (b & 0x0ffff000); }

static int packsWrong(uint32_t a, uint32_t b) {
#define WRONG(N)                                                                                                                     \
  || low##N(a, b) != bits(a, 0, 16) + bits(b, 0, N) * 65536 || high##N(a, b) != bits(a, 16, 16) + bits(b, 16, N) * 65536              \
  || (N < 16 && upper##N(a, b) != bits(a, 0, 16) + bits(b, 32 - N, N) * (1u << (32 - N)))                                             \
  || (N <= 12 && twelve##N(a, b) != bits(a, 16, 16) + bits(b, 28 - N, N) * (1u << (28 - N)))
  const uint32_t both = sixteen(a, b);
  return bits(both, 0, 12) != bits(a, 0, 12) || bits(both, 16, 12) != bits(b, 16, 12) || bits(both, 28, 4) != 0 WIDTHS(WRONG);
}

NOINLINE static Halves up(Halves x, int16_t by) { return x << by; }
NOINLINE static Halves down(Halves x, int16_t by) { return x >> by; }
NOINLINE static UnsignedHalves zeros(UnsignedHalves x, uint16_t by) { return x >> by; }
NOINLINE static Halves throughBytes(Halves x) { return __builtin_convertvector(__builtin_convertvector(x, Bytes), Halves); }
NOINLINE static Bytes bytesUp(Bytes x, int by) { return x << (int8_t)(by & 7); }
NOINLINE static Bytes bytesDown(Bytes x, int by) { return x >> (int8_t)(by & 7); }

static int shiftsWrong(uint32_t a, int by) {
  const Halves x = {a, a >> 16};
  const UnsignedHalves u = {a, a >> 16};
  const Bytes y = {a, a >> 8};
  const Halves l = up(x, by), r = down(x, by), n = throughBytes(x);
  const UnsignedHalves z = zeros(u, by);
  const Bytes s = bytesUp(y, by), t = bytesDown(y, by);
  for (int i = 0; i < 2; i++) {
    const uint32_t half = bits(a, 16 * i, 16);
    const int32_t value = half < 32768 ? (int32_t)half : (int32_t)half - 65536;
    const uint32_t byte = bits(half, 0, 8);
    const int32_t narrow = byte < 128 ? (int32_t)byte : (int32_t)byte - 256;
    if ((uint16_t)l[i] != half * (1u << by) % 65536 || z[i] != half / (1u << by) || n[i] != narrow)
      return 1;
    /* The division rounds down. */
    const int32_t step = 1 << by;
    if (r[i] != (value >= 0 ? value / step : -((-value + step - 1) / step)))
      return 1;
    const int32_t own = (int8_t)bits(a, 8 * i, 8), less = 1 << (by & 7);
    if ((uint8_t)s[i] != (uint32_t)(uint8_t)own * less % 256 || t[i] != (own >= 0 ? own / less : -((-own + less - 1) / less)))
      return 1;
  }
  return 0;
}

int main(void) {
  uint32_t a = 1, b = 0x1000;
  for (int i = 0; i < 300; i++) {
    if (packsWrong(a, b))
      return 1;
    for (int by = 0; by < 16; by++)
      if (shiftsWrong(a, by))
        return 2;
    a = a * 1664525 + 1013904223;
    b = b * 22695477 + 1;
  }
  return 0;
}
