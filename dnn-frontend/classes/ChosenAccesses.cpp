// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of the family Scatter.
#include "classes/AccessBuilder.h"

namespace hexloom {

namespace {

/// A slice of the table for each index, whose dimensions stand in place of the axis.
Accesses gather(const Graph &G, const Op &O, size_t Table, size_t Indices, size_t Axis, size_t Batches) {
  const Shape &From = G.in(O, Table).Dims, &By = G.in(O, Indices).Dims;
  AccessBuilder T(Table, 0), I(Indices, 0);
  for (size_t D = 0; D < From.size(); ++D) {
    if (D != Axis) {
      T.both(From[D]);
      const size_t A = I.axis(From[D]);
      I.Out.push_back(sumOf(A));
      if (D < Batches)
        I.In.push_back(sumOf(A));
      continue;
    }
    T.In.push_back(sumOf(T.axis(From[D], true)));
    for (size_t K = 0; K < Batches; ++K) // the axes so far are dimensions in their order
      T.In.back().Terms.push_back({K});
    for (size_t K = Batches; K < By.size(); ++K) {
      T.Out.push_back(sumOf(T.axis(By[K])));
      I.both(By[K]);
    }
  }
  return {{T(), I(true)}, false};
}

/// Rows of indices name elements, or slices, of the table.
Accesses gatherNd(const Graph &G, const Op &O) {
  const Shape &From = G.in(O, 0).Dims, &By = G.in(O, 1).Dims;
  const auto Named = static_cast<size_t>(By.back());
  AccessBuilder T(0, 0), I(1, 0);
  for (size_t D = 0; D < Named; ++D)
    T.In.push_back(sumOf(T.axis(From[D], true)));
  for (size_t K = 0; K + 1 < By.size(); ++K) {
    T.Out.push_back(sumOf(T.axis(By[K])));
    I.both(By[K]);
  }
  I.In.push_back(sumOf(I.axis(By.back()))); // all numbers of a row
  for (size_t D = Named; D < From.size(); ++D) {
    T.both(From[D]);
    I.Out.push_back(sumOf(I.axis(From[D])));
  }
  return {{T(), I(true)}, false};
}

/// Updates of one place add up.
Accesses scatterNd(const Graph &G, const Op &O) {
  const Shape &By = G.in(O, 0).Dims, &Updates = G.in(O, 1).Dims, &To = G.out(O, 0).Dims;
  const auto Named = static_cast<size_t>(By.back());
  AccessBuilder I(0, 0), U(1, 0);
  for (size_t D = 0; D < Named; ++D) {
    U.Out.push_back(sumOf(U.axis(To[D], true)));
    I.Out.push_back(sumOf(I.axis(To[D], true)));
  }
  for (size_t K = 0; K < By.size(); ++K)
    I.In.push_back(sumOf(I.axis(By[K])));
  for (size_t K = 0; K < Updates.size(); ++K) {
    if (K + 1 < By.size()) {
      U.In.push_back(sumOf(U.axis(Updates[K])));
    } else {
      U.both(Updates[K]);
      I.Out.push_back(sumOf(I.axis(Updates[K])));
    }
  }
  return {{I(true), U()}, true};
}

/// Elements of the data, those of the update in their place.
Accesses update(const Graph &G, const Op &O) {
  AccessBuilder D(0, 0), U(1, 0), At(2, 0);
  const Shape &Whole = G.out(O, 0).Dims, &Part = G.in(O, 1).Dims;
  At.In.push_back(sumOf(At.axis(static_cast<int64_t>(Whole.size()))));
  for (size_t A = 0; A < Whole.size(); ++A) {
    D.both(Whole[A]);
    const size_t Place = U.axis(Part[A]);
    U.In.push_back(sumOf(Place));
    U.Out.push_back(together(Place, U.axis(Whole[A], true)));
    At.Out.push_back(sumOf(At.axis(Whole[A])));
  }
  return {{D(), U(), At(true)}, false};
}

Accesses reversal(const Graph &G, const Op &O) {
  const Shape &Dims = G.out(O, 0).Dims;
  AccessBuilder B(0, 0), Lengths(1, 0);
  for (size_t D = 0; D < Dims.size(); ++D) {
    const size_t A = B.axis(Dims[D]), L = Lengths.axis(Dims[D]);
    B.Out.push_back(sumOf(A));
    B.In.push_back(sumOf(A));
    Lengths.Out.push_back(sumOf(L));
    if (static_cast<int64_t>(D) == O.i(Attr::BatchAxis))
      Lengths.In.push_back(sumOf(L));
  }
  const auto Axis = static_cast<size_t>(O.i(Attr::Axis)), Batch = static_cast<size_t>(O.i(Attr::BatchAxis));
  B.In[Axis].Terms.insert(B.In[Axis].Terms.end(), {{Batch}, {B.axis(Dims[Axis], true)}}); // another one in each batch
  return {{B(), Lengths(true)}, false};
}

/// The index, and both values, go to all places of the new dimension.
Accesses oneHot(const Graph &G, const Op &O) {
  const Shape &Dims = G.out(O, 0).Dims;
  Accesses All;
  for (size_t Input = 0; Input < 3; ++Input) {
    AccessBuilder B(Input, 0);
    for (size_t D = 0; D < Dims.size(); ++D) {
      const size_t A = B.axis(Dims[D]);
      B.Out.push_back(sumOf(A));
      if (Input == 0 && static_cast<int64_t>(D) != O.i(Attr::Axis))
        B.In.push_back(sumOf(A));
    }
    All.All.push_back(B());
  }
  return All;
}

/// Numbers of two shapes, the last ones side by side.
Accesses shapes(const Graph &G, const Op &O) {
  Accesses All;
  for (size_t Input = 0; Input < 2; ++Input) {
    AccessBuilder B(Input, 0);
    const int64_t Own = G.in(O, Input).elements();
    const size_t A = B.axis(Own);
    B.In.push_back(sumOf(A));
    B.Out.push_back(sumOf(A, G.out(O, 0).elements() - Own));
    All.All.push_back(B());
  }
  return All;
}

} // namespace

Access rowAccess(const Graph &G, const Op &O, size_t Axis, size_t Output) {
  const Shape &In = G.in(O, 0).Dims, &Out = G.out(O, Output).Dims;
  AccessBuilder B(0, Output);
  for (size_t D = 0; D < In.size(); ++D) {
    if (D != Axis) {
      B.both(In[D]);
      continue;
    }
    B.In.push_back(sumOf(B.axis(In[D])));
    B.Out.push_back(sumOf(B.axis(Out[D])));
  }
  return B();
}

std::optional<Accesses> chosenAccesses(const Graph &G, const Op &O) {
  switch (O.Kind) {
  case OpKind::Gather:
    return gather(G, O, 0, 1, static_cast<size_t>(O.i(Attr::Axis)), static_cast<size_t>(O.i(Attr::BatchDims)));
  case OpKind::EmbeddingLookup:
    return gather(G, O, 1, 0, 0, 0);
  case OpKind::GatherNd:
    return gatherNd(G, O);
  case OpKind::ScatterNd:
    return scatterNd(G, O);
  case OpKind::DynamicUpdateSlice:
    return update(G, O);
  case OpKind::ReverseSequence:
    return reversal(G, O);
  case OpKind::OneHot:
    return oneHot(G, O);
  case OpKind::BroadcastArgs:
    return shapes(G, O);
  case OpKind::Cumsum:
    return Accesses{{rowAccess(G, O, static_cast<size_t>(O.i(Attr::Axis)))}};
  case OpKind::TopK: {
    const size_t Last = G.in(O, 0).Dims.size() - 1;
    return Accesses{{rowAccess(G, O, Last, 0), rowAccess(G, O, Last, 1)}};
  }
  default:
    return std::nullopt;
  }
}

} // namespace hexloom
