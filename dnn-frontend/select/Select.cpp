// Selection as a sum of small tables: a variable for each operator (its plans) and one for each
// activation (the set of layouts in which it is made available, so that a conversion wanted by
// several consumers is paid once).
#include "select/Select.h"
#include "select/Elimination.h"
#include "support/Error.h"

#include <algorithm>
#include <limits>
#include <ostream>

namespace hexloom {

namespace {

constexpr double kForbidden = std::numeric_limits<double>::infinity();
constexpr int kLayouts = 0
#define LAYOUT(NAME, TEXT, ORDER, OFFERED, DESCRIPTION) +1
#include "ir/layouts.def"
    ;
using LayoutSet = unsigned; ///< bit i: Layout(i)
bool has(LayoutSet Set, Layout L) { return Set >> static_cast<int>(L) & 1; }

class Selection {
public:
  Selection(Graph &G, const SelectOptions &Options) : G(G), Options(Options) {}
  double run();

private:
  Graph &G;
  const SelectOptions &Options;
  Minimizer Problem;
  bool OnlyRows = false; ///< the fallback: every tensor row-major
  std::vector<std::vector<Plan>> All,
      Candidates; ///< for each operator: every plan; those that may be chosen
  std::vector<int> OpVariable, TensorVariable; ///< -1: none
  std::vector<std::vector<LayoutSet>> Sets;    ///< for each tensor: the values of its variable

