// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/HardSwish.h"

#include <hexloom/portable/requantize.h>

#include <algorithm>
#include <limits>

namespace hexloom {

namespace {

int32_t saturate16(int32_t X) { return std::clamp(X, -32768, 32767); }

/// A 31-bit fraction rounded to 15 bits.
int32_t to15Bits(int32_t Value) {
  return Value >= std::numeric_limits<int32_t>::max() - (1 << 15) ? 32767 : (Value + (1 << 15)) >> 16;
}

/// a * b / 2^15, rounded to nearest with ties upwards from -1/2 (gemmlowp's 16-bit SaturatingRoundingDoublingHighMul).
int32_t multiplyRounding(int32_t A, int32_t B) {
  if (A == -32768 && B == -32768)
    return 32767;
  const int32_t Product = A * B;
  return (Product + (Product >= 0 ? 1 << 14 : 1 - (1 << 14))) / (1 << 15);
}

/// a * b / 2^15, rounded towards zero.
int32_t multiplyTruncating(int32_t A, int32_t B) {
  return A == -32768 && B == -32768 ? 32767 : A * B / (1 << 15);
}

} // namespace

HardSwish::HardSwish(const Tensor &In, const Tensor &Out)
    : InZero(In.Quant.zeroPoint()), OutZero(Out.Quant.zeroPoint()), Bounds(typeRange(Out.Type)) {
  const float HiRes = (1.0f / 128.0f) * In.Quant.scale();
  const Multiplier Output = quantizeMultiplier(HiRes / Out.Quant.scale());
  const Multiplier Reluish = quantizeMultiplier(HiRes / (3.0f / 32768.0f));
  OutputFactor = to15Bits(Output.Value);
  OutputExponent = Output.Shift;
  ReluishFactor = to15Bits(Reluish.Value);
  ReluishExponent = Reluish.Shift;
}

int32_t HardSwish::operator()(int32_t In) const {
  const int32_t HiRes = (In - InZero) * 128;
  const int32_t OnOutputScale = multiplyRounding(HiRes, OutputFactor);
  int32_t Reluish = HiRes; // x / 3 in 15 bits, saturated; all but one bit of a left shift before the multiplication
  if (ReluishExponent > 0)
    Reluish = static_cast<int32_t>(
        std::clamp<int64_t>(Reluish * (int64_t(1) << (ReluishExponent - 1)), INT16_MIN, INT16_MAX));
  Reluish = multiplyRounding(Reluish, ReluishFactor);
  if (ReluishExponent > 0)
    Reluish = saturate16(Reluish * 2);
  if (ReluishExponent < 0)
    Reluish = hl_rdivpot(Reluish, -ReluishExponent);
  Reluish = (Reluish + 32768) >> 1; // [-1, 1] to [0, 1]
  const int32_t Product = multiplyTruncating(Reluish, OnOutputScale);
  return shiftedInto(Bounds, hl_rdivpot(Product, -OutputExponent), OutZero);
}

} // namespace hexloom
