/* Convolutions of stride 1 whose images keep their size, on planes of four channels: [channel / 4][pixel, flat][channel % 4].
 * No width is padded there, and a window's tap is an offset of the address. Of 64 pixels all taps are put side by side as the
 * words of a pointwise convolution (pointwise.h), and those that lie outside of the image, which are other rows' pixels or
 * another plane's, become the zero point. So outputs and depth are padded to 4 and pixels to 32. */
#ifndef HEXLOOM_HVX_PLANES_H
#define HEXLOOM_HVX_PLANES_H

#include <hexloom/hvx/pointwise.h>

typedef struct {
  hl_pointwise product; /* words: those of all taps; blocks and units have no meaning */
  int32_t batches, vectors /* of a plane */, in_words /* of a tap */;
  int32_t height, width, in_zero;
  int32_t kernel_height, kernel_width, dilation_height, dilation_width, pad_top, pad_left;
} hl_planes;

/* The input: a plane's vectors may be read wherever it has some. */
typedef struct {
  uintptr_t begin, end;
} hl_planes_range;

/* The pixels of a turn: places are row << 16 | column, of a pixel that does not exist out of every image. */
typedef struct {
  HVX_Vector places[2];
  int32_t second; /* bytes to the other 32 pixels; 0: there are only 32 */
} hl_planes_turn;

/* The aligned vector around `at`, or of what is out of the range any other one. */
HL_KERNEL HVX_Vector hl_planes_around(uintptr_t at, hl_planes_range range) {
  at &= ~(uintptr_t)(HL_ALIGN - 1);
  return *(const HVX_Vector *)(at < range.begin ? range.begin : at >= range.end ? range.end - HL_ALIGN : at);
}

HL_KERNEL HVX_Vector hl_planes_load(uintptr_t at, hl_planes_range range, int is_inner) {
  if (is_inner)
    return hl_load_u((const void *)at);
  return Q6_V_valign_VVR(hl_planes_around(at + HL_ALIGN, range), hl_planes_around(at, range), (int32_t)at);
}

/* The pixels whose tap that many rows below and columns to the right is in the image. */
HL_KERNEL HVX_VectorPred hl_planes_inside(const hl_planes *p, HVX_Vector places, int down, int right) {
  const HVX_Vector at =
      Q6_Vh_vadd_VhVh(places, Q6_V_vsplat_R((int32_t)((uint32_t)down << 16 | ((uint32_t)right & 0xffff))));
  const HVX_Vector limits = Q6_V_vsplat_R(p->height << 16 | p->width), ones = Q6_V_vsplat_R(-1);
  return Q6_Q_vcmp_eq_VwVw(Q6_V_vand_QR(Q6_Q_vcmp_gt_VuhVuh(limits, at), -1), ones);
}

/* Adds to the pixels' sums. */
HL_KERNEL void hl_planes_tap(const hl_planes *p, const hl_planes_turn *turn, uintptr_t at, hl_planes_range range,
                             int is_inner, int down, int right, HVX_Vector *to, HVX_Vector sums[2]) {
  const hl_pointwise *const q = &p->product;
  const HVX_VectorPred inside[2] = {hl_planes_inside(p, turn->places[0], down, right),
                                    hl_planes_inside(p, turn->places[1], down, right)};
  const HVX_Vector zero = Q6_Vb_vsplat_R(p->in_zero);
#pragma clang loop unroll_count(4)
  for (int word = 0; word < p->in_words; ++word, at += (uint32_t)p->vectors * HL_ALIGN, to += 2) {
    const uint32_t factors = word < p->in_words - 1 ? q->sums : q->sums_last;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      HVX_Vector v = hl_planes_load(at + half * turn->second, range, is_inner);
      if (p->kernel_height * p->kernel_width > 1)
        v = Q6_V_vmux_QVV(inside[half], v, zero);
      if (q->type == HL_INT8)
        v = Q6_V_vxor_VV(v, Q6_Vb_vsplat_R(128));
      to[half] = v;
      if (q->sums)
        sums[half] = Q6_Vw_vrmpyacc_VwVubRb(sums[half], v, (int32_t)factors);
    }
  }
}

HL_KERNEL void hl_planes_taps(const hl_planes *p, const hl_planes_turn *turn, uintptr_t at, hl_planes_range range,
                              int is_inner, HVX_Vector *to, HVX_Vector sums[2]) {
  HL_ROLL
  for (int y = 0; y < p->kernel_height; ++y)
    HL_ROLL
    for (int x = 0; x < p->kernel_width; ++x, to += 2 * p->in_words) {
      const int down = y * p->dilation_height - p->pad_top, right = x * p->dilation_width - p->pad_left;
      hl_planes_tap(p, turn, at + 4 * (down * p->width + right), range, is_inner, down, right, to, sums);
    }
}

/* Whether no vector of a turn leaves the input. */
HL_KERNEL int hl_planes_is_inner(const hl_planes *p, uintptr_t at, hl_planes_range range) {
  const int last_down = (p->kernel_height - 1) * p->dilation_height - p->pad_top,
            last_right = (p->kernel_width - 1) * p->dilation_width - p->pad_left;
  const uintptr_t first = at - 4 * (p->pad_top * p->width + p->pad_left),
                  last = at + (uint32_t)(p->in_words - 1) * p->vectors * HL_ALIGN + HL_ALIGN + 4 * (last_down * p->width + last_right);
  return first >= range.begin && last + HL_ALIGN <= range.end;
}

/* The last turn begins where it has as many vectors as the others, and does one of them again. */
HL_KERNEL void hl_conv2d_planes(const hl_planes *p, const hl_pointwise_memory *m, const HVX_Vector *places,
                                const uint8_t *in, uint8_t *out) {
  const int plane = p->vectors * HL_ALIGN, one = p->vectors == 1;
  const hl_planes_range range = {(uintptr_t)in, (uintptr_t)in + (uint32_t)p->batches * p->in_words * plane};
  for (int batch = 0; batch < p->batches; ++batch, in += p->in_words * plane, out += p->product.quads * plane) {
    HL_ROLL
    for (int turn = 0; turn < p->vectors; turn += 2) {
      const int first = turn + 2 > p->vectors && !one ? p->vectors - 2 : turn;
      const hl_planes_turn pixels = {{places[first], places[first + !one]}, one ? 0 : HL_ALIGN};
      const uintptr_t at = (uintptr_t)in + first * HL_ALIGN;
      HVX_Vector sums[2] = {Q6_V_vzero(), Q6_V_vzero()};
      if (hl_planes_is_inner(p, at, range))
        hl_planes_taps(p, &pixels, at, range, 1, m->planes, sums);
      else
        hl_planes_taps(p, &pixels, at, range, 0, m->planes, sums);
      hl_pointwise_quads(&p->product, m, sums,
                         (hl_pointwise_results){out + first * HL_ALIGN, pixels.second, plane});
    }
  }
}

#endif
