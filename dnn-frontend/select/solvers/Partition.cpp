// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GCD2's partitioning (section IV.B): the graph is cut into parts of at most 13 or 17 operators, each part's best options are
// searched as if there were nothing else, and the edges between parts are priced when all is decided.
//
// The paper gives conditions of a good cut and not the way to one; this is ours. Parts are runs of the order of execution. A part
// ends at the best cut within reach, by these marks, the paper's:
//   desirable: the reader has one maker alone, and only moves, or a plan of it gains more by its layout than the conversion costs;
//   dominant:  no other edge crosses here, or else the fewest do (its "complementary edges").
#include "select/Solvers.h"
#include "select/solvers/Exhaustive.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace hexloom {

namespace {

constexpr int64_t kSteps = int64_t(1) << 27; ///< of all parts together

class Partition {
public:
  Partition(const ChoiceProblem &P, int MostOperators) : P(P), Most(MostOperators) {}

  Choice run() {
    markCuts();
    const std::vector<int> Ends = parts();
    Choice C;
    int Begin = 0;
    for (int End : Ends) {
      const Choice Part = searchAll(part(Begin, End), kSteps / static_cast<int64_t>(Ends.size()));
      C.Options.insert(C.Options.end(), Part.Options.begin(), Part.Options.end());
      C.Steps += Part.Steps;
      Begin = End;
    }
    C.Cost = P.cost(C.Options);
    return C;
  }

private:
  const ChoiceProblem &P;
  const int Most;
  std::vector<int> Crossing;   ///< by operator: the edges over the place before it
  std::vector<char> Desirable; ///< by operator: the one edge into it is a good cut
  std::vector<std::vector<size_t>> Own; ///< by operator: the values that it makes, and those that it reads from the caller

  static int cheapest(const std::vector<double> &Costs) {
    return static_cast<int>(std::min_element(Costs.begin(), Costs.end()) - Costs.begin());
  }

  /// Whether the reader's best option gains more over those without a conversion than the conversion costs.
  bool isProfitable(const ChoiceProblem::Value &V, const ChoiceProblem::Reader &R) const {
    const std::vector<double> &Costs = P.Operators[R.Operator].Costs;
    const int Made = V.Made[cheapest(P.Operators[V.Maker].Costs)], Best = cheapest(Costs);
    double Unconverted = std::numeric_limits<double>::infinity();
    for (size_t J = 0; J < Costs.size(); ++J)
      if (R.Wants[J] == LayoutSet(1) << Made)
        Unconverted = std::min(Unconverted, Costs[J]);
    const double Conversion = P.conversions(V, Made, R.Wants[Best]);
    return Conversion > 0 && Unconverted - Costs[Best] > Conversion;
  }

  void markCuts() {
    Own.resize(P.Operators.size());
    for (size_t I = 0; I < P.Values.size(); ++I) {
      if (P.Values[I].Maker >= 0)
        Own[P.Values[I].Maker].push_back(I);
      else
        for (const ChoiceProblem::Reader &R : P.Values[I].Readers)
          Own[R.Operator].push_back(I);
    }
    std::vector<int> Edges(P.Operators.size(), 0);
    std::vector<int> Change(P.Operators.size() + 1, 0);
    for (const ChoiceProblem::Value &V : P.Values)
      for (const ChoiceProblem::Reader &R : V.Readers)
        if (V.Maker >= 0) {
          ++Edges[R.Operator];
          ++Change[V.Maker + 1];
          --Change[R.Operator + 1];
        }
    Desirable.assign(P.Operators.size(), 0);
    for (const ChoiceProblem::Value &V : P.Values)
      for (const ChoiceProblem::Reader &R : V.Readers)
        if (V.Maker >= 0 && Edges[R.Operator] == 1)
          Desirable[R.Operator] = P.Operators[R.Operator].OnlyMoves || isProfitable(V, R);
    int Sum = 0;
    for (size_t I = 0; I < P.Operators.size(); ++I)
      Crossing.push_back(Sum += Change[I]);
  }

  /// The end of each part. If cuts are equal, the farthest one is taken.
  std::vector<int> parts() const {
    const int Count = static_cast<int>(P.Operators.size());
    std::vector<int> Ends;
    for (int Begin = 0; Begin < Count;) {
      if (Count - Begin <= Most) {
        Ends.push_back(Count);
        break;
      }
      const auto Mark = [&](int At) {
        const bool Dominant = Crossing[At] == 1;
        return std::make_tuple(!(Desirable[At] && Dominant), Crossing[At], !Desirable[At], -At);
      };
      int Best = Begin + Most;
      for (int At = Begin + (Most + 1) / 2; At <= Begin + Most; ++At) // no part is less than half of what is allowed
        if (Mark(At) < Mark(Best))
          Best = At;
      Ends.push_back(Best);
      Begin = Best;
    }
    return Ends;
  }

  ChoiceProblem part(int Begin, int End) const {
    ChoiceProblem Part;
    Part.Layouts = P.Layouts;
    Part.Operators.assign(P.Operators.begin() + Begin, P.Operators.begin() + End);
    const auto IsIn = [&](int Operator) { return Operator >= Begin && Operator < End; };
    std::set<size_t> Values; // those that the part makes or has from the caller: no edges from other parts
    for (int I = Begin; I < End; ++I)
      Values.insert(Own[I].begin(), Own[I].end());
    for (size_t Value : Values) {
      const ChoiceProblem::Value &V = P.Values[Value];
      Part.Values.push_back({V.Maker < 0 ? -1 : V.Maker - Begin, V.Made, {}, V.Kept, V.Conversions});
      for (const ChoiceProblem::Reader &R : V.Readers)
        if (IsIn(R.Operator))
          Part.Values.back().Readers.push_back({R.Operator - Begin, R.Wants});
    }
    return Part;
  }
};

} // namespace

Choice solveGcd2With13(const ChoiceProblem &P) { return Partition(P, 13).run(); }
Choice solveGcd2With17(const ChoiceProblem &P) { return Partition(P, 17).run(); }

} // namespace hexloom
