// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Work.h"

#include <algorithm>

namespace hexloom {

/// Elements that one step along `Dim` spans: those of all other dimensions together.
static int64_t elementsBut(const Shape &S, size_t Dim) {
  int64_t Product = 1;
  for (size_t I = 0; I < S.size(); ++I)
    Product *= I == Dim ? 1 : S[I];
  return Product;
}

int64_t multiplyAccumulates(const Graph &G, const Op &O) {
  switch (O.Kind) {
#define FILTER(KIND, SIDE, AXIS)                                                                                             \
  case OpKind::KIND:                                                                                                         \
    return G.SIDE(O, 0).elements() * elementsBut(G.in(O, 1).Dims, AXIS);
#include "ir/families.def"
  case OpKind::ProductSums: // filter OHWI, and no bias
    return G.out(O, 0).elements() * elementsBut(G.in(O, 1).Dims, 0);
  case OpKind::BatchMatMul: {
    const Shape &X = G.in(O, 0).Dims;
    return G.out(O, 0).elements() * X.at(X.size() - (O.b(Attr::AdjX) ? 2 : 1));
  }
  case OpKind::UnidirectionalSequenceLstm: { // every matrix once for each row: of the gates, and the projection
    int64_t Weights = G.hasIn(O, 16) ? G.in(O, 16).elements() : 0;
    for (size_t I = 1; I < 9; ++I)
      Weights += G.hasIn(O, I) ? G.in(O, I).elements() : 0;
    return elementsBut(G.in(O, 0).Dims, G.in(O, 0).rank() - 1) * Weights;
  }
  case OpKind::SequenceRnn: // both matrices once for each row
    return elementsBut(G.in(O, 0).Dims, G.in(O, 0).rank() - 1) * (G.in(O, 1).elements() + G.in(O, 2).elements());
  case OpKind::Svdf:
    return G.in(O, 0).Dims[0] * (G.in(O, 1).elements() + G.in(O, 2).elements());
  case OpKind::While: {
    int64_t Turn = 0;
    for (const Graph &R : O.Regions)
      for (const Op &Inner : R.Ops)
        Turn += multiplyAccumulates(R, Inner);
    int64_t All = 0;
    return __builtin_mul_overflow(Turn, std::max<int64_t>(1, O.i(Attr::Trips)), &All) ? INT64_MAX : All;
  }
  default:
    return 0;
  }
}

} // namespace hexloom
