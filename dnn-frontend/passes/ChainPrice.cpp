// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/ChainPrice.h"

#include <algorithm>
#include <limits>

namespace hexloom {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Adds what conversions bring: a tensor is there in a layout as soon as in any other and converted. A row for each of some cases.
void convert(const Tensor &T, const PassContext &C, std::vector<LayoutCycles> &Rows) {
  const std::vector<LayoutCycles> Made = Rows;
  for (Layout To : offeredLayouts())
    for (Layout From : offeredLayouts()) {
      const auto IsThere = [&](const LayoutCycles &Row) { return Row[static_cast<int>(From)] < kNever; };
      if (From == To || !layoutFits(T, From) || !layoutFits(T, To) || std::none_of(Made.begin(), Made.end(), IsThere))
        continue;
      const double Own = conversionCycles(T, From, To, C.For, C.Shared);
      for (size_t I = 0; I < Rows.size(); ++I)
        Rows[I][static_cast<int>(To)] = std::min(Rows[I][static_cast<int>(To)], Made[I][static_cast<int>(From)] + Own);
    }
}

bool isLess(const LayoutCycles &A, const LayoutCycles &B) {
  bool Is = false;
  for (int L = 0; L < kLayouts; ++L) {
    if (A[L] > B[L] || (A[L] == B[L] && A[L] < kNever))
      return false;
    Is |= A[L] < B[L];
  }
  return Is;
}

} // namespace

std::optional<std::vector<LayoutCycles>> price(const Chain &Whole, const std::vector<Layout> &Starts, const PassContext &C) {
  std::vector<LayoutCycles> Rows(Starts.size());
  for (size_t I = 0; I < Starts.size(); ++I) {
    Rows[I].fill(kNever);
    Rows[I][static_cast<int>(Starts[I])] = 0;
  }
  convert(Whole.G.Tensors[Whole.First], C, Rows);
  for (const Op &O : Whole.G.Ops) {
    if (!C.Shared.Purse.tryWork(stepsOfPlans(Whole.G, O)))
      return std::nullopt;
    const std::vector<Plan> Plans = plansFor(Whole.G, O, C.For, C.Shared);
    for (LayoutCycles &Row : Rows) {
      const LayoutCycles Read = Row;
      Row.fill(kNever);
      for (const Plan &P : Plans)
        if (P.Rejected.empty() && !P.Aside && !P.Follows) {
          double &Best = Row[static_cast<int>(P.Outputs[0])];
          Best = std::min(Best, Read[static_cast<int>(P.Inputs[0])] + P.cycles());
        }
    }
    convert(Whole.G.out(O, 0), C, Rows);
  }
  return Rows;
}

std::vector<Layout> startsOf(const Graph &G, TensorId T) {
  if (std::count(G.Inputs.begin(), G.Inputs.end(), T))
    return {Layout::RowMajor};
  std::vector<Layout> Layouts;
  for (Layout L : offeredLayouts())
    if (layoutFits(G.Tensors[T], L))
      Layouts.push_back(L);
  return Layouts;
}

Chain alone(const Graph &G, const Op &O) {
  Chain Whole{{}, 0};
  Op Copy = O;
  for (std::vector<TensorId> *Ids : {&Copy.Inputs, &Copy.Outputs})
    for (TensorId &Id : *Ids)
      Id = Id == kNoTensor ? kNoTensor : Whole.G.addTensor(G.Tensors[Id]);
  Whole.First = Copy.Inputs[0];
  Whole.G.Inputs = {Whole.First};
  Whole.G.Outputs = Copy.Outputs;
  Whole.G.Ops = {std::move(Copy)};
  return Whole;
}

Chain inARow(const Graph &G, std::vector<Op> Ops) {
  Chain Whole{{}, 0};
  TensorId Last = Whole.First = Whole.G.addTensor(G.Tensors[Ops[0].Inputs[0]]);
  Whole.G.Inputs = {Last};
  for (Op &O : Ops) {
    O.Inputs = {Last};
    O.Outputs = {Last = Whole.G.addTensor(G.Tensors[O.Outputs[0]])};
    Whole.G.Ops.push_back(std::move(O));
  }
  Whole.G.Outputs = {Last};
  return Whole;
}

std::optional<double> leastCycles(const Graph &G, const Op &O, const PassContext &C, const std::vector<Shape> *Inputs,
                                  const Shape *Output) {
  Graph Alone;
  Op Copy = O;
  for (std::vector<TensorId> *Ids : {&Copy.Inputs, &Copy.Outputs})
    for (size_t I = 0; I < Ids->size(); ++I) {
      if ((*Ids)[I] == kNoTensor)
        continue;
      Tensor T = G.Tensors[(*Ids)[I]];
      if (Ids == &Copy.Inputs && Inputs)
        T.Dims = (*Inputs)[I];
      if (Ids == &Copy.Outputs && Output)
        T.Dims = *Output;
      (*Ids)[I] = Alone.addTensor(std::move(T));
    }
  if (!C.Shared.Purse.tryWork(stepsOfPlans(Alone, Copy)))
    return std::nullopt;
  std::optional<double> Least;
  for (const Plan &P : plansFor(Alone, Copy, C.For, C.Shared))
    if (P.Rejected.empty() && !P.Aside && !P.Follows)
      Least = std::min(Least.value_or(P.cycles()), P.cycles());
  return Least;
}

bool isCheaper(const std::vector<LayoutCycles> &A, const std::vector<LayoutCycles> &B) {
  return std::equal(A.begin(), A.end(), B.begin(), B.end(), isLess);
}

} // namespace hexloom
