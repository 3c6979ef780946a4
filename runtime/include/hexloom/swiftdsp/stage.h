// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The reference's output stage for nests (hexloom/hvx/stage.h has the interface): four vectors of sums are rescaled as TensorFlow Lite does
 * it, a multiplier and a shift for each lane, and become 16 bytes. */
#ifndef HEXLOOM_SWIFTDSP_STAGE_H
#define HEXLOOM_SWIFTDSP_STAGE_H

#include <hexloom/swiftdsp/vectors.h>

typedef struct {
  int32_t zero; /* point of the output */
} hl_stage;

typedef struct {
  v4i32 multiplier, shift;
} hl_stage_lanes;

HL_KERNEL hl_stage_lanes hl_stage_load(const hl_stage *s, const v16i8 *from) {
  (void)s;
  const hl_stage_lanes lanes = {(v4i32)from[0], (v4i32)from[1]};
  return lanes;
}

HL_KERNEL v4i32 hl_stage_rescaled(v16i8 sums, const hl_stage_lanes *c) { return swift_dsp_vrqw((v4i32)sums, c->multiplier, c->shift); }

/* c[i]: the constants of sums[i]. The lanes of each sum side by side. */
HL_KERNEL v16i8 hl_stage_bytes(const hl_stage *s, const v16i8 sums[4], const hl_stage_lanes *const c[4], int min, int max, hl_type type) {
  const int clamp = (int)((uint32_t)s->zero << 16 | (uint32_t)(max & 255) << 8 | (uint32_t)(min & 255));
  const v4i32 w0 = hl_stage_rescaled(sums[0], c[0]), w1 = hl_stage_rescaled(sums[1], c[1]);
  const v4i32 w2 = hl_stage_rescaled(sums[2], c[2]), w3 = hl_stage_rescaled(sums[3], c[3]);
  return type == HL_UINT8 ? swift_dsp_vpk4ub(w0, w1, w2, w3, clamp) : swift_dsp_vpk4b(w0, w1, w2, w3, clamp);
}

/* The four bytes of a lane side by side. */
HL_KERNEL v16i8 hl_stage_mixed(const hl_stage *s, const v16i8 sums[4], const hl_stage_lanes *const c[4], int min, int max, hl_type type) {
  static const int8_t places[HL_SD_VECTOR] __attribute__((aligned(16))) = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
  return swift_dsp_vperm(hl_stage_bytes(s, sums, c, min, max, type), hl_sd_at(places));
}

#endif
