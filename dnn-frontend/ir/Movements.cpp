// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each movement operator as boxes, of which movements.def tells, and what follows from them.
#include "ir/Limits.h"
#include "ir/Mover.h"
#include "ir/Shapes.h"
#include "support/Error.h"

#include <algorithm>
#include <numeric>

namespace hexloom {

namespace {

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

Shape withoutOnes(Shape S) {
  S.erase(std::remove(S.begin(), S.end(), 1), S.end());
  return S;
}

/// A stretch of one output dimension: `Size` entries from In on, in steps of Step.
struct Stretch {
  int64_t Size, Out, In, Step;
};

/// Before the input's entries (mirrored), they themselves, and behind them (mirrored).
std::vector<Stretch> mirrors(int64_t Size, int64_t Before, int64_t After, bool Reflects) {
  const int64_t Skip = Reflects ? 1 : 0; // the border itself is not repeated
  std::vector<Stretch> All = {{Before, 0, Before - 1 + Skip, -1}, {Size, Before, 0, 1}, {After, Before + Size, Size - 1 - Skip, -1}};
  All.erase(std::remove_if(All.begin(), All.end(), [](const Stretch &S) { return S.Size == 0; }), All.end());
  return All;
}

/// The output's size along an axis as far as the box reaches.
int64_t reachOf(const Box &B, int Axis) {
  int64_t Last = B.OutFirst[Axis];
  for (const Box::Loop &L : B.Loops) {
    if (L.Out.Axis == Axis && L.Size == 0)
      return 0;
    Last += L.Out.Axis == Axis ? (L.Size - 1) * L.Out.Step : 0;
  }
  return Last + 1;
}

} // namespace

std::vector<int> Mover::dimensions() const {
  std::vector<int> All(In.size());
  std::iota(All.begin(), All.end(), 0);
  return All;
}

bool Mover::has(Attr A, int64_t Value) const { return std::count(O.ints(A).begin(), O.ints(A).end(), Value) > 0; }

void Mover::loop(BoxMovement::Piece &P, int64_t Size, const Walk &From, const Walk &To) {
  const auto SetFirst = [](Ints &First, const Walk &W) {
    if (W.Axis < 0)
      return;
    First.resize(std::max(First.size(), size_t(W.Axis) + 1));
    First[W.Axis] += W.First;
  };
  SetFirst(P.Box.InFirst, From);
  SetFirst(P.Box.OutFirst, To);
  P.Box.Loops.push_back({Size, {From.Axis, From.Step}, {To.Axis, To.Step}});
}

void Mover::extent(size_t Axis, int64_t Size) {
  Extents.resize(1);
  Extents[0].resize(std::max(Extents[0].size(), Axis + 1));
  Extents[0][Axis] = sized(Size);
}

void Mover::fill(Attr A, const Ints &Border) {
  checkPadValue(A);
  M.Fills = std::any_of(Border.begin(), Border.end(), [](int64_t P) { return P != 0; });
  M.FillValue = O.i(A);
}

void Mover::stated(const Shape &View) {
  if (withoutOnes(Out) != withoutOnes(View))
    fail(strf("a slice of %s does not give an output of %s", text(View).c_str(), text(Out).c_str()));
  const std::vector<int> Axes = axesOf(View, Out);
  Box &B = M.Pieces.back().Box;
  B.OutFirst.assign(Out.size(), 0);
  for (Box::Loop &L : B.Loops)
    L.Out.Axis = Axes[L.Out.Axis];
  M.Shapes = {Out};
}

/// RESHAPE: the common refinement of both shapes, a loop for each of its factors.
void Mover::refine() {
  if (G.in(O, 0).elements() != G.out(O, 0).elements())
    impossible();
  M.Shapes = {Out};
  M.IsMapped = false;
  if (G.in(O, 0).elements() == 0)
    return;
  Box B = {Ints(In.size(), 0), Ints(Out.size(), 0), {}};
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
      return;
    B.Loops.insert(B.Loops.begin(), {Size, {I, InStep}, {K, OutStep}});
    InStep *= Size;
    OutStep *= Size;
  }
  M.Pieces = {{0, 0, std::move(B)}};
  M.IsMapped = true;
}

