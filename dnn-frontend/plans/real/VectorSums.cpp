// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums and means of floats on HVX, columns in vectors (hexloom/hvx/real_reduce.h).
#include "plans/real/Real.h"
#include "plans/windows/Pool.h"
#include "plans/windows/Reduce.h"

namespace hexloom {

using namespace real_cost;

namespace {

/// What sums rows: [outer][count][inner] elements.
struct SumOfRows {
  int64_t Outer = 1, Count = 0, Inner = 0;
};

void planSums(const Graph &G, const Op &O, PlanList &Plans, const SumOfRows &S) {
  const std::string Columns = S.Inner < 32 ? strf("%lld columns are fewer than 32", static_cast<long long>(S.Inner)) : "";
  for (const std::string &WhyNot : {whyNotReal(G, O), Columns})
    if (!WhyNot.empty())
      return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, Layer + VectorSum * static_cast<double>(S.Outer * S.Count * ((S.Inner + 31) / 32)) +
                                     Output * static_cast<double>(G.out(O, 0).elements()));
}

/// Inner is 0 where the sums are not those of whole rows.
SumOfRows sumOfRows(const Graph &G, const Op &O) {
  const ReduceShape S = reduceShape(G, O);
  if (S.Reduced.size() != 1 || S.Kept.empty() || S.Kept.size() > 2)
    return {};
  const auto &[Count, Stride] = S.Reduced[0];
  const auto &[Inner, InnerStride] = S.Kept.back();
  const bool IsRows = InnerStride == 1 && Stride == Inner && (S.Kept.size() == 1 || S.Kept[0].Stride == Count * Inner);
  return IsRows ? SumOfRows{S.Kept.size() == 1 ? 1 : S.Kept[0].Extent, Count, Inner} : SumOfRows();
}

} // namespace

void planRealSums(const Graph &G, const Op &O, PlanList &Plans) {
  const SumOfRows S = sumOfRows(G, O);
  if (!S.Inner)
    return Plans.reject("not over whole rows");
  planSums(G, O, Plans, S);
}

void emitRealSums(const Graph &G, const Op &O, LayerWriter &W) {
  const SumOfRows S = sumOfRows(G, O);
  W.body("real_reduce.h");
  W.line(strf("hl_real_sum_hvx(%lld, %lld, %lld, %lld, %s, %s);", static_cast<long long>(S.Outer), static_cast<long long>(S.Count),
              static_cast<long long>(S.Inner), static_cast<long long>(O.Kind == OpKind::Mean ? S.Count : 1), W.input(0).c_str(),
              W.output(0).c_str()));
}

/// Sums of the image as one window.
static SumOfRows imageOf(const WindowShape &S) { return {S.In.N, static_cast<int64_t>(S.In.H) * S.In.W, S.In.C}; }

void planRealImageAverage(const Graph &G, const Op &O, PlanList &Plans) {
  const WindowShape S = windowOf(G, O);
  if (S.KernelH - S.PadTop < S.In.H || S.KernelW - S.PadLeft < S.In.W || S.Out.H != 1 || S.Out.W != 1)
    return Plans.reject("a window is not the whole image");
  planSums(G, O, Plans, imageOf(S));
}

void emitRealImageAverage(const Graph &G, const Op &O, LayerWriter &W) {
  const SumOfRows S = imageOf(windowOf(G, O));
  W.body("real_reduce.h");
  W.line(strf("hl_real_average_hvx(%lld, %lld, %lld, %s, %s, %s);", static_cast<long long>(S.Outer), static_cast<long long>(S.Count),
              static_cast<long long>(S.Inner), realBounds(O).c_str(), W.input(0).c_str(), W.output(0).c_str()));
}

} // namespace hexloom
