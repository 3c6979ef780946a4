// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* WHILE: a condition and a body, each a function of the loop's values. */
#ifndef HEXLOOM_PORTABLE_LOOP_H
#define HEXLOOM_PORTABLE_LOOP_H

#include <hexloom/layer.h>

/* A graph within the network: as NAME_run, its arena is `memory`. */
typedef void (*hl_region)(const void *const *inputs, void *const *outputs, uint8_t *memory);

/* As long as the condition says so, the body makes new values of the old ones. `inputs` are what the functions read: the
 * values, `count` of them with so many bytes each, which begin as what stands there, and behind them what stays the same. The
 * values live in two places in turn, `home` and `away`, and end in the one that was `home` first, which is `outputs`. */
static inline void hl_while(hl_region condition, hl_region body, int count, const size_t *bytes, const void **inputs,
                            void *const *outputs, void **home, void **away, uint8_t *truth, uint8_t *memory) {
  void *const goes_on[1] = {truth};
  for (int k = 0; k < count; ++k)
    __builtin_memcpy(home[k], inputs[k], bytes[k]);
  for (;;) {
    for (int k = 0; k < count; ++k)
      inputs[k] = home[k];
    condition(inputs, goes_on, memory);
    if (!*truth)
      break;
    body(inputs, away, memory);
    void **const last = home;
    home = away;
    away = last;
  }
  for (int k = 0; k < count; ++k)
    if (home[k] != outputs[k])
      __builtin_memcpy(outputs[k], home[k], bytes[k]);
}

#endif
