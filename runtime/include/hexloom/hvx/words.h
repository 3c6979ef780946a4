// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Elements of any integer type as words, and back: 128 at a time, in their order. Types are
 * constants where a kernel is instantiated. */
#ifndef HEXLOOM_HVX_WORDS_H
#define HEXLOOM_HVX_WORDS_H

#include <hexloom/hvx/target.h> // first: it says what is missing
#include <hexagon_protos.h>
#include <hexloom/layer.h>
#include <hvx_hexagon_protos.h>

/* Vectors that 128 elements fill. */
HL_KERNEL int hl_vectors_of_128(hl_type type) {
  switch (type) {
  case HL_INT16:
    return 2;
  case HL_INT32:
  case HL_FLOAT32:
    return 4;
  case HL_INT64:
    return 8;
  default:
    return 1;
  }
}

/* Vectors that `count` elements fill. */
HL_KERNEL int hl_vectors_of(hl_type type, int count) {
  return (count * hl_vectors_of_128(type) + 127) / 128;
}

/* The vector numbered `at`, as far as there are `vectors`. */
HL_KERNEL HVX_Vector hl_load_within(const void *in, int at, int vectors) {
  return ((const HVX_Vector *)in)[at < vectors ? at : vectors - 1];
}

/* 128 bytes as words, with their sign if the type is int8. */
HL_KERNEL void hl_vbytes_to_words(HVX_Vector bytes, hl_type type, HVX_Vector w[4]) {
  HVX_VectorPair low, high;
  if (type == HL_INT8) {
    const HVX_VectorPair halves = Q6_Wh_vunpack_Vb(bytes);
    low = Q6_Ww_vunpack_Vh(Q6_V_lo_W(halves));
    high = Q6_Ww_vunpack_Vh(Q6_V_hi_W(halves));
  } else {
    const HVX_VectorPair halves = Q6_Wuh_vunpack_Vub(bytes);
    low = Q6_Wuw_vunpack_Vuh(Q6_V_lo_W(halves));
    high = Q6_Wuw_vunpack_Vuh(Q6_V_hi_W(halves));
  }
  w[0] = Q6_V_lo_W(low);
  w[1] = Q6_V_hi_W(low);
  w[2] = Q6_V_lo_W(high);
  w[3] = Q6_V_hi_W(high);
}

/* Elements 128 `group` to 128 `group` + 127 as words; of those behind the `vectors` of the input
 * some. Of int64 the lower words. */
HL_KERNEL void hl_vload_words(const void *in, hl_type type, int group, int vectors,
                              HVX_Vector w[4]) {
  const int first = group * hl_vectors_of_128(type);
  switch (type) {
  case HL_INT16:
    for (int k = 0; k < 2; ++k) {
      const HVX_VectorPair words = Q6_Ww_vunpack_Vh(hl_load_within(in, first + k, vectors));
      w[2 * k] = Q6_V_lo_W(words);
      w[2 * k + 1] = Q6_V_hi_W(words);
    }
    return;
  case HL_INT32:
  case HL_FLOAT32:
    for (int k = 0; k < 4; ++k)
      w[k] = hl_load_within(in, first + k, vectors);
    return;
  case HL_INT64:
    for (int k = 0; k < 4; ++k)
      w[k] = Q6_V_lo_W(Q6_W_vdeal_VVR(hl_load_within(in, first + 2 * k + 1, vectors),
                                      hl_load_within(in, first + 2 * k, vectors), -4));
    return;
  default:
    hl_vbytes_to_words(hl_load_within(in, first, vectors), type, w);
    return;
  }
}

HL_KERNEL void hl_store_within(void *out, int at, int vectors, HVX_Vector v) {
  if (at < vectors)
    ((HVX_Vector *)out)[at] = v;
}

/* The words' low bits as elements of the output; int64 is extended by the sign. */
HL_KERNEL void hl_vstore_words(void *out, hl_type type, int group, int vectors,
                               const HVX_Vector w[4]) {
  const int first = group * hl_vectors_of_128(type);
  switch (type) {
  case HL_INT16:
    for (int k = 0; k < 2; ++k)
      hl_store_within(out, first + k, vectors, Q6_Vh_vpacke_VwVw(w[2 * k + 1], w[2 * k]));
    return;
  case HL_INT32:
  case HL_FLOAT32:
    for (int k = 0; k < 4; ++k)
      hl_store_within(out, first + k, vectors, w[k]);
    return;
  case HL_INT64:
    for (int k = 0; k < 4; ++k) {
      const HVX_VectorPair wide = Q6_W_vshuff_VVR(Q6_Vw_vasr_VwR(w[k], 31), w[k], -4);
      hl_store_within(out, first + 2 * k, vectors, Q6_V_lo_W(wide));
      hl_store_within(out, first + 2 * k + 1, vectors, Q6_V_hi_W(wide));
    }
    return;
  default:
    hl_store_within(
        out, first, vectors,
        Q6_Vb_vpacke_VhVh(Q6_Vh_vpacke_VwVw(w[3], w[2]), Q6_Vh_vpacke_VwVw(w[1], w[0])));
    return;
  }
}

#endif
