// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* UNIDIRECTIONAL_SEQUENCE_LSTM of int8, equal to portable/lstm.h: its matrix products by the core of product.h, gates by vectors
 * of 64 cells. All rows' products with the input come first, several rows at a time; those with the state follow step by step.
 * Rows of gates and cells are padded to whole vectors, rows of bytes to words of 8. */
#ifndef HEXLOOM_HVX_LSTM_H
#define HEXLOOM_HVX_LSTM_H

#include <hexloom/hvx/fixedpoint16.h>
#include <hexloom/hvx/product.h>
#include <hexloom/portable/lstm.h>

/* Weights of some rows' products: [block of 32 outputs][pair of words][2][32][4], stored + 128, and a bias for each output. */
typedef struct {
  const HVX_Vector *weights;
  const int32_t *bias;
} hl_lstm_matrix;

typedef struct {
  hl_lstm lstm;
  hl_lstm_matrix input[HL_LSTM_GATES], recurrent[HL_LSTM_GATES], projection;
  int32_t in_bytes, state_bytes, hidden_bytes; /* of a padded row */
  int32_t row;                                 /* halfwords of a padded row of cells */
} hl_lstm_hvx;

/* Scratch memory. */
typedef struct {
  uint8_t *in, *state, *hidden;  /* padded rows: all of the input; a state for each batch; one */
  int16_t *sums, *gates, *cells; /* of the input's products, of all rows; of one row; for each batch */
} hl_lstm_memory;

/* -128 times the sums of the rows' bytes, in all lanes: what the weights' 128 added. */
HL_KERNEL void hl_lstm_row_sums(const uint8_t *rows, int bytes, int count, HVX_Vector *sums) {
  const HVX_Vector ones = Q6_Vb_vsplat_R(1);
  for (int r = 0; r < count; ++r, rows += bytes) {
    HVX_Vector even = Q6_V_vzero(), odd = Q6_V_vzero();
    for (int i = 0; i < bytes; i += 8) {
      const uint64_t two = *(const uint64_t *)(rows + i);
      even = Q6_Vw_vrmpyacc_VwVubRb(even, ones, (int32_t)two);
      odd = Q6_Vw_vrmpyacc_VwVubRb(odd, ones, (int32_t)(two >> 32));
    }
    sums[r] = Q6_Vw_vsub_VwVw(Q6_V_vzero(), Q6_Vw_vasl_VwR(Q6_Vw_vadd_VwVw(even, odd), 7));
  }
}

/* The sums of `count` (a constant, 1 to 4) rows for one block. */
HL_KERNEL void hl_lstm_block(const hl_lstm_matrix *m, int block, const uint8_t *rows, int bytes, int count,
                             const HVX_Vector *row_sums, HVX_Vector *sum) {
  const hl_product p = {.type = HL_INT8, .pixel_bytes = bytes, .aligned8 = 1, .run_stride = 1};
  const HVX_Vector bias = ((const HVX_Vector *)m->bias)[block];
#pragma unroll
  for (int r = 0; r < count; ++r)
    sum[r] = Q6_Vw_vadd_VwVw(bias, row_sums[r]);
  hl_product_run(&p, sum, count, rows, bytes / 4, m->weights + block * (bytes / 4), 0);
}

/* Multiplies `count` rows by one matrix: products are scaled, added to `out` if `add`, and saturated. Each row of results is halfwords. */
HL_KERNEL void hl_lstm_some(const hl_lstm_matrix *m, hl_factor f, int outputs, const uint8_t *rows, int bytes, int count,
                            const HVX_Vector *row_sums, int add, int16_t *out, int out_row) {
  const int blocks = (outputs + 31) / 32;
  for (int block = 0; block < blocks; block += 2) {
    HVX_Vector low[4], high[4];
    hl_lstm_block(m, block, rows, bytes, count, row_sums, low);
    if (block + 1 < blocks)
      hl_lstm_block(m, block + 1, rows, bytes, count, row_sums, high);
#pragma unroll
    for (int r = 0; r < count; ++r) {
      HVX_Vector *const to = (HVX_Vector *)(out + r * out_row + block * 32);
      HVX_Vector w0 = hl_vrequantize(low[r], f.value, f.shift);
      HVX_Vector w1 = block + 1 < blocks ? hl_vrequantize(high[r], f.value, f.shift) : w0;
      if (add) {
        const HVX_VectorPair before = Q6_Ww_vunpack_Vh(*to);
        w0 = Q6_Vw_vadd_VwVw(w0, Q6_V_lo_W(before));
        w1 = Q6_Vw_vadd_VwVw(w1, Q6_V_hi_W(before));
      }
      *to = Q6_Vh_vpack_VwVw_sat(w1, w0);
    }
  }
}

