// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Samples.h"
#include "Simulation.h"

#include <algorithm>
#include <cmath>

namespace zoo {

namespace tfl = hexloom::tflite;
using Op = BuiltinOperator;

Map Simulation::unary(Op Code, const Map &In, const std::function<double(double)> &F,
                      const Quantization *Fixed, BuiltinOptionsUnion Options) {
  const auto Sample = [&] {
    std::vector<float> Results;
    for (float X : In.Sample)
      Results.push_back(static_cast<float>(F(X)));
    return Results;
  };
  return finish(Code, {In.V}, In.Dims, Sample, std::move(Options), Fixed);
}

Map Simulation::binary(Op Code, const Map &A, const Map &B,
                       const std::function<double(double, double)> &F,
                       BuiltinOptionsUnion Options) {
  const Shape Out = broadcastShape(A.Dims, B.Dims);
  const auto StridesA = broadcastStrides(A.Dims, Out), StridesB = broadcastStrides(B.Dims, Out);
  const auto Sample = [&] {
    std::vector<float> Results(static_cast<size_t>(elementsOf(Out)));
    forEach(Out, [&](size_t I, const std::vector<int32_t> &At) {
      Results[I] = static_cast<float>(
          F(A.Sample[size_t(dot(At, StridesA))], B.Sample[size_t(dot(At, StridesB))]));
    });
    return Results;
  };
  return finish(Code, {A.V, B.V}, Out, Sample, std::move(Options));
}

Map Simulation::add(const Map &A, const Map &B, ActivationFunctionType Activation) {
  return binary(
      Op::ADD, A, B, [&](double X, double Y) { return activate(X + Y, Activation); },
      activated<tfl::AddOptionsT>(Activation));
}
Map Simulation::sub(const Map &A, const Map &B) {
  return binary(
      Op::SUB, A, B, [](double X, double Y) { return X - Y; }, options(tfl::SubOptionsT()));
}
Map Simulation::mul(const Map &A, const Map &B, ActivationFunctionType Activation) {
  return binary(
      Op::MUL, A, B, [&](double X, double Y) { return activate(X * Y, Activation); },
      activated<tfl::MulOptionsT>(Activation));
}
Map Simulation::squaredDifference(const Map &A, const Map &B) {
  return binary(Op::SQUARED_DIFFERENCE, A, B, [](double X, double Y) { return (X - Y) * (X - Y); });
}
Map Simulation::div(const Map &A, const Map &B) {
  return binary(
      Op::DIV, A, B, [](double X, double Y) { return X / Y; }, options(tfl::DivOptionsT()));
}

Quantization Simulation::probabilities() const {
  return Type == TensorType::INT16 ? perTensor(1.0f / 32768, 0)
                                   : perTensor(1.0f / 256, lowest(Type));
}

Quantization Simulation::signedUnit() const {
  return perTensor(Type == TensorType::INT16 ? 1.0f / 32768 : 1.0f / 128,
                   Type == TensorType::UINT8 ? 128 : 0);
}

Map Simulation::softmax(const Map &In) {
  const size_t Depth = static_cast<size_t>(In.Dims.back());
  const auto Normalize = [&] {
    std::vector<float> Sample(In.Sample.size());
    for (size_t Row = 0; Row < Sample.size(); Row += Depth) {
      const float Max = *std::max_element(&In.Sample[Row], &In.Sample[Row] + Depth);
      double Sum = 0;
      for (size_t I = 0; I < Depth; ++I)
        Sum += std::exp(double(In.Sample[Row + I]) - Max);
      for (size_t I = 0; I < Depth; ++I)
        Sample[Row + I] = static_cast<float>(std::exp(double(In.Sample[Row + I]) - Max) / Sum);
    }
    return Sample;
  };
  tfl::SoftmaxOptionsT Options;
  Options.beta = 1;
  const Quantization Fixed = probabilities();
  return finish(Op::SOFTMAX, {In.V}, In.Dims, Normalize, options(Options), &Fixed);
}

Map Simulation::hardSwish(const Map &In) {
  return unary(Op::HARD_SWISH, In,
               [](double X) { return X * std::min(std::max(X + 3, 0.0), 6.0) / 6; });
}
Map Simulation::logistic(const Map &In) {
  const Quantization Fixed = probabilities();
  return unary(
      Op::LOGISTIC, In, [](double X) { return 1 / (1 + std::exp(-X)); }, &Fixed);
}
Map Simulation::tanh(const Map &In) {
  const Quantization Fixed = signedUnit();
  return unary(
      Op::TANH, In, [](double X) { return std::tanh(X); }, &Fixed);
}
Map Simulation::gelu(const Map &In) {
  tfl::GeluOptionsT Options;
  Options.approximate = true;
  return unary(
      Op::GELU, In,
      [](double X) { return 0.5 * X * (1 + std::tanh(0.7978845608 * (X + 0.044715 * X * X * X))); },
      nullptr, options(Options));
}
Map Simulation::rsqrt(const Map &In) {
  return unary(Op::RSQRT, In, [](double X) { return 1 / std::sqrt(std::max(X, 1e-3)); });
}
Map Simulation::sqrt(const Map &In) {
  return unary(Op::SQRT, In, [](double X) { return std::sqrt(std::max(X, 0.0)); });
}
Map Simulation::relu(const Map &In) {
  return unary(Op::RELU, In, [](double X) { return std::max(X, 0.0); });
}
Map Simulation::negative(const Map &In) {
  return unary(Op::NEG, In, [](double X) { return -X; });
}

} // namespace zoo
