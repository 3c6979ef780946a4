// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/Select.h"
#include "support/Error.h"

#include <algorithm>
#include <cmath>

namespace hexloom {

Selection choosePlans(const Graph &G, const SelectOptions &Options, Compilation &Shared) {
  Selection S;
  S.Target = Options.Target;
  S.Candidates = gatherCandidates(G, Options.Target, Options.Forced, Shared, Options.KeepsRejected);
  S.Problem = problemOf(G, S.Candidates.Chosen, Options.Target, Shared);
  S.Choice = layoutSolverNamed(Options.Solver).Solve(S.Problem.Problem);
  HEXLOOM_CHECK(std::isfinite(S.Choice.Cost), "the layouts of the plans do not fit together");
  return S;
}

namespace {

class Application {
public:
  Application(Graph &G, const Selection &S, Compilation &Shared)
      : G(G), S(S), Shared(Shared), InLayout(G.Tensors.size(), std::vector<TensorId>(kLayouts, kNoTensor)) {}

  void run() {
    const size_t Original = G.Tensors.size();
    for (TensorId T : G.Inputs)
      if (isActivation(G, T) && InLayout[T][0] == kNoTensor)
        provide(T);
    for (size_t I = 0; I < G.Ops.size(); ++I)
      apply(I);
    for (TensorId &T : G.Outputs)
      if (T < static_cast<TensorId>(Original) && isActivation(G, T))
        T = InLayout[T][static_cast<int>(Layout::RowMajor)];
    G.Ops = std::move(Ops);
    planConversions();
  }

private:
  Graph &G;
  const Selection &S;
  Compilation &Shared;
  std::vector<std::vector<TensorId>> InLayout; ///< by tensor and layout
  std::vector<Op> Ops;

  /// Sets the tensor's layout and puts its conversions right behind the producer.
  void provide(TensorId T) {
    const ChoiceProblem &P = S.Problem.Problem;
    const ChoiceProblem::Value &V = P.Values[S.Problem.ValueOf[T]];
    const int From = P.madeIn(V, S.Choice.Options);
    const LayoutSet Into = P.convertedInto(V, S.Choice.Options);
    G.Tensors[T].Layout = Layout(From);
    InLayout[T][From] = T;
    for (int L = 0; L < kLayouts; ++L)
      if (Into >> L & 1)
        InLayout[T][L] = convert(T, Layout(L));
  }

  TensorId convert(TensorId T, Layout L) {
    Tensor Copy = G.Tensors[T];
    Copy.Layout = L;
    Copy.SourceIndex = -1;
    Op Convert;
    Convert.Kind = OpKind::LayoutConvert;
    Convert.Name = opNameFrom(Copy.Name);
    Convert.Inputs = {T};
    Convert.Outputs = {G.addTensor(std::move(Copy))};
    Ops.push_back(std::move(Convert));
    return Ops.back().Outputs[0];
  }

  void apply(size_t I) {
    const Plan &P = S.taken(I);
    Op O = G.Ops[I];
    O.Kernel = P.Kernel->Name;
    O.Schedule = P.Schedule;
    O.Cycles = P.cycles();
    for (size_t K = 0; K < O.Inputs.size(); ++K)
      if (isActivation(G, O.Inputs[K]))
        O.Inputs[K] = InLayout[O.Inputs[K]][static_cast<int>(P.Inputs[K])];
    Ops.push_back(std::move(O));
    for (TensorId T : G.Ops[I].Outputs)
      provide(T);
  }

  void planConversions() {
    for (Op &O : G.Ops) {
      if (O.Kind != OpKind::LayoutConvert || !O.Kernel.empty())
        continue;
      payFor(G, O, Shared.Purse);
      const std::vector<Plan> Plans = plansFor(G, O, S.Target, Shared);
      const Plan *Best = nullptr;
      for (const Plan &P : Plans)
        if (P.Rejected.empty() && (!Best || P.Cost.isLessThan(Best->Cost)))
          Best = &P;
      HEXLOOM_CHECK(Best, "no kernel converts this layout");
      O.Kernel = Best->Kernel->Name;
      O.Schedule = Best->Schedule;
      O.Cycles = Best->cycles();
    }
  }
};

} // namespace

void applySelection(Graph &G, const Selection &S, Compilation &Shared) { Application(G, S, Shared).run(); }

void selectRegions(Graph &G, const SelectOptions &Options, Compilation &Shared,
                   const std::function<void(const Graph &, const Selection &)> &Tell) {
  for (Op &O : G.Ops)
    for (Graph &R : O.Regions) {
      selectRegions(R, Options, Shared, Tell);
      const Selection S = choosePlans(R, {Options.Target, {}, Options.Solver, Options.KeepsRejected}, Shared);
      if (Tell)
        Tell(R, S);
      applySelection(R, S, Shared);
    }
}

double selectPlans(Graph &G, const SelectOptions &Options, Compilation &Shared) {
  selectRegions(G, Options, Shared);
  const Selection S = choosePlans(G, Options, Shared);
  applySelection(G, S, Shared);
  return S.Choice.Cost;
}

} // namespace hexloom
