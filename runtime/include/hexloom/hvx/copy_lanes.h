// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Runs of 16, 32 or 64 bytes that fill an output one behind the other, all places multiples of the run: each run is a lane within a
 * vector on both sides. A vector of the output is put together from the vectors of its lanes, turned so that each lane is in its place. */
#ifndef HEXLOOM_HVX_COPY_LANES_H
#define HEXLOOM_HVX_COPY_LANES_H

#include <hexloom/hvx/copy.h>
#include <hexloom/hvx/lanes.h>

#define HL_LANES 8 /* of 16 bytes, in a vector */

/* The runs of the innermost loop. Those of a vector's lanes are `from` + `offset` on, `from` being a multiple of 128 bytes. */
typedef struct {
  int32_t run, stride, lanes;
  HVX_VectorPred odd[3]; /* of lanes, of pairs and of fours of them: the second one of each two */
} hl_lane_runs;

HL_KERNEL hl_lane_runs hl_lanes_start(int32_t run, int32_t stride) {
  hl_lane_runs r = {.run = run, .stride = stride, .lanes = HL_VECTOR / run};
  HL_UNROLL
  for (int32_t k = 0; k < 3; ++k)
    r.odd[k] = Q6_Q_vand_VR(hl_vplaces(0), (run << k & 127) * 0x01010101);
  return r;
}

/* Joins each lane's own vector to one: lane l comes from v[l]. */
HL_KERNEL HVX_Vector hl_join_lanes(const hl_lane_runs *r, HVX_Vector *v) {
  HL_UNROLL
  for (int32_t k = 0, step = 1; k < 3; ++k, step *= 2) {
    HL_UNROLL
    for (int32_t l = 0; l < HL_LANES; l += 2 * step)
      if (l + step < r->lanes)
        v[l] = Q6_V_vmux_QVV(r->odd[k], v[l + step], v[l]);
  }
  return v[0];
}

HL_KERNEL HVX_Vector hl_lane(const uint8_t *from, int32_t offset, int32_t place) {
  const HVX_Vector v = *(const HVX_Vector *)(from + (offset & -HL_VECTOR));
  const int32_t turn = (offset - place) & (HL_VECTOR - 1);
  return __builtin_constant_p(turn) && turn == 0 ? v : Q6_V_vror_VR(v, turn);
}

/* Whether the vectors of a turn are dealt to those of every lane of so many: half as many are left after each step. */
HL_KERNEL int hl_deals_lanes(const hl_lane_runs *r, int32_t offset) {
  return r->stride > r->run && r->stride <= HL_VECTOR && (r->stride & (r->stride - 1)) == 0 && offset >= 0 && offset < r->stride;
}

HL_KERNEL HVX_Vector hl_deal_lanes(const hl_lane_runs *r, const uint8_t *from, int32_t offset) {
  HVX_Vector v[HL_LANES];
  int32_t n = r->stride / r->run;
  HL_UNROLL
  for (int32_t i = 0; i < HL_LANES; ++i)
    if (i < n)
      v[i] = ((const HVX_Vector *)from)[i];
  HL_UNROLL
  for (int32_t bit = HL_LANES * 2; bit < HL_VECTOR; bit *= 2)
    if (bit >= r->run && bit < r->stride) {
      n /= 2;
      HL_UNROLL
      for (int32_t i = 0; i < HL_LANES / 2; ++i)
        if (i < n) {
          const HVX_VectorPair both = Q6_W_vdeal_VVR(v[2 * i + 1], v[2 * i], -r->run);
          v[i] = offset & bit ? Q6_V_hi_W(both) : Q6_V_lo_W(both);
        }
    }
  return v[0];
}

/* A vector of the lanes from `first` to the one before `behind`; nothing else is read. */
HL_KERNEL HVX_Vector hl_some_lanes(const hl_lane_runs *r, const uint8_t *from, int32_t offset, int32_t first, int32_t behind) {
  HVX_Vector v[HL_LANES];
  HL_UNROLL
  for (int32_t l = 0; l < HL_LANES; ++l)
    if (l < r->lanes)
      v[l] = hl_lane(from, offset + hl_max(hl_min(l, behind - 1), first) * r->stride, l * r->run);
  return hl_join_lanes(r, v);
}

