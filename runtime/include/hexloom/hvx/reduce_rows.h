// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* MEAN, SUM, REDUCE_MAX and REDUCE_MIN, row-major, where the innermost dimension is reduced: each
 * output's elements are combined lane by lane, then lanes of many outputs are folded together
 * (reduce_lanes.h). */
#ifndef HEXLOOM_HVX_REDUCE_ROWS_H
#define HEXLOOM_HVX_REDUCE_ROWS_H

#include <hexloom/hvx/reduce_lanes.h>

/* Combines a run of elements. */
HL_KERNEL HVX_Vector hl_reduce_run(const hl_reduce *p, HVX_Vector acc, const uint8_t *run,
                                   int near) {
  const int bytes = p->reduced[3] * hl_type_bytes(p->type), rest = bytes % HL_ALIGN;
  const int whole = bytes - rest;
  if (bytes <= HL_REDUCE_STRAIGHT) {
    HL_UNROLL
    for (int i = 0; i < whole; i += HL_ALIGN)
      acc = hl_reduce_add(p, acc, hl_load_some(run + i, HL_ALIGN, near));
  } else {
    HL_ROLL
    for (int v = 0; v < bytes / HL_ALIGN; ++v)
      acc = hl_reduce_add(p, acc, hl_load_some(run + v * HL_ALIGN, HL_ALIGN, near));
  }
  if (rest)
    acc = hl_reduce_add(
        p, acc,
        Q6_V_vmux_QVV(Q6_Q_vsetq_R(rest), hl_load_some(run + whole, rest, near), hl_reduce_neutral(p)));
  return acc;
}

/* The reduction of the output whose first element is `from`, in all lanes. */
HL_KERNEL HVX_Vector hl_reduce_one(const hl_reduce *p, const uint8_t *from, const uint8_t *limit) {
  const int32_t *n = p->reduced, *stride = p->reduced_strides;
  const int bytes = hl_type_bytes(p->type), end = p->reduced[3] * bytes;
  HVX_Vector acc = hl_reduce_neutral(p);
  for (int i = 0; i < n[0]; ++i)
    for (int j = 0; j < n[1]; ++j)
      for (int k = 0; k < n[2]; ++k) {
        const uint8_t *run =
            from + ((size_t)i * stride[0] + (size_t)j * stride[1] + (size_t)k * stride[2]) * bytes;
        acc = hl_near(run + end, limit) ? hl_reduce_run(p, acc, run, 1)
                                        : hl_reduce_run(p, acc, run, 0);
      }
  return acc;
}

/* The outputs in their order: indices of the kept dimensions, and the first element. */
typedef struct {
  int32_t index[HL_REDUCE_DIMS];
  const uint8_t *from;
} hl_reduce_place;

HL_KERNEL void hl_reduce_next(const hl_reduce *p, hl_reduce_place *place) {
  HL_UNROLL
  for (int d = HL_REDUCE_DIMS - 1; d >= 0; --d) {
    const int step = p->kept_strides[d] * hl_type_bytes(p->type);
    if (p->kept[d] == 1)
      continue;
    place->from += step;
    if (++place->index[d] < p->kept[d])
      return;
    place->from -= step * p->kept[d];
    place->index[d] = 0;
  }
}

/* Whether outputs' elements lie behind one another, so that a place is its address. Eight of these share straight code, but for the
 * last ones. */
HL_KERNEL int hl_reduce_in_order(const hl_reduce *p) {
  const int32_t *kept = p->kept, *reduced = p->reduced;
  return kept[0] * kept[1] * kept[2] == 1 && reduced[0] * reduced[1] * reduced[2] == 1 && p->kept_strides[3] == reduced[3] &&
         reduced[3] * hl_type_bytes(p->type) <= HL_REDUCE_STRAIGHT;
}

/* Groups of outputs in order, so many at most, as long as loads may go beyond their elements; the place and what is left to do go on. A
 * group's lanes are folded beside the next one's loads. */
HL_KERNEL int hl_reduce_groups(const hl_reduce *p, hl_reduce_place *place, const uint8_t *limit, int *todo, HVX_Vector *group, int most) {
  const int row = p->reduced[3] * hl_type_bytes(p->type);
  HVX_Vector before[HL_REDUCE_GROUP];
  int g = 0;
  HL_UNROLL
  for (int i = 0; i < HL_REDUCE_GROUP; ++i)
    before[i] = Q6_V_vzero();
  HL_ROLL
  for (; g < most && *todo >= HL_REDUCE_GROUP && !hl_near(place->from + HL_REDUCE_GROUP * row, limit); ++g) {
    HVX_Vector part[HL_REDUCE_GROUP];
    HL_UNROLL
    for (int i = 0; i < HL_REDUCE_GROUP; ++i)
      part[i] = hl_reduce_run(p, hl_reduce_neutral(p), place->from + i * row, 0);
    group[hl_max(g - 1, 0)] = hl_reduce_group(p, before);
    HL_UNROLL
    for (int i = 0; i < HL_REDUCE_GROUP; ++i)
      before[i] = part[i];
    place->from += HL_REDUCE_GROUP * row;
    *todo -= HL_REDUCE_GROUP;
  }
  if (g)
    group[g - 1] = hl_reduce_group(p, before);
  return g;
}

HL_KERNEL void hl_reduce_rows(const hl_reduce *p, const void *in, void *out) {
  const int bytes = hl_type_bytes(p->type),
            outputs = p->kept[0] * p->kept[1] * p->kept[2] * p->kept[3];
  const uint8_t *const limit = hl_storage_end(in, (size_t)outputs * p->count * bytes);
  hl_reduce_place place = {{0, 0, 0, 0}, (const uint8_t *)in};
  uint8_t *to = out;
  for (int left = outputs; left > 0; left -= HL_ALIGN / bytes, to += HL_ALIGN) {
    HVX_Vector group[16];
    int todo = left;
    HL_ROLL
    for (int g = hl_reduce_in_order(p) ? hl_reduce_groups(p, &place, limit, &todo, group, 16 / bytes) : 0; g < 16 / bytes; ++g) {
      HVX_Vector part[HL_REDUCE_GROUP];
      group[g] = Q6_V_vzero();
      if (todo <= 0)
        continue;
      HL_ROLL
      for (int i = 0; i < HL_REDUCE_GROUP; ++i, --todo) {
        part[i] = Q6_V_vzero();
        if (todo > 0) {
          part[i] = hl_reduce_one(p, place.from, limit);
          hl_reduce_next(p, &place);
        }
      }
      group[g] = hl_reduce_group(p, part);
    }
    hl_store_first(to, hl_reduce_join(p, group), hl_min(left * bytes, HL_ALIGN));
  }
}

#endif
