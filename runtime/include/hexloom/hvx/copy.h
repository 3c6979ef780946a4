/* Data movement by vectors, equal to portable/copy.h. A run may start and end anywhere; nothing is read from a vector (128
 * aligned bytes) that holds no byte of the run, and no byte outside of the destination is written. */
#ifndef HEXLOOM_HVX_COPY_H
#define HEXLOOM_HVX_COPY_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/portable/copy.h>

#define HL_VECTOR ((int32_t)sizeof(HVX_Vector))

/* Whole vectors from any address: each aligned vector is loaded once. */
HL_KERNEL void hl_vcopy_whole(const uint8_t *in, HVX_Vector *out, int32_t vectors) {
  const int32_t offset = (int32_t)((uintptr_t)in & (HL_VECTOR - 1));
  const HVX_Vector *from = (const HVX_Vector *)(in - offset);
  if (offset == 0) {
    for (int32_t i = 0; i < vectors; ++i)
      out[i] = from[i];
  } else if (vectors > 0) {
    HVX_Vector low = *from++;
    for (int32_t i = 0; i < vectors; ++i) {
      const HVX_Vector high = from[i];
      out[i] = Q6_V_valign_VVR(high, low, offset);
      low = high;
    }
  }
}

/* Any number of bytes: the first ones up to a vector of the destination, whole vectors, the rest. */
HL_KERNEL void hl_vcopy(const uint8_t *in, uint8_t *out, int32_t count) {
  const int32_t head = (int32_t)(-(uintptr_t)out & 127);
  if (head != 0 && count > 0) {
    const int32_t first = head < count ? head : count;
    hl_store_first(out, hl_load_first(in, first), first);
    in += first;
    out += first;
    count -= first;
  }
  const int32_t whole = count / HL_VECTOR;
  hl_vcopy_whole(in, (HVX_Vector *)out, whole);
  if (count % HL_VECTOR > 0)
    hl_store_first(out + whole * HL_VECTOR, hl_load_first(in + whole * HL_VECTOR, count % HL_VECTOR), count % HL_VECTOR);
}

/* `count` bytes with the value of one. */
HL_KERNEL void hl_vset(uint8_t *out, int32_t count, HVX_Vector v) {
  const int32_t head = (int32_t)(-(uintptr_t)out & 127);
  if (head != 0 && count > 0) {
    const int32_t first = head < count ? head : count;
    hl_store_first(out, v, first);
    out += first;
    count -= first;
  }
  HVX_Vector *to = (HVX_Vector *)out;
  const int32_t whole = count / HL_VECTOR;
  for (int32_t i = 0; i < whole; ++i)
    to[i] = v;
  if (count % HL_VECTOR > 0)
    hl_store_first(out + whole * HL_VECTOR, v, count % HL_VECTOR);
}

/* Runs that a vector pays for; shorter ones are copied by hl_copy_runs. */
#define HL_VECTOR_RUN 12

/* The innermost loop, by the length of its runs. A byte that is repeated along the output is a run of the other kind. */
HL_KERNEL void hl_vcopy_runs(const uint8_t *in, uint8_t *out, int32_t count, int32_t in_stride, int32_t out_stride,
                             int32_t run) {
  if (run == 1 && in_stride == 0 && out_stride == 1) {
    hl_vset(out, count, Q6_Vb_vsplat_R(*in));
    return;
  }
  if (run < HL_VECTOR_RUN) {
    hl_copy_runs(in, out, count, in_stride, out_stride, run);
    return;
  }
  for (int32_t i = 0; i < count; ++i, in += in_stride, out += out_stride) {
    if (run <= HL_VECTOR)
      hl_store_first(out, hl_load_first(in, run), run);
    else
      hl_vcopy(in, out, run);
  }
}

HL_KERNEL void hl_vcopy_nest(const hl_copy_params *p, const void *in, void *out) {
  hl_copy_nest(p, (const uint8_t *)in, (uint8_t *)out, hl_vcopy_runs);
}

/* Fills whole vectors with a value of `width` bytes (1, 2 or 4). */
HL_KERNEL void hl_vfill(void *out, int vectors, int width, int32_t value) {
  const HVX_Vector v = width == 1 ? Q6_Vb_vsplat_R(value) : width == 2 ? Q6_Vh_vsplat_R(value) : Q6_V_vsplat_R(value);
  for (int i = 0; i < vectors; ++i)
    ((HVX_Vector *)out)[i] = v;
}

#endif
