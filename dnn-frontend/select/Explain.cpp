// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/Explain.h"
#include "select/AxisValues.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>
#include <optional>
#include <ostream>
#include <set>

namespace hexloom {

Losses::Losses(const Selection &S)
    : S(S), Around(S.Problem.Problem.Operators.size()),
      Wanting(S.Problem.Problem.Values.size() * static_cast<size_t>(S.Problem.Problem.Layouts)) {
  const ChoiceProblem &P = S.Problem.Problem;
  for (size_t I = 0; I < P.Values.size(); ++I) {
    const ChoiceProblem::Value &V = P.Values[I];
    if (V.Maker >= 0)
      Around[static_cast<size_t>(V.Maker)].push_back({I, -1});
    for (size_t K = 0; K < V.Readers.size(); ++K) {
      const size_t Op = static_cast<size_t>(V.Readers[K].Operator);
      Around[Op].push_back({I, static_cast<int>(K)});
      const LayoutSet Wants = V.Readers[K].Wants[static_cast<size_t>(S.Choice.Options[Op])];
      for (int L = 0; L < P.Layouts; ++L)
        Wanting[I * static_cast<size_t>(P.Layouts) + static_cast<size_t>(L)] += Wants >> L & 1;
    }
  }
}

/// The cost of converting all values around operator number Op if it had this candidate and all others are as chosen.
double Losses::conversions(size_t Op, size_t Candidate) const {
  const ChoiceProblem &P = S.Problem.Problem;
  const size_t Taken = static_cast<size_t>(S.Choice.Options[Op]);
  double Sum = 0;
  for (const Part &One : Around[Op]) {
    const ChoiceProblem::Value &V = P.Values[One.Value];
    const bool Makes = One.Reader < 0;
    const int From = Makes ? V.Made[Candidate] : P.madeIn(V, S.Choice.Options);
    const std::vector<LayoutSet> *Wants = Makes ? nullptr : &V.Readers[static_cast<size_t>(One.Reader)].Wants;
    LayoutSet Into = V.Kept | (Makes ? 0 : (*Wants)[Candidate]);
    for (int L = 0; L < P.Layouts; ++L)
      if (readers(One.Value, L) > (Makes ? 0 : (*Wants)[Taken] >> L & 1))
        Into |= LayoutSet(1) << L;
    Sum += P.conversions(V, From, Into & ~(LayoutSet(1) << From));
  }
  return Sum;
}

Losses::Loss Losses::of(size_t Op, size_t Candidate) const {
  const std::vector<double> &Costs = S.Problem.Problem.Operators[Op].Costs;
  const size_t Taken = static_cast<size_t>(S.Choice.Options[Op]);
  return {Costs[Candidate] - Costs[Taken], conversions(Op, Candidate) - conversions(Op, Taken)};
}

namespace {

/// The whole graph with one operator's plan given and all others chosen anew. Work is counted, not timed, and ends: a kind may
/// name thousands of operators.
class WholeGraph {
public:
  explicit WholeGraph(const Selection &S) : S(S) {}

  /// The graph's least cost with this candidate, or its bound if that is not proven. Nothing: no work is left.
  std::optional<double> costWith(size_t Op, size_t Candidate) {
    if (Left <= 0) {
      ++Skipped;
      return std::nullopt;
    }
    const ChoiceProblem P = given(Op, Candidate);
    const Choice C = layoutSolverNamed(kDefaultLayoutSolver).Solve(P);
    Left -= C.Steps + kPerOperator * static_cast<int64_t>(P.Operators.size());
    return C.Bound;
  }

  size_t skipped() const { return Skipped; }

private:
  static constexpr int64_t kPerOperator = 1024; ///< of copying and reading the problem

  const Selection &S;
  int64_t Left = int64_t(1) << 30;
  size_t Skipped = 0;

  ChoiceProblem given(size_t Op, size_t Candidate) const {
    ChoiceProblem P = S.Problem.Problem;
    P.Operators[Op].Costs = {P.Operators[Op].Costs[Candidate]};
    for (ChoiceProblem::Value &V : P.Values) {
      if (V.Maker == static_cast<int>(Op))
        V.Made = {V.Made[Candidate]};
      for (ChoiceProblem::Reader &R : V.Readers)
        if (R.Operator == static_cast<int>(Op))
          R.Wants = {R.Wants[Candidate]};
    }
    return P;
  }
};

class Explanation {
public:
  Explanation(std::ostream &Out, const Graph &G, const Selection &S, bool Thorough, const PlansByKernel &PlansBy)
      : Out(Out), G(G), S(S), Thorough(Thorough), PlansBy(PlansBy), Lost(S), Whole(S) {}

