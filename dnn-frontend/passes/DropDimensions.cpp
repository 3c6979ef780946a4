// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// drop-dimensions: an elementwise operator of more than four dimensions, of which the first ones are 1, works without these. Layouts have
// four dimensions at most, so others than row-major are then open to it.
//
//   %1: i8[1x64x3x49x49] = RESHAPE(%0)                          // %0 is i8[64x3x49x49]
//   %3: i8[1x64x3x49x49] = ADD(%1, %2)     ->     %3: i8[64x3x49x49] = ADD(%0, %2)
//   %4: i8[64x3x49x49] = RESHAPE(%3)              readers of %4 read %3
//
// Operands and results get their shapes by RESHAPEs, which eliminate-identities joins with those around. Constants get another shape.
// Requires: row-major tensors. Changes: shapes.
#include "ir/Box.h"
#include "ir/Families.h"
#include "passes/Passes.h"

#include <algorithm>
#include <map>

namespace hexloom {

namespace {

constexpr size_t kMostDims = 4; // of a layout

bool isElementwise(const Graph &G, const Op &O) {
  if (familyOf(O.Kind) != Family::Elementwise || O.Kind == OpKind::LayoutConvert || O.Kind == OpKind::DetectionPostprocess || !O.Kernel.empty() ||
      O.Outputs.size() != 1)
    return false;
  const auto IsAny = [&](TensorId Id) { return Id != kNoTensor && !G.Tensors[Id].Quant.perChannel(); };
  return std::all_of(O.Inputs.begin(), O.Inputs.end(), IsAny) && IsAny(O.Outputs[0]);
}

/// The last four dimensions, if those before them are 1; otherwise all.
Shape withoutFirst(const Shape &S) {
  if (S.size() <= kMostDims)
    return S;
  const auto Last = S.end() - kMostDims;
  return std::all_of(S.begin(), Last, [](int32_t Size) { return Size == 1; }) ? Shape(Last, S.end()) : S;
}

TensorId withShape(Graph &G, TensorId Id, Shape Dims, Budget &Purse) {
  Tensor T = G.Tensors[Id];
  T.Dims = std::move(Dims);
  T.SourceIndex = -1;
  Purse.keepName(T.Name);
  return G.addTensor(std::move(T));
}

} // namespace

int64_t dropDimensions(Graph &G, Budget &Purse) {
  int64_t Count = 0;
  std::vector<Op> Ops;
  std::map<TensorId, TensorId> Short; // what has been made here of tensors
  for (Op &O : G.Ops) {
    if (isView(O.Kind) && Short.count(O.Inputs[0]))
      O.Inputs[0] = Short.at(O.Inputs[0]);
    if (!isElementwise(G, O) || withoutFirst(G.out(O, 0).Dims) == G.out(O, 0).Dims) {
      Ops.push_back(std::move(O));
      continue;
    }
    const auto Reshape = [&](TensorId From, TensorId To) {
      Ops.push_back({OpKind::Reshape, {From}, {To}, {}, O.Name, -1, "", {}, {}});
    };
    for (TensorId &Id : O.Inputs)
      if (const Shape Dims = withoutFirst(G.Tensors[Id].Dims); Dims != G.Tensors[Id].Dims) {
        const auto [At, IsNew] = Short.emplace(Id, kNoTensor);
        if (IsNew) {
          At->second = withShape(G, Id, Dims, Purse);
          if (!G.Tensors[Id].isConst())
            Reshape(Id, At->second);
        }
        Id = At->second;
      }
    const TensorId Out = O.Outputs[0];
    O.Outputs[0] = Short[Out] = withShape(G, Out, withoutFirst(G.Tensors[Out].Dims), Purse);
    Ops.push_back(O);
    Reshape(O.Outputs[0], Out);
    ++Count;
  }
  G.Ops = std::move(Ops);
  return Count;
}

} // namespace hexloom
