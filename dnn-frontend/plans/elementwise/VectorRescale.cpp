// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// QUANTIZE, the RELU family, LEAKY_RELU and ABS with int16 or int32 on one side or both, by vectors.
#include "nests/Build.h"
#include "plans/NestPlans.h"
#include "plans/elementwise/Rescale.h"

#include <algorithm>

namespace hexloom {

/// What has no path of its own goes by words: int32, and int16 with a zero point.
static bool byWords(const Rescale &R) {
  return R.InType == DType::Int32 || R.OutType == DType::Int32 ||
         (R.InType == DType::Int16 && R.InZero != 0) || (R.OutType == DType::Int16 && R.OutZero != 0);
}

/// One factor for all words, or one for each sign, and whether they are rounded by a shift to the right.
static std::string factorsOf(const Rescale &R) {
  const auto Line = [](const Multiplier &M) { return std::string(M.Shift < 0 ? " shifted" : " unshifted"); };
  const bool OneLine = R.Positive.Value == R.Negative.Value && R.Positive.Shift == R.Negative.Shift && R.NegativeSign == 1;
  return OneLine ? Line(R.Positive) : Line(R.Positive) + Line(R.Negative);
}

/// The primitive's loop, with its name.
static OwnLoop loopOf(const Rescale &R, int64_t Elements) {
  const bool From16 = R.InType == DType::Int16, To16 = R.OutType == DType::Int16;
  if (byWords(R))
    return {strf("hl_vrescale_any from-%lld to-%lld", static_cast<long long>(8 * bytesOf(R.InType)), static_cast<long long>(8 * bytesOf(R.OutType))) + factorsOf(R), (Elements + 127) / 128};
  if (From16 && To16) // eight vectors in a turn, then the others
    return {"hl_vrescale16" + factorsOf(R), (Elements + 63) / 64, 0};
  return {(To16 ? "hl_vrescale_8to16" : "hl_vrescale_16to8") + factorsOf(R), (Elements + 127) / 128};
}

void planRescaleVector(const Graph &G, const Op &O, PlanList &Plans) {
  const std::optional<Rescale> R = rescaleOf(G, O);
  if (!R)
    return Plans.reject("not between quantized integers with one scale each");
  if (!byWords(*R) && R->InType != DType::Int16 && R->OutType != DType::Int16)
    return Plans.reject("bytes are looked up in a table");
  Plans.add(O, Layout::RowMajor, costOf({loopOf(*R, G.in(O, 0).elements())}));
}

void emitRescaleVector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("rescale16.h");
  const std::optional<Rescale> R = rescaleOf(G, O);
  W.structure("hl_rescale_params", "p", R->fields());
  const int64_t Elements = G.in(O, 0).elements(), Bytes = std::max(G.in(O, 0).bytes(), G.out(O, 0).bytes());
  const OwnLoop Loop = loopOf(*R, Elements);
  NestBuilder(W).primitive(Loop.What.substr(0, Loop.What.find(' ')), {"&p", W.input(0), W.output(0), byWords(*R) ? Elements : (Bytes + 127) / 128},
                     {Loop});
}

} // namespace hexloom
