// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/LinearAdd.h"
#include "ir/Quantize.h"
#include "nests/LayerWriter.h"
#include "support/CText.h"

#include <hexloom/portable/requantize.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace hexloom {

namespace {

constexpr int kValues = 256;
constexpr int kSearch = 12; ///< units around the rounded factors
constexpr int64_t kMostCompared = 1 << 22; ///< pairs of a search
constexpr int64_t kSearchSteps = 2000000;  ///< of it, in most cases a quarter

/// The reference's results for all pairs, as portable/binary.h defines them. What its clamp hides is one less than the least, or one more than
/// the greatest.
class Reference {
public:
  explicit Reference(const Arithmetic &P) : P(P), Results(kValues * kValues) {
    for (int K = 0; K < 2; ++K)
      for (int I = 0; I < kValues; ++I)
        Scaled[K][I] = hl_requantize((value(I) - P.Zero[K]) * (1 << P.LeftShift), P.Input[K].Value, P.Input[K].Shift);
    if (P.Output.Value >= 0 && P.Output.Shift <= 0)
      bySteps();
    else
      each();
  }
  int32_t value(int Index) const { return Index + (P.Type == DType::Int8 ? -128 : 0); }
  int32_t of(int A, int B) const { return row(A)[B]; }
  const int32_t *row(int A) const { return &Results[A * kValues]; }

private:
  const Arithmetic &P;
  int32_t Scaled[2][kValues];
  std::vector<int32_t> Results;

