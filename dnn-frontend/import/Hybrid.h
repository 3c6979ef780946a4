// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hybrid (dynamic-range quantized) operators: products of float activations and int8 weights. TensorFlow Lite's kernels quantize the
// activations while they run. Here that is three operators, so that the product is one of integers:
//
//   QUANTIZE_ROWS   bytes of each row, the row's scale and zero point    | a row is what these belong to: an image of a
//   PRODUCT_SUMS    32-bit sums of products                              | convolution, a row of a matrix
//   SCALE_SUMS      (sum - zero point * sum of weights) * scales + bias, and the activation
//
// RESHAPE stands before and behind them where the operator's tensors are no images.
#pragma once

namespace hexloom {

class OpReader;

/// Replaces the operator, whose attributes and output's shape are known.
void importHybrid(OpReader &R);

} // namespace hexloom
