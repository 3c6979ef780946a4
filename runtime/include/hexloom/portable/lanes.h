// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Sums that a vector unit left in memory, to bytes by the reference's arithmetic: for targets without an output stage of their own. */
#ifndef HEXLOOM_PORTABLE_LANES_H
#define HEXLOOM_PORTABLE_LANES_H

#include <hexloom/portable/element.h>
#include <hexloom/portable/requantize.h>

/* Sums [4 outputs][lanes] to bytes [lanes][4 outputs]; scales: four multipliers, four shifts. */
HL_KERNEL void hl_lanes_to_bytes(const int32_t *sums, int lanes, const int32_t *scales, int zero, int min, int max, uint8_t *to) {
  for (int lane = 0; lane < lanes; ++lane)
    for (int i = 0; i < 4; ++i) {
      const int32_t scaled = hl_requantize(sums[i * lanes + lane], scales[i], scales[4 + i]);
      to[4 * lane + i] = (uint8_t)hl_clamp_from(scaled, zero, min, max);
    }
}

/* Sums of any outputs to a byte each; factors: a multiplier for each lane, then a shift for each. */
HL_KERNEL void hl_lanes_requantized(const int32_t *sums, int lanes, const int32_t *factors, int zero, int min, int max, uint8_t *to) {
  for (int lane = 0; lane < lanes; ++lane)
    to[lane] = (uint8_t)hl_clamp_from(hl_requantize(sums[lane], factors[lane], factors[lanes + lane]), zero, min, max);
}

#endif
