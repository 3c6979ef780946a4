// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each movement operator as boxes.
#include "ir/Box.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

namespace {

using Indices = std::vector<int64_t>;

const Shape &inDims(const Graph &G, const Op &O, size_t I) { return G.in(O, I).Dims; }
const Shape &outDims(const Graph &G, const Op &O, size_t I) { return G.out(O, I).Dims; }

/// The axes of a tensor, by the dimensions of a view that has or lacks dimensions of size 1: -1 where the tensor has none.
std::vector<int> axesOf(const Shape &View, const Shape &Dims) {
  std::vector<int> Axes;
  size_t Next = 0;
  for (int32_t Size : View) {
    if (Size == 1) {
      Axes.push_back(-1);
      continue;
    }
    while (Next < Dims.size() && Dims[Next] == 1)
      ++Next;
    HEXLOOM_CHECK(Next < Dims.size() && Dims[Next] == Size, "shapes differ by more than ones");
    Axes.push_back(static_cast<int>(Next++));
  }
  return Axes;
}

/// A box from the first elements on, without loops.
Box cornerOf(const Shape &In, const Shape &Out) {
  return {Indices(In.size(), 0), Indices(Out.size(), 0), {}};
}

/// A box with one loop for each dimension of `Size`, along the same axis on both sides.
Box sameAxes(const Shape &In, const Shape &Out, const Shape &Size) {
  Box B = cornerOf(In, Out);
  for (int I = 0; I < static_cast<int>(Size.size()); ++I)
    B.Loops.push_back({Size[I], {I, 1}, {I, 1}});
  return B;
}

BoxMovement onePiece(Box B) { return {{{0, 0, std::move(B)}}}; }

BoxMovement transpose(const Graph &G, const Op &O) {
  Box B = cornerOf(inDims(G, O, 0), outDims(G, O, 0));
  for (int I = 0; I < G.out(O, 0).rank(); ++I)
    B.Loops.push_back({outDims(G, O, 0)[I], {static_cast<int>(O.ints(Attr::Perm)[I]), 1}, {I, 1}});
  return onePiece(B);
}

/// The output may lack dimensions of the input (shrunk) or have new ones of size 1.
BoxMovement stridedSlice(const Graph &G, const Op &O) {
  const auto &Size = O.ints(Attr::Size);
  Box B = cornerOf(inDims(G, O, 0), outDims(G, O, 0));
  B.InFirst = O.ints(Attr::Begin);
  const std::vector<int> Axes = axesOf(Shape(Size.begin(), Size.end()), outDims(G, O, 0));
  for (int I = 0; I < G.in(O, 0).rank(); ++I)
    B.Loops.push_back({Size[I], {I, O.ints(Attr::Strides)[I]}, {Axes[I], 1}});
  return onePiece(B);
}

/// SPLIT and UNPACK (Joins = false): each output is a stretch of the input's axis. CONCATENATION
/// and PACK: each input becomes one of the output's. UNPACK and PACK have stretches of 1 and leave
/// the axis out of the parts' shapes.
BoxMovement stretches(const Graph &G, const Op &O, bool Joins, bool Stacks) {
  const Shape &Whole = Joins ? outDims(G, O, 0) : inDims(G, O, 0);
  const size_t Axis = O.i(Attr::Axis), Parts = Joins ? O.Inputs.size() : O.Outputs.size();
  BoxMovement M;
  int64_t First = 0;
  for (size_t K = 0; K < Parts; ++K) {
    const Shape &Part = Joins ? inDims(G, O, K) : outDims(G, O, K);
    Shape View = Whole;
    View[Axis] = Stacks ? 1 : Part[Axis];
    const std::vector<int> Axes = axesOf(View, Part);
    Box B = Joins ? cornerOf(Part, Whole) : cornerOf(Whole, Part);
    (Joins ? B.OutFirst : B.InFirst)[Axis] = First;
    for (int I = 0; I < static_cast<int>(View.size()); ++I) {
      const Box::Side InWhole{I, 1}, InPart{Axes[I], 1};
      B.Loops.push_back({View[I], Joins ? InPart : InWhole, Joins ? InWhole : InPart});
    }
    First += View[Axis];
    M.Pieces.push_back({Joins ? K : 0, Joins ? 0 : K, std::move(B)});
  }
  return M;
}

BoxMovement pad(const Graph &G, const Op &O) {
  Box B = sameAxes(inDims(G, O, 0), outDims(G, O, 0), inDims(G, O, 0));
  for (size_t I = 0; I < B.OutFirst.size(); ++I)
    B.OutFirst[I] = O.ints(Attr::Paddings)[2 * I];
  BoxMovement M = onePiece(B);
  M.Fills = inDims(G, O, 0) != outDims(G, O, 0);
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
  std::vector<Stretch> Stretches = {{Before, 0, Before - 1 + Skip, -1},
                                    {Size, Before, 0, 1},
                                    {After, Before + Size, Size - 1 - Skip, -1}};
  Stretches.erase(std::remove_if(Stretches.begin(), Stretches.end(),
                                 [](const Stretch &S) { return S.Size == 0; }),
                  Stretches.end());
  return Stretches;
}

BoxMovement mirrorPad(const Graph &G, const Op &O) {
  const Shape &In = inDims(G, O, 0);
  const auto &Pads = O.ints(Attr::Paddings);
  std::vector<Box> Boxes = {cornerOf(In, outDims(G, O, 0))};
  for (int I = 0; I < static_cast<int>(In.size()); ++I) {
    std::vector<Box> Longer;
    for (const Box &Head : Boxes)
      for (const Stretch &S :
           mirrored(In[I], Pads[2 * I], Pads[2 * I + 1], O.s(Attr::Mode) == "reflect")) {
        Longer.push_back(Head);
        Longer.back().InFirst[I] = S.In;
        Longer.back().OutFirst[I] = S.Out;
        Longer.back().Loops.push_back({S.Size, {I, S.Step}, {I, 1}});
      }
    Boxes = std::move(Longer);
  }
  BoxMovement M;
  for (Box &B : Boxes)
    M.Pieces.push_back({0, 0, std::move(B)});
  return M;
}

/// TILE and BROADCAST_TO: an output dimension is the input's, repeated around it.
BoxMovement tile(const Graph &G, const Op &O) {
  const Shape &In = inDims(G, O, 0), &Out = outDims(G, O, 0);
  const int New = static_cast<int>(Out.size() - In.size());
  Box B = cornerOf(In, Out);
  for (int I = 0; I < static_cast<int>(Out.size()); ++I) {
    const int32_t Own = I < New ? 1 : In[I - New];
    HEXLOOM_CHECK(Own == 0 ? Out[I] == 0 : Out[I] % Own == 0, "the output is no repetition");
    B.Loops.push_back({Own ? Out[I] / Own : 1, {}, {I, Own}});
    B.Loops.push_back({Own, I < New ? Box::Side{} : Box::Side{I - New, 1}, {I, 1}});
  }
  return onePiece(B);
}

BoxMovement reverse(const Graph &G, const Op &O) {
  const Shape &In = inDims(G, O, 0);
  Box B = sameAxes(In, outDims(G, O, 0), In);
  for (int64_t Axis : O.ints(Attr::Axes)) {
    B.InFirst[Axis] = In[Axis] - 1;
    B.Loops[Axis].In.Step = -1;
  }
  return onePiece(B);
}

/// Space and depth, NHWC. Loops: batch, row and column of the smaller image, row and column in the
/// block, channel of the deeper image within one such place.
BoxMovement spaceDepth(const Graph &G, const Op &O, bool ToDepth) {
  const Shape &In = inDims(G, O, 0), &Out = outDims(G, O, 0);
  const Shape &Space = ToDepth ? In : Out, &Depth = ToDepth ? Out : In;
  const int64_t Block = O.ints(Attr::Block).at(0), Place = Space[3];
  Box B = cornerOf(In, Out);
  const auto Add = [&](int64_t Size, Box::Side InSpace, Box::Side InDepth) {
    B.Loops.push_back({Size, ToDepth ? InSpace : InDepth, ToDepth ? InDepth : InSpace});
  };
  Add(Depth[0], {0, 1}, {0, 1});
  Add(Depth[1], {1, Block}, {1, 1});
  Add(Depth[2], {2, Block}, {2, 1});
  Add(Block, {1, 1}, {3, Block * Place});
  Add(Block, {2, 1}, {3, Place});
  Add(Place, {3, 1}, {3, 1});
  return onePiece(B);
}

/// SPACE_TO_BATCH_ND and its inverse: batch (b1 b2 ... n) holds the places of each block at (b1,
/// b2,
/// ...). For each such place, the rectangle of entries that are not padding (or cropped away) is
/// one box.
BoxMovement spaceBatch(const Graph &G, const Op &O, bool ToBatch) {
  const Shape &In = inDims(G, O, 0), &Out = outDims(G, O, 0);
  const Shape &Space = ToBatch ? In : Out, &Batch = ToBatch ? Out : In;
  const auto &Block = O.ints(Attr::Block);
  const auto &Border = O.ints(ToBatch ? Attr::Paddings : Attr::Crops);
  int64_t Places = 1;
  for (int64_t Size : Block)
    Places *= Size;
  BoxMovement M;
  M.Fills = ToBatch && std::any_of(Border.begin(), Border.end(), [](int64_t P) { return P != 0; });
  M.FillValue = ToBatch ? O.i(Attr::PadValue) : 0;
  for (int64_t Place = 0; Place < Places; ++Place) {
    Box B = sameAxes(In, Out, Space);
    Indices &SpaceFirst = ToBatch ? B.InFirst : B.OutFirst;
    Indices &BatchFirst = ToBatch ? B.OutFirst : B.InFirst;
    BatchFirst[0] = Place * Space[0];
    for (size_t D = Block.size(), Rest = Place; D-- > 0; Rest /= Block[D]) {
      // Entry i of the batch image is entry i * block + place - border of the space image.
      const int64_t Step = Block[D], Shift = static_cast<int64_t>(Rest % Step) - Border[2 * D];
      const int64_t First = Shift >= 0 ? 0 : (-Shift + Step - 1) / Step;
      const int64_t End = std::min<int64_t>((Space[1 + D] - Shift + Step - 1) / Step, Batch[1 + D]);
      Box::Loop &L = B.Loops[1 + D];
      L.Size = std::max<int64_t>(End - First, 0);
      (ToBatch ? L.In : L.Out).Step = Step;
      SpaceFirst[1 + D] = First * Step + Shift;
      BatchFirst[1 + D] = First;
    }
    if (std::any_of(B.Loops.begin(), B.Loops.end(), [](const auto &L) { return L.Size == 0; }))
      continue;
    M.Pieces.push_back({0, 0, std::move(B)});
  }
  return M;
}

/// The common refinement of both shapes: a loop for each of its factors.
std::optional<BoxMovement> reshape(const Graph &G, const Op &O) {
  if (G.in(O, 0).elements() == 0)
    return std::nullopt;
  const Shape &In = inDims(G, O, 0), &Out = outDims(G, O, 0);
  Box B = cornerOf(In, Out);
  int I = static_cast<int>(In.size()) - 1, K = static_cast<int>(Out.size()) - 1;
  int64_t InStep = 1, OutStep = 1; // elements of the dimension that inner loops have used up
  while (I >= 0 || K >= 0) {
    if (I >= 0 && InStep == In[I]) {
      --I, InStep = 1;
      continue;
    }
    if (K >= 0 && OutStep == Out[K]) {
      --K, OutStep = 1;
      continue;
    }
    const int64_t InLeft = In[I] / InStep, OutLeft = Out[K] / OutStep;
    const int64_t Size = std::min(InLeft, OutLeft);
    if (Size == 0 || InLeft % Size != 0 || OutLeft % Size != 0)
      return std::nullopt;
    B.Loops.insert(B.Loops.begin(), {Size, {I, InStep}, {K, OutStep}});
    InStep *= Size;
    OutStep *= Size;
  }
  return onePiece(B);
}

// The functions that families.def names, where one above serves several.
BoxMovement concatenation(const Graph &G, const Op &O) { return stretches(G, O, true, false); }
BoxMovement pack(const Graph &G, const Op &O) { return stretches(G, O, true, true); }
BoxMovement split(const Graph &G, const Op &O) { return stretches(G, O, false, false); }
BoxMovement unpack(const Graph &G, const Op &O) { return stretches(G, O, false, true); }
BoxMovement spaceToDepth(const Graph &G, const Op &O) { return spaceDepth(G, O, true); }
BoxMovement depthToSpace(const Graph &G, const Op &O) { return spaceDepth(G, O, false); }
BoxMovement spaceToBatch(const Graph &G, const Op &O) { return spaceBatch(G, O, true); }
BoxMovement batchToSpace(const Graph &G, const Op &O) { return spaceBatch(G, O, false); }
std::optional<BoxMovement> data(const Graph &, const Op &) { return std::nullopt; }

} // namespace

