// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ADD, SUB and MUL of bytes, sixteen at a time as they lie: by words, each rescaled as TensorFlow Lite does it (portable/binary.h) by one
 * instruction for four of them.
 *
 * One operand, `full`, has the output's shape, in rows of `columns` bytes that lie `step` apart. The other one begins anew with every
 * row, or goes on by `other_step`; or it has one element for all of a row. */
#ifndef HEXLOOM_SWIFTDSP_BINARY_H
#define HEXLOOM_SWIFTDSP_BINARY_H

#include <hexloom/portable/binary.h>
#include <hexloom/swiftdsp/vectors.h>

typedef struct {
  int32_t full, product; /* product: MUL */
  int32_t clamp;         /* as vpk4b takes it */
  int32_t rows, columns, step, other_step, one_element;
  int32_t storage; /* bytes that an activation may touch */
} hl_sd_binary;

HL_KERNEL v4i32 hl_sd_common_scale(const hl_arithmetic *p, int k, v4i32 x) {
  return swift_dsp_vrqws(swift_dsp_vshlws(x, p->left_shift), p->input[k].value, p->input[k].shift);
}

HL_KERNEL v4i32 hl_sd_rescaled_sum(const hl_arithmetic *p, v4i32 a, v4i32 b) {
  const v4i32 sum = swift_dsp_vaddw(hl_sd_common_scale(p, 0, a), hl_sd_common_scale(p, 1, b));
  return swift_dsp_vrqws(sum, p->output.value, p->output.shift);
}

/* Eight halfwords of both operands. */
HL_KERNEL v4i32 hl_sd_low_words(const hl_arithmetic *p, int product, v8i16 a, v8i16 b) {
  return product ? swift_dsp_vrqws(swift_dsp_vmpyl(a, b), p->output.value, p->output.shift)
                 : hl_sd_rescaled_sum(p, swift_dsp_vunlhw(a), swift_dsp_vunlhw(b));
}
HL_KERNEL v4i32 hl_sd_high_words(const hl_arithmetic *p, int product, v8i16 a, v8i16 b) {
  return product ? swift_dsp_vrqws(swift_dsp_vmpyh(a, b), p->output.value, p->output.shift)
                 : hl_sd_rescaled_sum(p, swift_dsp_vunhhw(a), swift_dsp_vunhhw(b));
}

HL_KERNEL v8i16 hl_sd_low_halves(const hl_arithmetic *p, int k, v16i8 x) {
  return swift_dsp_vsubhs(p->type == HL_UINT8 ? swift_dsp_vunlubh(x) : swift_dsp_vunlbh(x), p->zero[k]);
}
HL_KERNEL v8i16 hl_sd_high_halves(const hl_arithmetic *p, int k, v16i8 x) {
  return swift_dsp_vsubhs(p->type == HL_UINT8 ? swift_dsp_vunhubh(x) : swift_dsp_vunhbh(x), p->zero[k]);
}

HL_KERNEL v16i8 hl_sd_binary_bytes(const hl_arithmetic *p, const hl_sd_binary *q, v16i8 a, v16i8 b) {
  const v8i16 a0 = hl_sd_low_halves(p, 0, a), b0 = hl_sd_low_halves(p, 1, b);
  const v8i16 a1 = hl_sd_high_halves(p, 0, a), b1 = hl_sd_high_halves(p, 1, b);
  const v4i32 w0 = hl_sd_low_words(p, q->product, a0, b0), w1 = hl_sd_high_words(p, q->product, a0, b0);
  const v4i32 w2 = hl_sd_low_words(p, q->product, a1, b1), w3 = hl_sd_high_words(p, q->product, a1, b1);
  return p->type == HL_UINT8 ? swift_dsp_vpk4ub(w0, w1, w2, w3, q->clamp) : swift_dsp_vpk4b(w0, w1, w2, w3, q->clamp);
}

HL_KERNEL v16i8 hl_sd_binary_vector(const hl_arithmetic *p, const hl_sd_binary *q, v16i8 full, v16i8 other) {
  return q->full == 0 ? hl_sd_binary_bytes(p, q, full, other) : hl_sd_binary_bytes(p, q, other, full);
}

/* A row's last vector reaches into the next row, which makes that part again; where nothing is left to reach into, only what belongs
 * to the row is read and written. */
HL_KERNEL void hl_sd_binary_row(const hl_arithmetic *p, const hl_sd_binary *q, const int8_t *full, const int8_t *other, int8_t *out,
                                int left) {
  const v16i8 one = swift_dsp_vsplb(*other);
  const int vectors = (q->columns + HL_SD_VECTOR - 1) / HL_SD_VECTOR, room = left / HL_SD_VECTOR;
  const int whole = vectors < room ? vectors : room, x = whole * HL_SD_VECTOR;
  for (int t = 0; t < whole; ++t) {
    const int at = t * HL_SD_VECTOR;
    hl_sd_put(out + at, hl_sd_binary_vector(p, q, hl_sd_at(full + at), q->one_element ? one : hl_sd_at(other + at)));
  }
  if (whole == vectors)
    return;
  int8_t last[HL_SD_VECTOR] __attribute__((aligned(16)));
  __builtin_memcpy(last, full + x, q->columns - x);
  hl_sd_put(last, hl_sd_binary_vector(p, q, hl_sd_at(last), q->one_element ? one : hl_sd_at(other + x)));
  __builtin_memcpy(out + x, last, q->columns - x);
}

HL_KERNEL void hl_sd_binary_rows(const hl_arithmetic *p, const hl_sd_binary *q, const void *a, const void *b, void *out) {
  const int8_t *const full = (const int8_t *)(q->full == 0 ? a : b), *other = (const int8_t *)(q->full == 0 ? b : a);
  for (int row = 0, at = 0; row < q->rows; ++row, at += q->step, other += q->other_step)
    hl_sd_binary_row(p, q, full + at, other, (int8_t *)out + at, q->storage - at);
}

#endif
