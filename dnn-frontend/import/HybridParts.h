// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What products of float activations by int8 weights are made of (import/Hybrid.h).
#pragma once

#include "import/OpMaker.h"

namespace hexloom {

/// Rows as bytes; scale and zero point of each row.
struct QuantizedRows {
  TensorId Bytes, Scales, Zeros;
};
QuantizedRows quantizeRows(OpMaker &M, TensorId Rows, const Shape &Padded, const Ints &Pads, bool Asymmetric);

/// The sum of each row of `Depth` weights, modulo 2^32.
std::vector<int32_t> sumsOfRows(const Tensor &Weights, int32_t Rows, int32_t Depth);

/// Matrices of int8 with one scale each, one below the other, as the weights of one product.
struct StackedWeights {
  int32_t Channels = 0, Depth = 0;
  hexloom::Bytes Values;
  std::vector<float> Scales; ///< of each channel
  void add(const Tensor &Matrix);
};

/// Each row of a matrix [rows, depth] by all weights: [rows, channels] in the order "dense", with a bias or none.
TensorId denseProduct(OpMaker &M, TensorId Rows, const StackedWeights &W, TensorId Bias, bool Asymmetric);

} // namespace hexloom
