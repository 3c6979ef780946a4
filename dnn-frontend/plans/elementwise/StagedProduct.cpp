// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/StagedProduct.h"
#include "stages/StageText.h"

#include <algorithm>

namespace hexloom {

bool hasStagedProducts(const Graph &G, const Op &O) {
  return (O.Kind == OpKind::Mul || O.Kind == OpKind::SquaredDifference) && is8Bit(G.in(O, 0).Type);
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
  if (O.Kind == OpKind::SquaredDifference) { // two bytes' distance, on half the larger scale
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

int productPackets(const StageKind &K) {
  constexpr int kReference = 8, kChoiceOfWords = 3, kChoiceOfHalves = 2;
  if (K.isReference())
    return kReference;
  const FormTraits &F = traitsOf(K.Kind);
  return stagePackets(K) + (F.Kind == Form::Narrow16) + (!K.TwoSided || !F.Narrow ? 0 : F.Words ? kChoiceOfWords : kChoiceOfHalves);
}

Fields stagedFields(const std::string &Scales, const Stage &S) {
  const StageLane L = S.Kind.isReference() ? StageLane() : S.Lanes.at(0);
  return Fields{{"scales", Scales}} + stageFields(S.Kind, "stage.") +
         Fields{field("multiplier", L.Multiplier), field("constant", L.Constant), field("negative", L.Negative),
                field("offset", L.Offset)};
}

} // namespace hexloom