  Minimizer::Result solve();
  void gatherPlans();
  void dropFollowers();
  std::vector<LayoutSet> wantedLayouts() const;
  void addTensors();
  void addOperator(size_t I);
  void addAvailability(TensorId T, int PlanVariable, const std::vector<Layout> &Produced);
  bool isActivation(TensorId T) const { return T != kNoTensor && !G.Tensors[T].isConst(); }
  void apply(const std::vector<int> &Values);
  void explain(const std::vector<int> &Values) const;
};

/// Of plans with the same layouts only the cheapest can be part of a best selection.
std::vector<Plan> cheapestOfEachSignature(const Graph &G, const Op &O,
                                          const std::vector<Plan> &Plans) {
  std::vector<Plan> Kept;
  const auto Signature = [&](const Plan &P) {
    std::vector<Layout> Layouts = P.Outputs;
    for (size_t I = 0; I < O.Inputs.size(); ++I)
      if (O.Inputs[I] != kNoTensor && !G.Tensors[O.Inputs[I]].isConst())
        Layouts.push_back(P.Inputs[I]);
    return Layouts;
  };
  for (const Plan &P : Plans) {
    if (!P.Rejected.empty())
      continue;
    const auto Same = std::find_if(Kept.begin(), Kept.end(),
                                   [&](const Plan &K) { return Signature(K) == Signature(P); });
    if (Same == Kept.end())
      Kept.push_back(P);
    else if (P.cycles() < Same->cycles())
      *Same = P;
  }
  return Kept;
}

void Selection::gatherPlans() {
  checkForced(G, Options.Forced);
  std::string Unserved;
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const Op &O = G.Ops[I];
    All.push_back(plansFor(G, withForcedStage(G, I, Options.Forced), Options.Target));
    std::vector<Plan> Possible = All.back();
    if (keepForced(G, I, Options.Forced, Possible) || keepRecorded(G, I, Possible))
      for (Plan &P : Possible)
        P.Follows = false;
    Candidates.push_back(cheapestOfEachSignature(G, O, Possible));
    if (!Candidates.back().empty())
      continue;
    Unserved += (Unserved.empty() ? "" : "\n") + describe(G, O) + ": no kernel for " +
                text(Options.Target) + " serves it";
    for (const Plan &P : All.back())
      Unserved += strf("\n  %s: %s", P.Kernel->Name, P.Rejected.c_str());
  }
  if (!Unserved.empty())
    throw UserError(Unserved);
  dropFollowers();
}

/// Whether the plan has an activation in such a layout.
static bool isIn(const Plan &P, LayoutSet Set) {
  const auto Is = [&](Layout L) { return has(Set, L); };
  return std::any_of(P.Inputs.begin(), P.Inputs.end(), Is) || std::any_of(P.Outputs.begin(), P.Outputs.end(), Is);
}

/// Leaves out the plans that follow into a layout in which no kernel leads.
void Selection::dropFollowers() {
  LayoutSet Unwanted = 0;
  for (int L = 0; L < kLayouts; ++L)
    if (offered(Layout(L)) == Offered::WhereWanted)
      Unwanted |= 1u << L;
  for (const std::vector<Plan> &Plans : Candidates)
    for (int L = 0; L < kLayouts; ++L)
      if (std::any_of(Plans.begin(), Plans.end(), [&](const Plan &P) { return !P.Follows && isIn(P, 1u << L); }))
        Unwanted &= ~(1u << L);
  for (std::vector<Plan> &Plans : Candidates)
    Plans.erase(std::remove_if(Plans.begin(), Plans.end(),
                               [&](const Plan &P) { return P.Follows && isIn(P, Unwanted); }),
                Plans.end());
}

/// For each tensor those that some plan reads or writes, and row-major: others are of no use.
std::vector<LayoutSet> Selection::wantedLayouts() const {
  std::vector<LayoutSet> Wanted(G.Tensors.size(), 1u << static_cast<int>(Layout::RowMajor));
  for (size_t I = 0; I < G.Ops.size(); ++I)
    for (const Plan &P : Candidates[I]) {
      for (size_t K = 0; K < G.Ops[I].Inputs.size(); ++K)
        if (isActivation(G.Ops[I].Inputs[K]))
          Wanted[G.Ops[I].Inputs[K]] |= 1u << static_cast<int>(P.Inputs[K]);
      for (size_t K = 0; K < G.Ops[I].Outputs.size(); ++K)
        Wanted[G.Ops[I].Outputs[K]] |= 1u << static_cast<int>(P.Outputs[K]);
    }
  return Wanted;
}

void Selection::addTensors() {
  TensorVariable.assign(G.Tensors.size(), -1);
  Sets.assign(G.Tensors.size(), {});
  const std::vector<LayoutSet> Wanted = wantedLayouts();
  const auto Add = [&](TensorId T) {
    if (!isActivation(T) || TensorVariable[T] >= 0)
      return;
    for (LayoutSet Set = 1; Set < 1u << kLayouts; ++Set)
      if ((Set & ~Wanted[T]) == 0 && (!OnlyRows || Set == 1u << static_cast<int>(Layout::RowMajor)))
        Sets[T].push_back(Set);
    TensorVariable[T] = Problem.addVariable(static_cast<int>(Sets[T].size()));
  };
  for (TensorId T : G.Inputs)
    Add(T);
  for (const Op &O : G.Ops)
    for (TensorId T : O.Outputs)
      Add(T);
  for (TensorId T : G.Inputs)
    if (isActivation(T))
      addAvailability(T, -1, {Layout::RowMajor});
  for (TensorId T : G.Outputs) { // the caller reads row-major
    if (!isActivation(T))
      continue;
    std::vector<double> Costs;
    for (LayoutSet Set : Sets[T])
      Costs.push_back(has(Set, Layout::RowMajor) ? 0 : kForbidden);
    Problem.addTerm({TensorVariable[T]}, Costs);
  }
}

/// The cost of making the tensor available in each set, for each layout in which it is produced.
void Selection::addAvailability(TensorId T, int PlanVariable, const std::vector<Layout> &Produced) {
  std::vector<double> Costs;
  for (Layout From : Produced) {
    for (LayoutSet Set : Sets[T]) {
      double Cost = has(Set, From) ? 0 : kForbidden;
      for (int L = 0; L < kLayouts; ++L)
        if (has(Set, Layout(L)))
          Cost += conversionCost(G.Tensors[T], From, Layout(L), Options.Target).cycles();
      Costs.push_back(Cost);
    }
  }
  if (PlanVariable < 0)
    Problem.addTerm({TensorVariable[T]}, Costs);
  else
    Problem.addTerm({PlanVariable, TensorVariable[T]}, Costs);
}

void Selection::addOperator(size_t I) {
  const Op &O = G.Ops[I];
  const std::vector<Plan> &Plans = Candidates[I];
  const int Variable = Problem.addVariable(static_cast<int>(Plans.size()));
  OpVariable.push_back(Variable);
  std::vector<double> Own;
  for (const Plan &P : Plans)
    Own.push_back(P.cycles());
  Problem.addTerm({Variable}, Own);

  for (size_t K = 0; K < O.Outputs.size(); ++K) {
    std::vector<Layout> Produced;
    for (const Plan &P : Plans)
      Produced.push_back(P.Outputs[K]);
    addAvailability(O.Outputs[K], Variable, Produced);
  }
  for (size_t K = 0; K < O.Inputs.size(); ++K) {
    const TensorId T = O.Inputs[K];
    if (!isActivation(T))
      continue;
    std::vector<double> Costs;
    for (const Plan &P : Plans)
      for (LayoutSet Set : Sets[T])
        Costs.push_back(has(Set, P.Inputs[K]) ? 0 : kForbidden);
    Problem.addTerm({Variable, TensorVariable[T]}, Costs);
  }
}

/// Sets kernels and layouts; inserts each conversion right behind the producer.
void Selection::apply(const std::vector<int> &Values) {
  std::vector<std::vector<TensorId>> InLayout(G.Tensors.size(),
                                              std::vector<TensorId>(kLayouts, kNoTensor));
  std::vector<Op> Ops;
  const auto Provide = [&](TensorId T, Layout From) {
    G.Tensors[T].Layout = From;
    InLayout[T][static_cast<int>(From)] = T;
    for (int L = 0; L < kLayouts; ++L) {
      if (!has(Sets[T][Values[TensorVariable[T]]], Layout(L)) || Layout(L) == From)
        continue;
      Tensor Copy = G.Tensors[T];
      Copy.Layout = Layout(L);
      Copy.SourceIndex = -1;
      Op Convert;
      Convert.Kind = OpKind::LayoutConvert;
      Convert.Name = opNameFrom(Copy.Name);
      Convert.Inputs = {T};
      Convert.Outputs = {G.addTensor(std::move(Copy))};
      InLayout[T][L] = Convert.Outputs[0];
      Ops.push_back(std::move(Convert));
    }
  };
  const size_t Original = G.Tensors.size();
  for (TensorId T : G.Inputs)
    if (isActivation(T) && InLayout[T][0] == kNoTensor)
      Provide(T, Layout::RowMajor);
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const Plan &P = Candidates[I][Values[OpVariable[I]]];
    Op O = G.Ops[I];
    O.Kernel = P.Kernel->Name;
    O.Schedule = P.Schedule;
    for (size_t K = 0; K < O.Inputs.size(); ++K)
      if (isActivation(O.Inputs[K]))
        O.Inputs[K] = InLayout[O.Inputs[K]][static_cast<int>(P.Inputs[K])];
    Ops.push_back(std::move(O));
    for (size_t K = 0; K < G.Ops[I].Outputs.size(); ++K)
      Provide(G.Ops[I].Outputs[K], P.Outputs[K]);
  }
  for (TensorId &T : G.Outputs)
    if (T < static_cast<TensorId>(Original) && isActivation(T))
      T = InLayout[T][static_cast<int>(Layout::RowMajor)];
  G.Ops = std::move(Ops);
  for (Op &O : G.Ops) {
    if (O.Kind != OpKind::LayoutConvert || !O.Kernel.empty())
      continue;
    const std::vector<Plan> Plans = cheapestOfEachSignature(G, O, plansFor(G, O, Options.Target));
    HEXLOOM_CHECK(!Plans.empty(), "no kernel converts this layout");
    O.Kernel = Plans.front().Kernel->Name;
    O.Schedule = Plans.front().Schedule;
  }
}

