// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Data movement by vectors, equal to portable/copy.h. A run may start and end anywhere; nothing is
 * read from a vector (128 aligned bytes) that holds no byte of the run, and no byte outside of the
 * destination is written. */
#ifndef HEXLOOM_HVX_COPY_H
#define HEXLOOM_HVX_COPY_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/turns.h>
#include <hexloom/portable/copy.h>

#define HL_VECTOR ((int32_t)sizeof(HVX_Vector))

/* 0, 1, ..., 127 */
#define HL_ASCENDING_8(N) (N), (N) + 1, (N) + 2, (N) + 3, (N) + 4, (N) + 5, (N) + 6, (N) + 7
#define HL_ASCENDING_32(N)                                                                         \
  HL_ASCENDING_8(N), HL_ASCENDING_8((N) + 8), HL_ASCENDING_8((N) + 16), HL_ASCENDING_8((N) + 24)
#define HL_ASCENDING(N)                                                                            \
  HL_ASCENDING_32(N), HL_ASCENDING_32((N) + 32), HL_ASCENDING_32((N) + 64),                        \
      HL_ASCENDING_32((N) + 96)

HL_KERNEL const HVX_Vector *hl_around(const uint8_t *at) { return (const HVX_Vector *)((uintptr_t)at & ~(uintptr_t)(HL_VECTOR - 1)); }

/* Byte i is i - first. */
HL_KERNEL HVX_Vector hl_vplaces(int32_t first) {
  static const uint8_t ascending[HL_VECTOR] __attribute__((aligned(HL_ALIGN))) = {HL_ASCENDING(0)};
  return Q6_Vb_vsub_VbVb(*(const HVX_Vector *)ascending, Q6_Vb_vsplat_R(first));
}

/* Keeps clang from going through several loops by the sum of their counters, to be added up in the innermost one. */
#define HL_HIDE(POINTER) __asm__("" : "+r"(POINTER))

/* Runs of whole vectors as they are. */
HL_KERNEL void hl_vcopy_whole(const HVX_Vector *from, HVX_Vector *to, int32_t vectors) {
  if (__builtin_constant_p(vectors) && vectors <= HL_LONG_RUN) {
    HL_UNROLL
    for (int32_t i = 0; i < HL_LONG_RUN; ++i)
      if (i < vectors)
        to[i] = from[i];
    return;
  }
  HL_ROLL
  for (int32_t i = 0; i < vectors; ++i)
    to[i] = from[i];
}

/* Bytes `turn` to `turn` + 127 of two vectors; gives the second. */
HL_KERNEL HVX_Vector hl_vcopy_two(HVX_Vector low, HVX_Vector high, int32_t turn, HVX_Vector *to) {
  *to = Q6_V_valign_VVR(high, low, turn);
  return high;
}

/* `vectors` whole ones whose bytes begin `turn` (to 127) bytes behind those of the input's, from `low` on, which has been loaded; the
 * one behind the last is the result. The loop loads three vectors ahead: no load waits for a store that might be to the same place,
 * and none of what it loads is wanted in the next packet. */
HL_KERNEL HVX_Vector hl_vcopy_turned(const HVX_Vector *from, int32_t turn, HVX_Vector low, HVX_Vector *to, int32_t vectors) {
  if (vectors > HL_LONG_RUN) {
    HVX_Vector second = from[1], third = from[2];
    HL_ROLL
    for (int32_t i = (vectors - 2) / HL_AT_ONCE; i > 0; --i, from += HL_AT_ONCE, to += HL_AT_ONCE) {
      const HVX_Vector fourth = from[3];
      hl_vcopy_two(low, second, turn, &to[0]);
      low = from[4];
      hl_vcopy_two(second, third, turn, &to[1]);
      second = from[5];
      hl_vcopy_two(third, fourth, turn, &to[2]);
      third = from[6];
      hl_vcopy_two(fourth, low, turn, &to[3]);
    }
    low = hl_vcopy_two(low, second, turn, &to[0]);
    low = hl_vcopy_two(low, third, turn, &to[1]);
    vectors = (vectors - 2) % HL_AT_ONCE;
    from += 2, to += 2;
  }
  if (!__builtin_constant_p(vectors)) {
    HL_ROLL
    for (int32_t i = 0; i < vectors; ++i)
      low = hl_vcopy_two(low, from[i + 1], turn, &to[i]);
    return low;
  }
  HVX_Vector v[HL_LONG_RUN + 1] = {low};
  HL_UNROLL
  for (int32_t i = -2; i < HL_LONG_RUN; ++i) {
    if (i + 3 <= vectors)
      v[i + 3 < HL_LONG_RUN ? i + 3 : HL_LONG_RUN] = from[i + 3];
    if (i >= 0 && i < vectors)
      low = hl_vcopy_two(v[i], v[i + 1], turn, &to[i]);
  }
  return low;
}

