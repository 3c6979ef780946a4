// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/solvers/Exhaustive.h"

#include <algorithm>
#include <limits>

namespace hexloom {

namespace {

constexpr int64_t kSteps = int64_t(1) << 26;

/// Options are taken operator by operator, with what each adds to the cost of those before it.
class Search {
public:
  explicit Search(const ChoiceProblem &P)
      : P(P), Made(P.Operators.size()), Read(P.Operators.size()), Available(P.Values.size(), 0), From(P.Values.size(), 0),
        Added(P.Operators.size(), 0), Least(P.Operators.size() + 1, 0) {
    for (size_t I = 0; I < P.Values.size(); ++I)
      enter(I);
    for (size_t I = P.Operators.size(); I-- > 0;)
      Least[I] = Least[I + 1] + *std::min_element(P.Operators[I].Costs.begin(), P.Operators[I].Costs.end());
  }

  Choice run(int64_t StepLimit) {
    Choice C;
    C.Options.assign(P.Operators.size(), 0);
    C.Cost = P.cost(C.Options);
    std::vector<int> Now(P.Operators.size(), -1);
    double Sum = Given;
    size_t I = 0;
    while (I < P.Operators.size() && C.Steps < StepLimit) {
      Sum -= Added[I];
      Added[I] = 0;
      leave(I);
      if (++Now[I] == static_cast<int>(P.Operators[I].Costs.size())) {
        Now[I] = -1;
        if (I-- == 0)
          break;
        continue;
      }
      ++C.Steps;
      Added[I] = take(I, Now[I]);
      if (!(Sum + Added[I] + Least[I + 1] < C.Cost)) { // infinite ones, too: their sums could not be taken back
        leave(I);
        Added[I] = 0;
        continue;
      }
      Sum += Added[I];
      if (I + 1 < P.Operators.size()) {
        ++I;
        continue;
      }
      C.Cost = Sum;
      C.Options = Now;
    }
    C.Bound = C.Steps < StepLimit ? C.Cost : 0;
    return C;
  }

private:
  struct Change { ///< a value's layouts before an operator was given its option
    size_t Value;
    LayoutSet Before;
  };
  const ChoiceProblem &P;
  std::vector<std::vector<size_t>> Made; ///< by operator: its values
  std::vector<std::vector<std::pair<size_t, size_t>>> Read; ///< by operator: values and its place among their readers
  std::vector<LayoutSet> Available; ///< by value: so far
  std::vector<int> From;
  std::vector<double> Added, Least; ///< Least: own costs of the operators from here on, at least
  std::vector<std::vector<Change>> Trail = std::vector<std::vector<Change>>(P.Operators.size());
  double Given = 0; ///< what the caller's values cost by themselves

  void enter(size_t I) {
    const ChoiceProblem::Value &V = P.Values[I];
    if (V.Maker >= 0)
      Made[V.Maker].push_back(I);
    else
      Given += add(I, V.Made[0], V.Kept);
    for (size_t R = 0; R < V.Readers.size(); ++R)
      Read[V.Readers[R].Operator].push_back({I, R});
  }

  /// Makes the value available in `Set`, too.
  double add(size_t Value, int MadeIn, LayoutSet Set) {
    const ChoiceProblem::Value &V = P.Values[Value];
    From[Value] = MadeIn;
    const double Cost = P.conversions(V, MadeIn, Set & ~Available[Value]);
    Available[Value] |= Set | LayoutSet(1) << MadeIn;
    return Cost;
  }

  double take(size_t I, int Option) {
    double Cost = P.Operators[I].Costs[Option];
    for (size_t Value : Made[I]) {
      Trail[I].push_back({Value, 0});
      Cost += add(Value, P.Values[Value].Made[Option], P.Values[Value].Kept);
    }
    for (const auto &[Value, Place] : Read[I]) {
      Trail[I].push_back({Value, Available[Value]});
      Cost += add(Value, From[Value], P.Values[Value].Readers[Place].Wants[Option]);
    }
    return Cost;
  }

  void leave(size_t I) {
    for (const Change &C : Trail[I])
      Available[C.Value] = C.Before;
    Trail[I].clear();
  }
};

} // namespace

Choice searchAll(const ChoiceProblem &P, int64_t StepLimit) { return Search(P).run(StepLimit); }

Choice solveExhaustive(const ChoiceProblem &P) { return searchAll(P, kSteps); }

} // namespace hexloom
