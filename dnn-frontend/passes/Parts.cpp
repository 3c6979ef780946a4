// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/Parts.h"

namespace hexloom {

/// Elements of all dimensions before Axis.
static int64_t elementsBefore(const Shape &S, int64_t Axis) { return elementsOf(Shape(S.begin(), S.begin() + Axis)); }

/// Where a STRIDED_SLICE begins in its input, if it takes elements that lie one behind the other.
static std::optional<int64_t> sliceOffset(const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims;
  const std::vector<int64_t> &Begin = O.ints(Attr::Begin), &Size = O.ints(Attr::Size), &Strides = O.ints(Attr::Strides);
  int64_t Offset = 0, Step = 1;
  bool IsWhole = true; // of all dimensions behind
  for (size_t D = In.size(); D-- > 0; Step *= In[D]) {
    if (Size[D] != 1 && (Strides[D] != 1 || !IsWhole))
      return std::nullopt;
    IsWhole &= Size[D] == In[D];
    Offset += Begin[D] * Step;
  }
  return Offset;
}

/// Where output T of O begins in O's first input; none where its elements lie apart there.
static std::optional<int64_t> offsetIn(const Graph &G, const Op &O, TensorId T) {
  switch (O.Kind) {
  case OpKind::Reshape:
    return 0;
  case OpKind::StridedSlice:
    return sliceOffset(G, O);
  case OpKind::Split:
  case OpKind::Unpack: {
    if (elementsBefore(G.in(O, 0).Dims, O.i(Attr::Axis)) != 1)
      return std::nullopt;
    int64_t Offset = 0;
    for (TensorId Id : O.Outputs) {
      if (Id == T)
        return Offset;
      Offset += G.Tensors[Id].elements();
    }
    return std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

std::vector<Part> wholesOf(const Graph &G, const Uses &U, TensorId T) {
  constexpr size_t kMost = 8; // tensors: parts of parts are looked through, not a chain as long as a graph
  std::vector<Part> Result = {{T, 0}};
  while (Result.size() < kMost) {
    const Part Last = Result.back();
    const int Producer = U.producer(Last.Whole);
    if (Producer < 0)
      return Result;
    const Op &O = G.Ops[Producer];
    const std::optional<int64_t> Offset = offsetIn(G, O, Last.Whole);
    if (!Offset)
      return Result;
    Result.push_back({O.Inputs[0], Last.Offset + *Offset});
  }
  return Result;
}

bool joinsInOrder(const Graph &G, const Op &O) {
  if (O.Kind != OpKind::Pack && O.Kind != OpKind::Concatenation)
    return false;
  const Tensor &Out = G.out(O, 0);
  const bool Rescales = O.Kind == OpKind::Concatenation && Out.Type == DType::UInt8;
  for (size_t I = 0; Rescales && I < O.Inputs.size(); ++I)
    if (!(G.in(O, I).Quant == Out.Quant))
      return false;
  return elementsBefore(Out.Dims, O.i(Attr::Axis)) == 1;
}

std::optional<TensorId> wholeOfAll(const Graph &G, const Uses &U, const std::vector<TensorId> &Parts) {
  const int64_t Size = G.Tensors[Parts.at(0)].elements(), All = Size * static_cast<int64_t>(Parts.size());
  for (const Part &First : wholesOf(G, U, Parts[0])) {
    if (First.Offset != 0 || G.Tensors[First.Whole].elements() != All)
      continue;
    const auto IsPart = [&](size_t I) {
      const std::vector<Part> Wholes = wholesOf(G, U, Parts[I]);
      return std::any_of(Wholes.begin(), Wholes.end(), [&](const Part &P) {
        return P.Whole == First.Whole && P.Offset == static_cast<int64_t>(I) * Size;
      });
    };
    size_t I = 1;
    while (I < Parts.size() && IsPart(I))
      ++I;
    if (I == Parts.size())
      return First.Whole;
  }
  return std::nullopt;
}

} // namespace hexloom
