// Each movement operator as strided copies.
#include "plans/movement/Copy.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

namespace {

using Strides = std::vector<int64_t>;

/// Elementwise copies of the whole output from one input, whose strides and offset are given.
Movement wholeOutput(const Graph &G, const Op &O, const Strides &InStrides, int64_t InOffset = 0) {
  const Tensor &Out = G.out(O, 0);
  return {{{0, 0, boxCopy(Out, Out.Dims, InStrides, byteStrides(Out), InOffset, 0)}}};
}

Movement transpose(const Graph &G, const Op &O) {
  const Strides In = byteStrides(G.in(O, 0));
  Strides Permuted;
  for (int64_t Axis : O.ints(Attr::Perm))
    Permuted.push_back(In.at(Axis));
  return wholeOutput(G, O, Permuted);
}

/// The output may lack dimensions of the input (shrunk) or have new ones of size 1; the loops are the input's.
Movement stridedSlice(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0);
  const Strides InStrides = byteStrides(In);
  Tensor Box = In;
  for (size_t I = 0; I < In.Dims.size(); ++I)
    Box.Dims[I] = static_cast<int32_t>(O.ints(Attr::Size)[I]);
  Strides Steps = InStrides;
  int64_t Offset = 0;
  for (size_t I = 0; I < In.Dims.size(); ++I) {
    Offset += O.ints(Attr::Begin)[I] * InStrides[I];
    Steps[I] *= O.ints(Attr::Strides)[I];
  }
  return {{{0, 0, boxCopy(Box, Box.Dims, Steps, byteStrides(Box), Offset, 0)}}};
}

/// SPLIT and UNPACK: each output is a stretch of the axis.
Movement split(const Graph &G, const Op &O, bool Unpacks) {
  const Tensor &In = G.in(O, 0);
  const size_t Axis = O.i(Attr::Axis);
  Movement M;
  int64_t Begin = 0;
  for (size_t K = 0; K < O.Outputs.size(); ++K) {
    Tensor Part = In;
    Part.Dims[Axis] = Unpacks ? 1 : G.out(O, K).Dims[Axis];
    const int64_t Offset = Begin * byteStrides(In)[Axis];
    M.Pieces.push_back({0, K, boxCopy(Part, Part.Dims, byteStrides(In), byteStrides(Part), Offset, 0)});
    Begin += Part.Dims[Axis];
  }
  return M;
}

/// CONCATENATION and PACK: each input becomes a stretch of the axis.
Movement concatenate(const Graph &G, const Op &O, bool Packs) {
  const Tensor &Out = G.out(O, 0);
  const size_t Axis = O.i(Attr::Axis);
  Movement M;
  int64_t Begin = 0;
  for (size_t K = 0; K < O.Inputs.size(); ++K) {
    Tensor Part = Out;
    Part.Dims[Axis] = Packs ? 1 : G.in(O, K).Dims[Axis];
    const int64_t Offset = Begin * byteStrides(Out)[Axis];
    M.Pieces.push_back({K, 0, boxCopy(Part, Part.Dims, byteStrides(Part), byteStrides(Out), 0, Offset)});
    Begin += Part.Dims[Axis];
  }
  return M;
}

Movement pad(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const Strides OutStrides = byteStrides(Out);
  int64_t Offset = 0;
  for (size_t I = 0; I < In.Dims.size(); ++I)
    Offset += O.ints(Attr::Paddings)[2 * I] * OutStrides[I];
  Movement M{{{0, 0, boxCopy(In, In.Dims, byteStrides(In), OutStrides, 0, Offset)}}};
  M.Fills = In.Dims != Out.Dims;
  M.FillValue = O.i(Attr::PadValue);
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

Movement mirrorPad(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const Strides InStrides = byteStrides(In), OutStrides = byteStrides(Out);
  std::vector<std::vector<Stretch>> Combinations = {{}};
  for (size_t I = 0; I < In.Dims.size(); ++I) {
    std::vector<std::vector<Stretch>> Longer;
    const auto &Pads = O.ints(Attr::Paddings);
    for (const auto &Head : Combinations)
      for (const Stretch &S : mirrored(In.Dims[I], Pads[2 * I], Pads[2 * I + 1], O.s(Attr::Mode) == "reflect")) {
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
      Steps.push_back(Box[I].Step * InStrides[I]);
      InOffset += Box[I].In * InStrides[I];
      OutOffset += Box[I].Out * OutStrides[I];
    }
    M.Pieces.push_back({0, 0, boxCopy(In, Size, Steps, OutStrides, InOffset, OutOffset)});
  }
  return M;
}

/// TILE and BROADCAST_TO: an output dimension is the input's, repeated around it.
Movement tile(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const Strides InStrides = byteStrides(In), OutStrides = byteStrides(Out);
  const size_t New = Out.Dims.size() - In.Dims.size();
  Shape Size;
  Strides From, To;
  for (size_t I = 0; I < Out.Dims.size(); ++I) {
    const int32_t Own = I < New ? 1 : In.Dims[I - New];
    HEXLOOM_CHECK(Own == 0 ? Out.Dims[I] == 0 : Out.Dims[I] % Own == 0, "the output is no repetition of the input");
    const int32_t Repeats = Own ? Out.Dims[I] / Own : 1;
    Size.insert(Size.end(), {Repeats, Own});
    From.insert(From.end(), {0, I < New ? 0 : InStrides[I - New]});
    To.insert(To.end(), {Own * OutStrides[I], OutStrides[I]});
  }
  return {{{0, 0, boxCopy(Out, Size, From, To, 0, 0)}}};
}

Movement reverse(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0);
  Strides From = byteStrides(In);
  int64_t Offset = 0;
  for (int64_t Axis : O.ints(Attr::Axes)) {
    Offset += (In.Dims[Axis] - 1) * From[Axis];
    From[Axis] = -From[Axis];
  }
  return wholeOutput(G, O, From, Offset);
}

