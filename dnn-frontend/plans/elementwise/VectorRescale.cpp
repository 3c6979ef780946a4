// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// QUANTIZE, the RELU family, LEAKY_RELU and ABS with int16 or int32 on one side or both, by vectors.
#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "plans/elementwise/Costs.h"
#include "plans/elementwise/Rescale.h"

#include <algorithm>

namespace hexloom {

using namespace elementwise_cost;

/// What has no path of its own goes by words: int32, and int16 with a zero point.
static bool byWords(const Rescale &R) {
  return R.InType == DType::Int32 || R.OutType == DType::Int32 ||
         (R.InType == DType::Int16 && R.InZero != 0) || (R.OutType == DType::Int16 && R.OutZero != 0);
}

/// 32 words: one factor for all of them, or one for each sign.
static Cost wordsCost(const Rescale &R) {
  const auto Line = [](const Multiplier &M) { return M.Shift < 0 ? kRescaleFactor + kRescaleRound : Cost(kRescaleFactor); };
  const bool OneLine = R.Positive.Value == R.Negative.Value && R.Positive.Shift == R.Negative.Shift && R.NegativeSign == 1;
  return OneLine ? Line(R.Positive) : Line(R.Positive) + Line(R.Negative);
}

/// 128 elements.
static Cost byWordsCost(const Rescale &R) {
  const auto OfWidth = [](DType T, const CostConstant &C8, const CostConstant &C16, const CostConstant &C32) {
    return Cost(bytesOf(T) == 1 ? C8 : bytesOf(T) == 2 ? C16 : C32);
  };
  return OfWidth(R.InType, kVectorFrom8, kVectorFrom16, kVectorFrom32) +
         OfWidth(R.OutType, kVectorTo8, kVectorTo16, kVectorTo32) + 4 * wordsCost(R);
}

void planRescaleVector(const Graph &G, const Op &O, PlanList &Plans) {
  const std::optional<Rescale> R = rescaleOf(G, O);
  if (!R)
    return Plans.reject("not between quantized integers with one scale each");
  const int64_t Elements = G.in(O, 0).elements();
  const auto Groups = [&](int64_t Size) { return static_cast<double>((Elements + Size - 1) / Size); };
  if (byWords(*R))
    return Plans.add(O, Layout::RowMajor, kCall + Groups(128) * byWordsCost(*R));
  if (R->InType != DType::Int16 && R->OutType != DType::Int16)
    return Plans.reject("bytes are looked up in a table");
  const Cost Words = wordsCost(*R);
  const Cost Vectors = R->InType != DType::Int16    ? Groups(128) * (kVectorWiden16 + 4 * Words)
                       : R->OutType != DType::Int16 ? Groups(128) * (kVectorNarrow16 + 4 * Words)
                                                    : Groups(64) * (kVectorRescale16 + 2 * Words);
  Plans.add(O, Layout::RowMajor, kCall + Vectors);
}

void emitRescaleVector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("rescale16.h");
  const std::optional<Rescale> R = rescaleOf(G, O);
  W.structure("hl_rescale_params", "p", R->fields());
  if (byWords(*R))
    return W.line(strf("hl_vrescale_any(&p, %s, %s, %lld);", W.input(0).c_str(), W.output(0).c_str(),
                       static_cast<long long>(G.in(O, 0).elements())));
  const bool From16 = R->InType == DType::Int16, To16 = R->OutType == DType::Int16;
  const int64_t Bytes = std::max(G.in(O, 0).bytes(), G.out(O, 0).bytes());
  W.line(strf("%s(&p, %s, %s, %lld);", From16 && To16 ? "hl_vrescale16" : To16 ? "hl_vrescale_8to16" : "hl_vrescale_16to8",
              W.input(0).c_str(), W.output(0).c_str(), static_cast<long long>((Bytes + 127) / 128)));
}

} // namespace hexloom
