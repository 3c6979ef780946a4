// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "maps/StridedCopy.h"
#include "support/CText.h"
#include "support/Checked.h"

#include <algorithm>

namespace hexloom {

StridedCopy StridedCopy::between(const IndexMap &From, const IndexMap &To, int64_t Width) {
  HEXLOOM_CHECK(From.isAffine() && To.isAffine() && From.sizes() == To.sizes(), "a copy by maps that are no strides");
  StridedCopy C;
  C.Run = Width;
  for (int64_t Size : From.sizes())
    C.Loops.push_back({Size, 0, 0});
  const IndexMap *const Maps[2] = {&From, &To};
  int64_t Loop::*const Strides[2] = {&Loop::In, &Loop::Out};
  int64_t *const Offsets[2] = {&C.InOffset, &C.OutOffset};
  for (int S = 0; S < 2; ++S) {
    const IndexMap::Sum &Place = Maps[S]->outputs().at(0);
    *Offsets[S] = checkedMul(Place.Constant, Width);
    for (const IndexMap::Term &T : Place.Terms)
      C.Loops[T.Dim].*Strides[S] = checkedAdd(C.Loops[T.Dim].*Strides[S], checkedMul(T.Coefficient, Width));
  }
  C.simplify();
  return C;
}

int64_t StridedCopy::turns() const {
  int64_t Product = 1;
  for (const Loop &L : Loops)
    Product *= L.Size;
  return Product;
}

void StridedCopy::simplify() {
  std::vector<Loop> Kept;
  for (const Loop &L : Loops) {
    if (L.Size == 1)
      continue;
    if (!Kept.empty() && Kept.back().In == L.In * L.Size && Kept.back().Out == L.Out * L.Size)
      Kept.back() = {Kept.back().Size * L.Size, L.In, L.Out};
    else
      Kept.push_back(L);
  }
  while (!Kept.empty() && Kept.back().In == Run && Kept.back().Out == Run) {
    Run *= Kept.back().Size;
    Kept.pop_back();
  }
  Loops = std::move(Kept);
}

void StridedCopy::apply(const uint8_t *From, uint8_t *To) const {
  std::vector<int64_t> Turn(Loops.size(), 0);
  for (int64_t Left = turns(); Left > 0; --Left) {
    int64_t In = InOffset, Out = OutOffset;
    for (size_t L = 0; L < Loops.size(); ++L) {
      In += Turn[L] * Loops[L].In;
      Out += Turn[L] * Loops[L].Out;
    }
    std::copy(From + In, From + In + Run, To + Out);
    for (size_t L = Loops.size(); L-- > 0 && ++Turn[L] == Loops[L].Size;)
      Turn[L] = 0;
  }
}

std::string StridedCopy::cText() const {
  HEXLOOM_CHECK(Loops.size() <= kCopyLoops, "too many loops");
  std::vector<std::string> Rows;
  for (const Loop &L : Loops)
    Rows.push_back(braces({L.Size, L.In, L.Out}));
  if (Rows.empty())
    Rows.push_back("{0}");
  return braces(std::vector<std::string>{std::to_string(InOffset), std::to_string(OutOffset),
                                         std::to_string(Run), std::to_string(Loops.size()),
                                         braces(Rows)});
}

} // namespace hexloom
