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

namespace {

/// What a sum times the factor must reach: let q be the code less the zero point, e the shift to the right. The rounding shift gives q or
/// more from q 2^e - 2^(e-1) on, one later for q <= 0, where ties go down; the doubled high product gives y or more where
/// factor * sum >= y 2^31 - 2^30.
Wide productFor(const Step &S, int32_t Code) {
  const int Right = std::max(-S.Factor.Shift, 0);
  const Wide Q = Wide(Code) - S.Zero;
  Wide Y = Q * (Wide(1) << Right);
  if (Right > 0)
    Y += (Q <= 0 ? 1 : 0) - (Wide(1) << (Right - 1));
  return Y * (Wide(1) << 31) - (Wide(1) << 30);
}

Wide divisorOf(const Step &S) { return Wide(S.Factor.Value) << std::max(S.Factor.Shift, 0); }

int64_t cut(Wide Sum) {
  constexpr Wide kFar = Wide(1) << 62;
  return static_cast<int64_t>(std::clamp(Sum, -kFar, kFar));
}

/// The thresholds of codes that ascend. What is divided grows by a constant, but where the rounding changes, so there are additions only.
class Thresholds {
public:
  Thresholds(const Step &S, int32_t First) : S(S), Divisor(divisorOf(S)), Code(First) {
    const Wide Growth = Wide(1) << (31 + std::max(-S.Factor.Shift, 0));
    More = Growth / Divisor, Over = Growth % Divisor;
    begin();
  }
  int64_t next() {
    const int64_t Its = cut(Sum);
    if (++Code == S.Zero + 1) {
      begin();
    } else {
      Sum += More, Spare -= Over;
      if (Spare < 0)
        Sum += 1, Spare += Divisor;
    }
    return Its;
  }

private:
  const Step &S;
  const Wide Divisor;
  int32_t Code;
  Wide More, Over;
  Wide Sum, Spare; ///< the product is Sum * Divisor - Spare, less than a divisor

  void begin() {
    const Wide Product = productFor(S, Code);
    Sum = ceilDiv(Product, Divisor);
    Spare = Sum * Divisor - Product;
  }
};

} // namespace

int64_t Step::threshold(int32_t Code) const { return cut(ceilDiv(productFor(*this, Code), divisorOf(*this))); }

std::vector<Point> pointsOf(const Step &S, const SumRange &R) {
  const int32_t First = S(R.Low), Last = S(R.High);
  std::vector<Point> Points;
  Points.reserve(2 * static_cast<size_t>(std::max(Last - First, 0)) + 4);
  Points.push_back({static_cast<int32_t>(R.Low), First});
  const auto Add = [&](int64_t Sum, int32_t Code) {
    if (Sum > Points.back().Sum && Sum <= R.High)
      Points.push_back({static_cast<int32_t>(Sum), Code});
  };
  const auto AddStep = [&](int64_t Sum) {
    if (Sum > R.Low && Sum <= R.High) {
      Add(Sum - 1, Points.back().Code); // nothing has changed since
      Add(Sum, S(Sum));
    }
  };
  bool HasZero = false;
  if (First < Last) {
    Thresholds Steps(S, First + 1);
    for (int32_t Code = First + 1; Code <= Last; ++Code) {
      const int64_t Next = Steps.next(); // they ascend
      if (Next >= 0 && !HasZero)
        AddStep(0);
      HasZero |= Next >= 0;
      AddStep(Next);
    }
  }
  if (!HasZero)
    AddStep(0);
  Add(R.High, Last);
  return Points;
}

} // namespace hexloom
