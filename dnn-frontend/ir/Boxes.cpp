// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Box.h"
#include "support/Error.h"

namespace hexloom {

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

StridedCopy rowMajorCopy(const Graph &G, const Op &O, const BoxMovement::Piece &P, int64_t Width) {
  const Shape &In = G.in(O, P.Input).Dims, &Out = G.out(O, P.Output).Dims;
  return rowMajorCopy(P.Box, {In.begin(), In.end()}, {Out.begin(), Out.end()}, Width);
}

bool rescales(const Graph &G, const Op &O, size_t I) {
  return O.Kind == OpKind::Concatenation && !(G.in(O, I).Quant == G.out(O, 0).Quant);
}

} // namespace hexloom