/* Bytes of a vector: those before `n`, 0 to 127; and the first `n`, 1 or more. */
HL_KERNEL HVX_VectorPred hl_vbefore(int32_t n) { return Q6_Q_vsetq_R(n); }
HL_KERNEL HVX_VectorPred hl_vfirst(int32_t n) { return Q6_Q_vsetq2_R(n < HL_VECTOR ? n : HL_VECTOR); }

/* `run` > 0 bytes from any place to any. The destination's vectors are gone through: the last one but one may be the last of them in
 * truth, and then the other has no byte, and its store goes to the same place: nothing branches. */
HL_KERNEL void hl_vcopy(const uint8_t *in, uint8_t *out, int32_t run) {
  const int32_t whole = (run - 1) / HL_VECTOR, place = (int32_t)((uintptr_t)out & (HL_VECTOR - 1));
  const int32_t end = place + run - whole * HL_VECTOR, more = end > HL_VECTOR ? end - HL_VECTOR : 0;
  HVX_Vector *const to = (HVX_Vector *)(out - place), *const last = (HVX_Vector *)hl_around(out + run - 1);
  if (whole == 0) {
    const HVX_Vector turned = Q6_V_vror_VR(hl_load_first(in, run), -place);
    Q6_vmem_QRIV(Q6_Q_and_QQn(hl_vfirst(end), hl_vbefore(place)), to, turned);
    Q6_vmem_QRIV(hl_vbefore(more), last, turned);
    return;
  }
  const int32_t turn = (int32_t)(uintptr_t)(in - place);
  const HVX_Vector *const from = hl_around(in - place), *const final = hl_around(in + run - 1);
  Q6_vmem_QnRIV(hl_vbefore(place), to, Q6_V_valign_VVR(from[1], *hl_around(in), turn));
  const HVX_Vector low = hl_vcopy_turned(from + 1, turn, from[1], to + 1, whole - 1);
  const HVX_Vector high = *(from + whole + 1 < final ? from + whole + 1 : final);
  Q6_vmem_QRIV(hl_vfirst(end), to + whole, Q6_V_valign_VVR(high, low, turn));
  Q6_vmem_QRIV(hl_vbefore(more), last, Q6_V_valign_VVR(*final, high, turn));
}

/* A run that goes from no vector of the output into the next. */
HL_KERNEL void hl_vcopy_within(const uint8_t *in, uint8_t *out, int32_t run) {
  const int32_t place = (int32_t)((uintptr_t)out & (HL_VECTOR - 1));
  Q6_vmem_QRIV(Q6_Q_and_QQn(Q6_Q_vsetq2_R(place + run), Q6_Q_vsetq_R(place)), (HVX_Vector *)(out - place),
               Q6_V_vror_VR(hl_load_first(in, run), -place));
}