  void tell(size_t I) {
    Out << describe(G, G.Ops[I]) << "\n";
    std::set<std::pair<const Kernel *, std::string>> Rejections; // one kernel may be refused for several pairs of layouts
    for (const Plan &P : S.Candidates.All[I])
      if (P.Rejected.empty() || Rejections.insert({P.Kernel, P.Rejected}).second)
        tell(I, P);
    tellConversions(I);
    tellStages(S.taken(I));
    if (Thorough && PlansBy)
      tellAxes(I);
  }

  void tellSkipped() const {
    if (Whole.skipped() > 0)
      Out << strf("the whole graph is not told for %zu more plans, which would take long: name fewer operators\n", Whole.skipped());
  }

private:
  std::ostream &Out;
  const Graph &G;
  const Selection &S;
  const bool Thorough;
  const PlansByKernel &PlansBy;
  const Losses Lost;
  WholeGraph Whole;

  static bool isSame(const Plan &A, const Plan &B) {
    return A.Kernel == B.Kernel && A.Inputs == B.Inputs && A.Outputs == B.Outputs && A.Schedule == B.Schedule;
  }

  void tell(size_t I, const Plan &P) {
    if (!P.Rejected.empty()) {
      Out << strf("    rejected %-28s %s\n", P.Kernel->Name, P.Rejected.c_str());
      return;
    }
    const bool IsTaken = isSame(P, S.taken(I));
    const std::string Fields = text(P.Schedule);
    Out << strf("    %s %-28s %-12s %12.0f cycles  %s\n", IsTaken ? "takes   " : "leaves  ", P.Kernel->Name,
                layoutText(G, G.Ops[I], P).c_str(), P.cycles(), Fields.empty() ? P.Kernel->Instruction : Fields.c_str());
    if (!IsTaken)
      Out << "             " << reason(I, P) << "\n";
  }

  /// The difference in memory traffic in words, where it decides; otherwise "".
  static std::string traffic(const Plan &P, const Plan &Taken) {
    const Traffic &More = P.Cost.traffic(), &Less = Taken.Cost.traffic();
    if (P.cycles() != Taken.cycles() || More.waits() == Less.waits())
      return "";
    return strf(", with %.0f instead of %.0f bytes from memory and %.0f instead of %.0f from the second-level cache", Less.FromMemory,
                More.FromMemory, Less.FromSecondLevel, More.FromSecondLevel);
  }

  static std::string cheaper(const Plan &P, const Plan &Other) {
    const std::string Less = strf("%.0f", P.cycles() - Other.cycles());
    const std::string Head = std::string(Other.Kernel->Name) + " in these layouts costs ";
    return Less == "0" || Less == "-0" ? Head + "as much" + traffic(P, Other) : Head + Less + " cycles less";
  }

  std::string reason(size_t I, const Plan &P) {
    const std::vector<Plan> &Candidates = S.Candidates.Chosen[I];
    for (size_t J = 0; J < Candidates.size(); ++J) {
      if (isSame(P, Candidates[J])) {
        const Losses::Loss L = Lost.of(I, J);
        const std::optional<double> Cost = Thorough ? Whole.costWith(I, J) : std::nullopt;
        const std::string Else = Cost ? "; the whole graph at best " + difference(*Cost - S.Choice.Cost) : "";
        return "would cost " + difference(L.Own + L.Conversions) + " cycles: itself " + difference(L.Own) + ", conversions " +
               difference(L.Conversions) + Else;
      }
      if (layoutText(G, G.Ops[I], P) == layoutText(G, G.Ops[I], Candidates[J]))
        return P.Aside && P.Cost.isLessThan(Candidates[J].Cost) ? "is taken only where its fields are asked for"
               : P.Cost.isLessThan(Candidates[J].Cost)
                   ? "another one is forced"
                   : cheaper(P, Candidates[J]);
    }
    return followsWhereWanted(P) ? "no kernel of this graph makes or wants its layouts" : "another one is forced";
  }

  void tellConversions(size_t I) {
    const ChoiceProblem &P = S.Problem.Problem;
    for (TensorId T : G.Ops[I].Outputs) {
      tellConversionsOf(static_cast<size_t>(S.Problem.ValueOf[T]), "result");
    }
    std::vector<TensorId> Told;
    for (TensorId T : G.Ops[I].Inputs) {
      if (!isActivation(G, T) || std::find(Told.begin(), Told.end(), T) != Told.end())
        continue;
      Told.push_back(T);
      const size_t Value = static_cast<size_t>(S.Problem.ValueOf[T]);
      if (P.Values[Value].Maker < 0)
        tellConversionsOf(Value, "graph input");
    }
  }