std::optional<BoxMovement> boxesOf(const Graph &G, const Op &O) {
  switch (O.Kind) {
#define MOVEMENT(KIND, SHAPES, BOXES)                                                                                        \
  case OpKind::KIND:                                                                                                         \
    return BOXES(G, O);
#include "ir/families.def"
  default:
    return std::nullopt;
  }
}

IndexMap Box::side(const std::vector<int64_t> &First, Side Loop::*Which) const {
  IndexMap::Index Sizes;
  std::vector<IndexMap::Sum> Indices;
  for (int64_t Element : First)
    Indices.push_back({Element});
  for (const Loop &L : Loops) {
    if (const Side &S = L.*Which; S.Axis >= 0)
      Indices[S.Axis].Terms.push_back({Sizes.size(), S.Step});
    Sizes.push_back(L.Size);
  }
  return IndexMap(std::move(Sizes), std::move(Indices));
}

StridedCopy rowMajorCopy(const Box &B, const IndexMap::Index &In, const IndexMap::Index &Out, int64_t Width) {
  const auto From = IndexMap::rowMajor(In).after(B.in()), To = IndexMap::rowMajor(Out).after(B.out());
  HEXLOOM_CHECK(From && To, "a box leaves its tensor");
  return StridedCopy::between(*From, *To, Width);
}

} // namespace hexloom
