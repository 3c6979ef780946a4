/* Pointwise convolutions with activations in vectors: a vector holds four channels of 32 pixels, a scalar word the weights of
 * one output channel for them, and vrmpy(Vu.ub, Rt.b | Rt.ub) does the 128 multiply-accumulates. So outputs and depth are
 * padded to 4, and weights are signed: where they fit into a byte less their zero point, no sums of pixels are needed; else
 *
 *   sum (a - z)(w - y) = sum a (w - c)  -  (y - c) sum a  +  constants
 *
 * with c such that the stored weight w - c fits, and the pixels' sums, which lie in their own lanes, cost one product more for
 * each vector of activations. int8 activations are read as unsigned ones, a + 128.
 *
 * Input and output are depth-blocked: the vectors of four pixels by 32 channels of 32 pixels become those of 32 pixels by four
 * channels, and back, by exchanging three bits of the number of the vector with three bits of the place of the word in it. */
#ifndef HEXLOOM_HVX_POINTWISE_H
#define HEXLOOM_HVX_POINTWISE_H

#include <hexloom/hvx/bytes.h>
#include <hexloom/hvx/stage.h>

/* Of one turn: 64 pixels, of which a vector of the depth-blocked layout has four. */
enum { HL_UNITS = 16 };

typedef struct {
  hl_type type;
  int32_t units; /* vectors of four pixels of all rows of one block */
  int32_t block_bytes; /* of a block of a row, in and out */
  int32_t in_blocks, out_blocks;
  int32_t words, quads;     /* of four input channels, of four output channels */
  int32_t unsigned_weights; /* c = 0 and y = 0 */
  int32_t sums, sums_last;  /* factors of four bytes in the pixels' sums: c - y, or 0 for no sums;
                               of the last word's */
  int32_t min, max;
  hl_stage stage; /* not the reference's */
} hl_pointwise;

typedef struct {
  const uint64_t *weights;      /* [quad][word][4 outputs][4 inputs] */
  const HVX_Vector *stages;     /* [quad]{bias[4], [4]{as hl_stage_load reads}} */
  const int32_t *ins, *outs;    /* bytes from the tensor's begin to its units, at least HL_UNITS, the
                                   last one again; null where they lie side by side and are no fewer */
  HVX_Vector *planes, *results; /* [word][2], [quad][2] */
} hl_pointwise_memory;

/* Where results go: the vectors of 32 pixels by four outputs of a turn. */
typedef struct {
  uint8_t *at;
  int32_t second, next; /* bytes to the other 32 pixels, to the next four outputs */
} hl_pointwise_results;

/* Exchanges bit i of the number of the vector with bit i of the number of the word. What only some
 * vectors need, or give, costs less where the begin, or the end, has the bit in which they differ
 * from the others. */
HL_KERNEL void hl_exchange_bit(HVX_Vector v[8], int bit) {
#pragma unroll
  for (int i = 0; i < 8; ++i)
    if (!(i & bit)) {
      const HVX_VectorPair pair = Q6_W_vshuff_VVR(v[i + bit], v[i], 4 * bit);
      v[i] = Q6_V_lo_W(pair);
      v[i + bit] = Q6_V_hi_W(pair);
    }
}

HL_KERNEL HVX_Vector hl_pointwise_mac(const hl_pointwise *p, HVX_Vector sum, HVX_Vector v,
                                      uint32_t word) {
  return p->unsigned_weights ? Q6_Vuw_vrmpyacc_VuwVubRub(sum, v, (int32_t)word)
                             : Q6_Vw_vrmpyacc_VwVubRb(sum, v, (int32_t)word);
}

