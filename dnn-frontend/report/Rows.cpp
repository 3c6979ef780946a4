// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Report.h"
#include "ir/LayerNumbers.h"
#include "select/Explain.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>

namespace hexloom {

namespace {

class Rows {
public:
  Rows(const Graph &G, const Selection &S) : G(G), S(S), P(S.Problem.Problem), Lost(S), RowOf(P.Values.size()) {}

  std::vector<ReportRow> run() {
    for (size_t V = 0; V < P.Values.size(); ++V)
      if (P.Values[V].Maker < 0)
        addConversions(V);
    for (size_t I = 0; I < G.Ops.size(); ++I)
      addOperator(I);
    number();
    return std::move(Result);
  }

private:
  const Graph &G;
  const Selection &S;
  const ChoiceProblem &P;
  const Losses Lost;
  std::vector<std::map<int, size_t>> RowOf; ///< by value: the row that makes it in a layout; none: the caller
  std::vector<ReportRow> Result;

  void number() {
    std::vector<LayerOrigin> Layers;
    for (const ReportRow &R : Result)
      Layers.push_back({R.SourceIndex, R.IsConversion});
    const std::vector<std::string> Numbers = layerNumbers(Layers);
    for (size_t I = 0; I < Result.size(); ++I)
      Result[I].Number = Numbers[I];
  }

  void addOperator(size_t I) {
    const Op &O = G.Ops[I];
    const Plan &Taken = S.taken(I);
    ReportRow R;
    R.Operator = text(O.Kind);
    R.SourceIndex = O.SourceIndex;
    R.IsConversion = O.Kind == OpKind::LayoutConvert;
    R.Name = O.Name;
    R.Kernel = Taken.Kernel->Name;
    R.Plan = planText(R.Kernel, Taken.Schedule);
    R.Layouts = layoutText(G, O, Taken);
    R.Modelled = Taken.cycles();
    R.Layout = Taken.Outputs.empty() ? 0 : static_cast<int>(Taken.Outputs[0]);
    for (size_t K = 0; K < O.Inputs.size(); ++K)
      if (isActivation(G, O.Inputs[K]))
        addMaker(R, static_cast<size_t>(S.Problem.ValueOf[O.Inputs[K]]), static_cast<int>(Taken.Inputs[K]));
    findNext(I, R);
    Result.push_back(std::move(R));
    for (TensorId T : O.Outputs) {
      const size_t V = static_cast<size_t>(S.Problem.ValueOf[T]);
      RowOf[V][P.madeIn(P.Values[V], S.Choice.Options)] = Result.size() - 1;
    }
    for (TensorId T : O.Outputs)
      addConversions(static_cast<size_t>(S.Problem.ValueOf[T]));
  }

  void addMaker(ReportRow &R, size_t Value, int Layout) const {
    const auto Found = RowOf[Value].find(Layout);
    if (Found != RowOf[Value].end() && std::find(R.Makers.begin(), R.Makers.end(), Found->second) == R.Makers.end())
      R.Makers.push_back(Found->second);
  }

  void addConversions(size_t Value) {
    const ChoiceProblem::Value &V = P.Values[Value];
    const int From = P.madeIn(V, S.Choice.Options);
    const LayoutSet Into = P.convertedInto(V, S.Choice.Options);
    for (int L = 0; L < kLayouts; ++L) {
      if (!(Into >> L & 1))
        continue;
      ReportRow R;
      R.Operator = text(OpKind::LayoutConvert);
      R.Name = G.Tensors[S.Problem.Tensors[Value]].Name;
      R.Layouts = strf("%s -> %s", text(Layout(From)), text(Layout(L)));
      R.Modelled = P.conversion(V, From, L);
      R.Layout = L;
      R.IsConversion = true;
      addMaker(R, Value, From);
      Result.push_back(std::move(R));
      RowOf[Value][L] = Result.size() - 1;
    }
  }

  void findNext(size_t I, ReportRow &R) const {
    const std::vector<Plan> &Plans = S.Candidates.Chosen[I];
    for (size_t J = 0; J < Plans.size(); ++J) {
      if (static_cast<int>(J) == S.Choice.Options[I])
        continue;
      const Losses::Loss L = Lost.of(I, J);
      if (!R.Next.empty() && L.Own + L.Conversions >= R.Loss)
        continue;
      R.Loss = L.Own + L.Conversions;
      R.Next = std::string(Plans[J].Kernel->Name) + " " + layoutText(G, G.Ops[I], Plans[J]) + ": itself " + difference(L.Own) +
               ", conversions " + difference(L.Conversions);
    }
  }
};

} // namespace

std::vector<ReportRow> reportRows(const Graph &G, const Selection &S) { return Rows(G, S).run(); }

} // namespace hexloom
