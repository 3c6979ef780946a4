// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/ElementOrder.h"
#include "ir/Box.h"
#include "plans/movement/Copy.h"

#include <algorithm>
#include <numeric>

namespace hexloom {

namespace {

constexpr size_t kMostDims = 6; // of a TRANSPOSE

/// A copy of elements of `Width` bytes, dense in the output.
StridedCopy copyOf(const ElementOrder &Order, int64_t Width) {
  StridedCopy C;
  C.Run = Width;
  int64_t Next = Width;
  for (auto D = Order.rbegin(); D != Order.rend(); Next *= D->Size, ++D)
    C.Loops.insert(C.Loops.begin(), {D->Size, D->Stride * Width, Next});
  C.simplify();
  return C;
}

/// The digits' numbers, the one with the longest stride first.
std::vector<size_t> byStride(const ElementOrder &Order) {
  std::vector<size_t> All(Order.size());
  std::iota(All.begin(), All.end(), 0);
  std::sort(All.begin(), All.end(), [&](size_t A, size_t B) { return Order[A].Stride > Order[B].Stride; });
  return All;
}

} // namespace

ElementOrder rowMajorOrder(const Shape &Dims) {
  ElementOrder All;
  int64_t Stride = 1;
  for (auto Size = Dims.rbegin(); Size != Dims.rend(); Stride *= *Size, ++Size)
    if (*Size != 1)
      All.insert(All.begin(), {*Size, Stride});
  return All;
}

std::optional<std::vector<ElementOrder>> digitsOf(const Shape &Dims, ElementOrder Order) {
  std::vector<ElementOrder> Groups;
  size_t Next = 0;
  for (int64_t Left : Dims) {
    Groups.emplace_back();
    while (Left > 1) {
      if (Next == Order.size())
        return std::nullopt;
      OrderDigit &D = Order[Next];
      const int64_t Size = std::min(D.Size, Left);
      if (D.Size % Size != 0 || Left % Size != 0)
        return std::nullopt;
      D.Size /= Size;
      Groups.back().push_back({Size, D.Stride * D.Size});
      Left /= Size;
      Next += D.Size == 1;
    }
  }
  return Groups;
}

ElementOrder joined(const ElementOrder &Order) {
  ElementOrder All;
  for (const OrderDigit &D : Order)
    if (D.Size == 1)
      continue;
    else if (!All.empty() && All.back().Stride == D.Size * D.Stride)
      All.back() = {All.back().Size * D.Size, D.Stride};
    else
      All.push_back(D);
  return All;
}

std::optional<ElementOrder> composed(const ElementOrder &Then, const ElementOrder &First) {
  const std::vector<size_t> Sorted = byStride(Then);
  Shape Dims;
  for (size_t I : Sorted)
    Dims.push_back(static_cast<int32_t>(Then[I].Size));
  const auto Groups = digitsOf(Dims, First);
  if (!Groups)
    return std::nullopt;
  ElementOrder Result;
  for (size_t I = 0; I < Then.size(); ++I) {
    const ElementOrder &Its = (*Groups)[std::find(Sorted.begin(), Sorted.end(), I) - Sorted.begin()];
    Result.insert(Result.end(), Its.begin(), Its.end());
  }
  return Result;
}

ElementOrder inverse(const ElementOrder &Order) {
  ElementOrder Result(Order.size());
  std::vector<int64_t> Places(Order.size());
  int64_t Next = 1;
  for (size_t I = Order.size(); I-- > 0; Next *= Order[I].Size)
    Places[I] = Next;
  const std::vector<size_t> Sorted = byStride(Order);
  for (size_t I = 0; I < Order.size(); ++I)
    Result[I] = {Order[Sorted[I]].Size, Places[Sorted[I]]};
  return Result;
}

std::optional<ElementOrder> orderOf(const Graph &G, const Op &O, Budget &Purse) {
  constexpr int64_t kStepsPerPiece = 500;
  if (!isMovement(O.Kind) || G.in(O, 0).elements() == 0 || G.in(O, 0).elements() != G.out(O, 0).elements())
    return std::nullopt;
  if (isView(O.Kind))
    return joined(rowMajorOrder(G.in(O, 0).Dims));
  const std::optional<BoxMovement> M = boxesOf(G, O);
  Purse.work(M ? kStepsPerPiece * static_cast<int64_t>(M->Pieces.size()) : 0);
  if (!M || M->Pieces.size() != 1 || M->Fills)
    return std::nullopt;
  StridedCopy C = rowMajorCopy(G, O, M->Pieces[0], 1);
  if (C.Run > 1)
    C.Loops.push_back({C.Run, 1, 1});
  for (int64_t StridedCopy::Loop::*Side : {&StridedCopy::Loop::In, &StridedCopy::Loop::Out}) {
    std::sort(C.Loops.begin(), C.Loops.end(), [&](const auto &A, const auto &B) { return A.*Side > B.*Side; });
    int64_t Next = 1;
    for (auto L = C.Loops.rbegin(); L != C.Loops.rend(); Next *= L->Size, ++L)
      if ((*L).*Side != Next)
        return std::nullopt;
  }
  ElementOrder Order;
  for (const StridedCopy::Loop &L : C.Loops)
    Order.push_back({L.Size, L.In});
  return Order;
}

double copyCycles(const ElementOrder &Order, int64_t Width) {
  return movesNothing(joined(Order)) ? 0 : leastCost(Movement{{{0, 0, copyOf(Order, Width)}}}).cycles();
}

bool isTranspose(const ElementOrder &Joined) { return Joined.size() <= kMostDims; }

void appendCopy(Graph &G, std::vector<Op> &Ops, TensorId From, const ElementOrder &Order, TensorId To, const Op &Last, Budget &Purse) {
  const auto Append = [&](OpKind Kind, Shape Dims, std::map<Attr, AttrValue> Attrs) {
    Tensor T = G.Tensors[To];
    T.Dims = std::move(Dims);
    T.SourceIndex = -1;
    Purse.keepName(T.Name);
    const TensorId Id = G.addTensor(std::move(T));
    Ops.push_back({Kind, {From}, {Id}, std::move(Attrs), Last.Name, -1, "", {}, {}});
    From = Id;
  };
  if (!movesNothing(Order)) {
    const std::vector<size_t> Sorted = byStride(Order);
    std::vector<int64_t> Perm(Order.size());
    Shape In, Out;
    for (size_t I = 0; I < Order.size(); ++I) {
      Perm[Sorted[I]] = static_cast<int64_t>(I);
      In.push_back(static_cast<int32_t>(Order[Sorted[I]].Size));
      Out.push_back(static_cast<int32_t>(Order[I].Size));
    }
    Append(OpKind::Reshape, In, {});
    Append(OpKind::Transpose, Out, {{Attr::Perm, Perm}});
  }
  Ops.push_back({OpKind::Reshape, {From}, {To}, {}, Last.Name, Last.SourceIndex, "", {}, {}});
}

} // namespace hexloom
