// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Runs two networks of one interface on the same random inputs and compares their outputs (a failure's
 * numbers: output, its bytes, how many differ, the first that does, wanted and got). Every buffer ends at an inaccessible
 * page. */
#ifndef TEST_COMPARE_H
#define TEST_COMPARE_H

#include "check.h"

enum { MAX_INPUTS = 8, MAX_OUTPUTS = 8 };

static uint8_t *random_bytes(size_t count, int shift) {
  uint8_t *bytes = guarded(count);
  for (size_t b = 0; b < count; ++b)
    bytes[b] = (uint8_t)(random_word() >> shift);
  return bytes;
}

/* Random bytes or, for the largest sums, the greatest or the least number everywhere. */
static uint8_t *random_input(size_t count) {
  uint8_t *bytes = random_bytes(count, 11);
#ifdef EXTREME_INPUTS /* either type's ends or any number everywhere, or both ends in turn */
  static const uint8_t ends[] = {0x7f, 0x80, 0, 0xff};
  const int kind = random_in(0, 3), end = random_in(0, 3);
  if (kind < 2)
    __builtin_memset(bytes, kind ? ends[end] : random_in(0, 255), count);
  for (size_t b = 0; kind == 2 && b < count; ++b)
    bytes[b] = ends[(bytes[b] & 1) | (end & 2)];
  return bytes;
#endif
  if (random_in(0, 5) == 0)
    __builtin_memset(bytes, random_in(0, 1) ? 0x7f : 0x80, count);
  return bytes;
}

/* Fresh outputs of one run; returns the packets that it took. */
static uint32_t run_guarded(const hl_model_info *model, const void *const *inputs, void **outputs, const char *what) {
  for (int i = 0; i < model->num_outputs; ++i)
    outputs[i] = guarded(model->outputs[i].bytes);
  uint8_t *arena = random_bytes(model->arena_bytes, 13); /* what nobody has written must not matter */
  const hl_port_counters before = hl_port_count();
  const int status = model->run(inputs, outputs, arena, model->arena_bytes);
  const uint32_t packets = hl_port_count().packets - before.packets;
  if (status != HL_OK)
    FAIL(what, -1, status);
  return packets;
}

static void compare(const hl_model_info *wanted, const hl_model_info *tried, const char *what) {
  const void *inputs[MAX_INPUTS];
  void *outputs[2][MAX_OUTPUTS];
  for (int i = 0; i < wanted->num_inputs; ++i)
    inputs[i] = random_input(wanted->inputs[i].bytes);
  run_guarded(wanted, inputs, outputs[0], what);
  const uint32_t packets = run_guarded(tried, inputs, outputs[1], what);
  for (int o = 0; o < wanted->num_outputs; ++o) {
    const uint8_t *a = outputs[0][o], *b = outputs[1][o];
    const size_t bytes = wanted->outputs[o].bytes;
    int64_t differences = 0, first = -1;
    for (size_t i = 0; i < bytes; ++i)
      if (a[i] != b[i] && differences++ == 0)
        first = (int64_t)i;
    if (differences)
      FAIL(what, o, bytes, differences, first, a[first], b[first]);
  }
  hl_port_print(2, what);
  hl_port_print(2, ": packets ");
  char digits[24];
  hl_port_print(2, number_to_text(packets, digits));
  hl_port_print(2, "\n");
}

#endif
