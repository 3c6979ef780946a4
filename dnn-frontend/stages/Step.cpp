#include "stages/Step.h"

#include <hexloom/portable/requantize.h>

#include <algorithm>

namespace hexloom {

using Wide = __int128;

static Wide ceilDiv(Wide A, Wide B) { return A >= 0 ? (A + B - 1) / B : -(-A / B); }

void SumRange::add(int Weight, const Range &Activation) {
  const int64_t A = int64_t(Weight) * Activation.Min, B = int64_t(Weight) * Activation.Max;
  Low += std::min({A, B, int64_t(0)});
  High += std::max({A, B, int64_t(0)});
}

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
  std::vector<int64_t> Sums = {R.Low, R.High};
  const auto Add = [&](int64_t Sum) { // and the one in front of it
    if (Sum > R.Low && Sum <= R.High)
      Sums.insert(Sums.end(), {Sum - 1, Sum});
  };
  Add(0);
  for (int32_t Code = S(R.Low) + 1, Last = S(R.High); Code <= Last; ++Code)
    Add(S.threshold(Code));
  std::sort(Sums.begin(), Sums.end());
  Sums.erase(std::unique(Sums.begin(), Sums.end()), Sums.end());
  std::vector<Point> Points;
  for (int64_t Sum : Sums)
    Points.push_back({static_cast<int32_t>(Sum), S(Sum)});
  return Points;
}

} // namespace hexloom
