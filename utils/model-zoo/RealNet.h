// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layers of networks with dynamic-range quantization: activations are floats, weights int8, random, and keep the activations' spread.
#pragma once

#include "Singles.h"

#include <cmath>

namespace zoo {

class RealNet {
public:
  explicit RealNet(Net &N) : N(N) {}

  Net &N;

  const Shape &dims(Value V) const { return N.spec(V).Dims; }
  int32_t channels(Value V) const { return dims(V).back(); }
  static TensorSpec real(const Shape &S) { return {TensorType::FLOAT32, S, {}}; }
  Value reals(const Shape &S, const std::vector<float> &Values) { return N.constant(real(S), Values); }

  using Activation = ActivationFunctionType;
  /// Convolutions pad to the same size; weights have a scale for each channel.
  Value conv(Value X, int32_t Outputs, int32_t Kernel, int32_t Stride, Activation Fused = Activation::NONE);
  Value depthwise(Value X, int32_t Kernel, int32_t Stride, Activation Fused = Activation::NONE);
  Value dense(Value X, int32_t Outputs);
  /// An operator of two tensors, the smaller one of which may be repeated.
  Value binary(BuiltinOperator Code, Value A, Value B, Activation Fused = Activation::NONE);
  Value unary(BuiltinOperator Code, Value X) { return N.op1(Code, {X}, real(dims(X))); }
  /// Over height and width, which stay as dimensions of 1.
  Value mean(Value X);
  Value softmax(Value X);
  Value reshape(Value X, const Shape &S) { return N.op1(BuiltinOperator::RESHAPE, {X, N.ints(S)}, real(S)); }

private:
  struct Weights {
    Value Filter, Bias;
  };
  Weights weights(const Shape &S, int32_t Outputs, double Terms, int Axis);
};

} // namespace zoo
