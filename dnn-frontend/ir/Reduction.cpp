// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Reduction.h"

#include <algorithm>
#include <cmath>

namespace hexloom {

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

bool makesZeros(const Graph &G, const Op &O) {
  if (!isSum(O))
    return false;
  const Tensor &In = G.in(O, 0);
  return (is8Bit(In.Type) || In.Type == DType::Int16) && !In.Quant.present();
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

Multiplier factorMultiplier(const Tensor &In, const Tensor &Out, int64_t Count) {
  return quantizeMultiplier(double(In.Quant.scale()) / std::pow(double(Out.Quant.scale()), 1.0 / double(std::max<int64_t>(Count, 1))));
}

Multiplier scaledMultiplier(const Graph &G, const Op &O) {
  const int64_t Count = reduceShape(G, O).count();
  return reductionOf(G, O) == HL_REDUCE_SCALED_PROD ? factorMultiplier(G.in(O, 0), G.out(O, 0), Count) : reduceMultiplier(G, O, Count);
}

bool hasWideFactors(const Graph &G, const Op &O) {
  constexpr int kMostShift = 7;
  return reductionOf(G, O) == HL_REDUCE_SCALED_PROD && scaledMultiplier(G, O).Shift > kMostShift;
}

hl_reduction reductionOf(const Graph &G, const Op &O) {
  const DType Type = G.in(O, 0).Type;
  const bool Plain = Type == DType::Int32 || Type == DType::Int64 || Type == DType::Float32;
  switch (O.Kind) {
  case OpKind::ReduceMax:
    return HL_REDUCE_MAX;
  case OpKind::ReduceMin:
    return HL_REDUCE_MIN;
  case OpKind::ReduceAny:
    return HL_REDUCE_ANY;
  case OpKind::ReduceAll:
    return HL_REDUCE_ALL;
  case OpKind::ReduceProd:
    return Plain ? HL_REDUCE_PROD : HL_REDUCE_SCALED_PROD;
  case OpKind::Mean:
    return Plain ? HL_REDUCE_MEAN : HL_REDUCE_SCALED_SUM;
  default:
    return Plain ? HL_REDUCE_SUM : HL_REDUCE_SCALED_SUM;
  }
}

} // namespace hexloom