  int32_t of(int32_t Sum) const {
    return shiftedInto({P.Bounds.Min - 1, P.Bounds.Max + 1}, hl_requantize(Sum, P.Output.Value, P.Output.Shift), P.Zero[2]);
  }
  /// The least sum whose result is that or more; 2^31: there is none. Larger sums have no smaller results.
  int64_t first(int32_t Result) const {
    int64_t Low = INT32_MIN, High = int64_t(INT32_MAX) + 1;
    while (Low < High) {
      const int64_t Middle = Low + (High - Low) / 2;
      if (of(static_cast<int32_t>(Middle)) >= Result)
        High = Middle;
      else
        Low = Middle + 1;
    }
    return Low;
  }
  void each() {
    for (int I = 0; I < kValues; ++I)
      for (int J = 0; J < kValues; ++J)
        Results[I * kValues + J] = of(Scaled[0][I] + Scaled[1][J]);
  }
  /// Neighbouring sums have neighbouring results.
  void bySteps() {
    constexpr int64_t kNone = int64_t(1) << 32; // that far no sum goes
    std::vector<int64_t> First = {-kNone};
    for (int32_t Result = P.Bounds.Min; Result <= P.Bounds.Max + 1; ++Result)
      First.push_back(first(Result));
    First.push_back(kNone);
    size_t Its = 0; // the sum's place among them
    for (int I = 0; I < kValues; ++I)
      for (int J = 0; J < kValues; ++J) {
        const int32_t Sum = Scaled[0][I] + Scaled[1][J];
        while (Sum >= First[Its + 1])
          ++Its;
        while (Sum < First[Its])
          --Its;
        Results[I * kValues + J] = P.Bounds.Min - 1 + static_cast<int32_t>(Its);
      }
  }
};

double real(const Multiplier &M) { return std::ldexp(M.Value, M.Shift - 31); }

/// How far X is from the nearest integer, without a call of the library's for each pair.
double distanceToInteger(double X) {
  constexpr double kExact = 1 << 30;
  if (!(std::abs(X) < kExact))
    return 0;
  return std::abs(X - static_cast<int32_t>(X < 0 ? X - 0.5 : X + 0.5));
}

/// A pair whose exact sum lies near the border between two results.
struct Border {
  int32_t A, B, Result;
};

/// The pairs near a border between results that no clamping hides. Other results may come out anywhere beyond the bounds.
std::vector<Border> bordersOf(const Arithmetic &P, const Reference &R, const double Factor[2]) {
  constexpr double kNear = 1.0 / 1024;
  double Exact[2][kValues]; // parts
  for (int K = 0; K < 2; ++K)
    for (int I = 0; I < kValues; ++I)
      Exact[K][I] = Factor[K] * (R.value(I) - P.Zero[K]);
  std::vector<Border> Borders;
  for (int I = 0; I < kValues; ++I)
    for (int J = 0; J < kValues; ++J) {
      const int32_t Result = R.row(I)[J];
      if (distanceToInteger(Exact[0][I] + Exact[1][J] + P.Zero[2] + 0.5) < kNear && Result >= P.Bounds.Min && Result <= P.Bounds.Max)
        Borders.push_back({R.value(I), R.value(J), Result});
    }
  return Borders;
}

/// The constants with which all borders come out right: those in the middle of the interval. Empty: there are none.
std::optional<int64_t> constantFor(const std::vector<Border> &Borders, int64_t FactorA, int64_t FactorB, int Shift,
                                   int64_t Low, int64_t High) {
  for (const Border &X : Borders) {
    const int64_t Products = X.A * FactorA + X.B * FactorB;
    Low = std::max(Low, X.Result * (int64_t(1) << Shift) - Products);
    High = std::min(High, (X.Result + 1) * (int64_t(1) << Shift) - 1 - Products);
    if (Low > High)
      return std::nullopt;
  }
  return Low + (High - Low) / 2;
}

/// Counts the pairs that it looks at. No sum leaves 32 bits (fits).
bool equalsReference(const LinearAdd &L, const Reference &R, int64_t &Compared) {
  const auto FactorB = static_cast<int32_t>(L.Factors[1]), Min = int32_t(L.Bounds.Min), Max = int32_t(L.Bounds.Max);
  for (int I = 0; I < kValues; ++I, Compared += kValues) {
    const auto First = static_cast<int32_t>(R.value(I) * L.Factors[0] + R.value(0) * L.Factors[1] + L.Constant);
    const int32_t *const Row = R.row(I);
    int32_t Differs = 0; // a row at once, by vectors
    for (int J = 0; J < kValues; ++J)
      Differs |= std::clamp((First + J * FactorB) >> (15 + L.Fraction), Min, Max) ^ std::clamp(Row[J], Min, Max);
    if (Differs)
      return false;
  }
  return true;
}

/// Whether the number may be rounded and searched around: no sum with a larger one fits into 32 bits.
bool isSmall(double Number) { return std::abs(Number) < std::numeric_limits<int32_t>::max(); }

/// Whether no sum leaves 32 bits, nor its parts the kernel's steps.
bool fits(const LinearAdd &L) {
  constexpr int64_t kGreatest = 255;
  const int64_t Products = kGreatest * (std::abs(L.Factors[0]) + std::abs(L.Factors[1]));
  return Products + std::abs(L.Constant) < std::numeric_limits<int32_t>::max() - (int64_t(1) << 25);
}

std::optional<LinearAdd> search(const Arithmetic &P) {
  const Reference R(P);
  const double Common = std::ldexp(real(P.Output), P.LeftShift);
  const double Factor[2] = {real(P.Input[0]) * Common, real(P.Input[1]) * Common};
  const std::vector<Border> Borders = bordersOf(P, R, Factor);
  int64_t Compared = 0;
  for (int Fraction = 7; Fraction >= 4; --Fraction) {
    const int Shift = 15 + Fraction;
    const double Scaled[2] = {std::ldexp(Factor[0], Shift), std::ldexp(Factor[1], Shift)};
    const double Offset = std::ldexp(P.Zero[2] + 0.5 - Factor[0] * P.Zero[0] - Factor[1] * P.Zero[1], Shift);
    if (!isSmall(Scaled[0]) || !isSmall(Scaled[1]) || !isSmall(Offset))
      continue;
    const int64_t Rounded[2] = {std::llround(Scaled[0]), std::llround(Scaled[1])};
    const int64_t Middle = std::llround(Offset);
    const int64_t Slack = int64_t(1) << (Shift - 8);
    for (int I = 0; I <= 2 * kSearch; ++I)
      for (int J = 0; J <= 2 * kSearch; ++J) {
        const auto Near = [](int K) { return K & 1 ? (K + 1) / 2 : -K / 2; }; // 0, 1, -1, 2, -2, ...
        LinearAdd L{P.Type, {Rounded[0] + Near(I), Rounded[1] + Near(J)}, Middle, Fraction, P.Bounds};
        if (!fits(L))
          continue;
        const std::optional<int64_t> Constant =
            constantFor(Borders, L.Factors[0], L.Factors[1], Shift, Middle - Slack, Middle + Slack);
        if (!Constant)
          continue;
        L.Constant = *Constant;
        if (fits(L) && equalsReference(L, R, Compared))
          return L;
        if (Compared > kMostCompared)
          return std::nullopt;
      }
  }
  return std::nullopt;
}

/// The numbers that the search depends on, and no others.
using Parameters = std::array<int32_t, 13>;

Parameters parametersOf(const Arithmetic &P) {
  return {static_cast<int32_t>(P.Type), P.Zero[0],        P.Zero[1],      P.Zero[2],      P.LeftShift,  P.Input[0].Value, P.Input[0].Shift,
          P.Input[1].Value,             P.Input[1].Shift, P.Output.Value, P.Output.Shift, P.Bounds.Min, P.Bounds.Max};
}

} // namespace

