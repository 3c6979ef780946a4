// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Quantize.h"
#include "support/Error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hexloom {

std::string cText(const Multiplier &M) { return strf("{%d, %d}", M.Value, M.Shift); }

Multiplier quantizeMultiplier(double Real) {
  if (Real == 0)
    return {};
  constexpr int32_t Largest = std::numeric_limits<int32_t>::max();
  if (!(std::abs(Real) < std::ldexp(1.0, kMostShift)))
    return {Real < 0 ? -Largest : Largest, kMostShift};
  int Shift = 0;
  const double Fraction = std::frexp(Real, &Shift);
  int64_t Value = static_cast<int64_t>(std::round(Fraction * double(int64_t(1) << 31)));
  HEXLOOM_CHECK(Value <= int64_t(1) << 31, "multiplier above one");
  if (Value == int64_t(1) << 31) { // rounded up to 1.0
    Value /= 2;
    ++Shift;
  }
  if (Shift < -31)
    return {};
  if (Shift > kMostShift)
    return {Real < 0 ? -Largest : Largest, kMostShift};
  return {static_cast<int32_t>(Value), Shift};
}

std::vector<Multiplier> convolutionMultipliers(const Tensor &Input, const Tensor &Filter, const Tensor &Output,
                                               int Channels) {
  std::vector<Multiplier> Result;
  for (int C = 0; C < Channels; ++C) {
    const float FilterScale = Filter.Quant.perChannel() ? Filter.Quant.Scales.at(C) : Filter.Quant.scale();
    const double Product = Input.Type == DType::UInt8 ? double(Input.Quant.scale() * FilterScale)
                                                      : double(Input.Quant.scale()) * double(FilterScale);
    Result.push_back(quantizeMultiplier(Product / double(Output.Quant.scale())));
  }
  return Result;
}

std::optional<int> powerOfTwo(float Scale) {
  const float Log = std::log(Scale) * (1.0f / std::log(2.0f)), Nearest = std::round(Log);
  return std::abs(Log - Nearest) < 1e-3f ? std::optional(static_cast<int>(Nearest)) : std::nullopt;
}

Range typeRange(DType Type) {
  switch (Type) {
  case DType::UInt8:
    return {0, 255};
  case DType::Int8:
    return {-128, 127};
  case DType::Int16:
    return {-32768, 32767};
  case DType::Int32:
    return {std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()};
  default:
    throw InternalError("no quantized range for this type");
  }
}

Range activationRange(const Tensor &Output, const std::string &Activation) {
  Range R = typeRange(Output.Type);
  if (Activation == "none")
    return R;
  // A bound is quantized in float, as TFLite's QuantizeFloatValue does: zero point + round(real / scale).
  const auto Quantized = [&](float Real) {
    const float Steps = std::round(Real / Output.Quant.scale());
    const int64_t Value = Output.Quant.zeroPoint() + static_cast<int64_t>(std::clamp(Steps, -2e9f, 2e9f));
    return static_cast<int32_t>(std::clamp<int64_t>(Value, R.Min, R.Max));
  };
  if (Activation == "relu")
    return {Quantized(0.0f), R.Max};
  if (Activation == "relu6")
    return {Quantized(0.0f), Quantized(6.0f)};
  if (Activation == "relu_n1_to_1")
    return {Quantized(-1.0f), Quantized(1.0f)};
  if (Activation == "relu_0_to_1")
    return {Quantized(0.0f), Quantized(1.0f)};
  throw InternalError("activation '" + Activation + "' has no range");
}

std::vector<int64_t> biasOf(const Graph &G, const Op &O, int Channels) {
  std::vector<int64_t> Values(Channels, 0);
  if (!G.hasIn(O, 2))
    return Values;
  const Tensor &Bias = G.in(O, 2);
  for (int C = 0; C < Channels; ++C)
    Values[C] = Bias.Type == DType::Int64 ? Bias.dataAs<int64_t>()[C] : Bias.dataAs<int32_t>()[C];
  return Values;
}

int32_t shiftedInto(const Range &R, int32_t Value, int32_t Zero) {
  return static_cast<int32_t>(std::clamp<int64_t>(int64_t(Value) + Zero, R.Min, R.Max));
}

} // namespace hexloom
