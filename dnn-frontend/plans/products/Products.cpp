// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/Products.h"
#include "plans/Strides.h"

#include <algorithm>

namespace hexloom {

std::vector<PixelWalk> pixelWalks(const ProductShape &S, int Pixels) {
  std::vector<PixelWalk> Walks;
  if (S.In.H == S.Out.H && S.In.W == S.Out.W)
    Walks.push_back(PixelWalk::Flat);
  if (S.Out.W >= Pixels)
    Walks.push_back(PixelWalk::Rows);
  return Walks;
}

static std::optional<ProductShape> blockedRows(const Graph &G, const Op &O, bool InBlocked,
                                               bool OutBlocked) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if ((InBlocked && !fitsBlocks(In)) || (OutBlocked && !fitsBlocks(Out)))
    return std::nullopt;
  const int32_t Depth = G.in(O, 1).Dims[1], Channels = G.in(O, 1).Dims[0];
  const auto WithDepth = [](Nhwc D, int32_t C) { return Nhwc{D.N, D.H, D.W, C}; };
  ProductShape S;
  S.Out = OutBlocked ? asNhwc(Out.Dims) : WithDepth(asNhwc(In.Dims), Channels);
  S.In = InBlocked ? asNhwc(In.Dims) : WithDepth(S.Out, Depth);
  if (InBlocked && S.In.C != Depth && S.In.C > 0 &&
      Depth % S.In.C == 0) { // several pixels are one row
    const int32_t Pixels = Depth / S.In.C;
    if (Pixels != S.In.W && Pixels != S.In.H * S.In.W)
      return std::nullopt;
    S.KernelW = S.In.W;
    S.KernelH = Pixels / S.In.W;
    if (!OutBlocked)
      S.Out = {S.In.N, S.In.H / S.KernelH, 1, Channels};
  }
  const bool Fit = S.In.N == S.Out.N && S.In.H == S.Out.H * S.KernelH &&
                   S.In.W == S.Out.W * S.KernelW && S.In.C * S.KernelH * S.KernelW == Depth;
  S.StrideH = S.KernelH;
  return Fit ? std::optional(S) : std::nullopt;
}

std::optional<ProductShape> blockedShape(const Graph &G, const Op &O, bool InBlocked,
                                         bool OutBlocked) {
  const bool Rows = O.Kind == OpKind::FullyConnected && (InBlocked || OutBlocked);
  return Rows ? blockedRows(G, O, InBlocked, OutBlocked) : productShape(G, O);
}

/// Sums of TRANSPOSE_CONV's phases have some of these products.
template <typename Weight>
static SumRange sumsOf(const OutputStage &S, const Tensor &Filter, DType Input, int Channel) {
  const int64_t Bias = S.Bias[Channel], Count = Filter.elements() / Filter.Dims[0];
  const Range Activation = centred(Input, S.InZero);
  SumRange R{Bias, Bias};
  for (const Weight *W = Filter.dataAs<Weight>() + Channel * Count, *End = W + Count; W != End; ++W)
    R.add(*W - S.FilterZero, Activation);
  return R;
}

Stage chosenStage(const Graph &G, const Op &O, const StageSearch &Search) {
  const Tensor &Filter = G.in(O, 1);
  const DType Type = G.in(O, 0).Type;
  if (!is8Bit(Type) || !Filter.isConst() || Filter.elements() == 0)
    return {};
  const OutputStage S = outputStage(G, O);
  std::vector<StageChannel> Channels;
  for (int C = 0; C < Filter.Dims[0]; ++C)
    Channels.push_back({{{S.Multipliers[C], S.Shifts[C]}, S.OutZero, S.Bounds},
                        (Filter.Type == DType::Int8 ? sumsOf<int8_t> : sumsOf<uint8_t>)(S, Filter, Type, C)});
  return Search.choose(Channels, Type);
}

} // namespace hexloom
