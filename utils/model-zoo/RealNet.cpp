// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RealNet.h"

namespace zoo {

namespace tfl = hexloom::tflite;

/// Terms: how many products a sum has.
RealNet::Weights RealNet::weights(const Shape &S, int32_t Outputs, double Terms, int Axis) {
  const double Spread = 1.7 / (73.0 * std::sqrt(Terms));
  Quantization Q;
  Q.Axis = Axis;
  std::vector<float> Bias;
  for (int32_t I = 0; I < Outputs; ++I) {
    Q.Scales.push_back(static_cast<float>(Spread * N.random().between(80, 120) / 100));
    Q.ZeroPoints.push_back(0);
    Bias.push_back(static_cast<float>(0.2 * N.random().normal()));
  }
  const Value Filter = N.random({TensorType::INT8, S, Q}, -127, 127);
  return {Filter, reals({Outputs}, Bias)};
}

static Shape strided(const Shape &In, int32_t Stride, int32_t Outputs) {
  return {1, (In[1] + Stride - 1) / Stride, (In[2] + Stride - 1) / Stride, Outputs};
}

Value RealNet::conv(Value X, int32_t Outputs, int32_t Kernel, int32_t Stride, Activation Fused) {
  const int32_t Depth = channels(X);
  const Weights W = weights({Outputs, Kernel, Kernel, Depth}, Outputs, double(Depth) * Kernel * Kernel, 0);
  tfl::Conv2DOptionsT O;
  O.padding = Padding::SAME;
  O.stride_w = O.stride_h = Stride;
  O.fused_activation_function = Fused;
  return N.op1(BuiltinOperator::CONV_2D, {X, W.Filter, W.Bias}, real(strided(dims(X), Stride, Outputs)), options(O));
}

Value RealNet::depthwise(Value X, int32_t Kernel, int32_t Stride, Activation Fused) {
  const int32_t Depth = channels(X);
  const Weights W = weights({1, Kernel, Kernel, Depth}, Depth, double(Kernel) * Kernel, 3);
  tfl::DepthwiseConv2DOptionsT O;
  O.padding = Padding::SAME;
  O.stride_w = O.stride_h = Stride;
  O.depth_multiplier = 1;
  O.fused_activation_function = Fused;
  return N.op1(BuiltinOperator::DEPTHWISE_CONV_2D, {X, W.Filter, W.Bias}, real(strided(dims(X), Stride, Depth)), options(O));
}

Value RealNet::dense(Value X, int32_t Outputs) {
  const int32_t Depth = channels(X);
  const Weights W = weights({Outputs, Depth}, Outputs, Depth, 0);
  return N.op1(BuiltinOperator::FULLY_CONNECTED, {X, W.Filter, W.Bias}, real({1, Outputs}), options(tfl::FullyConnectedOptionsT()));
}

Value RealNet::binary(BuiltinOperator Code, Value A, Value B, Activation Fused) {
  const Shape Out = elementsOf(dims(A)) >= elementsOf(dims(B)) ? dims(A) : dims(B);
  if (Fused == Activation::NONE)
    return N.op1(Code, {A, B}, real(Out));
  const auto Options = Code == BuiltinOperator::ADD ? with<tfl::AddOptionsT>([&](auto &O) { O.fused_activation_function = Fused; })
                                                    : with<tfl::MulOptionsT>([&](auto &O) { O.fused_activation_function = Fused; });
  return N.op1(Code, {A, B}, real(Out), Options);
}

Value RealNet::mean(Value X) {
  return N.op1(BuiltinOperator::MEAN, {X, N.ints({1, 2})}, real({1, 1, 1, channels(X)}),
               with<tfl::ReducerOptionsT>([](auto &O) { O.keep_dims = true; }));
}

Value RealNet::softmax(Value X) {
  return N.op1(BuiltinOperator::SOFTMAX, {X}, real(dims(X)), with<tfl::SoftmaxOptionsT>([](auto &O) { O.beta = 1; }));
}

} // namespace zoo
