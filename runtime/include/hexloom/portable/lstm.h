// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* UNIDIRECTIONAL_SEQUENCE_LSTM of int8 and int16 activations with a cell state of int16: the definition of its numerics
 * (LiteRT's reference kernel for int8, tflite-micro's for int16). Gates are numbered input, forget, cell, output. */
#ifndef HEXLOOM_PORTABLE_LSTM_H
#define HEXLOOM_PORTABLE_LSTM_H

#include <hexloom/portable/binary.h>
#include <hexloom/portable/fixedpoint.h>
#include <hexloom/portable/fixedpoint16.h>
#include <hexloom/portable/unary.h>

enum { HL_LSTM_INPUT, HL_LSTM_FORGET, HL_LSTM_CELL, HL_LSTM_OUTPUT, HL_LSTM_GATES };

typedef struct {
  const int8_t *input, *recurrent;            /* weights: cells x inputs, cells x outputs; null: 1 - the forget gate */
  const int32_t *input_bias, *recurrent_bias; /* int8: with the share of the zero points; recurrent_bias may be null */
  const int64_t *wide_bias;                   /* int16; may be null */
  const int16_t *peephole, *norm;             /* by cell; null: none */
  const int32_t *norm_bias;
  hl_factor input_factor, recurrent_factor, peephole_factor, norm_factor;
  int32_t least_variance;
} hl_lstm_gate;

typedef struct {
  hl_type type;
  int32_t times, batches, inputs, cells, outputs;
  int time_major;
  int cell_bits; /* integer bits of the cell state */
  int32_t cell_clip, projection_clip; /* 0: none */
  hl_lstm_gate gate[HL_LSTM_GATES];
  hl_factor keep, renew;  /* int16: of the products that make the new cell state */
  hl_factor hidden;       /* of output gate and cell's tanh */
  int32_t hidden_zero;    /* is added to them */
  const int8_t *projection; /* outputs x cells; null: none */
  const int32_t *projection_bias;
  hl_factor projection_factor;
  int32_t state_zero;
  const uint16_t *sigmoid; /* int16: hl_sigmoid16's samples */
} hl_lstm;

/* A row of weights by a row of activations; 32-bit sums count modulo 2^32. */
HL_KERNEL int64_t hl_lstm_sum(hl_type type, const void *x, const int8_t *weights, int32_t count) {
  int64_t sum = 0;
  for (int32_t i = 0; i < count; ++i)
    sum += hl_load(x, type, (size_t)i) * weights[i];
  return sum;
}

HL_KERNEL int32_t hl_lstm_scaled(int64_t sum, int32_t bias, hl_factor f) {
  return hl_requantize((int32_t)((uint32_t)sum + (uint32_t)bias), f.value, f.shift);
}

/* The sum of both products of a gate for one cell, each saturated. For int8, the second one is added to the first before that. */
HL_KERNEL int32_t hl_lstm_products(const hl_lstm *p, const hl_lstm_gate *g, const void *x, const void *state, int32_t cell) {
  const int64_t a = hl_lstm_sum(p->type, x, g->input + (size_t)cell * p->inputs, p->inputs);
  const int64_t b = hl_lstm_sum(p->type, state, g->recurrent + (size_t)cell * p->outputs, p->outputs);
  if (p->type == HL_INT8) {
    const int32_t first = hl_saturate16(hl_lstm_scaled(a, g->input_bias[cell], g->input_factor));
    const int32_t second = hl_lstm_scaled(b, g->recurrent_bias[cell], g->recurrent_factor);
    return hl_saturate16(hl_wrap_add(second, first));
  }
  const int64_t bias = g->wide_bias ? g->wide_bias[cell] : 0;
  const int64_t sum = (int64_t)((uint64_t)a + (uint64_t)bias);
  return hl_saturate16(hl_saturate16(hl_requantize64(sum, g->input_factor.value, g->input_factor.shift)) +
                       hl_saturate16(hl_requantize64(b, g->recurrent_factor.value, g->recurrent_factor.shift)));
}