/* Makes `vectors` vectors of all lanes. Where each lane lies does not change from vector to vector. */
HL_KERNEL void hl_all_lanes(const hl_lane_runs *r, const uint8_t *from, int32_t offset, HVX_Vector *to, int32_t vectors) {
  if (__builtin_constant_p(offset) && hl_deals_lanes(r, offset)) {
    const int32_t step = r->lanes * r->stride;
    HL_ROLL
    for (; vectors > 1; vectors -= 2, from += 2 * step, to += 2) { /* two fill each other's waits */
      const HVX_Vector first = hl_deal_lanes(r, from, offset), second = hl_deal_lanes(r, from + step, offset);
      to[0] = first;
      to[1] = second;
    }
    if (vectors)
      *to = hl_deal_lanes(r, from, offset);
    return;
  }
  HL_ROLL
  for (int32_t i = 0; i < vectors; ++i, from += r->lanes * r->stride) {
    HVX_Vector v[HL_LANES];
    HL_UNROLL
    for (int32_t l = 0; l < HL_LANES; ++l)
      if (l < r->lanes)
        v[l] = hl_lane(from, offset + l * r->stride, l * r->run);
    to[i] = hl_join_lanes(r, v);
  }
}

/* `count` runs from `from` + `offset` on. */
HL_KERNEL void hl_copy_lanes(const hl_lane_runs *r, const uint8_t *from, int32_t offset, uint8_t *out, int32_t place, int32_t count) {
  HVX_Vector *to = (HVX_Vector *)(out - place);
  const int32_t skipped = place / r->run, end = skipped + count;
  offset -= skipped * r->stride; /* of the first vector's first lane */
  if (skipped || end < r->lanes) {
    const int32_t behind = hl_min(end, r->lanes);
    Q6_vmem_QRIV(Q6_Q_and_QQn(hl_vfirst(behind * r->run), hl_vbefore(place)), to, hl_some_lanes(r, from, offset, skipped, behind));
    if (end <= r->lanes)
      return;
    ++to;
    offset += r->lanes * r->stride;
    count -= r->lanes - skipped;
  }
  const int32_t vectors = count / r->lanes, rest = count % r->lanes;
  hl_all_lanes(r, from, offset, to, vectors);
  if (rest)
    Q6_vmem_QRIV(hl_vbefore(rest * r->run), to + vectors,
                 hl_some_lanes(r, from, offset + vectors * r->lanes * r->stride, 0, rest));
}

/* Whether the outer loops keep the places in vectors. */
HL_KERNEL int hl_keeps_places(const hl_copy_params *p, int is_out) {
  int32_t all = 0;
  HL_UNROLL
  for (int32_t l = 0; l < HL_COPY_LOOPS; ++l)
    if (l < p->loops - 1)
      all |= is_out ? p->loop[l].out : p->loop[l].in;
  return all % HL_VECTOR == 0;
}

/* A nest whose runs are in the order of the output, one behind the other. */
HL_KERNEL void hl_vcopy_lanes(const hl_copy_params *p, const void *in, void *out) {
  const int32_t last = p->loops - 1;
  const hl_lane_runs r = hl_lanes_start(p->run, p->loop[last].in);
  const int is_placed = hl_keeps_places(p, 0), is_out_placed = hl_keeps_places(p, 1);
  hl_copy_walk walk = hl_copy_start(p, in, out);
  do {
    const int32_t at = is_placed ? p->in_offset & (HL_VECTOR - 1) : (int32_t)((uintptr_t)walk.in & (HL_VECTOR - 1));
    const int32_t place = is_out_placed ? p->out_offset & (HL_VECTOR - 1) : (int32_t)((uintptr_t)walk.out & (HL_VECTOR - 1));
    hl_copy_lanes(&r, walk.in - at, at, walk.out, place, p->loop[last].size);
  } while (hl_copy_next(p, last, &walk));
  hl_keep_stores_apart();
}

#endif
