// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/exact/Possible.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace hexloom {

namespace {

/// The price of options. The number of impossible conversions counts first, then cycles.
struct Price {
  int Impossible = 0;
  double Cycles = 0;

  void add(double Cost) {
    std::isfinite(Cost) ? Cycles += Cost : Impossible += 1;
  }
  bool operator<(const Price &O) const { return Impossible != O.Impossible ? Impossible < O.Impossible : Cycles < O.Cycles; }
  Price operator-(const Price &O) const { return {Impossible - O.Impossible, Cycles - O.Cycles}; }
};

class Moves {
public:
  Moves(const ChoiceProblem &P, std::vector<int> &Options)
      : P(P), Options(Options), Touched(P.Operators.size()), Prices(P.Operators.size()), FreeFrom(P.Operators.size()) {
    for (const ChoiceProblem::Value &V : P.Values)
      for (int O : around(V))
        Touched[O].push_back(&V);
    for (size_t O = 0; O < P.Operators.size(); ++O) {
      FreeFrom[O].assign(P.Operators[O].Costs.size(), 0);
      price(static_cast<int>(O));
    }
  }

  bool hasImpossible() const {
    for (size_t O = 0; O < Options.size(); ++O)
      if (Prices[O][Options[O]].Impossible)
        return true;
    return false;
  }

  /// The best other option, even if it is worse than now, of the operators that have something impossible, or of all if none has;
  /// options left lately are not taken.
  void next() {
    const bool IsPossible = !hasImpossible();
    Price Best;
    int Which = -1, Option = 0;
    for (size_t O = 0; O < Prices.size(); ++O) {
      const Price &Now = Prices[O][Options[O]];
      for (size_t I = 0; (Now.Impossible || IsPossible) && I < Prices[O].size(); ++I)
        if (const Price Change = Prices[O][I] - Now;
            static_cast<int>(I) != Options[O] && FreeFrom[O][I] <= Turn && (Which < 0 || Change < Best)) {
          Best = Change;
          Which = static_cast<int>(O);
          Option = static_cast<int>(I);
        }
    }
    ++Turn;
    Steps += static_cast<int64_t>(Prices.size());
    if (Which >= 0)
      take(Which, Option);
  }

  int64_t Steps = 0; ///< prices made or looked at

private:
  const ChoiceProblem &P;
  std::vector<int> &Options;
  std::vector<std::vector<const ChoiceProblem::Value *>> Touched; ///< by operator: values that it makes or reads
  std::vector<std::vector<Price>> Prices;                         ///< of each option, and of the values around; the others as they are
  std::vector<std::vector<int64_t>> FreeFrom;                     ///< of each option: the turn from which it may be taken
  int64_t Turn = 0;
  uint32_t Random = 1;

  static std::vector<int> around(const ChoiceProblem::Value &V) {
    std::vector<int> Found;
    if (V.Maker >= 0)
      Found.push_back(V.Maker);
    for (const ChoiceProblem::Reader &R : V.Readers)
      Found.push_back(R.Operator);
    return Found;
  }

  void price(int O) {
    const int Now = Options[O];
    Prices[O].clear();
    for (size_t I = 0; I < P.Operators[O].Costs.size(); ++I) {
      Options[O] = static_cast<int>(I);
      Price Sum;
      Sum.add(P.Operators[O].Costs[I]);
      for (const ChoiceProblem::Value *V : Touched[O])
        addConversions(Sum, *V);
      Prices[O].push_back(Sum);
    }
    Options[O] = Now;
    Steps += static_cast<int64_t>(Prices[O].size() * (1 + Touched[O].size()));
  }

  void addConversions(Price &Sum, const ChoiceProblem::Value &V) const {
    const LayoutSet Into = P.convertedInto(V, Options);
    for (int L = 0; Into >> L; ++L)
      if (Into >> L & 1)
        Sum.add(P.conversion(V, P.madeIn(V, Options), L));
  }

  void take(int O, int Option) {
    constexpr int kTurns = 20;
    Random = Random * 1664525u + 1013904223u;
    FreeFrom[O][Options[O]] = Turn + kTurns + (Random >> 16) % kTurns;
    Options[O] = Option;
    std::set<int> Near;
    for (const ChoiceProblem::Value *V : Touched[O])
      for (int Other : around(*V))
        Near.insert(Other);
    for (int Other : Near)
      price(Other);
  }
};

} // namespace

void findPossible(const ChoiceProblem &P, std::vector<int> &Options, int64_t &Steps) {
  std::vector<int> Now = Options;
  double Least = std::numeric_limits<double>::infinity();
  Moves By(P, Now);
  while (By.Steps < Steps) {
    By.next();
    if (By.hasImpossible())
      continue;
    if (const double Cost = P.cost(Now); Cost < Least) {
      Least = Cost;
      Options = Now;
    }
  }
  Steps -= By.Steps;
}

} // namespace hexloom
