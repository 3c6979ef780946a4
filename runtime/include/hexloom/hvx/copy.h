/* Data movement by vectors, equal to portable/copy.h. A run may start and end anywhere; nothing is
 * read from a vector (128 aligned bytes) that holds no byte of the run, and no byte outside of the
 * destination is written. */
#ifndef HEXLOOM_HVX_COPY_H
#define HEXLOOM_HVX_COPY_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/portable/copy.h>

#define HL_VECTOR ((int32_t)sizeof(HVX_Vector))

/* 0, 1, ..., 127 */
#define HL_ASCENDING_8(N) (N), (N) + 1, (N) + 2, (N) + 3, (N) + 4, (N) + 5, (N) + 6, (N) + 7
#define HL_ASCENDING_32(N)                                                                         \
  HL_ASCENDING_8(N), HL_ASCENDING_8((N) + 8), HL_ASCENDING_8((N) + 16), HL_ASCENDING_8((N) + 24)
#define HL_ASCENDING(N)                                                                            \
  HL_ASCENDING_32(N), HL_ASCENDING_32((N) + 32), HL_ASCENDING_32((N) + 64),                        \
      HL_ASCENDING_32((N) + 96)

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

/* Any number of bytes: the first ones up to a vector of the destination, whole vectors, the rest.
 */
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
    hl_store_first(out + whole * HL_VECTOR,
                   hl_load_first(in + whole * HL_VECTOR, count % HL_VECTOR), count % HL_VECTOR);
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

/* Bytes i for which (i - first) % period < run; the period divides 128. */
HL_KERNEL HVX_VectorPred hl_vcolumn_mask(int32_t first, int32_t run, int32_t period) {
  static const uint8_t ascending[HL_VECTOR] __attribute__((aligned(HL_ALIGN))) = {HL_ASCENDING(0)};
  const HVX_Vector from_first =
      Q6_Vb_vsub_VbVb(*(const HVX_Vector *)ascending, Q6_Vb_vsplat_R(first));
  return Q6_Q_vcmp_gt_VubVub(Q6_Vb_vsplat_R(run),
                             Q6_V_vand_VV(from_first, Q6_Vb_vsplat_R(period - 1)));
}

/* `count` > 0 pieces of `run` bytes, `period` bytes apart on both sides, which divides 128: the
 * vectors that hold them are moved whole, and stored where the pieces are. */
HL_SHARED void hl_vcopy_columns(const uint8_t *in, uint8_t *out, int32_t count, int32_t period,
                                int32_t run) {
  const int32_t span = (count - 1) * period + run, head = (int32_t)((uintptr_t)out & 127);
  const uint8_t *const first = (const uint8_t *)((uintptr_t)in & ~(uintptr_t)127);
  const uint8_t *const last = (const uint8_t *)((uintptr_t)(in + span - 1) & ~(uintptr_t)127);
  HVX_Vector *to = (HVX_Vector *)(out - head), *const end =
                                                   (HVX_Vector *)(((uintptr_t)(out + span - 1)) &
                                                                  ~(uintptr_t)127);
  const uint8_t *from = (const uint8_t *)((uintptr_t)(in - head) & ~(uintptr_t)127);
  const int32_t turn = (int32_t)(uintptr_t)(in - head);
  const HVX_VectorPred columns = hl_vcolumn_mask(head, run, period);
  const HVX_VectorPred behind = Q6_Q_vsetq2_R((int32_t)((uintptr_t)(out + span - 1) & 127) + 1);
  HVX_VectorPred these = Q6_Q_and_QQn(columns, Q6_Q_vsetq_R(head));
  HVX_Vector low = *(const HVX_Vector *)(from < first ? first : from);
  for (; to < end; ++to) {
    from += HL_VECTOR;
    const HVX_Vector high = *(const HVX_Vector *)(from < last ? from : last);
    Q6_vmem_QRIV(these, to, Q6_V_valign_VVR(high, low, turn));
    these = columns;
    low = high;
  }
  from += HL_VECTOR;
  const HVX_Vector high = *(const HVX_Vector *)(from < last ? from : last);
  Q6_vmem_QRIV(Q6_Q_and_QQ(these, behind), to, Q6_V_valign_VVR(high, low, turn));
}

/* Runs that a vector pays for; shorter ones are copied by hl_copy_runs. */
#define HL_VECTOR_RUN 12

typedef uint64_t hl_unit8 __attribute__((may_alias));
typedef uint32_t hl_unit4 __attribute__((may_alias));
typedef uint16_t hl_unit2 __attribute__((may_alias));

/* Short runs of `run` bytes, 2, 4 or 8, at multiples of that. */
HL_KERNEL void hl_copy_units(const uint8_t *in, uint8_t *out, int32_t count, int32_t in_stride,
                             int32_t out_stride, int32_t run) {
  for (int32_t i = 0; i < count; ++i, in += in_stride, out += out_stride) {
    if (run == 8)
      *(hl_unit8 *)out = *(const hl_unit8 *)in;
    else if (run == 4)
      *(hl_unit4 *)out = *(const hl_unit4 *)in;
    else
      *(hl_unit2 *)out = *(const hl_unit2 *)in;
  }
}

