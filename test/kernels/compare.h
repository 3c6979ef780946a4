/* Runs two networks of one interface on the same random inputs and compares their outputs. Every buffer ends at an inaccessible
 * page. */
#ifndef TEST_COMPARE_H
#define TEST_COMPARE_H

#include "check.h"

enum { MAX_INPUTS = 4 };

static void compare(const hl_model_info *wanted, const hl_model_info *tried, const char *what) {
  const void *inputs[MAX_INPUTS];
  void *outputs[2];
  for (int i = 0; i < wanted->num_inputs; ++i) {
    uint8_t *bytes = guarded(wanted->inputs[i].bytes);
    for (size_t b = 0; b < wanted->inputs[i].bytes; ++b)
      bytes[b] = (uint8_t)(random_word() >> 11);
    inputs[i] = bytes;
  }
  const size_t bytes = wanted->outputs[0].bytes;
  uint32_t packets = 0;
  for (int i = 0; i < 2; ++i) {
    const hl_model_info *model = i ? tried : wanted;
    outputs[i] = guarded(bytes);
    uint8_t *arena = guarded(model->arena_bytes);
    for (size_t b = 0; b < model->arena_bytes; ++b) /* what nobody has written must not matter */
      arena[b] = (uint8_t)(random_word() >> 13);
    const hl_port_counters before = hl_port_count();
    const int status = model->run(inputs, &outputs[i], arena, model->arena_bytes);
    packets = hl_port_count().packets - before.packets;
    if (status != HL_OK)
      FAIL(what, -1, status);
  }
  const uint8_t *a = outputs[0], *b = outputs[1];
  int64_t differences = 0, first = -1;
  for (size_t i = 0; i < bytes; ++i)
    if (a[i] != b[i] && differences++ == 0)
      first = (int64_t)i;
  if (differences)
    FAIL(what, bytes, differences, first, a[first], b[first]);
  hl_port_print(2, what);
  hl_port_print(2, ": packets ");
  char digits[24];
  hl_port_print(2, number_to_text(packets, digits));
  hl_port_print(2, "\n");
}

#endif
