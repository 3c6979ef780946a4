// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boxes in parts. A loop that crosses borders of a block is split into the turns up to the first border, whole blocks, and the rest.
#include "ir/Box.h"

#include <algorithm>
#include <cstdlib>

namespace hexloom {

int64_t Box::elements() const {
  int64_t All = 1;
  for (const Loop &L : Loops)
    All *= L.Size;
  return All;
}

/// Whether the outer loop goes on where the inner one ends, on both sides.
static bool continues(const Box::Loop &Outer, const Box::Loop &Inner) {
  const auto Does = [&](const Box::Side &O, const Box::Side &I) { return O.Axis == I.Axis && O.Step == I.Step * Inner.Size; };
  return Does(Outer.In, Inner.In) && Does(Outer.Out, Inner.Out);
}

void joinLoops(Box &B) {
  B.Loops.erase(std::remove_if(B.Loops.begin(), B.Loops.end(), [](const Box::Loop &L) { return L.Size == 1; }), B.Loops.end());
  for (size_t O = 0; O < B.Loops.size(); ++O)
    for (size_t I = 0; I < B.Loops.size(); ++I)
      if (O != I && continues(B.Loops[O], B.Loops[I])) {
        B.Loops[I].Size *= B.Loops[O].Size;
        B.Loops.erase(B.Loops.begin() + static_cast<long>(O));
        return joinLoops(B);
      }
}

std::vector<Box> dividedAt(const Box &B, size_t Loop, int64_t Turn) {
  Box Head = B, Rest = B;
  const Box::Loop &L = B.Loops[Loop];
  Head.Loops[Loop].Size = Turn;
  Rest.Loops[Loop].Size -= Turn;
  if (L.In.Axis >= 0)
    Rest.InFirst[L.In.Axis] += Turn * L.In.Step;
  if (L.Out.Axis >= 0)
    Rest.OutFirst[L.Out.Axis] += Turn * L.Out.Step;
  for (Box *Part : {&Head, &Rest})
    if (Part->Loops[Loop].Size == 1)
      Part->Loops.erase(Part->Loops.begin() + static_cast<long>(Loop));
  return {std::move(Head), std::move(Rest)};
}

std::vector<Box> splitAtBorder(const Box &B, BoxEnd End, int Axis, int64_t Border) {
  const int64_t First = firstOf(B, End)[Axis] % Border;
  int64_t Least = First, Greatest = First; // of the index within a block, if it were not carried
  int Widest = -1;
  for (size_t I = 0; I < B.Loops.size(); ++I) {
    const Box::Side &S = sideOf(B.Loops[I], End);
    if (S.Axis != Axis || S.Step % Border == 0)
      continue;
    (S.Step < 0 ? Least : Greatest) += (B.Loops[I].Size - 1) * S.Step;
    if (Widest < 0 || std::abs(S.Step) > std::abs(sideOf(B.Loops[Widest], End).Step))
      Widest = static_cast<int>(I);
  }
  if (Widest < 0 || (Least >= 0 && Greatest < Border))
    return {};
  const Box::Loop &L = B.Loops[Widest];
  const int64_t Step = sideOf(L, End).Step, Cell = std::abs(Step), Span = (L.Size - 1) * Step;
  const int64_t Low = First % Cell + Least - First - std::min<int64_t>(Span, 0);
  const int64_t High = First % Cell + Greatest - First - std::max<int64_t>(Span, 0);
  if (Border % Cell != 0 || Low < 0 || High >= Cell) // turns straddle borders
    return dividedAt(B, Widest, 1);
  const int64_t Each = Border / Cell, Place = First / Cell, Passed = Step > 0 ? Place : Each - 1 - Place;
  if (Passed != 0)
    return dividedAt(B, Widest, Each - Passed);
  if (L.Size % Each != 0)
    return dividedAt(B, Widest, L.Size / Each * Each);
  Box Blocks = B;
  Blocks.Loops[Widest].Size = Each;
  Box::Loop Outer = L;
  Outer.Size = L.Size / Each;
  Outer.In.Step *= Each;
  Outer.Out.Step *= Each;
  if (Outer.Size > 1)
    Blocks.Loops.insert(Blocks.Loops.begin() + Widest, Outer);
  return {std::move(Blocks)};
}

} // namespace hexloom
