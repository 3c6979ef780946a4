// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Vectors of SwiftDSP (docs/swiftdsp-isa.md) in memory, and the twelve accumulators of its convolution instruction as one value. */
#ifndef HEXLOOM_SWIFTDSP_VECTORS_H
#define HEXLOOM_SWIFTDSP_VECTORS_H

#include <hexloom/layer.h>
#include <swift_dsp.h>

enum { HL_SD_VECTOR = 16, HL_SD_TILE = 12 /* pixels of the accumulators' rows */ };

typedef char hl_sd_any __attribute__((vector_size(16), aligned(1), may_alias));
typedef short hl_sd_4 __attribute__((ext_vector_type(2), aligned(1), may_alias));
typedef short hl_sd_8 __attribute__((ext_vector_type(4), aligned(1), may_alias));
typedef short hl_sd_12 __attribute__((ext_vector_type(6), aligned(1), may_alias));

/* 16 bytes at any address. */
HL_KERNEL v16i8 hl_sd_at(const void *p) { return *(const hl_sd_any *)p; }
HL_KERNEL void hl_sd_put(void *p, v16i8 v) { *(hl_sd_any *)p = v; }

/* The first 4, 8, 12 or 16 bytes: as many as hold `bytes`. */
HL_KERNEL void hl_sd_put_low(void *p, v16i8 v, int bytes) {
  const v8i16 h = (v8i16)v;
  if (bytes > 12)
    hl_sd_put(p, v);
  else if (bytes > 8)
    *(hl_sd_12 *)p = __builtin_shufflevector(h, h, 0, 1, 2, 3, 4, 5);
  else if (bytes > 4)
    *(hl_sd_8 *)p = __builtin_shufflevector(h, h, 0, 1, 2, 3);
  else
    *(hl_sd_4 *)p = __builtin_shufflevector(h, h, 0, 1);
}

/* Sums: row o of four in the lanes 12 o to 12 o + 11, its registers 3 o to 3 o + 2. */
#define HL_SD_JOIN8(A, B) __builtin_shufflevector(A, B, 0, 1, 2, 3, 4, 5, 6, 7)
#define HL_SD_JOIN16(A, B) __builtin_shufflevector(A, B, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define HL_SD_JOIN32(A, B)                                                                         \
  __builtin_shufflevector(A, B, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, \
                          27, 28, 29, 30, 31)
#define HL_SD_SUMS(SUMS, REGISTER)                                                                 \
  __builtin_shufflevector(SUMS, SUMS, 4 * (REGISTER), 4 * (REGISTER) + 1, 4 * (REGISTER) + 2, 4 * (REGISTER) + 3)

/* The sums of a row, all at its bias; what is behind the twelfth register does not matter. The words are brought into vectors anew in each
 * tile, which costs two packets: kept there, they would be spilled. */
HL_KERNEL v64i32 hl_sd_biases(const int32_t *bias) {
  int b0 = bias[0], b1 = bias[1], b2 = bias[2], b3 = bias[3];
  __asm__ volatile("" : "+r"(b0), "+r"(b1), "+r"(b2), "+r"(b3));
  const v4i32 a = swift_dsp_vsplw(b0), b = swift_dsp_vsplw(b1), c = swift_dsp_vsplw(b2), d = swift_dsp_vsplw(b3);
  return __builtin_shufflevector(
      HL_SD_JOIN32(HL_SD_JOIN16(HL_SD_JOIN8(a, a), HL_SD_JOIN8(a, b)), HL_SD_JOIN16(HL_SD_JOIN8(b, b), HL_SD_JOIN8(c, c))),
      HL_SD_JOIN32(HL_SD_JOIN16(HL_SD_JOIN8(c, d), HL_SD_JOIN8(d, d)), HL_SD_JOIN16(HL_SD_JOIN8(d, d), HL_SD_JOIN8(d, d))),
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34,
      35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63);
}

/* Returns the sums, before anything that is loaded after this. Four registers are left beside the sums. An instruction that reads two
 * neighbouring ones and weights wants three of them. Loads for the next one ahead of it would have to be spilled. */
HL_KERNEL v64i32 hl_sd_settled(v64i32 sums) {
  v4i32 a = HL_SD_SUMS(sums, 0);
  __asm__ volatile("" : "+v"(a));
  const v64i32 first = __builtin_shufflevector(a, a, 0, 1, 2, 3, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                               -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                               -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  return __builtin_shufflevector(first, sums, 0, 1, 2, 3, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87,
                                 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110,
                                 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127);
}

HL_KERNEL v64i32 hl_sd_conv_by_two(v64i32 sums, const int8_t *in, const int8_t *weights) {
  return hl_sd_settled(swift_dsp_vconv2bb(sums, hl_sd_at(in), hl_sd_at(in + HL_SD_VECTOR), hl_sd_at(weights)));
}

/* Two and two planes of four channels; `count` of them are there. */
HL_KERNEL v64i32 hl_sd_conv_by_planes(v64i32 sums, const int8_t *in, int plane, const int8_t *weights, int count) {
  const v16i8 w = hl_sd_at(weights);
  sums = hl_sd_settled(swift_dsp_vconvlbb(sums, hl_sd_at(in), hl_sd_at(in + (count > 1) * plane), w));
  if (count < 3)
    return sums;
  return hl_sd_settled(swift_dsp_vconvhbb(sums, hl_sd_at(in + 2 * plane), hl_sd_at(in + (count > 3 ? 3 : 2) * plane), w));
}

/* Three registers of sums as 12 bytes, as TensorFlow Lite rescales them: scale has multiplier and shift, clamp the zero point (bits
 * 31:16) and the output's bounds (7:0 and 15:8). No row begins before the one ahead of it is stored: vectors of four registers, several
 * at once, would be spilled. */
HL_KERNEL v16i8 hl_sd_row_bytes(v4i32 a, v4i32 b, v4i32 c, const int32_t *scale, int clamp) {
  v4i32 any;
  __asm__ volatile("" : "+v"(a), "+v"(b), "+v"(c), "=v"(any));
  return swift_dsp_vpk4b(swift_dsp_vrqws(a, scale[0], scale[1]), swift_dsp_vrqws(b, scale[0], scale[1]),
                         swift_dsp_vrqws(c, scale[0], scale[1]), any, clamp);
}
#define HL_SD_ROW_BYTES(SUMS, ROW, SCALE, CLAMP)                                                   \
  hl_sd_row_bytes(HL_SD_SUMS(SUMS, 3 * (ROW)), HL_SD_SUMS(SUMS, 3 * (ROW) + 1), HL_SD_SUMS(SUMS, 3 * (ROW) + 2), SCALE, CLAMP)

/* Stores `rows` rows, `stride` bytes apart, with `bytes` columns each, in this order; `scales` of one row are `step` words behind
 * the row's before. */
HL_KERNEL void hl_sd_store_rows(v64i32 sums, int rows, const int32_t *scales, int step, int clamp, int8_t *out, int stride, int bytes) {
  hl_sd_put_low(out, HL_SD_ROW_BYTES(sums, 0, scales, clamp), bytes);
  if (rows > 1)
    hl_sd_put_low(out + stride, HL_SD_ROW_BYTES(sums, 1, scales + step, clamp), bytes);
  if (rows > 2)
    hl_sd_put_low(out + 2 * stride, HL_SD_ROW_BYTES(sums, 2, scales + 2 * step, clamp), bytes);
  if (rows > 3)
    hl_sd_put_low(out + 3 * stride, HL_SD_ROW_BYTES(sums, 3, scales + 3 * step, clamp), bytes);
}

#endif