HL_KERNEL int hl_is_unit(const uint8_t *in, const uint8_t *out, int32_t in_stride,
                         int32_t out_stride, int32_t run) {
  const uintptr_t all =
      (uintptr_t)in | (uintptr_t)out | (uintptr_t)in_stride | (uintptr_t)out_stride;
  return (run == 2 || run == 4 || run == 8) && (all & (uintptr_t)(run - 1)) == 0;
}

/* Strides of columns: 2 to 64, powers of two. */
#define HL_IS_PERIOD(STRIDE)                                                                       \
  ((STRIDE) > 1 && (STRIDE) < HL_VECTOR && ((STRIDE) & ((STRIDE)-1)) == 0)

/* Whether runs of up to a vector at multiples of that never go from one vector into the next. */
HL_KERNEL int hl_is_within_vectors(const uint8_t *out, int32_t out_stride, int32_t run) {
  const uintptr_t size = run > 64 ? 128 : run > 32 ? 64 : run > 16 ? 32 : 16;
  return (((uintptr_t)out | (uintptr_t)out_stride) & (size - 1)) == 0;
}

/* Stores the first `n` bytes (1 to 128) of v, those of a second vector by a second store. Which has none of them where all are
 * in one: no branch asks. */
HL_KERNEL void hl_store_ends(uint8_t *to, HVX_Vector v, int n) {
  const int offset = (uintptr_t)to & (HL_ALIGN - 1), end = offset + n;
  const HVX_Vector turned = Q6_V_vror_VR(v, -offset);
  Q6_vmem_QRIV(Q6_Q_and_QQn(Q6_Q_vsetq2_R(end < HL_ALIGN ? end : HL_ALIGN), Q6_Q_vsetq_R(offset)), (HVX_Vector *)(to - offset),
               turned);
  Q6_vmem_QRIV(Q6_Q_vsetq_R(end > HL_ALIGN ? end - HL_ALIGN : 0),
               (HVX_Vector *)((uintptr_t)(to + n - 1) & ~(uintptr_t)(HL_ALIGN - 1)), turned);
}

/* Runs of up to a vector. */
HL_KERNEL void hl_vcopy_ends(const uint8_t *in, uint8_t *out, int32_t count, int32_t in_stride,
                             int32_t out_stride, int32_t run) {
  if (hl_is_within_vectors(out, out_stride, run)) {
    HL_ROLL
    for (int32_t i = 0; i < count; ++i, in += in_stride, out += out_stride) {
      const int32_t offset = (int32_t)((uintptr_t)out & 127);
      Q6_vmem_QRIV(Q6_Q_and_QQn(Q6_Q_vsetq2_R(offset + run), Q6_Q_vsetq_R(offset)), (HVX_Vector *)(out - offset),
                   Q6_V_vror_VR(hl_load_first(in, run), -offset));
    }
    return;
  }
  HL_ROLL
  for (int32_t i = 0; i < count; ++i, in += in_stride, out += out_stride)
    hl_store_ends(out, hl_load_first(in, run), run);
}

/* The innermost loop, by the length of its runs. A byte that is repeated along the output is a run
 * of the other kind. */
HL_KERNEL void hl_vcopy_runs(const uint8_t *in, uint8_t *out, int32_t count, int32_t in_stride,
                             int32_t out_stride, int32_t run) {
  if (run == 1 && in_stride == 0 && out_stride == 1) {
    hl_vset(out, count, Q6_Vb_vsplat_R(*in));
    return;
  }
  if (in_stride == out_stride && HL_IS_PERIOD(in_stride) && run < in_stride && count > 1) {
    hl_vcopy_columns(in, out, count, in_stride, run);
    return;
  }
  if (hl_is_unit(in, out, in_stride, out_stride, run)) {
    hl_copy_units(in, out, count, in_stride, out_stride, run);
    return;
  }
  if (run < HL_VECTOR_RUN) {
    hl_copy_runs(in, out, count, in_stride, out_stride, run);
    return;
  }
  if (run <= HL_VECTOR) {
    hl_vcopy_ends(in, out, count, in_stride, out_stride, run);
    return;
  }
  for (int32_t i = 0; i < count; ++i, in += in_stride, out += out_stride)
    hl_vcopy(in, out, run);
}

/* Keeps stores of vectors and of scalars that follow them apart: in one packet the vector's is the
 * last, and clang 19's packetizer puts those of the same bytes there as if it were the first. */
HL_KERNEL void hl_keep_stores_apart(void) { __asm__ volatile("" ::: "memory"); }

HL_KERNEL void hl_vcopy_nest(const hl_copy_params *p, const void *in, void *out) {
  hl_copy_nest(p, (const uint8_t *)in, (uint8_t *)out, hl_vcopy_runs);
  hl_keep_stores_apart();
}

/* Fills whole vectors with a value of `width` bytes (1, 2 or 4). */
HL_KERNEL void hl_vfill(void *out, int vectors, int width, int32_t value) {
  const HVX_Vector v = width == 1   ? Q6_Vb_vsplat_R(value)
                       : width == 2 ? Q6_Vh_vsplat_R(value)
                                    : Q6_V_vsplat_R(value);
  for (int i = 0; i < vectors; ++i)
    ((HVX_Vector *)out)[i] = v;
  hl_keep_stores_apart();
}

#endif