/* The products of all gates with `count` rows, 1 to 4. */
HL_KERNEL void hl_lstm_gates_of(const hl_lstm_hvx *p, int recurrent, const uint8_t *rows, int count, int16_t *out) {
  const int bytes = recurrent ? p->state_bytes : p->in_bytes;
  HVX_Vector row_sums[4];
  hl_lstm_row_sums(rows, bytes, count, row_sums);
#pragma unroll
  for (int k = 0; k < HL_LSTM_GATES; ++k) {
    const hl_lstm_gate *const g = &p->lstm.gate[k];
    if (g->input)
      hl_lstm_some(recurrent ? &p->recurrent[k] : &p->input[k], recurrent ? g->recurrent_factor : g->input_factor,
                   p->lstm.cells, rows, bytes, count, row_sums, recurrent, out + k * p->row, HL_LSTM_GATES * p->row);
  }
}

HL_KERNEL HVX_Vector hl_lstm_vproduct(HVX_Vector a, HVX_Vector b, int exponent) {
  const HVX_VectorPair w = Q6_Ww_vmpy_VhVh(a, b); /* of the even halfwords, and of the odd ones */
  return Q6_Vh_vshuffe_VhVh(hl_vrdivpot(Q6_V_hi_W(w), exponent), hl_vrdivpot(Q6_V_lo_W(w), exponent));
}

HL_KERNEL void hl_lstm_vactivate(const hl_lstm_hvx *p, int k, const int16_t *cells, int16_t *gate) {
  const hl_lstm_gate *const g = &p->lstm.gate[k];
  HVX_Vector *const v = (HVX_Vector *)gate;
  for (int i = 0; g->peephole && i < p->row / 64; ++i) {
    const HVX_VectorPair w = Q6_Ww_vmpy_VhVh(((const HVX_Vector *)g->peephole)[i], ((const HVX_Vector *)cells)[i]);
    const HVX_VectorPair before = Q6_Ww_vmpy_VhVh(v[i], Q6_Vh_vsplat_R(1));
    const hl_factor f = g->peephole_factor;
    v[i] = Q6_Vh_vsat_VwVw(Q6_Vw_vadd_VwVw(hl_vrequantize(Q6_V_hi_W(w), f.value, f.shift), Q6_V_hi_W(before)),
                           Q6_Vw_vadd_VwVw(hl_vrequantize(Q6_V_lo_W(w), f.value, f.shift), Q6_V_lo_W(before)));
  }
  if (g->norm)
    hl_lstm_normalize(g, p->lstm.cells, gate);
  for (int i = 0; i < p->row / 64; ++i)
    v[i] = k == HL_LSTM_CELL ? hl_vtanh_fixed16(v[i], 3) : hl_vsigmoid_fixed16(v[i], 3);
}

HL_KERNEL void hl_lstm_vcells(const hl_lstm_hvx *p, const int16_t *gates, int16_t *cells) {
  const HVX_Vector *const add = (const HVX_Vector *)gates, *const forget = (const HVX_Vector *)(gates + p->row);
  const HVX_Vector *const renew = (const HVX_Vector *)(gates + 2 * p->row);
  HVX_Vector *const c = (HVX_Vector *)cells;
  for (int i = 0; i < p->row / 64; ++i) {
    const HVX_Vector new = p->lstm.gate[HL_LSTM_INPUT].input
                               ? add[i]
                               : Q6_Vh_vsub_VhVh(Q6_Vh_vsplat_R(INT16_MAX), forget[i]);
    HVX_Vector y = Q6_Vh_vadd_VhVh_sat(hl_lstm_vproduct(forget[i], c[i], 15),
                                       hl_lstm_vproduct(new, renew[i], 15 + p->lstm.cell_bits));
    if (p->lstm.cell_clip > 0)
      y = Q6_Vh_vmax_VhVh(Q6_Vh_vmin_VhVh(y, Q6_Vh_vsplat_R(p->lstm.cell_clip)), Q6_Vh_vsplat_R(-p->lstm.cell_clip));
    c[i] = y;
  }
}

/* Bytes of 64 cells in each half of a vector. */
HL_KERNEL void hl_lstm_vhidden(const hl_lstm_hvx *p, const int16_t *output, const int16_t *cells, uint8_t *hidden) {
  const HVX_Vector *const o = (const HVX_Vector *)output, *const c = (const HVX_Vector *)cells;
  const HVX_Vector zero = Q6_Vh_vsplat_R(p->lstm.hidden_zero);
  const hl_factor f = p->lstm.hidden;
  for (int i = 0; i < p->row / 64; i += 2) {
    HVX_Vector h[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) {
      const int at = i + k < p->row / 64 ? i + k : i;
      const HVX_VectorPair w = Q6_Ww_vmpy_VhVh(o[at], hl_vtanh_fixed16(c[at], p->lstm.cell_bits));
      h[k] = Q6_Vh_vadd_VhVh_sat(Q6_Vh_vsat_VwVw(hl_vrequantize(Q6_V_hi_W(w), f.value, f.shift),
                                                 hl_vrequantize(Q6_V_lo_W(w), f.value, f.shift)),
                                 zero);
    }
    ((HVX_Vector *)hidden)[i / 2] = Q6_Vb_vpack_VhVh_sat(h[1], h[0]);
  }
}

