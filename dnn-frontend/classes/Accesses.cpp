// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "classes/AccessBuilder.h"
#include "embed/Operators.h"
#include "ir/Box.h"
#include "ir/Families.h"
#include "ir/ProductShape.h"

#include <algorithm>

namespace hexloom {

namespace {

using Sum = IndexMap::Sum;

/// An input whose dimensions are the output's last ones; one of 1 is repeated.
Access broadcast(const Graph &G, const Op &O, size_t Input) {
  const Shape &From = G.in(O, Input).Dims, &To = G.out(O, 0).Dims;
  AccessBuilder B(Input, 0);
  for (size_t D = 0; D < To.size(); ++D) {
    const bool Walks = D + From.size() >= To.size() && From[D + From.size() - To.size()] == To[D];
    const size_t A = B.axis(To[D]);
    B.Out.push_back(sumOf(A));
    B.In.push_back(Walks ? sumOf(A) : Sum());
  }
  return B();
}

Accesses elementwise(const Graph &G, const Op &O) {
  Accesses All;
  for (size_t I = 0; I < O.Inputs.size(); ++I)
    if (G.hasIn(O, I))
      All.All.push_back(broadcast(G, O, I));
  All.Computes = O.Kind != OpKind::LayoutConvert;
  return All;
}

/// A view whose shapes' dimensions do not divide each other: the same place in both.
Access view(const Graph &G, const Op &O) {
  AccessBuilder B(0, 0);
  const size_t A = B.axis(G.out(O, 0).elements());
  const auto Indices = [&](const Shape &Dims) {
    std::vector<Sum> All;
    int64_t Behind = 1;
    for (size_t D = Dims.size(); D-- > 0; Behind *= Dims[D])
      All.insert(All.begin(), Sum{0, {{A, 1, Behind, Dims[D]}}});
    return All;
  };
  B.In = Indices(G.in(O, 0).Dims);
  B.Out = Indices(G.out(O, 0).Dims);
  return B();
}

std::optional<Accesses> movement(const Graph &G, const Op &O) {
  Accesses All{{}, false};
  const std::optional<BoxMovement> M = boxesOf(G, O);
  if (!M && !isView(O.Kind))
    return std::nullopt;
  if (!M)
    All.All.push_back(view(G, O));
  else
    for (const BoxMovement::Piece &P : M->Pieces)
      if (P.Box.elements() > 0)
        All.All.push_back({P.Input, P.Output, P.Box.in(), P.Box.out()});
  return All;
}

/// The factors of a sum of products.
Accesses products(const Op &O, const ScalarOperator &S) {
  Accesses All;
  for (size_t I = 1; I < S.Tensors.size() && I - 1 < O.Inputs.size(); ++I)
    All.All.push_back({I - 1, 0, S.Tensors[I].Map, S.Tensors[0].Map});
  return All;
}

/// The window of a pool, or of a convolution in space and time.
ScalarOperator windowOf(const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims, &Out = G.out(O, 0).Dims;
  const bool IsPool = O.Kind != OpKind::Conv3D;
  WindowOperator W{IsPool ? WindowOperator::Pool : WindowOperator::Convolution, In[0], 1, In.back(), IsPool ? 1 : Out.back(), {}};
  for (size_t D = 0; D + 2 < In.size(); ++D)
    W.Dimensions.push_back({Out[D + 1], IsPool ? O.ints(Attr::Kernel)[D] : G.in(O, 1).Dims[D], O.ints(Attr::Stride)[D], IsPool ? 1 : O.ints(Attr::Dilation)[D]});
  return scalarsOf(W);
}

std::optional<Accesses> window(const Graph &G, const Op &O) {
  if (O.Kind == OpKind::Conv3D || O.Kind == OpKind::MaxPool2D || O.Kind == OpKind::L2Pool2D)
    return products(O, windowOf(G, O));
  Op Like = O;
  Like.Kind = O.Kind == OpKind::ProductSums ? OpKind::Conv2D : O.Kind; // what is read is the same
  const std::optional<ScalarOperator> S = scalarsOf(G, Like);
  return S ? std::optional(products(O, *S)) : std::nullopt;
}

Accesses matrices(const Graph &G, const Op &O) {
  const MatmulShape S = matmulShape(G, O);
  const std::optional<ScalarOperator> Known = scalarsOf(G, O); // nothing: shared in some dimensions only, which changes nothing here
  return products(O, Known ? *Known : scalarsOf(MatrixOperator{S.batches(), S.Rows, S.Columns, S.Depth, false, false}));
}

/// Sums and the like over some dimensions, which the output lacks or has with 1.
Access reduction(const Graph &G, const Op &O, const std::vector<int64_t> &Axes) {
  const Shape &In = G.in(O, 0).Dims;
  const bool Keeps = G.out(O, 0).Dims.size() == In.size();
  AccessBuilder B(0, 0);
  for (size_t D = 0; D < In.size(); ++D) {
    const bool Reduces = std::count(Axes.begin(), Axes.end(), static_cast<int64_t>(D)) > 0;
    const size_t A = B.axis(In[D]);
    B.In.push_back(sumOf(A));
    if (!Reduces || Keeps)
      B.Out.push_back(Reduces ? Sum() : sumOf(A));
  }
  return B();
}

/// One element, or between neighbours two in each dimension whose size changes.
Accesses resize(const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims, &Out = G.out(O, 0).Dims;
  const bool IsNearest = O.Kind == OpKind::ResizeNearest;
  AccessBuilder B(0, 0);
  for (size_t D = 0; D < In.size(); ++D) {
    if (In[D] == Out[D]) {
      B.both(In[D]);
      continue;
    }
    const size_t Place = B.axis(Out[D]), At = B.axis(In[D], true);
    Sum From = In[D] < Out[D] ? sumOf(At) : together(Place, At); // of a smaller image, elements are left out
    if (!IsNearest && In[D] > 1)
      From.Terms.push_back({B.axis(2)});
    B.In.push_back(From);
    B.Out.push_back(sumOf(Place));
  }
  return {{B()}, !IsNearest};
}

/// QUANTIZE_ROWS: bytes and both numbers of a row are of all of it; SCALE_SUMS: sums, numbers of rows, of channels.
Accesses hybrid(const Graph &G, const Op &O) {
  const Shape &Dims = G.in(O, 0).Dims;
  Accesses All;
  if (O.Kind == OpKind::QuantizeRows) {
    for (size_t Output = 0; Output < O.Outputs.size(); ++Output) {
      AccessBuilder B(0, Output);
      B.both(Dims[0]);
      for (size_t D = 1; D < Dims.size(); ++D) {
        B.In.push_back(sumOf(B.axis(Dims[D])));
        if (Output == 0)
          B.Out.push_back(sumOf(B.axis(Dims[D])));
      }
      All.All.push_back(B());
    }
    return All;
  }
  for (size_t Input = 0; Input < O.Inputs.size(); ++Input) {
    if (!G.hasIn(O, Input))
      continue;
    AccessBuilder B(Input, 0);
    for (size_t D = 0; D < Dims.size(); ++D) {
      const size_t A = B.axis(Dims[D]);
      const bool Walks = Input == 0 || (Input < 3 ? D == 0 : D + 1 == Dims.size());
      B.Out.push_back(sumOf(A));
      B.In.push_back(Walks ? sumOf(A) : Sum());
    }
    All.All.push_back(B());
  }
  return All;
}

} // namespace

const char *whyOpaque(OpKind Kind) {
  switch (Kind) {
#define OPAQUE(KIND, WHY)                                                                                                                          \
  case OpKind::KIND:                                                                                                                               \
    return WHY;
#include "classes/operators.def"
  default:
    return nullptr;
  }
}

std::optional<Accesses> accessesOf(const Graph &G, const Op &O) {
  const auto IsEmpty = [&](TensorId T) { return T != kNoTensor && G.Tensors[T].elements() == 0; };
  if (whyOpaque(O.Kind) || std::any_of(O.Inputs.begin(), O.Inputs.end(), IsEmpty) || std::any_of(O.Outputs.begin(), O.Outputs.end(), IsEmpty))
    return std::nullopt;
  if (isMovement(O.Kind))
    return movement(G, O);
  switch (familyOf(O.Kind)) {
  case Family::Elementwise:
    return elementwise(G, O);
  case Family::Window:
    return window(G, O);
  case Family::Dense:
    return products(O, *scalarsOf(G, O));
  case Family::MatMul:
    return matrices(G, O);
  case Family::Reduction:
    return Accesses{{reduction(G, O, O.ints(Attr::Axes))}};
  case Family::Arg:
    return Accesses{{reduction(G, O, {O.i(Attr::Axis)})}};
  case Family::Rows:
    return Accesses{{rowAccess(G, O, G.in(O, 0).Dims.size() - 1)}};
  case Family::Resize:
    return resize(G, O);
  case Family::Scatter:
    return chosenAccesses(G, O);
  case Family::Hybrid:
    return hybrid(G, O);
  default:
    return std::nullopt;
  }
}

bool keepsLast(const Graph &G, const Op &O) {
  const std::optional<Accesses> Its = accessesOf(G, O);
  return Its && std::all_of(Its->All.begin(), Its->All.end(), [&](const Access &A) {
    const Shape &From = G.in(O, A.Input).Dims, &To = G.out(O, A.Output).Dims;
    if (From.empty() || To.empty() || From.back() != To.back())
      return false;
    // Axes of one index count where they are summed over: what stands there is no longer the only one if the dimension grows.
    if (!Its->Computes && From.back() == 1)
      return true;
    const IndexMap In = Its->Computes ? A.In : A.In.simplified(), Out = Its->Computes ? A.Out : A.Out.simplified();
    const Sum &Last = In.outputs().back();
    return Out.outputs().back() == Last && Last.Constant == 0 && Last.Terms.size() == 1 && Last.Terms[0] == IndexMap::Term{Last.Terms[0].Dim} &&
           In.sizes()[Last.Terms[0].Dim] == From.back();
  });
}

} // namespace hexloom
