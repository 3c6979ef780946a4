/* Two models of the same network give the same bytes. */
#include "plain.h"
#include "points.h"

enum { INPUT = 2 * 5 * 7 * 10, OUTPUT = 2 * 5 * 7 * 6 };

static _Alignas(128) uint8_t input[1024], outputs[2][1024], arena[1 << 16];

int main(void) {
  const void *const inputs[] = {input};
  void *const first[] = {outputs[0]}, *const second[] = {outputs[1]};
  uint32_t state = 1;
  for (int i = 0; i < INPUT; ++i)
    input[i] = (uint8_t)((state = state * 1664525u + 1013904223u) >> 24);
  if (points_run(inputs, first, arena, sizeof arena) != HL_OK || plain_run(inputs, second, arena, sizeof arena) != HL_OK)
    return 2;
  int changes = 0;
  for (int i = 0; i < OUTPUT; ++i) {
    if (outputs[0][i] != outputs[1][i])
      return 1;
    changes += i && outputs[0][i] != outputs[0][i - 1];
  }
  return changes < OUTPUT / 4 ? 3 : 0;
}