/* `count` words of a block of 32 pixels; adds to the pixels' sums. */
HL_KERNEL void hl_pointwise_block(const hl_pointwise *p, const uint8_t *const from[], int offset,
                                  int count, int is_last, HVX_Vector *sum, HVX_Vector *to) {
  HVX_Vector v[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    v[i] = *(const HVX_Vector *)(from[i] + offset);
    if (p->type == HL_INT8)
      v[i] = Q6_V_vxor_VV(v[i], Q6_Vb_vsplat_R(128));
  }
  hl_exchange_bit(v, 4);
  hl_exchange_bit(v, 2);
  hl_exchange_bit(v, 1);
#pragma unroll
  for (int i = 0; i < count; ++i) {
    to[2 * i] = v[i];
    if (p->sums)
      *sum = Q6_Vw_vrmpyacc_VwVubRb(*sum, v[i],
                                    is_last && i == count - 1 ? p->sums_last : p->sums);
  }
}

HL_KERNEL void hl_pointwise_in(const hl_pointwise *p, const uint8_t *const from[],
                               HVX_Vector *planes, HVX_Vector sums[2]) {
  const int last = p->in_blocks - 1;
  sums[0] = sums[1] = Q6_V_vzero();
  HL_ROLL
  for (int block = 0; block < last; ++block, planes += 16) {
    hl_pointwise_block(p, from, block * p->block_bytes, 8, 0, sums, planes);
    hl_pointwise_block(p, from + 8, block * p->block_bytes, 8, 0, sums + 1, planes + 1);
  }
  const int rest = p->words - 8 * last;
  hl_pointwise_block(p, from, last * p->block_bytes, rest, 1, sums, planes);
  hl_pointwise_block(p, from + 8, last * p->block_bytes, rest, 1, sums + 1, planes + 1);
}

/* A block of 32 pixels of `count` results. */
HL_KERNEL void hl_pointwise_unblock(const HVX_Vector *results, int count, uint8_t *const to[],
                                    int offset) {
  HVX_Vector v[8];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    v[i] = results[2 * (i < count ? i : count <= 4 ? i & 3 : 0)];
  hl_exchange_bit(v, 1);
  hl_exchange_bit(v, 2);
  hl_exchange_bit(v, 4);
#pragma unroll
  for (int i = 0; i < 8; ++i)
    *(HVX_Vector *)(to[i] + offset) = v[i];
}

HL_KERNEL void hl_pointwise_out(const hl_pointwise *p, const HVX_Vector *results,
                                uint8_t *const to[]) {
  const int last = p->out_blocks - 1;
  HL_ROLL
  for (int block = 0; block < last; ++block, results += 16) {
    hl_pointwise_unblock(results, 8, to, block * p->block_bytes);
    hl_pointwise_unblock(results + 1, 8, to + 8, block * p->block_bytes);
  }
  const int rest = p->quads - 8 * last;
  hl_pointwise_unblock(results, rest, to, last * p->block_bytes);
  hl_pointwise_unblock(results + 1, rest, to + 8, last * p->block_bytes);
}

HL_KERNEL void hl_pointwise_word(const hl_pointwise *p, const uint64_t *weights,
                                 const HVX_Vector *at, HVX_Vector sum[2][4]) {
  const uint64_t low = weights[0], high = weights[1];
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const HVX_Vector v = at[half];
    sum[half][0] = hl_pointwise_mac(p, sum[half][0], v, (uint32_t)low);
    sum[half][1] = hl_pointwise_mac(p, sum[half][1], v, (uint32_t)(low >> 32));
    sum[half][2] = hl_pointwise_mac(p, sum[half][2], v, (uint32_t)high);
    sum[half][3] = hl_pointwise_mac(p, sum[half][3], v, (uint32_t)(high >> 32));
  }
}

/* The sums of 64 pixels by four outputs. */
HL_KERNEL void hl_pointwise_products(const hl_pointwise *p, const uint64_t *weights,
                                     const HVX_Vector *bias, const HVX_Vector sums[2],
                                     const HVX_Vector *planes, HVX_Vector sum[2][4]) {
#pragma unroll
  for (int half = 0; half < 2; ++half)
#pragma unroll
    for (int i = 0; i < 4; ++i)
      sum[half][i] = p->sums ? Q6_Vw_vadd_VwVw(bias[i], sums[half]) : bias[i];
  const HVX_Vector *at = planes;
  const int straight = p->words < 8 ? p->words : 8;
#pragma unroll
  for (int word = 0; word < straight; ++word, weights += 2, at += 2)
    hl_pointwise_word(p, weights, at, sum);
  HL_ROLL
  for (int word = straight; word < p->words; ++word, weights += 2, at += 2)
    hl_pointwise_word(p, weights, at, sum);
}