/// Parts along an axis of a whole: inputs that are joined, or outputs, whose sizes are the network's choice. Stacks: parts lack the axis.
void Mover::stretches(Parts How, bool Stacks) {
  const bool Joins = How == Parts::Joined;
  const int Rank = static_cast<int>(In.size()) + (Joins && Stacks);
  const int64_t Axis = O.i(Attr::Axis);
  checkAxis(Axis, Rank);
  checkParts(Joins, Stacks, Axis);
  const size_t Count = Joins ? O.Inputs.size() : O.Outputs.size();
  int64_t First = 0;
  M.Pieces.clear();
  M.Pieces.reserve(Count);
  for (size_t K = 0; K < Count; ++K) {
    M.Pieces.push_back({Joins ? K : 0, Joins ? 0 : K, {}});
    Box &B = M.Pieces.back().Box;
    B.Loops.reserve(Rank), B.InFirst.reserve(Rank), B.OutFirst.reserve(Rank);
    const int64_t Size = Stacks ? 1 : (Joins ? G.in(O, K) : G.out(O, K)).Dims[Axis];
    for (int D = 0; D < Rank; ++D) {
      const int Its = Stacks && D > Axis ? D - 1 : D; // the part's dimension
      const Walk Whole = along(D, 1, D == Axis ? First : 0), Part = Stacks && D == Axis ? nowhere : along(Its);
      loop(D == Axis ? Size : In[Joins ? Its : D], Joins ? Part : Whole, Joins ? Whole : Part);
    }
    First += Size;
  }
}

void Mover::mirrored(const Ints &Pads, const std::string &Mode) {
  const bool Reflects = Mode == "reflect";
  if (!Reflects && Mode != "symmetric")
    fail("unknown mode '" + Mode + "'");
  for (int D : dimensions()) {
    const int64_t Most = std::max(Pads[2 * D], Pads[2 * D + 1]);
    if (Most > std::max<int64_t>(In[D] - Reflects, 0))
      fail(strf("mirrors %lld elements of dimension %d, which has %d", (long long)Most, D, In[D]));
    extent(D, In[D] + Pads[2 * D] + Pads[2 * D + 1]);
  }
  for (int D = 0; WantsBoxes && D < static_cast<int>(In.size()); ++D) {
    std::vector<BoxMovement::Piece> Longer;
    for (const BoxMovement::Piece &Head : M.Pieces)
      for (const Stretch &S : mirrors(In[D], Pads[2 * D], Pads[2 * D + 1], Reflects)) {
        Longer.push_back(Head);
        loop(Longer.back(), S.Size, along(D, S.Step, S.In), along(D, 1, S.Out));
      }
    M.Pieces = std::move(Longer);
  }
}

/// An output dimension is the input's, repeated around it; the input's dimensions are the output's last ones. Broadcasts: only those of 1.
void Mover::repeated(bool FitsRank, bool Broadcasts) {
  if (!FitsRank)
    impossible();
  const int New = static_cast<int>(Out.size() - In.size());
  for (int D = 0; D < static_cast<int>(Out.size()); ++D) {
    const int32_t Own = D < New ? 1 : In[D - New];
    if (Broadcasts ? Own != 1 && Own != Out[D] : Own == 0 ? Out[D] != 0 : Out[D] % Own != 0)
      impossible();
    loop(Own ? Out[D] / Own : 1, nowhere, along(D, Own));
    loop(Own, D < New ? nowhere : along(D - New), along(D));
  }
}

