// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/StagedProduct.h"
#include "expr/Operators.h"
#include "stages/StageText.h"

#include <algorithm>

namespace hexloom {

bool hasStagedProducts(const Graph &G, const Op &O) {
  return (combines(O, Combines::Product) || combines(O, Combines::Square)) && is8Bit(G.in(O, 0).Type);
}

/// The values of an operand less its zero point; of a constant those that it has.
static Range valuesOf(const Tensor &T) {
  const Range All = centred(T.Type, T.Quant.zeroPoint());
  if (!T.isConst() || T.Data->empty())
    return All;
  const auto Value = [&](uint8_t Byte) { return T.Type == DType::Int8 ? int(static_cast<int8_t>(Byte)) : int(Byte); };
  Range R = {INT32_MAX, INT32_MIN};
  for (uint8_t Byte : *T.Data)
    R = {std::min(R.Min, Value(Byte)), std::max(R.Max, Value(Byte))};
  return {R.Min - T.Quant.zeroPoint(), R.Max - T.Quant.zeroPoint()};
}

static SumRange productsOf(const Graph &G, const Op &O, const Arithmetic &P) {
  if (combines(O, Combines::Square)) { // two bytes' distance, on half the larger scale
    const int64_t Most = int64_t(255) << P.LeftShift;
    return {0, Most * Most};
  }
  const Range A = valuesOf(G.in(O, 0)), B = valuesOf(G.in(O, 1));
  const auto [Least, Most] = std::minmax({A.Min * B.Min, A.Min * B.Max, A.Max * B.Min, A.Max * B.Max});
  return {Least, Most};
}

Stage productStage(const Graph &G, const Op &O, const StageSearch &Search) {
  if (!hasStagedProducts(G, O))
    return {};
  const Arithmetic P = arithmeticOf(G, O);
  return Search.choose({{{P.Output, P.Zero[2], P.Bounds}, productsOf(G, O, P)}}, P.Type);
}

int productPackets(const StageKind &K, bool Halves) {
  constexpr int kReference = 8, kChoiceOfWords = 3, kChoiceOfHalves = 2;
  if (K.isReference())
    return kReference;
  const FormTraits &F = traitsOf(K.Kind);
  const int Choice = !K.TwoSided || !F.Narrow ? 0 : F.Words ? kChoiceOfWords : kChoiceOfHalves;
  const int Saved = !Halves ? 0 : F.Kind == Form::Narrow16 ? 2 : 1;
  return std::max(stagePackets(K), stagePackets(K) + (F.Kind == Form::Narrow16) + Choice - Saved);
}

namespace {

struct HalfSums {
  std::string Name = "HL_NO_HALF_SUMS"; ///< of hl_half_sums
  StageLane Lane;
};

bool isInt32(int64_t Value) { return Value >= INT32_MIN && Value <= INT32_MAX; }
bool haveRoom(int64_t Low, int64_t High) { return Low >= INT16_MIN && High <= INT16_MAX; }

/// With the least offset by which all sums have room.
StageLane withRoom(StageLane L, const SumRange &Products) {
  const int64_t More = -INT16_MAX - Products.Low - L.Offset;
  L.Offset += More;
  L.Constant -= More * L.Multiplier;
  L.Negative -= More * L.Multiplier;
  return L;
}

HalfSums halfSumsOf(const Graph &G, const Op &O, const Stage &S) {
  HalfSums Sums;
  if (S.Kind.isReference())
    return Sums;
  Sums.Lane = S.Lanes.at(0);
  if (!traitsOf(S.Kind.Kind).Narrow)
    return Sums;
  const Arithmetic P = arithmeticOf(G, O);
  const SumRange R = productsOf(G, O, P);
  const auto Fits = [&](const StageLane &L) { return L.Offset > INT16_MIN && L.Offset <= INT16_MAX && haveRoom(R.Low + L.Offset, R.High + L.Offset); };
  if (haveRoom(R.Low, R.High) && Sums.Lane.Offset > INT16_MIN && Sums.Lane.Offset <= INT16_MAX) {
    Sums.Name = "HL_HALF_SUMS_SATURATED";
  } else if (Fits(Sums.Lane)) {
    Sums.Name = "HL_HALF_SUMS";
  } else if (S.Kind.Kind == Form::Narrow16) { // whose multiplication is linear
    const StageLane L = withRoom(Sums.Lane, R);
    const StageChannel C = {{P.Output, P.Zero[2], P.Bounds}, R};
    if (Fits(L) && isInt32(L.Constant) && isInt32(L.Negative) && proves(S.Kind, L, P.Type, C, pointsOf(C.Step, R)))
      Sums = {"HL_HALF_SUMS", L};
  }
  return Sums;
}

} // namespace

bool hasHalfSums(const Graph &G, const Op &O, const Stage &S) { return halfSumsOf(G, O, S).Name != HalfSums().Name; }

Fields stagedFields(const std::string &Scales, const Graph &G, const Op &O, const Stage &S) {
  const auto [Sums, L] = halfSumsOf(G, O, S);
  return Fields{{"scales", Scales}} + stageFields(S.Kind, "stage.") +
         Fields{field("multiplier", L.Multiplier), field("constant", L.Constant), field("negative", L.Negative),
                field("offset", L.Offset), {"sums", Sums}};
}

} // namespace hexloom
