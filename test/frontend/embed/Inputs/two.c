/* Two models of the same network give the same bytes, of which there are many. */
#include "plain.h"
#include "taken.h"

enum { MOST = 1 << 18, INPUTS = TAKEN_NUM_INPUTS, OUTPUTS = TAKEN_NUM_OUTPUTS };

static _Alignas(128) uint8_t input[INPUTS][MOST], output[2][OUTPUTS][MOST], arena[1 << 22];

int main(void) {
  const void *inputs[INPUTS];
  void *outputs[2][OUTPUTS];
  uint32_t state = 1;
  for (int i = 0; i < INPUTS; ++i) {
    for (int at = 0; at < MOST; ++at)
      input[i][at] = (uint8_t)((state = state * 1664525u + 1013904223u) >> 24);
    inputs[i] = input[i];
  }
  for (int which = 0; which < 2; ++which)
    for (int i = 0; i < OUTPUTS; ++i)
      outputs[which][i] = output[which][i];
  if (taken_run(inputs, outputs[0], arena, sizeof arena) != HL_OK || plain_run(inputs, outputs[1], arena, sizeof arena) != HL_OK)
    return 100;
  for (int i = 0; i < OUTPUTS; ++i) {
    int changes = 0;
    const int bytes = (int)taken_info.outputs[i].bytes;
    if (bytes > MOST)
      return 101;
    for (int at = 0; at < bytes; ++at) {
      if (output[0][i][at] != output[1][i][at])
        return 1 + i;
      changes += at && output[0][i][at] != output[0][i][at - 1];
    }
    if (changes < bytes / 8)
      return 50 + i;
  }
  return 0;
}