/// SPACE_TO_BATCH_ND and its inverse: batch (b1 b2 ... n) holds the places of each block at (b1, b2, ...). For each such place, the
/// rectangle of entries that are not padding (or cropped away) is one box.
void Mover::batchBlocks(Attr Pairs, bool ToBatch) {
  const Ints &Block = O.ints(Attr::Block);
  if (Block.empty() || Block.size() > 2 || In.size() != Block.size() + 2)
    fail(strf("%zu block sizes for an input of rank %zu", Block.size(), In.size()));
  const Ints &Border = pairs(Pairs, Block.size());
  if (ToBatch)
    fill(Attr::PadValue, Border);
  Ints Result(In.begin(), In.end());
  int64_t Places = 1;
  for (size_t D = 0; D < Block.size(); ++D) {
    const int64_t B = Block[D], Sum = Border[2 * D] + Border[2 * D + 1];
    if (B < 1 || B > INT32_MAX)
      fail(strf("block size %lld", (long long)B));
    const int64_t Size = ToBatch ? In[D + 1] + Sum : In[D + 1] * B;
    checkDivides(ToBatch ? Size % B == 0 : Result[0] % B == 0, B);
    Result[D + 1] = sized(ToBatch ? Size / B : Size - Sum);
    Result[0] = sized(ToBatch ? Result[0] * B : Result[0] / B);
    Places *= B; // of 31 bits each
  }
  if (const std::string Fault = limitFault(Limit::Blocks, Places); !Fault.empty())
    fail(Fault);
  for (size_t D = 0; D < Result.size(); ++D)
    extent(D, Result[D]);
  const Ints Whole(In.begin(), In.end()), &Space = ToBatch ? Whole : Result, &Batch = ToBatch ? Result : Whole;
  M.Pieces.clear();
  for (int64_t Place = 0; WantsBoxes && Place < Places; ++Place) {
    BoxMovement::Piece P = {0, 0, {}};
    const auto Add = [&](int64_t Size, const Walk &InSpace, const Walk &InBatch) {
      loop(P, Size, ToBatch ? InSpace : InBatch, ToBatch ? InBatch : InSpace);
    };
    Ints Its(Block.size()); // the place within each block
    for (size_t D = Block.size(), Rest = Place; D-- > 0; Rest /= Block[D])
      Its[D] = static_cast<int64_t>(Rest % Block[D]);
    Add(Space[0], along(0), along(0, 1, Place * Space[0]));
    for (int D = 1; D < static_cast<int>(In.size()); ++D) {
      // Entry i of the batch image is entry i * block + place - border of the space image.
      const bool IsBlocked = D <= static_cast<int>(Block.size());
      const int64_t Step = IsBlocked ? Block[D - 1] : 1, Shift = IsBlocked ? Its[D - 1] - Border[2 * (D - 1)] : 0;
      const int64_t First = Shift >= 0 ? 0 : (-Shift + Step - 1) / Step;
      const int64_t End = std::min((Space[D] - Shift + Step - 1) / Step, Batch[D]);
      Add(std::max<int64_t>(End - First, 0), along(D, Step, First * Step + Shift), along(D, 1, First));
    }
    if (std::none_of(P.Box.Loops.begin(), P.Box.Loops.end(), [](const auto &L) { return L.Size == 0; }))
      M.Pieces.push_back(std::move(P));
  }
}

void Mover::boxes() {
  checkPadValue(Attr::PadValue);
  auto Pieces = piecesOfAttribute(G, O);
  if (!Pieces)
    fail("boxes are no list of boxes within its tensors");
  if (!areApart(*Pieces))
    fail("two boxes bring the same element");
  M.Shapes = {Out};
  M.Fills = elementsOf(*Pieces) < G.out(O, 0).elements();
  M.FillValue = O.i(Attr::PadValue);
  M.Ascend = Pieces->size() == 1;
  M.Pieces = std::move(*Pieces);
}

/// The outputs' shapes, from what loops reach.
void Mover::finish() {
  if (!M.Shapes.empty())
    return;
  const bool IsFree = Extents.empty(); // else the row says them
  Extents.resize(O.Outputs.size());
  for (const BoxMovement::Piece &P : M.Pieces) {
    Ints &Its = Extents[P.Output];
    Its.resize(std::max(Its.size(), P.Box.OutFirst.size()));
    for (size_t D = 0; IsFree && D < P.Box.OutFirst.size(); ++D)
      Its[D] = std::max(Its[D], reachOf(P.Box, static_cast<int>(D)));
  }
  for (const Ints &Its : Extents) {
    M.Shapes.emplace_back();
    for (int64_t Size : Its)
      M.Shapes.back().push_back(sized(Size));
  }
}

BoxMovement Mover::run() {
  switch (O.Kind) {
#define MOVEMENT(KIND, ...)                                                                                                  \
  case OpKind::KIND:                                                                                                         \
    __VA_ARGS__ break;
#include "ir/movements.def"
  default:
    HEXLOOM_CHECK(false, std::string("no movement: ") + text(O.Kind));
  }
  finish();
  for (BoxMovement::Piece &P : M.Pieces) {
    P.Box.InFirst.resize(G.in(O, P.Input).Dims.size());
    P.Box.OutFirst.resize(M.Shapes[P.Output].size());
  }
  return std::move(M);
}

bool isMovement(OpKind Kind) {
  switch (Kind) {
#define MOVEMENT(KIND, ...) case OpKind::KIND:
#include "ir/movements.def"
    return true;
  default:
    return false;
  }
}

bool isView(OpKind Kind) {
  switch (Kind) {
#define VIEW(KIND, ...) case OpKind::KIND:
#define MOVEMENT(KIND, ...)
#include "ir/movements.def"
    return true;
  default:
    return false;
  }
}

std::vector<Shape> movementShapes(const Graph &G, const Op &O) { return Mover(G, O, false).run().Shapes; }

std::optional<BoxMovement> boxesOf(const Graph &G, const Op &O) {
  if (!isMovement(O.Kind))
    return std::nullopt;
  BoxMovement M = Mover(G, O, true).run();
  return M.IsMapped ? std::optional(std::move(M)) : std::nullopt;
}

} // namespace hexloom
