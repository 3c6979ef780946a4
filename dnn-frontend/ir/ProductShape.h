// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products (convolutions, fully connected, batched matrix products): their geometry, and how TensorFlow Lite's kernels make outputs
// of sums. Emission, plans and the evaluation of constants read it.
#pragma once

#include "ir/Quantize.h"

#include <string>

namespace hexloom {

/// CONV_2D, TRANSPOSE_CONV and FULLY_CONNECTED (a 1x1 convolution over one row of its input's rows)
/// as one geometry.
struct ProductShape {
  Nhwc In, Out;
  int KernelH = 1, KernelW = 1, StrideH = 1, StrideW = 1, DilationH = 1, DilationW = 1;
  int PadTop = 0, PadLeft = 0, Groups = 1;

  int64_t outputs() const { return int64_t(Out.N) * Out.H * Out.W * Out.C; }
  /// Multiply-accumulates of one output (for TRANSPOSE_CONV at most).
  int64_t depth() const { return int64_t(KernelH) * KernelW * In.C / Groups; }
};

ProductShape productShape(const Graph &G, const Op &O);

/// The output stage of an operator with constant bias, DEPTHWISE_CONV_2D included: factors and bias of each output channel.
struct OutputStage {
  bool Wide = false; ///< 64-bit sums (see portable/conv2d.h)
  std::vector<int32_t> Multipliers, Shifts;
  std::vector<int64_t> Bias;
  int32_t InZero = 0, FilterZero = 0, OutZero = 0;
  Range Bounds = {0, 0};
};
OutputStage outputStage(const Graph &G, const Op &O);

/// Why no product kernel can serve the operator, or "".
std::string productProblem(const Graph &G, const Op &O);

/// Factor of a product whose second operand has one scale: TFLite multiplies the two float scales
/// in float.
Multiplier productMultiplier(const Tensor &X, const Tensor &Y, const Tensor &Out);

/// BATCH_MATMUL: sizes and the strides, in matrices, of up to three batch dimensions.
struct MatmulShape {
  int32_t Batches[3] = {1, 1, 1}, XStrides[3] = {}, YStrides[3] = {};
  int32_t Rows = 0, Depth = 0, Columns = 0;
  int64_t batches() const { return int64_t(Batches[0]) * Batches[1] * Batches[2]; }
};
MatmulShape matmulShape(const Graph &G, const Op &O);
std::string matmulProblem(const Graph &G, const Op &O);

} // namespace hexloom