/// Space and depth, NHWC. Loops: batch, row and column of the smaller image, row and column in the block, channel of the deeper
/// image within one such place.
Movement spaceDepth(const Graph &G, const Op &O, bool ToDepth) {
  const Tensor &Space = ToDepth ? G.in(O, 0) : G.out(O, 0), &Depth = ToDepth ? G.out(O, 0) : G.in(O, 0);
  const auto B = static_cast<int32_t>(O.ints(Attr::Block).at(0));
  const Strides S = byteStrides(Space), D = byteStrides(Depth);
  const int64_t Place = Space.Dims[3] * S[3];
  const Shape Size = {Depth.Dims[0], Depth.Dims[1], Depth.Dims[2], B, B, Space.Dims[3]};
  const Strides InSpace = {S[0], S[1] * B, S[2] * B, S[1], S[2], S[3]};
  const Strides InDepth = {D[0], D[1], D[2], B * Place, Place, D[3]};
  return {{{0, 0, boxCopy(Space, Size, ToDepth ? InSpace : InDepth, ToDepth ? InDepth : InSpace, 0, 0)}}};
}

/// SPACE_TO_BATCH_ND and its inverse: batch (b1 b2 ... n) holds the places of each block at (b1, b2, ...). For each such place, the
/// rectangle of entries that are not padding (or cropped away) is one copy.
Movement spaceBatch(const Graph &G, const Op &O, bool ToBatch) {
  const Tensor &Space = ToBatch ? G.in(O, 0) : G.out(O, 0), &Batch = ToBatch ? G.out(O, 0) : G.in(O, 0);
  const Strides S = byteStrides(Space), B = byteStrides(Batch);
  const auto &Block = O.ints(Attr::Block);
  const auto &Border = O.ints(ToBatch ? Attr::Paddings : Attr::Crops);
  int64_t Places = 1;
  for (int64_t Size : Block)
    Places *= Size;
  Movement M;
  M.Fills = ToBatch && std::any_of(Border.begin(), Border.end(), [](int64_t Pad) { return Pad != 0; });
  M.FillValue = ToBatch ? O.i(Attr::PadValue) : 0;
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
                        ToBatch ? boxCopy(Space, Size, InSpace, B, SpaceOffset, BatchOffset)
                                : boxCopy(Space, Size, B, InSpace, BatchOffset, SpaceOffset)});
  }
  return M;
}

} // namespace

Movement movementOf(const Graph &G, const Op &O) {
  switch (O.Kind) {
  case OpKind::Transpose:
    return transpose(G, O);
  case OpKind::StridedSlice:
    return stridedSlice(G, O);
  case OpKind::Split:
  case OpKind::Unpack:
    return split(G, O, O.Kind == OpKind::Unpack);
  case OpKind::Concatenation:
  case OpKind::Pack:
    return concatenate(G, O, O.Kind == OpKind::Pack);
  case OpKind::Pad:
    return pad(G, O);
  case OpKind::MirrorPad:
    return mirrorPad(G, O);
  case OpKind::Tile:
  case OpKind::BroadcastTo:
    return tile(G, O);
  case OpKind::ReverseV2:
    return reverse(G, O);
  case OpKind::SpaceToDepth:
  case OpKind::DepthToSpace:
    return spaceDepth(G, O, O.Kind == OpKind::SpaceToDepth);
  case OpKind::SpaceToBatchNd:
  case OpKind::BatchToSpaceNd:
    return spaceBatch(G, O, O.Kind == OpKind::SpaceToBatchNd);
  default:
    throw InternalError("no data movement");
  }
}

} // namespace hexloom
