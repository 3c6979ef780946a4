// RUN: %packed-cc -O2 -std=c11 -ffp-contract=off -I%root/runtime/include -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime -o %t
// RUN: qemu-hexagon %t
//
// Interpolation between 513 samples of int16 for every input, against the portable look-up.
#include "../check.h"

#include <hexloom/hvx/table16.h>
#include <hexloom/portable/softmax.h>

enum { SAMPLES = 513, VALUES = 65536 };

/* Samples whose neighbours differ by at most `step`, so that slopes have 16 bits. */
static void make_samples(int16_t *samples, int step) {
  int value = random_in(-32768, 32767);
  for (int i = 0; i < SAMPLES; ++i) {
    samples[i] = (int16_t)value;
    value = hl_clamp(value + random_in(-step, step), INT16_MIN, INT16_MAX);
  }
}

int main(void) {
  int16_t *samples = guarded(SAMPLES * sizeof(int16_t)), *in = guarded(VALUES * sizeof(int16_t));
  int16_t *out = guarded(VALUES * sizeof(int16_t));
  for (int i = 0; i < VALUES; ++i)
    in[i] = (int16_t)(i - 32768);
  static const int steps[] = {1, 300, 32767};
  for (int round = 0; round < 3; ++round) {
    make_samples(samples, steps[round]);
    hl_vtable16 table;
    hl_vtable16_of(samples, &table);
    for (int i = 0; i < VALUES; i += 128)
      hl_vlookup16(&table, (const HVX_Vector *)(in + i), (HVX_Vector *)(out + i));
    for (int i = 0; i < VALUES; ++i) {
      const int32_t wanted = hl_lookup_int16(in[i], samples);
      if (out[i] != wanted)
        FAIL("look-up (round, input, got, wanted)", round, in[i], out[i], wanted);
    }
  }
  return finish();
}
