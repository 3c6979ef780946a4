// RUN: %packed-cc -O2 -std=c11 -ffp-contract=off -I %root/runtime/include -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime -o %t
// RUN: qemu-hexagon %t
/* QUANTIZE_ROWS on vectors against plain C: rows of any scale and length, with numbers at and beside the borders between two bytes,
 * denormal ones, infinities and numbers that are none; images with pads. Nothing outside of the result is written. */
#include <hexloom/hvx/hybrid.h>

#include "../check.h"

static float bits_near(float x, int steps) { return hl_real_of_bits(hl_real_bits(x) + (uint32_t)steps); }

/* A number of a row whose steps are `step`; irregular: 2, some are none, 1, or infinite. */
static float number(float step, int irregular) {
  const float sign = random_in(0, 1) ? 1.0f : -1.0f;
  switch (random_in(0, irregular ? 5 : 4)) {
  case 0: /* at a border, or a few units from it */
    return sign * bits_near(((float)random_in(0, 126) + 0.5f) * step, random_in(-3, 3));
  case 1:
    return sign * (float)random_in(0, 127) * step;
  case 2: /* of any smaller exponent */
    return hl_real_of_bits((uint32_t)random_in(0, (int)hl_real_bits(100 * step))) * sign;
  case 5: {
    static const uint32_t special[] = {0x7f800000u, 0xff800000u, 0x7fc00000u, 0xff800001u, 0x80000000u, 1u};
    return hl_real_of_bits(special[random_in(irregular, 5)]);
  }
  default:
    return sign * (float)random_in(0, 1 << 24) * (step * 0x1p-17f);
  }
}

static void test_rows(int rounds) {
  for (int round = 0; round < rounds; ++round) {
    const int pads = random_in(0, 2) == 0, irregular = random_in(0, 3) ? 0 : random_in(1, 2);
    const hl_quantize_rows p = {random_in(1, 2),      random_in(1, 4),      random_in(1, 12),     random_in(1, 200),
                                pads * random_in(0, 2), pads * random_in(0, 2), pads * random_in(0, 2), pads * random_in(0, 2),
                                random_in(0, 1)};
    const size_t floats = (size_t)p.batches * p.in_height * p.in_width * p.depth,
                 bytes = (size_t)p.batches * (p.in_height + p.pad_top + p.pad_bottom) * (p.in_width + p.pad_left + p.pad_right) * p.depth;
    static float in[2 * 4 * 12 * 200] __attribute__((aligned(128)));
    static int8_t wanted[2 * 8 * 16 * 200 + 1] __attribute__((aligned(128))), got[2 * 8 * 16 * 200 + 1] __attribute__((aligned(128)));
    float scales[2][2];
    int32_t zeros[2][2];
    const float step = random_in(0, 3) ? hl_real_of_bits((uint32_t)random_in(80, 170) << 23 | (random_word() & 0x7fffff))
                                       : hl_real_of_bits((uint32_t)random_in(1, 0x7e000000));
    const int one_sided = random_in(0, 2) == 0;
    for (size_t i = 0; i < floats; ++i) {
      in[i] = number(step, irregular);
      if (one_sided)
        in[i] = hl_real_of_bits(hl_real_bits(in[i]) & 0x7fffffffu);
    }
    if (random_in(0, 2) == 0) /* steps that are known: 127 of them */
      in[random_in(0, (int)floats - 1)] = 127 * step;
    wanted[bytes] = got[bytes] = 85;
    hl_quantize_rows_portable(&p, in, wanted, scales[0], zeros[0]);
    hl_quantize_rows_hvx(&p, in, got, scales[1], zeros[1]);
    for (int row = 0; row < p.batches; ++row)
      if (hl_real_bits(scales[0][row]) != hl_real_bits(scales[1][row]) || zeros[0][row] != zeros[1][row])
        FAIL("scale, zero point", round, row, hl_real_bits(scales[0][row]), hl_real_bits(scales[1][row]), zeros[0][row], zeros[1][row]);
    for (size_t i = 0; i <= bytes; ++i)
      if (wanted[i] != got[i]) {
        FAIL("byte", round, (int64_t)i, wanted[i], got[i], p.asymmetric);
        break;
      }
  }
}

int main(void) {
  test_rows(400);
  return finish();
}
