/* ADD and SUB of int8 tensors of one shape, byte after byte as they lie: each input is brought to the common scale, the sum to the
 * output's, as TensorFlow Lite does it (portable/binary.h), by one instruction for each rescaling of four words. */
#ifndef HEXLOOM_SWIFTDSP_ADD_H
#define HEXLOOM_SWIFTDSP_ADD_H

#include <hexloom/portable/binary.h>
#include <hexloom/swiftdsp/vectors.h>

HL_KERNEL v4i32 hl_sd_common_scale(const hl_arithmetic *p, int k, v4i32 x) {
  return swift_dsp_vrqws(swift_dsp_vshlws(x, p->left_shift), p->input[k].value, p->input[k].shift);
}

HL_KERNEL v4i32 hl_sd_add_words(const hl_arithmetic *p, v4i32 a, v4i32 b) {
  const v4i32 sum = swift_dsp_vaddw(hl_sd_common_scale(p, 0, a), hl_sd_common_scale(p, 1, b));
  return swift_dsp_vrqws(sum, p->output.value, p->output.shift);
}

HL_KERNEL v16i8 hl_sd_add_bytes(const hl_arithmetic *p, v16i8 a, v16i8 b, int clamp) {
  const v8i16 a0 = swift_dsp_vsubhs(swift_dsp_vunlbh(a), p->zero[0]), a1 = swift_dsp_vsubhs(swift_dsp_vunhbh(a), p->zero[0]);
  const v8i16 b0 = swift_dsp_vsubhs(swift_dsp_vunlbh(b), p->zero[1]), b1 = swift_dsp_vsubhs(swift_dsp_vunhbh(b), p->zero[1]);
  return swift_dsp_vpk4b(hl_sd_add_words(p, swift_dsp_vunlhw(a0), swift_dsp_vunlhw(b0)),
                         hl_sd_add_words(p, swift_dsp_vunhhw(a0), swift_dsp_vunhhw(b0)),
                         hl_sd_add_words(p, swift_dsp_vunlhw(a1), swift_dsp_vunlhw(b1)),
                         hl_sd_add_words(p, swift_dsp_vunhhw(a1), swift_dsp_vunhhw(b1)), clamp);
}

/* Reads and writes whole vectors, in buffers that have room for them. */
HL_KERNEL void hl_sd_add(const hl_arithmetic *p, int clamp, const int8_t *a, const int8_t *b, int8_t *out, int bytes) {
  for (int i = 0; i < bytes; i += HL_SD_VECTOR)
    hl_sd_put(out + i, hl_sd_add_bytes(p, hl_sd_at(a + i), hl_sd_at(b + i), clamp));
}

#endif
