// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters of UNIDIRECTIONAL_SEQUENCE_LSTM, as the reference kernels prepare them.
#pragma once

#include "ir/Quantize.h"
#include "nests/LayerWriter.h"
#include "support/CText.h"

namespace hexloom {

struct LstmShape {
  int32_t Times = 0, Batches = 0, Inputs = 0, Cells = 0, Outputs = 0;
};
LstmShape lstmShape(const Graph &G, const Op &O);

/// The factors of gate K (input, forget, cell, output).
struct LstmFactors {
  Multiplier Input, Recurrent, Peephole, Norm;
};
LstmFactors lstmFactors(const Graph &G, const Op &O, size_t K);

/// bias + zero * the weights' sum, row by row, modulo 2^32: what an operand's zero point adds to the
/// sums.
std::vector<int32_t> biasWithZero(const Tensor &Weights, const Tensor *Bias, int64_t Zero);

/// The constants of an int8 LSTM: biases with the zero points' share, by gate, and what belongs to the projection.
struct LstmConstants {
  std::vector<int32_t> InputBias[4], RecurrentBias[4], ProjectionBias;
  Multiplier Hidden, ProjectionFactor;
  bool Projection = false;
  LstmConstants(const Graph &G, const Op &O);
};

/// The fields of hl_lstm (hexloom/portable/lstm.h). `Pack` gives matrices in the order in which the kernel reads them.
Fields lstmFields(const Graph &G, const Op &O, LayerWriter &W, Bytes (*Pack)(const Tensor &));

} // namespace hexloom