/* Layer normalization: to mean 0 and variance 1 in steps of 1/1024, then weights and bias. */
HL_KERNEL void hl_lstm_normalize(const hl_lstm_gate *g, int32_t cells, int16_t *gate) {
  int64_t sum = 0, squares = 0;
  for (int32_t c = 0; c < cells; ++c) {
    sum += gate[c];
    squares += gate[c] * gate[c];
  }
  const int32_t mean = (int32_t)(sum * 1024 / cells);
  const int64_t scaled = squares * ((1 << 20) / cells) - (int64_t)mean * mean;
  int32_t variance = (int32_t)(scaled / (1 << 20)), multiplier;
  int right_shift;
  if (variance < 1)
    variance = g->least_variance;
  hl_inverse_sqrt(variance, &multiplier, &right_shift);
  for (int32_t c = 0; c < cells; ++c) {
    const int32_t centred = hl_requantize(1024 * gate[c] - mean, multiplier, -right_shift);
    const int64_t y = (int64_t)(int32_t)((uint32_t)centred * (uint32_t)(int32_t)g->norm[c]) + g->norm_bias[c];
    const int32_t halves = (int32_t)((y > 0 ? y + 512 : y - 512) / 1024);
    gate[c] = (int16_t)hl_saturate16(hl_requantize(halves, g->norm_factor.value, g->norm_factor.shift + 12));
  }
}

HL_KERNEL int32_t hl_lstm_sigmoid(const hl_lstm *p, int32_t x) {
  static const hl_sigmoid16 scale = {3, 0};
  int16_t y = (int16_t)x;
  if (p->type == HL_INT8)
    return hl_sigmoid_fixed16(x, 3);
  hl_logistic16(&scale, p->sigmoid, &y, &y, 1);
  return y;
}

/* The hyperbolic tangent of a value with `bits` integer bits. */
HL_KERNEL int32_t hl_lstm_tanh(const hl_lstm *p, int32_t x, int bits) {
  const hl_sigmoid16 scale = {bits > 3 ? 3 << (bits - 3) : 3, bits > 3 ? 0 : 3 - bits};
  int16_t y = (int16_t)x;
  if (p->type == HL_INT8)
    return hl_tanh_fixed16(x, bits);
  hl_tanh16(&scale, p->sigmoid, &y, &y, 1);
  return y;
}

/* What stands between a gate's products and its values. */
HL_KERNEL void hl_lstm_activate(const hl_lstm *p, const hl_lstm_gate *g, int is_cell, const int16_t *cell, int16_t *gate) {
  for (int32_t c = 0; g->peephole && c < p->cells; ++c)
    gate[c] = (int16_t)hl_saturate16(
        hl_wrap_add(hl_requantize(g->peephole[c] * cell[c], g->peephole_factor.value, g->peephole_factor.shift), gate[c]));
  if (g->norm)
    hl_lstm_normalize(g, p->cells, gate);
  for (int32_t c = 0; c < p->cells; ++c)
    gate[c] = (int16_t)(is_cell ? hl_lstm_tanh(p, gate[c], 3) : hl_lstm_sigmoid(p, gate[c]));
}

/* keep * cell + add * renew */
HL_KERNEL int32_t hl_lstm_new_cell(const hl_lstm *p, int32_t keep, int32_t cell, int32_t add, int32_t renew) {
  int32_t kept, added;
  if (p->type == HL_INT8) {
    kept = hl_rdivpot(keep * cell, 15);
    added = hl_rdivpot(add * renew, 15 + p->cell_bits);
  } else {
    kept = hl_saturate16(hl_requantize(keep * cell, p->keep.value, p->keep.shift));
    added = hl_saturate16(hl_requantize(add * renew, p->renew.value, p->renew.shift));
  }
  const int32_t sum = hl_saturate16(kept + added);
  return p->cell_clip > 0 ? hl_clamp(sum, -p->cell_clip, p->cell_clip) : sum;
}