  /// What becomes of a value, told where it is made, and of a graph's input where it is read.
  void tellConversionsOf(size_t Value, const char *What) {
    const ChoiceProblem &P = S.Problem.Problem;
    const ChoiceProblem::Value &V = P.Values[Value];
    const int From = P.madeIn(V, S.Choice.Options);
    for (int L = 0; L < kLayouts; ++L) {
      const size_t Readers = (V.Kept >> L & 1) + Lost.readers(Value, L);
      if (L == From || Readers == 0)
        continue;
      Out << strf("    converts %-28s %-12s %12.0f cycles  for %zu reader%s\n", What,
                  strf("%s -> %s", text(Layout(From)), text(Layout(L))).c_str(), P.conversion(V, From, L), Readers,
                  Readers == 1 ? "" : "s");
      tellReaders(Value, From, L);
    }
  }

  /// Why operators read a value in another layout than it is made in: what reading it as it is would cost.
  void tellReaders(size_t Value, int From, int Into) {
    constexpr size_t kMost = 3;
    size_t Told = 0;
    for (const ChoiceProblem::Reader &R : S.Problem.Problem.Values[Value].Readers) {
      const auto Op = static_cast<size_t>(R.Operator);
      if (!(R.Wants[static_cast<size_t>(S.Choice.Options[Op])] >> Into & 1) || Told++ >= kMost)
        continue;
      std::optional<double> Least;
      for (size_t J = 0; J < R.Wants.size(); ++J)
        if (R.Wants[J] >> From & 1) {
          const Losses::Loss L = Lost.of(Op, J);
          Least = std::min(Least.value_or(L.Own + L.Conversions), L.Own + L.Conversions);
        }
      Out << strf("             %s '%s'", text(G.Ops[Op].Kind), printable(G.Ops[Op].Name).c_str())
          << (Least ? " would cost " + difference(*Least) + " cycles without it\n" : strf(" has no plan that reads %s\n", text(Layout(From))));
    }
    if (Told > kMost)
      Out << strf("             and %zu more\n", Told - kMost);
  }

  /// Prints the axes of kernels that serve the operator.
  void tellAxes(size_t I) {
    const Kernel *Last = nullptr;
    for (const Plan &P : S.Candidates.All[I]) {
      if (P.Kernel == Last || !P.Rejected.empty())
        continue;
      Last = P.Kernel;
      const std::string Axes = axisText(*P.Kernel, PlansBy(G.Ops[I], *P.Kernel), "\n      ");
      if (!Axes.empty())
        Out << "    schedule of " << P.Kernel->Name << Axes << "\n";
    }
  }

  void tellStages(const Plan &Taken) {
    if (Taken.Stage.empty())
      return;
    Out << strf("    stage    %s\n", Taken.Stage.c_str());
    for (const std::string &Reason : Taken.CheaperStages)
      Out << strf("    not proven %s\n", Reason.c_str());
  }
};

double conversionsOf(const Selection &S) {
  double Sum = 0;
  for (const ChoiceProblem::Value &V : S.Problem.Problem.Values)
    Sum += S.Problem.Problem.conversionsOf(V, S.Choice.Options);
  return Sum;
}

} // namespace

void explain(std::ostream &Out, const Graph &G, const Selection &S, const std::string &Operator, const PlansByKernel &PlansBy) {
  const bool All = Operator == kAllOperators;
  ForcedPlan Named;
  Named.Operator = Operator;
  bool Any = false;
  HEXLOOM_CHECK(S.Candidates.All.size() == G.Ops.size(), "explained without the plans that cannot be taken");
  Explanation E(Out, G, S, !All, PlansBy);
  for (size_t I = 0; I < G.Ops.size(); ++I)
    if (All || Named.names(G, I)) {
      E.tell(I);
      Any = true;
    }
  if (!Any && !All)
    throw UserError(printable(G.File) + ": no operator is '" + printable(Operator) + "', which --explain asks for");
  E.tellSkipped();
  Out << strf("selection: %.0f cycles, %.0f of them conversions", S.Choice.Cost, conversionsOf(S));
  if (S.Choice.isProven())
    Out << ", proven least\n";
  else if (S.Choice.Bound > 0)
    Out << strf(" (not proven least: no selection costs less than %.0f)\n", S.Choice.Bound);
  else
    Out << " (not proven least)\n";
}

} // namespace hexloom
