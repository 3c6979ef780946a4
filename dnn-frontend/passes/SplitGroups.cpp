// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// split-groups: a convolution whose groups' channels fill no blocks of 32 together, which the kernels would execute as one
// dense product, is split into convolutions of fewer groups each, where that costs less than the copies around them.
//
//   %1 = CONV_2D(%0 1x14x14x216, filter 216x3x3x24)   ->   %2, ..., %10 = SPLIT(%0)
//                                                          %11 = CONV_2D(%2, filter 24x3x3x24), ...
//                                                          %1 = CONCATENATION(%11, ...)
//
// Equal to the bit, because no output channel reads another group. Requires: 8-bit activations, a constant filter, a constant
// bias or none. Changes: filter, bias and scales become one of each part.
#include "ir/Quantize.h"
#include "passes/Passes.h"
#include "support/Error.h"

namespace hexloom {

namespace {

struct Groups {
  int32_t Count, Inputs, Outputs; ///< channels of one group
  int64_t Taps;
};

Groups groupsOf(const Graph &G, const Op &O) {
  const Shape &Filter = G.in(O, 1).Dims;
  const int32_t Count = G.in(O, 0).Dims[3] / Filter[3];
  return {Count, Filter[3], Filter[0] / Count, int64_t(Filter[1]) * Filter[2]};
}

int64_t up(int64_t Value, int64_t Multiple) { return (Value + Multiple - 1) / Multiple * Multiple; }

/// Whether some groups together, and all such sets of them, fill blocks on both sides: the kernels take these as they are.
bool fillsBlocks(const Groups &S) {
  for (int32_t Merged = 1; Merged <= S.Count; ++Merged)
    if (Merged * int64_t(S.Inputs) % 32 == 0 && Merged * int64_t(S.Outputs) % 32 == 0)
      return S.Count % Merged == 0;
  return false;
}

/// Packets of a pixel, about: products of 256 a packet, and copies of the parts on both sides.
int64_t costOf(const Groups &S, int64_t Parts) {
  constexpr int64_t kProducts = 256, kRun = 12, kVector = 128;
  const int64_t Merged = S.Count / Parts, Inputs = Merged * S.Inputs, Outputs = Merged * S.Outputs;
  const int64_t Products = S.Taps * Parts * up(Inputs, 4) * up(Outputs, 32) / kProducts;
  return Products + (Parts == 1 ? 0 : Parts * (2 * kRun + (Inputs + Outputs) / kVector));
}

/// The number of parts that costs least; 1 where no splitting saves a quarter.
int64_t bestParts(const Groups &S) {
  constexpr int64_t kMostParts = 64;
  int64_t Best = 1;
  for (int64_t Parts = 2; Parts <= std::min<int64_t>(S.Count, kMostParts); ++Parts)
    if (S.Count % Parts == 0 && costOf(S, Parts) < costOf(S, Best))
      Best = Parts;
  return 4 * costOf(S, Best) <= 3 * costOf(S, 1) ? Best : 1;
}

bool isSplit(const Graph &G, const Op &O) {
  if (O.Kind != OpKind::Conv2D || !is8Bit(G.in(O, 0).Type) || !G.in(O, 1).isConst() ||
      (G.hasIn(O, 2) && !G.in(O, 2).isConst()) || G.in(O, 0).elements() == 0 || G.out(O, 0).elements() == 0)
    return false;
  const Groups S = groupsOf(G, O);
  return S.Count > 1 && !fillsBlocks(S) && bestParts(S) > 1;
}

/// Part I of a constant whose first dimension is cut into Parts.
Tensor cut(const Tensor &T, int64_t I, int64_t Parts) {
  Tensor Part = T;
  Part.SourceIndex = -1;
  Part.Dims[0] = static_cast<int32_t>(T.Dims[0] / Parts);
  const int64_t Size = static_cast<int64_t>(T.Data->size()) / Parts;
  Part.Data = std::make_shared<const Bytes>(T.Data->begin() + I * Size, T.Data->begin() + (I + 1) * Size);
  if (!T.Quant.perChannel())
    return Part;
  const int64_t Scales = static_cast<int64_t>(T.Quant.Scales.size()) / Parts;
  Part.Quant.Scales.assign(T.Quant.Scales.begin() + I * Scales, T.Quant.Scales.begin() + (I + 1) * Scales);
  Part.Quant.ZeroPoints.assign(T.Quant.ZeroPoints.begin() + I * Scales, T.Quant.ZeroPoints.begin() + (I + 1) * Scales);
  return Part;
}

/// An activation like T with a share of its channels.
TensorId addShare(Graph &G, const Tensor &Like, int64_t Parts) {
  Tensor T = Like;
  T.Dims.back() = static_cast<int32_t>(T.Dims.back() / Parts);
  T.SourceIndex = -1;
  return G.addTensor(std::move(T));
}

std::vector<Op> splitUp(Graph &G, const Op &O) {
  const int64_t Parts = bestParts(groupsOf(G, O));
  Op Split{OpKind::Split, {O.Inputs[0]}, {}, {{Attr::Axis, int64_t(3)}}, O.Name, -1, "", {}, {}};
  Op Join{OpKind::Concatenation, {}, O.Outputs, {{Attr::Axis, int64_t(3)}, {Attr::Activation, std::string("none")}},
          O.Name, -1, "", {}, {}};
  std::vector<Op> Convolutions;
  for (int64_t I = 0; I < Parts; ++I) {
    Op Part = O;
    Split.Outputs.push_back(addShare(G, Tensor(G.in(O, 0)), Parts));
    Join.Inputs.push_back(addShare(G, Tensor(G.out(O, 0)), Parts));
    Part.Inputs[0] = Split.Outputs.back();
    Part.Inputs[1] = G.addTensor(cut(Tensor(G.in(O, 1)), I, Parts));
    if (G.hasIn(O, 2))
      Part.Inputs[2] = G.addTensor(cut(Tensor(G.in(O, 2)), I, Parts));
    Part.Outputs = {Join.Inputs.back()};
    Convolutions.push_back(std::move(Part));
  }
  std::vector<Op> Result = {std::move(Split)};
  Result.insert(Result.end(), Convolutions.begin(), Convolutions.end());
  Result.push_back(std::move(Join));
  return Result;
}

} // namespace

int64_t splitGroups(Graph &G, Budget &Purse) {
  std::vector<Op> Ops;
  int64_t Count = 0;
  for (const Op &O : std::vector<Op>(G.Ops)) {
    if (!isSplit(G, O)) {
      Ops.push_back(O);
      continue;
    }
    for (size_t I = 1; I < O.Inputs.size(); ++I)
      if (G.hasIn(O, I))
        Purse.keep(G.in(O, I).bytes());
    const std::vector<Op> Parts = splitUp(G, O);
    Ops.insert(Ops.end(), Parts.begin(), Parts.end());
    ++Count;
  }
  G.Ops = std::move(Ops);
  return Count;
}

} // namespace hexloom
