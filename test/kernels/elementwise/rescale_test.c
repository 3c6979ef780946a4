// RUN: %packed-cc -O1 -std=c11 -I%root/runtime/include -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime -o %t
// RUN: qemu-hexagon %t
//
// Piecewise linear functions with int16 on one side or both, and SELECT_V2, by vectors against the portable kernels.
#include "../check.h"

#include <hexloom/hvx/rescale16.h>
#include <hexloom/hvx/select.h>

enum { kCount = 1000 }; /* not a multiple of a vector */

static uint8_t *in, *wanted, *got;

static void compare(const char *what, int bytes) {
  for (int i = 0; i < bytes; ++i)
    if (wanted[i] != got[i]) {
      FAIL(what, i, wanted[i], got[i]);
      return;
    }
}

static int type_low(hl_type type) { return type == HL_INT16 ? -32768 : type == HL_INT8 ? -128 : 0; }
static int type_high(hl_type type) { return type == HL_INT16 ? 32767 : type == HL_INT8 ? 127 : 255; }

static hl_rescale_params random_params(hl_type from, hl_type to) {
  hl_rescale_params p = {.in_type = from, .out_type = to, .negative_sign = random_in(0, 2) ? 1 : -1};
  p.in_zero = from == HL_INT16 ? 0 : random_in(type_low(from), type_high(from));
  p.out_zero = to == HL_INT16 || random_in(0, 1) ? 0 : random_in(type_low(to), type_high(to));
  p.positive.value = (1 << 30) + (int)(random_word() >> 2);
  p.positive.shift = from == to ? random_in(-4, 1) : to == HL_INT16 ? random_in(0, 7) : random_in(-12, -6);
  p.negative = p.positive;
  if (random_in(0, 1)) /* LEAKY_RELU */
    p.negative.shift -= random_in(0, 4), p.negative.value = 1 << 30;
  p.min = random_in(0, 1) ? type_low(to) : random_in(type_low(to), type_high(to));
  p.max = random_in(0, 1) ? type_high(to) : random_in(p.min, type_high(to));
  return p;
}

static void test_rescale(hl_type from, hl_type to) {
  const hl_rescale_params p = random_params(from, to);
  const int vectors16 = (2 * kCount + 127) / 128;
  hl_rescale(&p, in, wanted, kCount);
  if (from == HL_INT16 && to == HL_INT16)
    hl_vrescale16(&p, in, got, vectors16);
  else if (to == HL_INT16)
    hl_vrescale_8to16(&p, in, got, vectors16);
  else
    hl_vrescale_16to8(&p, in, got, vectors16);
  compare("rescale (at, wanted, got)", to == HL_INT16 ? 2 * kCount : kCount);
}

static void test_select(void) {
  const uint8_t *a = in, *b = in + 512, *condition = in + 1024;
  for (int i = 0; i < 512; ++i)
    wanted[i] = condition[i] ? a[i] : b[i];
  hl_vselect_bytes(condition, a, b, got, 4);
  compare("select (at, wanted, got)", 512);
}

int main(void) {
  in = guarded(2 * kCount), wanted = guarded(2 * kCount), got = guarded(2 * kCount);
  for (int round = 0; round < 100; ++round) {
    for (int i = 0; i < 2 * kCount; ++i) /* extremes often; zeros among the conditions */
      in[i] = (uint8_t)(random_in(0, 3) ? random_word() >> 9 : random_in(0, 1) ? 0x80 : i < 1024 ? 0x7f : 0);
    test_rescale(HL_INT16, HL_INT16);
    for (hl_type byte = HL_UINT8; byte <= HL_INT8; ++byte) {
      test_rescale(byte, HL_INT16);
      test_rescale(HL_INT16, byte);
    }
    test_select();
  }
  return finish();
}