HL_KERNEL int32_t hl_lstm_hidden(const hl_lstm *p, int32_t gate, int32_t cell) {
  const int32_t y = hl_requantize(gate * hl_lstm_tanh(p, cell, p->cell_bits), p->hidden.value, p->hidden.shift);
  return hl_clamp_from(y, p->hidden_zero, hl_type_min(p->type), hl_type_max(p->type));
}

/* The new output state of one row from its hidden values. */
HL_KERNEL void hl_lstm_project(const hl_lstm *p, const void *hidden, void *state) {
  if (!p->projection) {
    __builtin_memcpy(state, hidden, (size_t)p->outputs * (p->type == HL_INT8 ? 1 : 2));
    return;
  }
  for (int32_t o = 0; o < p->outputs; ++o) {
    const int64_t sum = hl_lstm_sum(p->type, hidden, p->projection + (size_t)o * p->cells, p->cells);
    const int32_t y = hl_lstm_scaled(sum, p->projection_bias[o], p->projection_factor);
    const int32_t bounded = hl_clamp_from(y, p->state_zero, INT8_MIN, INT8_MAX);
    hl_store(state, p->type, (size_t)o,
             p->projection_clip > 0 ? hl_clamp(bounded, -p->projection_clip, p->projection_clip) : bounded);
  }
}

/* Computes a step of one row. gates: 4 x cells; hidden: cells. */
HL_KERNEL void hl_lstm_step(const hl_lstm *p, const void *x, void *state, int16_t *cell, int16_t *gates, void *hidden) {
  const int32_t n = p->cells;
  int16_t *const input = gates + HL_LSTM_INPUT * n, *const forget = gates + HL_LSTM_FORGET * n;
  int16_t *const renew = gates + HL_LSTM_CELL * n, *const output = gates + HL_LSTM_OUTPUT * n;
  for (int k = 0; k < HL_LSTM_GATES; ++k)
    for (int32_t c = 0; p->gate[k].input && c < n; ++c)
      gates[k * n + c] = (int16_t)hl_lstm_products(p, &p->gate[k], x, state, c);
  for (int k = 0; k < HL_LSTM_OUTPUT; ++k)
    if (p->gate[k].input)
      hl_lstm_activate(p, &p->gate[k], k == HL_LSTM_CELL, cell, gates + k * n);
  for (int32_t c = 0; c < n; ++c) {
    const int32_t add = p->gate[HL_LSTM_INPUT].input ? input[c] : INT16_MAX - forget[c];
    cell[c] = (int16_t)hl_lstm_new_cell(p, forget[c], cell[c], add, renew[c]);
  }
  hl_lstm_activate(p, &p->gate[HL_LSTM_OUTPUT], 0, cell, output);
  for (int32_t c = 0; c < n; ++c)
    hl_store(hidden, p->type, (size_t)c, hl_lstm_hidden(p, output[c], cell[c]));
  hl_lstm_project(p, hidden, state);
}

/* The states may lie where they are left. */
HL_KERNEL void hl_lstm_portable(const hl_lstm *p, const void *in, const void *old_state, const int16_t *old_cell, void *out,
                                void *state, int16_t *cell, int16_t *gates, void *hidden) {
  const size_t size = p->type == HL_INT8 ? 1 : 2, rows = (size_t)p->batches;
  if (state != old_state)
    __builtin_memcpy(state, old_state, rows * p->outputs * size);
  if (cell != old_cell)
    __builtin_memcpy(cell, old_cell, rows * p->cells * sizeof *cell);
  for (int32_t t = 0; t < p->times; ++t)
    for (int32_t b = 0; b < p->batches; ++b) {
      const size_t row = p->time_major ? (size_t)t * p->batches + b : (size_t)b * p->times + t;
      uint8_t *const own = (uint8_t *)state + (size_t)b * p->outputs * size;
      hl_lstm_step(p, (const uint8_t *)in + row * p->inputs * size, own, cell + (size_t)b * p->cells, gates, hidden);
      __builtin_memcpy((uint8_t *)out + row * p->outputs * size, own, p->outputs * size);
    }
}

#endif