void Selection::explain(const std::vector<int> &Values) const {
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    *Options.Explain << describe(G, G.Ops[I]) << "\n";
    const Plan &Taken = Candidates[I][Values[OpVariable[I]]];
    for (const Plan &P : All[I]) {
      if (!P.Rejected.empty()) {
        *Options.Explain << strf("    rejected %-28s %s\n", P.Kernel->Name, P.Rejected.c_str());
        continue;
      }
      const bool IsTaken =
          P.Kernel == Taken.Kernel && P.Inputs == Taken.Inputs && P.Outputs == Taken.Outputs && P.Schedule == Taken.Schedule;
      const std::string Fields = text(P.Schedule);
      *Options.Explain << strf("    %s %-28s %-12s %12.0f cycles  %s\n", IsTaken ? "takes   " : "leaves  ", P.Kernel->Name,
                               layoutText(G, G.Ops[I], P).c_str(), P.cycles(),
                               Fields.empty() ? P.Kernel->Instruction : Fields.c_str());
    }
    if (Taken.Stage.empty())
      continue;
    *Options.Explain << strf("    stage    %s\n", Taken.Stage.c_str());
    for (const std::string &Reason : Taken.CheaperStages)
      *Options.Explain << strf("    not proven %s\n", Reason.c_str());
  }
}

Minimizer::Result Selection::solve() {
  Problem = {};
  OpVariable.clear();
  addTensors();
  for (size_t I = 0; I < G.Ops.size(); ++I)
    addOperator(I);
  return Problem.solve();
}

double Selection::run() {
  gatherPlans();
  Minimizer::Result R = solve();
  if (!(R.Cost < kForbidden) && !R.Exact) { // a decision by own costs led nowhere
    OnlyRows = true;
    R = solve();
  }
  HEXLOOM_CHECK(R.Cost < kForbidden, "the layouts of the plans do not fit together");
  if (Options.Explain) {
    explain(R.Values);
    *Options.Explain << strf("selection: %.0f cycles%s\n", R.Cost,
                             R.Exact ? "" : " (not proven least)");
  }
  apply(R.Values);
  return R.Cost;
}

} // namespace

double selectPlans(Graph &G, const SelectOptions &Options) { return Selection(G, Options).run(); }

} // namespace hexloom
