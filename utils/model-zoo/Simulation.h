// Builds quantized networks with calibrated parameters: every layer is also evaluated in real
// numbers on a sample image, and its scale and zero point are chosen from the values seen, so that
// activations neither vanish nor saturate. Weights are normalized layer by layer as batch
// normalization, folded into a trained network's convolutions, leaves them.
#pragma once

#include "Net.h"

#include <functional>

namespace zoo {

/// An activation: the tensor, and its values on the sample, row-major.
struct Map {
  Value V;
  Shape Dims;
  std::vector<float> Sample;
};

class Simulation {
public:
  /// Activations of this type: INT8 and INT16 (weights of int8 per channel) or UINT8 (weights per
  /// tensor, with a zero point).
  Simulation(Net &N, TensorType Type) : N(N), Type(Type) {}

  /// Graph input, values in [-1, 1]; the sample has smooth stripes beside noise, so that both find
  /// their range.
  Map image(const Shape &Dims);
  Map conv(const Map &In, int32_t Channels, int32_t Kernel, int32_t Stride,
           ActivationFunctionType Activation);
  Map depthwise(const Map &In, int32_t Kernel, int32_t Stride, ActivationFunctionType Activation);
  /// Over the last dimension, any rank. Spread: standard deviation of the results.
  Map fullyConnected(const Map &In, int32_t Channels, double Spread = 1);
  Map add(const Map &A, const Map &B,
          ActivationFunctionType Activation = ActivationFunctionType::NONE);
  Map mul(const Map &A, const Map &B);
  Map sub(const Map &A, const Map &B);
  Map squaredDifference(const Map &A, const Map &B);
  Map mean(const Map &In, std::vector<int32_t> Axes); ///< keeps the dimensions
  Map maxPool(const Map &In, int32_t Kernel, int32_t Stride);
  Map averagePoolAll(const Map &In);
  Map reshape(const Map &In, const Shape &Dims);
  Map transpose(const Map &In, const std::vector<int32_t> &Permutation);
  Map batchMatMul(const Map &A, const Map &B, bool TransposeB);
  Map softmax(const Map &In);
  Map hardSwish(const Map &In);
  Map logistic(const Map &In);
  Map gelu(const Map &In);
  Map rsqrt(const Map &In);
  Map scalar(double Real); ///< a quantized constant
  Map vector(int32_t Size, double Middle, double Spread);
  /// As exporters lower it: mean, squared difference, mean, add, rsqrt, products.
  Map layerNorm(const Map &In);

private:
  Net &N;
  TensorType Type;

  Quantization calibrate(const std::vector<float> &Sample) const;
  Quantization probabilities() const; ///< of what lies in [0, 1]
  Map finish(BuiltinOperator Code, const std::vector<Value> &Inputs, Shape Dims,
             std::vector<float> Sample, BuiltinOptionsUnion Options,
             const Quantization *Fixed = nullptr);
  Map unary(BuiltinOperator Code, const Map &In, const std::function<double(double)> &F,
            const Quantization *Fixed = nullptr, BuiltinOptionsUnion Options = {});
  Map binary(BuiltinOperator Code, const Map &A, const Map &B,
             const std::function<double(double, double)> &F, BuiltinOptionsUnion Options = {});
  struct Product;
  Map product(BuiltinOperator Code, const Map &In, Product &P, const Shape &Out,
              ActivationFunctionType Activation, double Spread, BuiltinOptionsUnion Options);
  Map window(BuiltinOperator Code, const Map &In, int32_t Channels, int32_t Kernel, int32_t Stride,
             ActivationFunctionType Activation);
};

} // namespace zoo
