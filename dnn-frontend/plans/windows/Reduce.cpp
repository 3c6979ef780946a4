// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MEAN, SUM, REDUCE_MAX, REDUCE_MIN: parameters, and the portable kernel.
#include "plans/windows/Reduce.h"

#include <hexloom/portable/ranks.h>

#include <algorithm>
#include <cmath>

namespace hexloom {

constexpr size_t kReduceDims = HL_REDUCE_DIMS;

static int64_t product(const std::vector<ReduceShape::Run> &Runs) {
  int64_t Product = 1;
  for (const ReduceShape::Run &R : Runs)
    Product *= R.Extent;
  return Product;
}

int64_t ReduceShape::count() const { return product(Reduced); }
int64_t ReduceShape::outputs() const { return product(Kept); }

ReduceShape reduceShape(const Graph &G, const Op &O) {
  const Shape &Dims = G.in(O, 0).Dims;
  const std::vector<int64_t> &Axes = O.ints(Attr::Axes);
  ReduceShape S;
  int Previous = -1; // 1: the inner neighbour is reduced, 0: it is kept
  int64_t Stride = 1;
  for (size_t I = Dims.size(); I-- > 0;) {
    const int64_t Extent = Dims[I];
    if (Extent == 1)
      continue;
    const int Reduced = std::count(Axes.begin(), Axes.end(), static_cast<int64_t>(I)) > 0;
    std::vector<ReduceShape::Run> &Runs = Reduced ? S.Reduced : S.Kept;
    if (Reduced == Previous)
      Runs.front().Extent *= Extent;
    else
      Runs.insert(Runs.begin(), {Extent, Stride});
    Previous = Reduced;
    Stride *= Extent;
  }
  return S;
}

Multiplier reduceMultiplier(const Graph &G, const Op &O, int64_t Count) {
  const double Real = double(G.in(O, 0).Quant.scale()) / double(G.out(O, 0).Quant.scale());
  Multiplier M = quantizeMultiplier(Real);
  if (O.Kind == OpKind::Sum)
    return M;
  Count = std::max<int64_t>(Count, 1); // of nothing: 0
  int Shift = 0; // floor(log2(Count)), bounded so that neither factor nor shift leaves its range
  while (Count >> (Shift + 1))
    ++Shift;
  Shift = std::min({Shift, 32, 31 + M.Shift});
  return {static_cast<int32_t>((int64_t(M.Value) << Shift) / Count), M.Shift - Shift};
}

/// kernels/reduce.cc: each factor brings its scale and its share of the result's.
static Multiplier productMultiplier(const Tensor &In, const Tensor &Out, int64_t Count) {
  return quantizeMultiplier(double(In.Quant.scale()) / std::pow(double(Out.Quant.scale()), 1.0 / double(std::max<int64_t>(Count, 1))));
}

std::string reduceLoopsProblem(const Graph &G, const Op &O) {
  const ReduceShape S = reduceShape(G, O);
  const bool TooMany = S.Kept.size() > kReduceDims || S.Reduced.size() > kReduceDims;
  return TooMany ? "too many separate groups of dimensions" : "";
}

std::string reduceProblem(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const bool IsLogic = O.Kind == OpKind::ReduceAny || O.Kind == OpKind::ReduceAll;
  if (!IsLogic && ((!isQuantizedInteger(In.Type) && !isPlainInteger(In.Type)) || Out.Type != In.Type))
    return unservedType(In);
  if (const std::string Problem = reduceLoopsProblem(G, O); !Problem.empty())
    return Problem;
  const ReduceShape S = reduceShape(G, O);
  const bool Sums = O.Kind == OpKind::Mean || O.Kind == OpKind::Sum;
  if (Sums && isQuantizedInteger(In.Type) && (!In.Quant.present() || !Out.Quant.present()))
    return "a tensor has no quantization";
  if (O.Kind == OpKind::ReduceProd && isQuantizedInteger(In.Type) && productMultiplier(In, Out, S.count()).Shift > 7)
    return "a product is scaled by 128 or more at each factor";
  return "";
}

const char *reduceKind(const Graph &G, const Op &O) {
  const bool Plain = isPlainInteger(G.in(O, 0).Type) || G.in(O, 0).Type == DType::Float32;
  switch (O.Kind) {
  case OpKind::ReduceMax:
    return "HL_REDUCE_MAX";
  case OpKind::ReduceMin:
    return "HL_REDUCE_MIN";
  case OpKind::ReduceAny:
    return "HL_REDUCE_ANY";
  case OpKind::ReduceAll:
    return "HL_REDUCE_ALL";
  case OpKind::ReduceProd:
    return Plain ? "HL_REDUCE_PROD" : "HL_REDUCE_SCALED_PROD";
  case OpKind::Mean:
    return Plain ? "HL_REDUCE_MEAN" : "HL_REDUCE_SCALED_SUM";
  default:
    return Plain ? "HL_REDUCE_SUM" : "HL_REDUCE_SCALED_SUM";
  }
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
  const ReduceShape S = reduceShape(G, O);
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  Fields F = loopFields(G, O, hlType(In.Type == DType::Bool ? DType::UInt8 : In.Type));
  const bool Scales = !isPlainInteger(In.Type) && In.Type != DType::Bool;
  if (Scales && O.Kind != OpKind::ReduceMax && O.Kind != OpKind::ReduceMin) {
    const Multiplier M = O.Kind == OpKind::ReduceProd ? productMultiplier(In, Out, S.count()) : reduceMultiplier(G, O, S.count());
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
  if (!Sums)
    return Outputs * Count * (Count <= kStraightExtreme ? cost::ScalarReducedStraightExtreme : cost::ScalarReducedExtreme);
  if (Count <= kStraightSum)
    return Outputs * (cost::ScalarReducedStraightSum + Count * cost::ScalarReducedStraight);
  return Outputs * (cost::ScalarReducedSum + Count * cost::ScalarReduced);
}

void planReducePortable(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = reduceProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  Plans.add(O, Layout::RowMajor, portableCost(reduceShape(G, O), O.Kind == OpKind::Mean || O.Kind == OpKind::Sum));
}

void emitReducePortable(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/reduce.h");
  W.structure("hl_reduce", "p", reduceFields(G, O));
  W.line(strf("hl_reduce_portable(&p, %s, out0);", W.input(0).c_str()));
}

} // namespace hexloom
