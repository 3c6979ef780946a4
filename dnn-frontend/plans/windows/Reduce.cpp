// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MEAN, SUM, REDUCE_MAX, REDUCE_MIN: parameters, and the portable kernel.
#include "plans/windows/Reduce.h"

#include <hexloom/portable/ranks.h>

#include <algorithm>
#include <cmath>

namespace hexloom {

constexpr size_t kReduceDims = HL_REDUCE_DIMS;

std::string reduceLoopsProblem(const Graph &G, const Op &O) {
  const ReduceShape S = reduceShape(G, O);
  const bool TooMany = S.Kept.size() > kReduceDims || S.Reduced.size() > kReduceDims;
  return TooMany ? "too many separate groups of dimensions" : "";
}

std::string reduceProblem(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const bool IsLogic = In.Type == DType::Bool;
  if (!IsLogic && !isQuantizedInteger(In.Type) && !isPlainInteger(In.Type))
    return unservedType(In);
  if (const std::string Problem = reduceLoopsProblem(G, O); !Problem.empty())
    return Problem;
  if (isSum(O) && isQuantizedInteger(In.Type) && (!In.Quant.present() || !Out.Quant.present()))
    return "a tensor has no quantization";
  if (hasWideFactors(G, O))
    return "a product is scaled by 128 or more at each factor";
  return "";
}

const char *reduceKind(const Graph &G, const Op &O) {
  static const char *const Names[] = {"HL_REDUCE_SCALED_SUM", "HL_REDUCE_MAX", "HL_REDUCE_MIN",
                                      "HL_REDUCE_SUM",        "HL_REDUCE_MEAN", "HL_REDUCE_ANY",
                                      "HL_REDUCE_ALL",        "HL_REDUCE_PROD", "HL_REDUCE_SCALED_PROD"}; // as in hl_reduction
  return Names[reductionOf(G, O)];
}

static std::pair<std::string, std::string> runs(const char *Name,
                                                std::vector<ReduceShape::Run> Runs, bool Strides) {
  Runs.insert(Runs.begin(), kReduceDims - Runs.size(), {1, 0});
  std::string List;
  for (const ReduceShape::Run &R : Runs)
    List += (List.empty() ? "" : ", ") + std::to_string(Strides ? R.Stride : R.Extent);
  return {Name, "{" + List + "}"};
}

static Fields loopFields(const Graph &G, const Op &O, const char *Type) {
  const ReduceShape S = reduceShape(G, O);
  return {{"type", Type},                    {"kind", reduceKind(G, O)},
          runs("kept", S.Kept, false),       runs("kept_strides", S.Kept, true),
          runs("reduced", S.Reduced, false), runs("reduced_strides", S.Reduced, true),
          field("count", S.count())};
}

Fields realReduceFields(const Graph &G, const Op &O) { return loopFields(G, O, "HL_INT32"); }

Fields reduceFields(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  Fields F = loopFields(G, O, hlType(In.Type == DType::Bool ? DType::UInt8 : In.Type));
  const bool Scales = !isPlainInteger(In.Type) && In.Type != DType::Bool;
  if (Scales && !isExtremum(O) && !makesZeros(G, O)) {
    const Multiplier M = scaledMultiplier(G, O);
    F.insert(F.end(),
             {field("in_zero", In.Quant.zeroPoint()), field("out_zero", Out.Quant.zeroPoint()),
              field("multiplier", M.Value), field("shift", M.Shift)});
  }
  return F;
}

/// An output of few elements is straight code: clang writes the loop out, up to these numbers as measured.
static Cost portableCost(const ReduceShape &S, bool Sums) {
  constexpr double kStraightSum = 18, kStraightExtreme = 16; // elements of an output
  const auto Outputs = static_cast<double>(S.outputs()), Count = static_cast<double>(S.count());
  const bool IsStraight = Count <= (Sums ? kStraightSum : kStraightExtreme);
  return Outputs * (Count * (IsStraight ? cost::ScalarStraight : cost::ScalarElement) + (Sums ? Cost(cost::ScalarSum) : Cost()));
}

void planReducePortable(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = makesZeros(G, O) ? reduceLoopsProblem(G, O) : reduceProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  Plans.add(O, Layout::RowMajor, portableCost(reduceShape(G, O), isSum(O)));
}

void emitReducePortable(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/reduce.h");
  W.structure("hl_reduce", "p", reduceFields(G, O));
  W.line(strf("hl_reduce_portable(&p, %s, out0);", W.input(0).c_str()));
}

} // namespace hexloom
