// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GCD2's equation 2. It solves graphs in which every operator has one reader; of a graph in which some have more, it sees each
// operator's first reader and prices the other edges when all is decided:
//   Sol(i, j) = Cost(i, j) + sum over the makers m that i is the first reader of: min over l (Sol(m, l) + TC(m, l, i, j))
#include "select/Solvers.h"

#include <algorithm>
#include <limits>

namespace hexloom {

namespace {

struct Link { ///< a maker seen from its first reader
  int Maker;
  std::vector<const ChoiceProblem::Value *> Values; ///< of the maker, that this reader reads
};

class Chain {
public:
  explicit Chain(const ChoiceProblem &P)
      : P(P), Links(P.Operators.size()), FirstReader(P.Operators.size(), -1), Place(P.Operators.size()) {}

  Choice run() {
    link();
    Choice C;
    Sol.resize(P.Operators.size());
    for (size_t I = 0; I < P.Operators.size(); ++I)
      C.Steps += fill(static_cast<int>(I));
    C.Options.assign(P.Operators.size(), 0);
    for (size_t I = P.Operators.size(); I-- > 0;) // readers before their makers
      C.Options[I] = best(static_cast<int>(I), C.Options);
    C.Cost = P.cost(C.Options);
    return C;
  }

private:
  const ChoiceProblem &P;
  std::vector<std::vector<Link>> Links; ///< by reader
  std::vector<int> FirstReader;         ///< by maker; -1: none
  std::vector<size_t> Place;            ///< by maker: its link among those of its first reader
  std::vector<std::vector<double>> Sol, Own; ///< Own: with the conversions of what the caller makes and keeps

  static const ChoiceProblem::Reader *reader(const ChoiceProblem::Value &V, int Operator) {
    for (const ChoiceProblem::Reader &R : V.Readers)
      if (R.Operator == Operator)
        return &R;
    return nullptr;
  }

  void link() {
    Own.reserve(P.Operators.size());
    for (const ChoiceProblem::Operator &O : P.Operators)
      Own.push_back(O.Costs);
    for (const ChoiceProblem::Value &V : P.Values) {
      for (size_t J = 0; V.Maker >= 0 && J < V.Made.size(); ++J)
        Own[V.Maker][J] += P.conversions(V, V.Made[J], V.Kept);
      for (const ChoiceProblem::Reader &R : V.Readers)
        if (V.Maker < 0)
          addToOwn(V, R);
        else if (int &First = FirstReader[V.Maker]; First < 0 || R.Operator < First)
          First = R.Operator;
    }
    for (const ChoiceProblem::Value &V : P.Values) {
      if (V.Maker < 0 || FirstReader[V.Maker] < 0 || !reader(V, FirstReader[V.Maker]))
        continue;
      std::vector<Link> &Of = Links[FirstReader[V.Maker]];
      if (Of.empty() || Of.back().Maker != V.Maker)
        Of.push_back({V.Maker, {}});
      Place[V.Maker] = Of.size() - 1;
      Of.back().Values.push_back(&V);
    }
  }

  void addToOwn(const ChoiceProblem::Value &V, const ChoiceProblem::Reader &R) {
    for (size_t J = 0; J < R.Wants.size(); ++J)
      Own[R.Operator][J] += P.conversions(V, V.Made[0], R.Wants[J] & ~V.Kept);
  }

  double transformation(const Link &L, int MakersOption, int Reader, int Option) const {
    double Sum = 0;
    for (const ChoiceProblem::Value *V : L.Values)
      Sum += P.conversions(*V, V->Made[MakersOption], reader(*V, Reader)->Wants[Option] & ~V->Kept);
    return Sum;
  }

  int64_t fill(int I) {
    int64_t Steps = 0;
    Sol[I] = Own[I];
    for (size_t J = 0; J < Sol[I].size(); ++J)
      for (const Link &L : Links[I]) {
        double Least = std::numeric_limits<double>::infinity();
        for (size_t K = 0; K < Sol[L.Maker].size(); ++K, ++Steps)
          Least = std::min(Least, Sol[L.Maker][K] + transformation(L, static_cast<int>(K), I, static_cast<int>(J)));
        Sol[I][J] += Least;
      }
    return Steps;
  }

  int best(int I, const std::vector<int> &Options) const {
    std::vector<double> Costs = Sol[I];
    if (const int Reader = FirstReader[I]; Reader >= 0)
      for (size_t K = 0; K < Costs.size(); ++K)
        Costs[K] += transformation(Links[Reader][Place[I]], static_cast<int>(K), Reader, Options[Reader]);
    return static_cast<int>(std::min_element(Costs.begin(), Costs.end()) - Costs.begin());
  }
};

} // namespace

Choice solveChain(const ChoiceProblem &P) { return Chain(P).run(); }

} // namespace hexloom
