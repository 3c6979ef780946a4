/* Channel 3i + g is the input's channel 32g + i. */
#include "shuffle.h"
#include <stdint.h>

static _Alignas(128) int8_t input[15 * 96], output[15 * 96];
static _Alignas(128) int32_t folded[32];
static _Alignas(128) uint8_t arena[1 << 16];

int main(void) {
  static const int32_t wanted[6] = {1, 4, 2, 5, 3, 6};
  for (int i = 0; i < 15 * 96; ++i)
    input[i] = (int8_t)(i * 7);
  const void *const inputs[] = {input};
  void *const outputs[] = {output, folded};
  if (shuffle_run(inputs, outputs, arena, sizeof arena) != HL_OK)
    return 2;
  for (int i = 0; i < 15 * 96; ++i)
    if (output[i] != input[i / 96 * 96 + i % 96 % 3 * 32 + i % 96 / 3])
      return 3;
  for (int i = 0; i < 6; ++i)
    if (folded[i] != wanted[i])
      return 4;
  return 0;
}
