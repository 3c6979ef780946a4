// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A box's loops walk along dimensions; an address is affine in them as long as no digit of a layout is carried into the next. So
// a loop that crosses the borders of blocks is split, into the turns up to the first border, whole blocks, and the rest, until
// none does.
#include "plans/movement/BoxCopies.h"
#include "support/Error.h"

#include <algorithm>
#include <cstdlib>

namespace hexloom {

namespace {

/// How a loop moves in one tensor: by joined indices of a group of its layout. No group: it does not move there.
struct Walk {
  int Group = -1;
  int64_t Step = 0;
};

struct Turns {
  int64_t Size;
  Walk Side[2]; ///< input, output
};

struct Nest {
  std::vector<int64_t> First[2]; ///< by group
  std::vector<Turns> Loops;
};

class Lowering {
public:
  Lowering(const LayoutMap &In, const LayoutMap &Out, int64_t Width, size_t Most)
      : Maps{&In, &Out}, Width(Width), Most(Most) {}
  bool lower(Nest N);
  Nest nestOf(const Box &B) const;
  std::vector<StridedCopy> Copies;

private:
  const LayoutMap *Maps[2];
  int64_t Width;
  size_t Most;

  bool split(const Nest &N, int Side, int Group, int64_t Border, bool &Whole);
  bool divide(const Nest &N, size_t Loop, int64_t Turn);
  void emit(const Nest &N);
};

/// Whether the outer loop goes on where the inner one ends, on both sides.
bool continues(const Turns &Outer, const Turns &Inner) {
  for (int S = 0; S < 2; ++S)
    if (Outer.Side[S].Group != Inner.Side[S].Group || Outer.Side[S].Step != Inner.Side[S].Step * Inner.Size)
      return false;
  return true;
}

/// Loops over several dimensions that a layout joins become one.
void join(Nest &N) {
  for (size_t O = 0; O < N.Loops.size(); ++O)
    for (size_t I = 0; I < N.Loops.size(); ++I)
      if (O != I && continues(N.Loops[O], N.Loops[I])) {
        N.Loops[I].Size *= N.Loops[O].Size;
        N.Loops.erase(N.Loops.begin() + static_cast<long>(O));
        return join(N);
      }
}

/// The joined indices of a box's elements.
IndexMap joinedIndices(const LayoutMap &Map, const IndexMap &Elements) {
  const std::optional<IndexMap> Joined = Map.joins().after(Elements);
  HEXLOOM_CHECK(Joined, "a box leaves its tensor");
  return *Joined;
}

Nest Lowering::nestOf(const Box &B) const {
  const IndexMap Joined[2] = {joinedIndices(*Maps[0], B.in()), joinedIndices(*Maps[1], B.out())};
  Nest N;
  for (const Box::Loop &L : B.Loops)
    N.Loops.push_back({L.Size, {}});
  for (int S = 0; S < 2; ++S)
    for (const IndexMap::Sum &Index : Joined[S].outputs()) {
      for (const IndexMap::Term &T : Index.Terms)
        N.Loops[T.Dim].Side[S] = {static_cast<int>(N.First[S].size()), T.Coefficient};
      N.First[S].push_back(Index.Constant);
    }
  N.Loops.erase(std::remove_if(N.Loops.begin(), N.Loops.end(), [](const Turns &L) { return L.Size == 1; }), N.Loops.end());
  join(N);
  return N;
}

/// The loop's turns before `Turn`, then the others.
bool Lowering::divide(const Nest &N, size_t Loop, int64_t Turn) {
  Nest Head = N, Rest = N;
  Head.Loops[Loop].Size = Turn;
  Rest.Loops[Loop].Size -= Turn;
  for (int S = 0; S < 2; ++S)
    if (const Walk &W = N.Loops[Loop].Side[S]; W.Group >= 0)
      Rest.First[S][W.Group] += Turn * W.Step;
  for (Nest *Part : {&Head, &Rest})
    if (Part->Loops[Loop].Size == 1)
      Part->Loops.erase(Part->Loops.begin() + static_cast<long>(Loop));
  return lower(std::move(Head)) && lower(std::move(Rest));
}

/// Handles one border of one group. Whole: no loop crosses it; otherwise the nest has been lowered in parts, and the result is
/// whether there were few enough.
bool Lowering::split(const Nest &N, int Side, int Group, int64_t Border, bool &Whole) {
  const int64_t First = N.First[Side][Group] % Border;
  int64_t Least = First, Greatest = First; // of the index within a block, if it were not carried
  int Widest = -1;
  for (size_t I = 0; I < N.Loops.size(); ++I) {
    const Walk &W = N.Loops[I].Side[Side];
    if (W.Group != Group || W.Step % Border == 0)
      continue;
    (W.Step < 0 ? Least : Greatest) += (N.Loops[I].Size - 1) * W.Step;
    if (Widest < 0 || std::abs(W.Step) > std::abs(N.Loops[Widest].Side[Side].Step))
      Widest = static_cast<int>(I);
  }
  Whole = Widest < 0 || (Least >= 0 && Greatest < Border);
  if (Whole)
    return true;
  const Turns &L = N.Loops[Widest];
  const int64_t Step = L.Side[Side].Step, Cell = std::abs(Step), Span = (L.Size - 1) * Step;
  const int64_t Low = First % Cell + Least - First - std::min<int64_t>(Span, 0);
  const int64_t High = First % Cell + Greatest - First - std::max<int64_t>(Span, 0);
  if (Border % Cell != 0 || Low < 0 || High >= Cell) // turns straddle borders
    return divide(N, Widest, 1);
  const int64_t Each = Border / Cell, Place = First / Cell, Passed = Step > 0 ? Place : Each - 1 - Place;
  if (Passed != 0)
    return divide(N, Widest, Each - Passed);
  if (L.Size % Each != 0)
    return divide(N, Widest, L.Size / Each * Each);
  Nest Blocks = N;
  Blocks.Loops[Widest].Size = Each;
  Turns Outer = L;
  Outer.Size = L.Size / Each;
  for (Walk &W : Outer.Side)
    W.Step *= Each;
  if (Outer.Size > 1)
    Blocks.Loops.insert(Blocks.Loops.begin() + Widest, Outer);
  return lower(std::move(Blocks));
}

void Lowering::emit(const Nest &N) {
  StridedCopy C;
  C.Run = Width;
  int64_t *const Offsets[2] = {&C.InOffset, &C.OutOffset};
  for (int S = 0; S < 2; ++S) {
    *Offsets[S] = Width * Maps[S]->origin();
    for (size_t G = 0; G < N.First[S].size(); ++G)
      *Offsets[S] += Width * Maps[S]->stride(G, N.First[S][G]);
  }
  const auto Stride = [&](const Turns &L, int S) {
    return L.Side[S].Group < 0 ? 0 : Width * Maps[S]->stride(L.Side[S].Group, L.Side[S].Step);
  };
  for (const Turns &L : N.Loops)
    C.Loops.push_back({L.Size, Stride(L, 0), Stride(L, 1)});
  std::stable_sort(C.Loops.begin(), C.Loops.end(), [](const StridedCopy::Loop &A, const StridedCopy::Loop &B) {
    return std::abs(A.Out) > std::abs(B.Out);
  });
  C.simplify();
  Copies.push_back(std::move(C));
}

bool Lowering::lower(Nest N) {
  for (int S = 0; S < 2; ++S)
    for (size_t G = 0; G < Maps[S]->groups().size(); ++G)
      for (int64_t Border : Maps[S]->bordersOf(G)) {
        bool Whole = false;
        const bool Fits = split(N, S, static_cast<int>(G), Border, Whole);
        if (!Whole)
          return Fits;
      }
  emit(N);
  return Copies.size() <= Most && Copies.back().Loops.size() <= kCopyLoops;
}

} // namespace

std::optional<std::vector<StridedCopy>> copiesOf(const Box &B, const LayoutMap &In, const LayoutMap &Out, int64_t Width,
                                                 size_t Most) {
  if (std::any_of(B.Loops.begin(), B.Loops.end(), [](const Box::Loop &L) { return L.Size == 0; }))
    return std::vector<StridedCopy>();
  if (In.isRowMajor() && Out.isRowMajor())
    return std::vector<StridedCopy>{rowMajorCopy(B, In.joins().sizes(), Out.joins().sizes(), Width)};
  Lowering L(In, Out, Width, Most);
  if (!L.lower(L.nestOf(B)))
    return std::nullopt;
  return std::move(L.Copies);
}

Box wholeBox(const Shape &Dims) {
  Box B;
  B.InFirst.assign(Dims.size(), 0);
  B.OutFirst = B.InFirst;
  for (int I = 0; I < static_cast<int>(Dims.size()); ++I)
    B.Loops.push_back({Dims[I], {I, 1}, {I, 1}});
  return B;
}

std::optional<std::vector<StridedCopy>> conversionCopies(const Tensor &T, Layout From, Layout To) {
  return copiesOf(wholeBox(T.Dims), LayoutMap(From, T.Dims), LayoutMap(To, T.Dims), bytesOf(T.Type), kMostBlockedCopies);
}

bool areInPlace(const std::vector<StridedCopy> &Copies) {
  return std::all_of(Copies.begin(), Copies.end(), [](const StridedCopy &C) {
    return C.InOffset == C.OutOffset &&
           std::all_of(C.Loops.begin(), C.Loops.end(), [](const StridedCopy::Loop &L) { return L.In == L.Out; });
  });
}

bool coincide(const Shape &Dims, Layout A, Layout B) {
  const auto Copies = copiesOf(wholeBox(Dims), LayoutMap(A, Dims), LayoutMap(B, Dims), 1, kMostBlockedCopies);
  return Copies && areInPlace(*Copies);
}

} // namespace hexloom
