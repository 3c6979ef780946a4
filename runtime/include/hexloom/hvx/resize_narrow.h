/* RESIZE_BILINEAR of bytes in the depth-blocked layout whose weights have few bits, as those of the
 * usual factors 2, 4 and 8 have: halfwords hold every sum. Rows are blended by vmpa into a buffer
 * with 64 bytes for a pixel, its even channels and then its odd ones; an output pixel is a sum of
 * two of them. Signed bytes have 128 added on the way. */
#ifndef HEXLOOM_HVX_RESIZE_NARROW_H
#define HEXLOOM_HVX_RESIZE_NARROW_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/portable/resize.h>

enum {
  HL_NARROW_PIXEL = 64,
  HL_NARROW_BEFORE = 128 /* bytes before the buffer that loads touch */
};

/* A source row or column: the two sources and their weights, four times the same signed byte. For
 * rows `lower_weight` holds lower, upper, lower, upper instead. Columns count in bytes of the
 * buffer. */
typedef struct {
  int32_t lower, upper, lower_weight, upper_weight;
} hl_narrow_tap;

HL_KERNEL void hl_narrow_rows(const hl_resize *p, const HVX_Vector *lower, const HVX_Vector *upper,
                              int32_t weights, HVX_Vector *buffer) {
  const HVX_Vector flip = Q6_Vb_vsplat_R(p->type == HL_INT8 ? -128 : 0);
  for (int v = 0; v < (p->in_width + 3) / 4; ++v) {
    const HVX_VectorPair both =
        Q6_W_vcombine_VV(Q6_V_vxor_VV(upper[v], flip), Q6_V_vxor_VV(lower[v], flip));
    const HVX_VectorPair sums = Q6_Wh_vmpa_WubRb(both, weights);
    const HVX_VectorPair pixels = Q6_W_vshuff_VVR(Q6_V_hi_W(sums), Q6_V_lo_W(sums), -32);
    *buffer++ = Q6_V_lo_W(pixels);
    *buffer++ = Q6_V_hi_W(pixels);
  }
}

/* An output pixel in the first 64 bytes, or with `second` in the others. */
HL_KERNEL HVX_Vector hl_narrow_pixel(const uint8_t *buffer, const hl_narrow_tap *tap, int second) {
  const uint8_t *at = buffer - (second ? HL_NARROW_PIXEL : 0);
  const HVX_Vector sum = Q6_Vh_vmpyi_VhRb(hl_load_u(at + tap->lower), tap->lower_weight);
  return Q6_Vh_vmpyiacc_VhVhRb(sum, hl_load_u(at + tap->upper), tap->upper_weight);
}

/* Halfwords less 128, for signed ones, so that adding a half and shifting rounds half away from 0.
 */
HL_KERNEL HVX_Vector hl_narrow_signed(hl_type type, HVX_Vector sums, int bits) {
  if (type != HL_INT8)
    return sums;
  const HVX_Vector x = Q6_Vh_vsub_VhVh(sums, Q6_Vh_vsplat_R(128 << bits));
  return bits ? Q6_Vh_vadd_VhVh_sat(x, Q6_Vh_vasr_VhR(x, 15)) : x;
}

/* Sums of even and odd channels to bytes; the narrowing shift takes 7 bits at most. */
HL_KERNEL HVX_Vector hl_narrow_bytes(hl_type type, HVX_Vector even, HVX_Vector odd, int bits) {
  even = hl_narrow_signed(type, even, bits);
  odd = hl_narrow_signed(type, odd, bits);
  if (bits == 8) {
    const HVX_Vector half = Q6_Vh_vsplat_R(128);
    return Q6_Vb_vshuffo_VbVb(Q6_Vh_vadd_VhVh(odd, half), Q6_Vh_vadd_VhVh(even, half));
  }
  return type == HL_INT8 ? Q6_Vb_vasr_VhVhR_rnd_sat(odd, even, bits)
                         : Q6_Vub_vasr_VuhVuhR_rnd_sat(odd, even, bits);
}

/* Four output pixels. `bits`: behind the point, at most 8. */
HL_KERNEL HVX_Vector hl_narrow_across(const hl_resize *p, int bits, const uint8_t *buffer,
                                      const hl_narrow_tap *columns) {
  const HVX_VectorPred half = Q6_Q_vsetq_R(HL_NARROW_PIXEL);
  HVX_Vector two[2];
  HL_UNROLL
  for (int i = 0; i < 2; ++i)
    two[i] = Q6_V_vmux_QVV(half, hl_narrow_pixel(buffer, columns + 2 * i, 0),
                           hl_narrow_pixel(buffer, columns + 2 * i + 1, 1));
  const HVX_VectorPair channels = Q6_W_vdeal_VVR(two[1], two[0], -32); /* even ones, odd ones */
  return hl_narrow_bytes(p->type, Q6_V_lo_W(channels), Q6_V_hi_W(channels), bits);
}

/* `columns` are padded to a multiple of four; scratch: HL_NARROW_BEFORE bytes, the buffer, and
 * HL_LOAD_SLACK. */
HL_KERNEL void hl_resize_narrow_d32(const hl_resize *p, int bits, const void *in,
                                    const hl_narrow_tap *rows, const hl_narrow_tap *columns,
                                    void *out, uint8_t *scratch) {
  const int blocks = (p->depth + 31) / 32;
  const int in_vectors = (p->in_width + 3) / 4, out_vectors = (p->out_width + 3) / 4;
  uint8_t *const buffer = scratch + HL_NARROW_BEFORE;
  HVX_Vector *to = out;
  for (int batch = 0; batch < p->batches; ++batch) {
    const HVX_Vector *image =
        (const HVX_Vector *)in + (size_t)batch * p->in_height * blocks * in_vectors;
    for (int y = 0; y < p->out_height; ++y)
      for (int block = 0; block < blocks; ++block) {
        hl_narrow_rows(p, image + ((size_t)rows[y].lower * blocks + block) * in_vectors,
                       image + ((size_t)rows[y].upper * blocks + block) * in_vectors,
                       rows[y].lower_weight, (HVX_Vector *)buffer);
        for (int v = 0; v < out_vectors; ++v)
          *to++ = hl_narrow_across(p, bits, buffer, columns + 4 * v);
      }
  }
}

#endif
