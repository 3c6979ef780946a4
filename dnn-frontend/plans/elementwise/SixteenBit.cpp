// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/SixteenBit.h"

#include <algorithm>
#include <cmath>

namespace hexloom {

std::string whyNotInt16(const Graph &G, const Op &O) {
  for (const Tensor *T : {&G.in(O, 0), &G.out(O, 0)})
    if (T->Type != DType::Int16 || !T->Quant.present())
      return "not int16";
  return "";
}

std::string whyNotSigmoid16(const Graph &G, const Op &O) {
  const Quant &Out = G.out(O, 0).Quant;
  if (const std::string WhyNot = whyNotInt16(G, O); !WhyNot.empty())
    return WhyNot;
  if (G.in(O, 0).Quant.zeroPoint() != 0 || Out.zeroPoint() != 0 || powerOfTwo(Out.scale()) != -15)
    return "int16 needs zero points of 0 and an output scale of 1/32768";
  return "";
}

/// The value in int16. A NaN, the difference of two infinities, becomes 0.
static int16_t saturate(float Value) {
  return std::isnan(Value) ? 0 : static_cast<int16_t>(std::clamp(Value, -32768.0f, 32767.0f));
}

std::vector<int16_t> interpolationSamples(const Tensor &In, const Tensor &Out,
                                          const RealFunction &F) {
  constexpr int kSteps = 512;
  const auto Real = [](const Tensor &T, int32_t Value) {
    return T.Quant.scale() * static_cast<float>(Value - T.Quant.zeroPoint());
  };
  const float Low = Real(In, -32768), High = Real(In, 32767);
  const float Step = (High - Low) / kSteps, Half = Step / 2;
  const float Inverse = 65536.0f / (Real(Out, 32767) - Real(Out, -32768));
  std::vector<int16_t> Samples;
  for (int I = 0; I < kSteps; ++I) {
    const float X = Low + static_cast<float>(I) * Step;
    const float Here = std::round(F(X) * Inverse);
    const float Next = F(Low + static_cast<float>(I + 1) * Step) * Inverse;
    const float Middle = std::round(F(X + Half) * Inverse);
    const float Error = std::round((Next + Here) / 2) - Middle;
    Samples.push_back(saturate(Here - std::round(Error / 2)));
  }
  Samples.push_back(saturate(std::round(F(High) * Inverse)));
  return Samples;
}

std::vector<int16_t> sqrtTable16(const Tensor &In, const Tensor &Out) {
  std::vector<int16_t> Table;
  for (int32_t X = -32768; X < 32768; ++X) {
    const float Real = In.Quant.scale() * static_cast<float>(X - In.Quant.zeroPoint());
    const float Root = std::min(std::sqrt(std::max(Real, 0.0f)) / Out.Quant.scale(), 65536.0f);
    const int32_t Y = static_cast<int32_t>(Root) + Out.Quant.zeroPoint();
    Table.push_back(static_cast<int16_t>(std::clamp(Y, -32768, 32767)));
  }
  return Table;
}

std::vector<uint16_t> sigmoidSamples() {
  const auto Sigmoid = [](double I) { return 65536 / (1 + std::exp(-I / 24)); };
  std::vector<uint16_t> Samples;
  for (int I = 0; I < 255; ++I) {
    const double Error = Sigmoid(I + 0.5) - (Sigmoid(I) + Sigmoid(I + 1)) / 2;
    Samples.push_back(static_cast<uint16_t>(std::floor(Sigmoid(I) + Error / 2 + 0.5)));
  }
  Samples.push_back(65535);
  return Samples;
}

/// kernels/activations.cc: inputs count 1/4096 (POT scales: by shifts alone); the factor 3 brings
/// 1/24 to 512 steps.
SigmoidScale sigmoidScale(const Tensor &In, bool IsTanh) {
  if (const std::optional<int> Power = powerOfTwo(In.Quant.scale()))
    if (const int Left = 12 + *Power; Left == 0 || (IsTanh && Left == 1))
      return {3 << Left, 0};
  double Multiplier = static_cast<double>(In.Quant.scale()) * 4096.0 * 3.0;
  int Shift = 0;
  for (; Multiplier <= 32767.0 / 2.0 && Shift <= 30; ++Shift)
    Multiplier *= 2;
  return {static_cast<int16_t>(Multiplier), Shift};
}

} // namespace hexloom
