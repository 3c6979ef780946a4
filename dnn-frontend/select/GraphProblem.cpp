// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/GraphProblem.h"
#include "ir/Box.h"

#include <algorithm>

namespace hexloom {

namespace {

LayoutSet only(Layout L) { return LayoutSet(1) << static_cast<int>(L); }

class Builder {
public:
  Builder(const Graph &G, const std::vector<std::vector<Plan>> &Candidates, Target For, Compilation &Shared)
      : G(G), Candidates(Candidates), For(For), Shared(Shared) {
    Result.ValueOf.assign(G.Tensors.size(), -1);
    P.Layouts = kLayouts;
  }

  GraphProblem run() {
    for (TensorId T : G.Inputs)
      if (isActivation(G, T) && Result.ValueOf[T] < 0)
        addValue(T, -1).Made = {static_cast<uint8_t>(Layout::RowMajor)};
    for (size_t I = 0; I < G.Ops.size(); ++I)
      addOperator(I);
    for (TensorId T : G.Outputs)
      if (isActivation(G, T))
        P.Values[Result.ValueOf[T]].Kept |= only(Layout::RowMajor);
    for (size_t I = 0; I < P.Values.size(); ++I)
      addConversions(P.Values[I], G.Tensors[Result.Tensors[I]]);
    return std::move(Result);
  }

private:
  const Graph &G;
  const std::vector<std::vector<Plan>> &Candidates;
  const Target For;
  Compilation &Shared;
  GraphProblem Result;
  ChoiceProblem &P = Result.Problem;

  double conversion(const Tensor &T, int From, int To) const {
    return inUnits(conversionCycles(T, Layout(From), Layout(To), For, Shared));
  }

  ChoiceProblem::Value &addValue(TensorId T, int Maker) {
    Result.ValueOf[T] = static_cast<int>(P.Values.size());
    Result.Tensors.push_back(T);
    P.Values.emplace_back();
    P.Values.back().Maker = Maker;
    return P.Values.back();
  }

  void addOperator(size_t I) {
    const Op &O = G.Ops[I];
    ChoiceProblem::Operator Own;
    Own.OnlyMoves = isMovement(O.Kind);
    for (const Plan &Plan : Candidates[I])
      Own.Costs.push_back(inUnits(Plan.cycles()));
    P.Operators.push_back(std::move(Own));
    for (size_t K = 0; K < O.Inputs.size(); ++K)
      if (isActivation(G, O.Inputs[K]))
        addReader(P.Values[Result.ValueOf[O.Inputs[K]]], I, K);
    for (size_t K = 0; K < O.Outputs.size(); ++K) {
      ChoiceProblem::Value &V = addValue(O.Outputs[K], static_cast<int>(I));
      for (const Plan &Plan : Candidates[I])
        V.Made.push_back(static_cast<uint8_t>(Plan.Outputs[K]));
    }
  }

  void addReader(ChoiceProblem::Value &V, size_t I, size_t Input) {
    if (V.Readers.empty() || V.Readers.back().Operator != static_cast<int>(I))
      V.Readers.push_back({static_cast<int>(I), std::vector<LayoutSet>(Candidates[I].size(), 0)});
    for (size_t J = 0; J < Candidates[I].size(); ++J)
      V.Readers.back().Wants[J] |= only(Candidates[I][J].Inputs[Input]);
  }

  /// A unit on top of the cycles: of choices that cost the same, one with fewer conversions is taken.
  void addConversions(ChoiceProblem::Value &V, const Tensor &T) {
    V.Conversions.assign(static_cast<size_t>(kLayouts * kLayouts), 0);
    const LayoutSet Wanted = V.wanted();
    LayoutSet Made = 0;
    for (uint8_t L : V.Made)
      Made |= LayoutSet(1) << L;
    for (int From = 0; From < kLayouts; ++From)
      for (int To = 0; To < kLayouts; ++To)
        if (From != To && Made >> From & 1 && Wanted >> To & 1)
          V.Conversions[static_cast<size_t>(From * kLayouts + To)] = conversion(T, From, To) + kCostUnit;
  }
};

} // namespace

GraphProblem problemOf(const Graph &G, const std::vector<std::vector<Plan>> &Candidates, Target For, Compilation &Shared) {
  return Builder(G, Candidates, For, Shared).run();
}

} // namespace hexloom