std::optional<LinearAdd> linearAddOf(const Arithmetic &P, Budget &Purse) {
  // Asked for again by every plan and when code is emitted; layers of one network are often alike.
  constexpr size_t kMost = 1 << 15;
  thread_local std::map<Parameters, std::optional<LinearAdd>> Known;
  const Parameters Key = parametersOf(P);
  if (const auto Found = Known.find(Key); Found != Known.end())
    return Found->second;
  if (!Purse.tryWork(kSearchSteps))
    return std::nullopt;
  if (Known.size() >= kMost)
    Known.clear();
  return Known[Key] = search(P);
}

bool LinearAdd::isCoarse() const {
  constexpr int64_t kGreatest = 255, kMostUpper = 128;
  const int64_t Above = Type == DType::Int8 ? 128 : 0; // by how much the bytes are taken for more
  int64_t Least = Constant - Above * (Factors[0] + Factors[1]), Most = Least, Upper = 0;
  for (int64_t Factor : Factors) {
    const int64_t Part = (Factor + (1 << 15)) >> 16, Lower = Factor - Part * (1 << 16);
    if (Part < INT8_MIN || Part > INT8_MAX)
      return false;
    Upper += std::abs(Part);
    Least += std::min<int64_t>(0, kGreatest * Lower);
    Most += std::max<int64_t>(0, kGreatest * Lower);
  }
  return Upper <= kMostUpper && Fraction > 0 && Least >= INT32_MIN && Most <= INT32_MAX;
}

/// hl_steep
static int steepShift(DType Type) { return Type == DType::Int8 ? 8 : 7; }

bool LinearAdd::canHold() const {
  return std::all_of(Factors.begin(), Factors.end(), [&](int64_t F) { return std::abs(F >> steepShift(Type)) <= INT16_MAX; });
}

std::vector<std::pair<std::string, std::string>> LinearAdd::heldFields(int Input) const {
  const int64_t Factor = Factors[1 - Input], Steep = Factor >> steepShift(Type);
  return {{"held", std::to_string(Input)},
          {"steep", std::to_string(Steep)},
          {"gentle", std::to_string(Factor - Steep * (1 << steepShift(Type)))}};
}

std::vector<std::pair<std::string, std::string>> LinearAdd::fields() const {
  std::array<int64_t, 2> Low, High; // factor = 2^15 * high + low, low in 15 bits
  for (int K = 0; K < 2; ++K) {
    High[K] = Factors[K] >> 15;
    Low[K] = Factors[K] - High[K] * (1 << 15);
  }
  return {{"type", hlType(Type)},
          {"low", braces({Low[0], Low[1]})},
          {"high", braces({High[0], High[1]})},
          {"constant", std::to_string(Constant)},
          {"fraction", std::to_string(Fraction)},
          {"min", std::to_string(Bounds.Min)},
          {"max", std::to_string(Bounds.Max)}};
}

} // namespace hexloom