/* The new output state from the hidden values, whose padding is cleared first. */
HL_KERNEL void hl_lstm_vproject(const hl_lstm_hvx *p, uint8_t *hidden, int16_t *words, uint8_t *state) {
  const hl_lstm *const l = &p->lstm;
  if (!l->projection) {
    __builtin_memcpy(state, hidden, (size_t)l->outputs);
    return;
  }
  HVX_Vector row_sum;
  __builtin_memset(hidden + l->cells, 0, (size_t)(p->hidden_bytes - l->cells));
  hl_lstm_row_sums(hidden, p->hidden_bytes, 1, &row_sum);
  hl_lstm_some(&p->projection, l->projection_factor, l->outputs, hidden, p->hidden_bytes, 1, &row_sum, 0, words, 0);
  for (int o = 0; o < l->outputs; ++o) {
    const int32_t y = hl_clamp(words[o] + l->state_zero, INT8_MIN, INT8_MAX);
    ((int8_t *)state)[o] = (int8_t)(l->projection_clip > 0 ? hl_clamp(y, -l->projection_clip, l->projection_clip) : y);
  }
}

/* Computes a step of one batch; `sums` become the gates. */
HL_KERNEL void hl_lstm_vstep(const hl_lstm_hvx *p, const hl_lstm_memory *m, int batch, int16_t *sums) {
  uint8_t *const state = m->state + batch * p->state_bytes;
  int16_t *const cells = m->cells + batch * p->row;
  hl_lstm_gates_of(p, 1, state, 1, sums);
#pragma unroll
  for (int k = 0; k < HL_LSTM_OUTPUT; ++k)
    if (p->lstm.gate[k].input)
      hl_lstm_vactivate(p, k, cells, sums + k * p->row);
  hl_lstm_vcells(p, sums, cells);
  hl_lstm_vactivate(p, HL_LSTM_OUTPUT, cells, sums + HL_LSTM_OUTPUT * p->row);
  hl_lstm_vhidden(p, sums + HL_LSTM_OUTPUT * p->row, cells, m->hidden);
  hl_lstm_vproject(p, m->hidden, m->gates, state);
}

/* Dense rows into padded ones, or back; what is padded is 0. */
HL_KERNEL void hl_lstm_pad(uint8_t *to, int to_bytes, const void *from, int bytes, int rows) {
  for (int r = 0; r < rows; ++r) {
    __builtin_memset(to + r * to_bytes + bytes, 0, (size_t)(to_bytes - bytes));
    __builtin_memcpy(to + r * to_bytes, (const uint8_t *)from + r * bytes, (size_t)bytes);
  }
}
HL_KERNEL void hl_lstm_unpad(void *to, int bytes, const uint8_t *from, int from_bytes, int rows) {
  for (int r = 0; r < rows; ++r)
    __builtin_memcpy((uint8_t *)to + r * bytes, from + r * from_bytes, (size_t)bytes);
}

/* The states may lie where they are left. */
HL_KERNEL void hl_lstm_vrmpy(const hl_lstm_hvx *p, const hl_lstm_memory *m, const void *in, const void *old_state,
                             const int16_t *old_cell, void *out, void *state, int16_t *cell) {
  const hl_lstm *const l = &p->lstm;
  const int rows = l->times * l->batches, gates_row = HL_LSTM_GATES * p->row;
  hl_lstm_pad(m->in, p->in_bytes, in, l->inputs, rows);
  hl_lstm_pad(m->state, p->state_bytes, old_state, l->outputs, l->batches);
  hl_lstm_pad((uint8_t *)m->cells, 2 * p->row, old_cell, 2 * l->cells, l->batches);
  int r = 0;
  for (; r + 4 <= rows; r += 4)
    hl_lstm_gates_of(p, 0, m->in + r * p->in_bytes, 4, m->sums + r * gates_row);
  for (; r < rows; ++r)
    hl_lstm_gates_of(p, 0, m->in + r * p->in_bytes, 1, m->sums + r * gates_row);
  for (int t = 0; t < l->times; ++t)
    for (int b = 0; b < l->batches; ++b) {
      const int row = l->time_major ? t * l->batches + b : b * l->times + t;
      hl_lstm_vstep(p, m, b, m->sums + row * gates_row);
      __builtin_memcpy((uint8_t *)out + row * l->outputs, m->state + b * p->state_bytes, (size_t)l->outputs);
    }
  hl_lstm_unpad(state, l->outputs, m->state, p->state_bytes, l->batches);
  hl_lstm_unpad(cell, 2 * l->cells, (const uint8_t *)m->cells, 2 * p->row, l->batches);
}

#endif
