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

Parts::Parts(const Graph &G) : G(G), Cut(G.Tensors.size(), {kNoTensor, 0}) {
  for (const Op &O : G.Ops)
    add(O);
}

void Parts::add(const Op &O) {
  switch (O.Kind) {
  case OpKind::Reshape:
    Cut[O.Outputs[0]] = {O.Inputs[0], 0};
    return;
  case OpKind::StridedSlice:
    if (const std::optional<int64_t> Offset = sliceOffset(G, O))
      Cut[O.Outputs[0]] = {O.Inputs[0], *Offset};
    return;
  case OpKind::Split:
  case OpKind::Unpack: {
    int64_t Offset = 0;
    if (elementsBefore(G.in(O, 0).Dims, O.i(Attr::Axis)) == 1)
      for (TensorId Id : O.Outputs) {
        Cut[Id] = {O.Inputs[0], Offset};
        Offset += G.Tensors[Id].elements();
      }
    return;
  }
  default:
    return;
  }
}

/// What T is a part of: first itself, then the tensors that it was cut from, outwards.
std::vector<Parts::Part> Parts::wholesOf(TensorId T) const {
  constexpr size_t kMost = 8; // parts of parts are looked through, not a chain as long as a graph
  std::vector<Part> Result = {{T, 0}};
  while (Result.size() < kMost && Cut[Result.back().Whole].Whole != kNoTensor) {
    const Part &From = Cut[Result.back().Whole];
    Result.push_back({From.Whole, Result.back().Offset + From.Offset});
  }
  return Result;
}

std::optional<TensorId> Parts::wholeOfAll(const std::vector<TensorId> &Tensors) const {
  const int64_t Size = G.Tensors[Tensors.at(0)].elements(), All = Size * static_cast<int64_t>(Tensors.size());
  const auto IsPart = [&](size_t I, TensorId Whole) {
    const std::vector<Part> Wholes = wholesOf(Tensors[I]);
    return std::any_of(Wholes.begin(), Wholes.end(),
                       [&](const Part &P) { return P.Whole == Whole && P.Offset == static_cast<int64_t>(I) * Size; });
  };
  for (const Part &First : wholesOf(Tensors[0])) {
    if (First.Offset != 0 || G.Tensors[First.Whole].elements() != All)
      continue;
    size_t I = 1;
    while (I < Tensors.size() && IsPart(I, First.Whole))
      ++I;
    if (I == Tensors.size())
      return First.Whole;
  }
  return std::nullopt;
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

} // namespace hexloom
