/* Bytes are those of the function's real value, rounded half away from zero; int16 are near it; floats are the quotients. */
#include "softsign.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static _Alignas(128) int8_t bytes[256], byte_results[256];
static _Alignas(128) int16_t halves[1024], half_results[1024];
static _Alignas(128) float reals[64], real_results[64];
static _Alignas(128) uint8_t arena[1 << 16];

static double softsign(double x) { return x / (1 + fabs(x)); }

int main(void) {
  for (int i = 0; i < 256; ++i)
    bytes[i] = (int8_t)(i - 128);
  for (int i = 0; i < 1024; ++i)
    halves[i] = (int16_t)(i * 64 - 32768);
  for (int i = 0; i < 64; ++i)
    reals[i] = (float)(i - 32) / 7;
  const void *const inputs[] = {bytes, halves, reals};
  void *const outputs[] = {byte_results, half_results, real_results};
  if (softsign_run(inputs, outputs, arena, sizeof arena) != HL_OK)
    return 2;
  for (int i = 0; i < 256; ++i)
    if (byte_results[i] != (int)round(softsign((bytes[i] + 7) * 0.03125) * 128) + 3)
      return 3;
  for (int i = 0; i < 1024; ++i)
    if (abs(half_results[i] - (int)round(softsign(halves[i] / 4096.0) * 32768)) > 8)
      return 4;
  for (int i = 0; i < 64; ++i)
    if (real_results[i] != reals[i] / (1 + fabsf(reals[i])))
      return 5;
  return 0;
}