/* Any run where both places, `at` and `place` in their vectors, are constants: masks and turns, too, and no vector is touched in vain. */
HL_KERNEL void hl_vcopy_placed(const uint8_t *in, int32_t at, uint8_t *out, int32_t place, int32_t run) {
  const int32_t whole = (place + run - 1) / HL_VECTOR, end = place + run - whole * HL_VECTOR, turn = (at - place) & (HL_VECTOR - 1);
  const int32_t second = at < place ? 0 : 1, final = (at + run - 1) / HL_VECTOR; /* of the input's vectors */
  const HVX_Vector *const from = (const HVX_Vector *)(in - at);
  HVX_Vector *const to = (HVX_Vector *)(out - place);
  if (turn == 0 && place == 0 && run % HL_VECTOR == 0) {
    hl_vcopy_whole(from, to, run / HL_VECTOR);
    return;
  }
  HVX_Vector low = from[0], v = low;
  if (turn) {
    const HVX_Vector high = from[second < final ? second : final];
    v = Q6_V_valign_VVR(high, low, turn);
    low = high;
  }
  if (whole == 0) {
    if (run == HL_VECTOR)
      to[0] = v;
    else
      Q6_vmem_QRIV(Q6_Q_and_QQn(hl_vfirst(end), hl_vbefore(place)), to, v);
    return;
  }
  if (place == 0)
    to[0] = v;
  else
    Q6_vmem_QnRIV(hl_vbefore(place), to, v);
  if (turn) {
    low = hl_vcopy_turned(from + second, turn, low, to + 1, whole - 1);
    v = Q6_V_valign_VVR(from[second + whole < final ? second + whole : final], low, turn);
  } else {
    hl_vcopy_whole(from + 1, to + 1, whole - 1);
    v = from[whole];
  }
  if (end == HL_VECTOR)
    to[whole] = v;
  else
    Q6_vmem_QRIV(hl_vfirst(end), to + whole, v);
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
  return Q6_Q_vcmp_gt_VubVub(Q6_Vb_vsplat_R(run), Q6_V_vand_VV(hl_vplaces(first), Q6_Vb_vsplat_R(period - 1)));
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

/* Many runs of up to a vector: their bytes in a vector are found by their places, as vectors. `is_within`: no run goes from one into the
 * next. */
HL_KERNEL void hl_vcopy_ends(const uint8_t *in, uint8_t *out, int32_t count, int32_t in_stride, int32_t out_stride, int32_t run,
                             int is_within) {
  const HVX_Vector all = Q6_Vb_vsplat_R(run), half = Q6_Vb_vsplat_R(-HL_VECTOR);
  HL_HIDE(in);
  HL_HIDE(out);
  HL_ROLL
  for (int32_t i = 0; i < count; ++i, in += in_stride, out += out_stride) {
    const int32_t place = (int32_t)((uintptr_t)out & (HL_VECTOR - 1));
    const HVX_Vector v = hl_load_first(in, run), turned = Q6_V_vlalign_VVR(v, v, place), bytes = hl_vplaces(place);
    if (is_within && run == HL_VECTOR) {
      *(HVX_Vector *)out = v;
      continue;
    }
    Q6_vmem_QRIV(Q6_Q_vcmp_gt_VubVub(all, bytes), (HVX_Vector *)(out - place), turned);
    if (!is_within) /* byte b of the second vector is the run's byte b + 128 - place */
      Q6_vmem_QRIV(Q6_Q_vcmp_gt_VubVub(all, Q6_V_vxor_VV(bytes, half)), (HVX_Vector *)hl_around(out + run - 1), turned);
  }
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
  const int is_within = run <= HL_VECTOR && hl_is_within_vectors(out, out_stride, run);
  if (__builtin_constant_p(count) && count >= HL_MANY_RUNS && run <= HL_VECTOR) {
    if (is_within)
      hl_vcopy_ends(in, out, count, in_stride, out_stride, run, 1);
    else
      hl_vcopy_ends(in, out, count, in_stride, out_stride, run, 0);
    return;
  }
  if (is_within) {
    HL_ROLL
    for (int32_t i = 0; i < count; ++i, in += in_stride, out += out_stride)
      hl_vcopy_within(in, out, run);
    return;
  }
  if (__builtin_constant_p(run) && run <= 2 * HL_VECTOR) {
    HL_HIDE(in);
    HL_HIDE(out);
  }
  if (run <= HL_VECTOR) { /* apart, for code that learns the length when it runs */
    HL_ROLL
    for (int32_t i = 0; i < count; ++i, in += in_stride, out += out_stride)
      hl_vcopy(in, out, run);
    return;
  }
  HL_ROLL
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

/* The innermost loop where its strides are multiples of a vector. */
HL_KERNEL void hl_vcopy_placed_runs(const uint8_t *in, int32_t at, uint8_t *out, int32_t place, int32_t count, int32_t in_stride,
                                    int32_t out_stride, int32_t run) {
  const int is_whole = at == 0 && place == 0 && run % HL_VECTOR == 0; /* which goes from load to store in a packet */
  if (place + run <= 2 * HL_VECTOR && !is_whole) {
    HL_ROLL
    for (; count >= HL_AT_ONCE; count -= HL_AT_ONCE) {
      HL_UNROLL
      for (int32_t i = 0; i < HL_AT_ONCE; ++i, in += in_stride, out += out_stride)
        hl_vcopy_placed(in, at, out, place, run);
    }
  }
  HL_ROLL
  for (; count > 0; --count, in += in_stride, out += out_stride)
    hl_vcopy_placed(in, at, out, place, run);
}

/* A nest all of whose strides are such: its runs have the places of the first one. */
HL_KERNEL void hl_vcopy_placed_nest(const hl_copy_params *p, const void *in, void *out) {
  const int32_t at = p->in_offset & (HL_VECTOR - 1), place = p->out_offset & (HL_VECTOR - 1), last = p->loops - 1;
  hl_copy_walk walk = hl_copy_start(p, in, out);
  do
    if (last < 0)
      hl_vcopy_placed(walk.in, at, walk.out, place, p->run);
    else
      hl_vcopy_placed_runs(walk.in, at, walk.out, place, p->loop[last].size, p->loop[last].in, p->loop[last].out, p->run);
  while (hl_copy_next(p, last, &walk));
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
