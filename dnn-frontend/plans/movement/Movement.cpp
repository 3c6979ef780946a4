// Each movement operator as strided copies.
#include "plans/movement/Copy.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

namespace {

using Strides = std::vector<int64_t>;

/// The tensors of one operator in one layout.
struct Views {
  const Graph &G;
  const Op &O;
  Layout L;
  View in(size_t I) const { return viewOf(G.in(O, I), L); }
  View out(size_t I) const { return viewOf(G.out(O, I), L); }
};

/// Copies of the whole output, unit by unit, from one input whose strides and offset are given.
Movement wholeOutput(const Views &V, const Strides &InStrides, int64_t InOffset = 0) {
  const View Out = V.out(0);
  return {{{0, 0, boxCopy(Out.Unit, Out.Dims, InStrides, Out.Strides, InOffset, 0)}}};
}

Movement transpose(const Views &V) {
  const View In = V.in(0);
  Strides Permuted;
  for (int64_t Axis : V.O.ints(Attr::Perm))
    Permuted.push_back(In.Strides.at(Axis));
  return wholeOutput(V, Permuted);
}

/// The output may lack dimensions of the input (shrunk) or have new ones of size 1: it is seen in the input's rank.
Movement stridedSlice(const Views &V) {
  const View In = V.in(0);
  Tensor Box = V.G.in(V.O, 0);
  Strides Steps = In.Strides;
  int64_t Offset = 0;
  for (size_t I = 0; I < Box.Dims.size(); ++I) {
    Box.Dims[I] = static_cast<int32_t>(V.O.ints(Attr::Size)[I]);
    Offset += V.O.ints(Attr::Begin)[I] * In.Strides[I];
    Steps[I] *= V.O.ints(Attr::Strides)[I];
  }
  const View Out = viewOf(Box, V.L);
  return {{{0, 0, boxCopy(In.Unit, Out.Dims, Steps, Out.Strides, Offset, 0)}}};
}

/// SPLIT and UNPACK (Joins = false): each output is a stretch of the input's axis. CONCATENATION and PACK: each input becomes one of
/// the output's. UNPACK and PACK have stretches of 1 and leave the axis out of the parts' shapes.
Movement stretches(const Views &V, bool Joins, bool Stacks) {
  const Tensor &Whole = Joins ? V.G.out(V.O, 0) : V.G.in(V.O, 0);
  const View WholeView = viewOf(Whole, V.L);
  const size_t Axis = V.O.i(Attr::Axis), Parts = Joins ? V.O.Inputs.size() : V.O.Outputs.size();
  Movement M;
  int64_t Offset = 0;
  for (size_t K = 0; K < Parts; ++K) {
    Tensor Part = Whole;
    Part.Dims[Axis] = Stacks ? 1 : (Joins ? V.G.in(V.O, K) : V.G.out(V.O, K)).Dims[Axis];
    const View P = viewOf(Part, V.L);
    if (Joins)
      M.Pieces.push_back({K, 0, boxCopy(P.Unit, P.Dims, P.Strides, WholeView.Strides, 0, Offset)});
    else
      M.Pieces.push_back({0, K, boxCopy(P.Unit, P.Dims, WholeView.Strides, P.Strides, Offset, 0)});
    Offset += P.Dims[Axis] * WholeView.Strides[Axis];
  }
  return M;
}

Movement pad(const Views &V) {
  const View In = V.in(0), Out = V.out(0);
  int64_t Offset = 0;
  for (size_t I = 0; I < In.Dims.size(); ++I)
    Offset += V.O.ints(Attr::Paddings)[2 * I] * Out.Strides[I];
  Movement M{{{0, 0, boxCopy(In.Unit, In.Dims, In.Strides, Out.Strides, 0, Offset)}}};
  M.Fills = V.G.in(V.O, 0).Dims != V.G.out(V.O, 0).Dims;
  M.FillValue = V.O.i(Attr::PadValue);
  return M;
}

/// A stretch of one output dimension: `Size` entries from In on, in steps of Step.
struct Stretch {
  int64_t Size, Out, In, Step;
};

/// Before the input's entries (mirrored), they themselves, and behind them (mirrored).
std::vector<Stretch> mirrored(int64_t Size, int64_t Before, int64_t After, bool Reflects) {
  const int64_t Skip = Reflects ? 1 : 0; // the border itself is not repeated
  std::vector<Stretch> Stretches = {
      {Before, 0, Before - 1 + Skip, -1}, {Size, Before, 0, 1}, {After, Before + Size, Size - 1 - Skip, -1}};
  Stretches.erase(std::remove_if(Stretches.begin(), Stretches.end(), [](const Stretch &S) { return S.Size == 0; }),
                  Stretches.end());
  return Stretches;
}

Movement mirrorPad(const Views &V) {
  const View In = V.in(0), Out = V.out(0);
  std::vector<std::vector<Stretch>> Combinations = {{}};
  for (size_t I = 0; I < In.Dims.size(); ++I) {
    std::vector<std::vector<Stretch>> Longer;
    const auto &Pads = V.O.ints(Attr::Paddings);
    for (const auto &Head : Combinations)
      for (const Stretch &S : mirrored(In.Dims[I], Pads[2 * I], Pads[2 * I + 1], V.O.s(Attr::Mode) == "reflect")) {
        Longer.push_back(Head);
        Longer.back().push_back(S);
      }
    Combinations = std::move(Longer);
  }
  Movement M;
  for (const auto &Box : Combinations) {
    Shape Size;
    Strides Steps;
    int64_t InOffset = 0, OutOffset = 0;
    for (size_t I = 0; I < Box.size(); ++I) {
      Size.push_back(static_cast<int32_t>(Box[I].Size));
      Steps.push_back(Box[I].Step * In.Strides[I]);
      InOffset += Box[I].In * In.Strides[I];
      OutOffset += Box[I].Out * Out.Strides[I];
    }
    M.Pieces.push_back({0, 0, boxCopy(In.Unit, Size, Steps, Out.Strides, InOffset, OutOffset)});
  }
  return M;
}

/// TILE and BROADCAST_TO: an output dimension is the input's, repeated around it.
Movement tile(const Views &V) {
  const View In = V.in(0), Out = V.out(0);
  const size_t New = Out.Dims.size() - In.Dims.size();
  Shape Size;
  Strides From, To;
  for (size_t I = 0; I < Out.Dims.size(); ++I) {
    const int32_t Own = I < New ? 1 : In.Dims[I - New];
    HEXLOOM_CHECK(Own == 0 ? Out.Dims[I] == 0 : Out.Dims[I] % Own == 0, "the output is no repetition of the input");
    const int32_t Repeats = Own ? Out.Dims[I] / Own : 1;
    Size.insert(Size.end(), {Repeats, Own});
    From.insert(From.end(), {0, I < New ? 0 : In.Strides[I - New]});
    To.insert(To.end(), {Own * Out.Strides[I], Out.Strides[I]});
  }
  return {{{0, 0, boxCopy(Out.Unit, Size, From, To, 0, 0)}}};
}

Movement reverse(const Views &V) {
  const View In = V.in(0);
  Strides From = In.Strides;
  int64_t Offset = 0;
  for (int64_t Axis : V.O.ints(Attr::Axes)) {
    Offset += (In.Dims[Axis] - 1) * From[Axis];
    From[Axis] = -From[Axis];
  }
  return wholeOutput(V, From, Offset);
}

/// Space and depth, NHWC. Loops: batch, row and column of the smaller image, row and column in the block, channel of the deeper
/// image within one such place.
Movement spaceDepth(const Views &V, bool ToDepth) {
  const View Space = ToDepth ? V.in(0) : V.out(0), Depth = ToDepth ? V.out(0) : V.in(0);
  const auto B = static_cast<int32_t>(V.O.ints(Attr::Block).at(0));
  const Strides &S = Space.Strides, &D = Depth.Strides;
  const int64_t Place = Space.Dims[3] * D[3];
  const Shape Size = {Depth.Dims[0], Depth.Dims[1], Depth.Dims[2], B, B, Space.Dims[3]};
  const Strides InSpace = {S[0], S[1] * B, S[2] * B, S[1], S[2], S[3]};
  const Strides InDepth = {D[0], D[1], D[2], B * Place, Place, D[3]};
  return {{{0, 0, boxCopy(Space.Unit, Size, ToDepth ? InSpace : InDepth, ToDepth ? InDepth : InSpace, 0, 0)}}};
}

/// SPACE_TO_BATCH_ND and its inverse: batch (b1 b2 ... n) holds the places of each block at (b1, b2, ...). For each such place, the
/// rectangle of entries that are not padding (or cropped away) is one copy.
Movement spaceBatch(const Views &V, bool ToBatch) {
  const View Space = ToBatch ? V.in(0) : V.out(0), Batch = ToBatch ? V.out(0) : V.in(0);
  const Strides &S = Space.Strides, &B = Batch.Strides;
  const auto &Block = V.O.ints(Attr::Block);
  const auto &Border = V.O.ints(ToBatch ? Attr::Paddings : Attr::Crops);
  int64_t Places = 1;
  for (int64_t Size : Block)
    Places *= Size;
  Movement M;
  M.Fills = ToBatch && std::any_of(Border.begin(), Border.end(), [](int64_t Pad) { return Pad != 0; });
  M.FillValue = ToBatch ? V.O.i(Attr::PadValue) : 0;
  for (int64_t Place = 0; Place < Places; ++Place) {
    Shape Size = Space.Dims;
    Strides InSpace = S;
    int64_t SpaceOffset = 0, BatchOffset = Place * Space.Dims[0] * B[0];
    bool Empty = false;
    for (size_t D = Block.size(), Rest = Place; D-- > 0; Rest /= Block[D]) {
      // Entry i of the batch image is entry i * block + place - border of the space image.
      const int64_t Step = Block[D], Shift = static_cast<int64_t>(Rest % Step) - Border[2 * D];
      const int64_t First = Shift >= 0 ? 0 : (-Shift + Step - 1) / Step;
      const int64_t End = std::min<int64_t>((Space.Dims[1 + D] - Shift + Step - 1) / Step, Batch.Dims[1 + D]);
      Empty |= End <= First;
      Size[1 + D] = static_cast<int32_t>(End - First);
      InSpace[1 + D] = S[1 + D] * Step;
      SpaceOffset += (First * Step + Shift) * S[1 + D];
      BatchOffset += First * B[1 + D];
    }
    if (Empty)
      continue;
    M.Pieces.push_back({0, 0,
                        ToBatch ? boxCopy(Space.Unit, Size, InSpace, B, SpaceOffset, BatchOffset)
                                : boxCopy(Space.Unit, Size, B, InSpace, BatchOffset, SpaceOffset)});
  }
  return M;
}

} // namespace

Movement movementOf(const Graph &G, const Op &O, Layout L) {
  const Views V{G, O, L};
  switch (O.Kind) {
  case OpKind::Transpose:
    return transpose(V);
  case OpKind::StridedSlice:
    return stridedSlice(V);
  case OpKind::Split:
  case OpKind::Unpack:
    return stretches(V, false, O.Kind == OpKind::Unpack);
  case OpKind::Concatenation:
  case OpKind::Pack:
    return stretches(V, true, O.Kind == OpKind::Pack);
  case OpKind::Pad:
    return pad(V);
  case OpKind::MirrorPad:
    return mirrorPad(V);
  case OpKind::Tile:
  case OpKind::BroadcastTo:
    return tile(V);
  case OpKind::ReverseV2:
    return reverse(V);
  case OpKind::SpaceToDepth:
  case OpKind::DepthToSpace:
    return spaceDepth(V, O.Kind == OpKind::SpaceToDepth);
  case OpKind::SpaceToBatchNd:
  case OpKind::BatchToSpaceNd:
    return spaceBatch(V, O.Kind == OpKind::SpaceToBatchNd);
  default:
    throw InternalError("no data movement");
  }
}

} // namespace hexloom
