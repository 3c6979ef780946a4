// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stages/Step.h"
#include "support/Rounding.h"

#include <hexloom/portable/requantize.h>

#include <algorithm>

namespace hexloom {

using Wide = __int128;

Range centred(DType Type, int32_t Zero) {
  const Range R = typeRange(Type);
  return {R.Min - Zero, R.Max - Zero};
}

int32_t Step::operator()(int64_t Sum) const {
  return shiftedInto(Bounds, hl_requantize(static_cast<int32_t>(Sum), Factor.Value, Factor.Shift),
                     Zero);
}

bool Step::isMonotone(const SumRange &R) const {
  const int Left = std::max(Factor.Shift, 0);
  const auto Fits = [&](int64_t Sum) {
    const Wide Shifted = Wide(Sum) * (Wide(1) << Left);
    return Sum >= INT32_MIN && Sum <= INT32_MAX && Shifted >= INT32_MIN && Shifted <= INT32_MAX;
  };
  return Factor.Value >= 0 && Fits(R.Low) && Fits(R.High);
}

/// Let q be the code less the zero point, e the shift to the right. The rounding shift gives q or
/// more from q 2^e - 2^(e-1) on, one later for q <= 0, where ties go down; the doubled high product
/// gives y or more where factor * sum >= y 2^31 - 2^30.
int64_t Step::threshold(int32_t Code) const {
  const int Right = std::max(-Factor.Shift, 0), Left = std::max(Factor.Shift, 0);
  const Wide Q = Wide(Code) - Zero;
  Wide Y = Q * (Wide(1) << Right);
  if (Right > 0)
    Y += (Q <= 0 ? 1 : 0) - (Wide(1) << (Right - 1));
  const Wide Product = Y * (Wide(1) << 31) - (Wide(1) << 30);
  const Wide Least = ceilDiv(Product, Wide(Factor.Value) << Left);
  constexpr Wide kFar = Wide(1) << 62;
  return static_cast<int64_t>(std::clamp(Least, -kFar, kFar));
}

std::vector<Point> pointsOf(const Step &S, const SumRange &R) {
  std::vector<Point> Points;
  const auto Add = [&](int64_t Sum) {
    if (Points.empty() || (Sum > Points.back().Sum && Sum <= R.High))
      Points.push_back({static_cast<int32_t>(Sum), S(Sum)});
  };
  const auto AddStep = [&](int64_t Sum) {
    if (Sum > R.Low && Sum <= R.High) {
      Add(Sum - 1);
      Add(Sum);
    }
  };
  Add(R.Low);
  bool HasZero = false;
  for (int32_t Code = Points[0].Code + 1, Last = S(R.High); Code <= Last; ++Code) {
    const int64_t Next = S.threshold(Code); // they ascend
    if (Next >= 0 && !HasZero)
      AddStep(0);
    HasZero |= Next >= 0;
    AddStep(Next);
  }
  if (!HasZero)
    AddStep(0);
  Add(R.High);
  return Points;
}

} // namespace hexloom