HL_KERNEL int hl_pointwise_stage_vectors(const hl_pointwise *p) {
  return 4 + 4 * hl_stage_vectors(&p->stage);
}

HL_KERNEL void hl_pointwise_finish(const hl_pointwise *p, const HVX_Vector *constants,
                                   HVX_Vector sum[2][4], hl_pointwise_results *to) {
  hl_stage_lanes lanes[4];
  const hl_stage_lanes *const each[4] = {lanes, lanes + 1, lanes + 2, lanes + 3};
#pragma unroll
  for (int i = 0; i < 4; ++i)
    lanes[i] = hl_stage_load(&p->stage, constants + 4 + i * hl_stage_vectors(&p->stage));
#pragma unroll
  for (int half = 0; half < 2; ++half)
    *(HVX_Vector *)(to->at + half * to->second) =
        hl_stage_mixed(&p->stage, sum[half], each, p->min, p->max, p->type);
  to->at += to->next;
}

/* All outputs; a quad's output stage stands beside the next one's first products. */
HL_KERNEL void hl_pointwise_quads(const hl_pointwise *p, const hl_pointwise_memory *m,
                                  const HVX_Vector sums[2], hl_pointwise_results to) {
  const uint64_t *weights = m->weights;
  const HVX_Vector *constants = m->stages;
  HVX_Vector kept[2][4];
  hl_pointwise_products(p, weights, constants, sums, m->planes, kept);
  HL_ROLL
  HL_NO_PIPELINE
  for (int quad = 1; quad < p->quads; ++quad) {
    HVX_Vector next[2][4];
    const HVX_Vector *const ahead = constants + hl_pointwise_stage_vectors(p);
    weights += 2 * p->words;
    hl_pointwise_products(p, weights, ahead, sums, m->planes, next);
    hl_pointwise_finish(p, constants, kept, &to);
    constants = ahead;
#pragma unroll
    for (int i = 0; i < 8; ++i)
      kept[i / 4][i % 4] = next[i / 4][i % 4];
  }
  hl_pointwise_finish(p, constants, kept, &to);
}

/* Units `first` and following of a tensor. */
HL_KERNEL void hl_pointwise_units(uint8_t *tensor, const int32_t *offsets, int first,
                                  uint8_t *at[HL_UNITS]) {
#pragma unroll
  for (int i = 0; i < HL_UNITS; ++i)
    at[i] = tensor + (offsets ? offsets[first + i] : (first + i) * HL_ALIGN);
}

/* The last turn begins where it has as many units as the others, and does some of them again. */
HL_KERNEL void hl_conv2d_pointwise(const hl_pointwise *p, const hl_pointwise_memory *m,
                                   const uint8_t *in, uint8_t *out) {
  HL_ROLL
  for (int unit = 0; unit < p->units; unit += HL_UNITS) {
    const int late = unit + HL_UNITS > p->units && p->units >= HL_UNITS;
    const int first = late ? p->units - HL_UNITS : unit;
    uint8_t *from[HL_UNITS], *to[HL_UNITS];
    HVX_Vector sums[2];
    hl_pointwise_units((uint8_t *)in, m->ins, first, from);
    hl_pointwise_in(p, (const uint8_t *const *)from, m->planes, sums);
    hl_pointwise_quads(p, m, sums, (hl_pointwise_results){(uint8_t *)m->results, HL_ALIGN, 2 * HL_ALIGN});
    hl_pointwise_units(out, m->outs, first, to);
    hl_pointwise_out(p, m->results, to);
  }
}

#endif
