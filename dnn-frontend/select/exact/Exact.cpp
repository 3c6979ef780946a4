// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The least cost, proven: reductions, then elimination over a tree decomposition. Where the tables would be too large, messages
// give a lower bound, a search gives a choice, and values whose own bound is above the choice's cost are dropped, which often
// leaves a model that can be eliminated. Else the variable that is most in the way gets each of its values in turn, as long as
// steps are left. The least bound of what could not be looked at is what is proven.
#include "select/exact/Exact.h"
#include "select/exact/Improve.h"
#include "select/exact/Messages.h"
#include "select/exact/Possible.h"
#include "select/exact/Reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hexloom {

Choice solveChain(const ChoiceProblem &P);

namespace {

constexpr int64_t kPerVariable = 1024;       ///< of reducing, copying and putting into order
constexpr int64_t kEliminated = 8;           ///< entries of tables that are one step: they are the fastest part
constexpr int kPasses = 60, kPassesBelow = 16; ///< of messages between two looks at what can be dropped; below the first branch
constexpr int kRounds = 8, kDepth = 12;

/// Some of the problem's choices: what is left of its model, and how the rest follows.
struct Part {
  PairModel M;
  std::vector<Decision> Decisions;
  double Bound = 0;
  int Depth = 0;
};

class Exact {
public:
  Exact(const ChoiceProblem &P, const ExactLimits &Limits) : P(P), Limits(Limits) {}

  Choice run() {
    C = solveChain(P);
    C.Steps = 0;
    Part All{pairModel(P), {}, 0, 0};
    if (!std::isfinite(All.M.Constant)) { // a value that no choice makes in a layout that its reader takes
      C.Bound = C.Cost;
      return C;
    }
    Steps = Left = Limits.Steps + Limits.StepsPerVariable * static_cast<int64_t>(All.M.Variables.size());
    search(std::move(All));
    C.Bound = std::min(C.Cost, Open);
    C.Steps += Steps - Left;
    return std::move(C);
  }

private:
  const ChoiceProblem &P;
  const ExactLimits &Limits;
  Choice C;
  int64_t Steps = 0, Left = 0;
  double Open = std::numeric_limits<double>::infinity(); ///< no choice that was not looked at costs less

  /// The choice that follows from values of the variables that are left, if it is better than what there is.
  void offer(const Part &Of, std::vector<int> Values) {
    replay(Of.Decisions, Values);
    Values.resize(P.Operators.size());
    const double Cost = P.cost(Values);
    if (Cost < C.Cost) {
      C.Cost = Cost;
      C.Options = std::move(Values);
    }
  }

  EliminationOrder order(const PairModel &M) {
    for (const PairModel::Variable &V : M.Variables)
      Left -= V.IsGone ? 8 : kPerVariable * static_cast<int64_t>(1 + V.Edges.size());
    return orderFor(M, Limits.Tables);
  }

  void search(Part Now) {
    reduce(Now.M, Now.Decisions);
    EliminationOrder Order = order(Now.M);
    if (!Order.Fits) {
      if (!narrow(Now))
        return;
      Order = order(Now.M);
    }
    if (Order.Fits && static_cast<int64_t>(Order.Steps) / kEliminated <= std::max(Left, Steps / 2))
      solve(std::move(Now), Order);
    else if (Left > 0 && Now.Depth < kDepth)
      branch(Now, Order.Fits ? Order.Variables.back() : Order.Widest);
    else
      Open = std::min(Open, Now.Bound);
  }

  void solve(Part Now, const EliminationOrder &Order) {
    C.Width = std::max(C.Width, Order.Width);
    Left -= static_cast<int64_t>(Order.Steps) / kEliminated;
    eliminate(Now.M, Order, Now.Decisions);
    if (Now.M.Constant < C.Cost)
      offer(Now, std::vector<int>(Now.M.Variables.size(), 0));
  }

  void branch(const Part &Now, int V) {
    for (size_t I = 0; I < Now.M.size(V); ++I) {
      Part One = Now;
      std::vector<char> Keep(Now.M.size(V), 0);
      Keep[I] = 1;
      One.M.keepValues(V, Keep);
      ++One.Depth;
      search(std::move(One));
    }
  }

  /// Bounds come from sums of fractions: what their rounding may have added is taken off; then, costs are whole units.
  static double safe(double Bound) {
    return std::ceil((Bound - 1e-10 * std::abs(Bound)) / kCostUnit - 1e-3) * kCostUnit;
  }

  void findPossibleOne() {
    int64_t Search = std::max<int64_t>(0, std::min(Left, Steps / 8));
    Left -= Search;
    findPossible(P, C.Options, Search);
    Left += std::max<int64_t>(Search, 0);
    C.Cost = P.cost(C.Options);
  }

  /// Bounds the part and leaves out what cannot be better than the choice known; false: all of it.
  bool narrow(Part &Now) {
    if (Now.Depth == 0 && !std::isfinite(C.Cost))
      findPossibleOne();
    for (int Round = 0; Round < kRounds && (Left > 0 || Round == 0); ++Round) {
      Messages By(Now.M);
      std::vector<int> Best;
      const bool Backwards = pass(Now, By, Best);
      if (Now.Bound >= C.Cost)
        return false;
      if (Now.Depth == 0) {
        int64_t Search = std::max<int64_t>(0, std::min(Left, Steps / 8));
        Left -= Search;
        improveNeighbourhoods(Now.M, Best, Search);
        Left += std::max<int64_t>(Search, 0);
      }
      offer(Now, Best);
      if (Now.Bound >= C.Cost)
        return false;
      const Dropped D = drop(Now.M, By.boundsOfValues(Backwards));
      if (D == Dropped::All)
        return false;
      if (D == Dropped::None)
        return true;
      reduce(Now.M, Now.Decisions);
      if (order(Now.M).Fits)
        return true;
    }
    return true;
  }

  /// Passes messages; whether the last ones went backwards. `Best`: the best choice seen.
  bool pass(Part &Now, Messages &By, std::vector<int> &Best) {
    std::vector<int> Values(Now.M.Variables.size(), 0);
    double BestCost = 0;
    bool Backwards = true;
    const int Passes = Now.Depth == 0 ? kPasses : kPassesBelow;
    for (int I = 0; I < Passes && (Left > 0 || I < 2); ++I) {
      Backwards = !Backwards;
      Now.Bound = std::max(Now.Bound, safe(By.pass(Backwards, Values)));
      Left -= By.stepsOfAPass() * 2 + 1;
      if (I % kPassesBelow != kPassesBelow - 1 && I > 0)
        continue;
      std::vector<int> Tried = Values;
      improveSingly(Now.M, Tried);
      Left -= By.stepsOfAPass() * 4;
      if (const double Cost = Now.M.cost(Tried); Best.empty() || Cost < BestCost) {
        BestCost = Cost;
        Best = std::move(Tried);
      }
    }
    return Backwards;
  }

  enum class Dropped { None, Some, All };

  /// Leaves out the values with which no choice costs less than the best one known.
  Dropped drop(PairModel &M, const std::vector<std::vector<double>> &Bounds) const {
    Dropped Result = Dropped::None;
    for (size_t V = 0; V < M.Variables.size(); ++V) {
      if (M.Variables[V].IsGone)
        continue;
      std::vector<char> Keep;
      for (double Bound : Bounds[V])
        Keep.push_back(safe(Bound) < C.Cost);
      const auto Kept = std::count(Keep.begin(), Keep.end(), 1);
      if (Kept == 0)
        return Dropped::All;
      if (Kept == static_cast<std::ptrdiff_t>(Keep.size()))
        continue;
      M.keepValues(static_cast<int>(V), Keep);
      Result = Dropped::Some;
    }
    return Result;
  }
};

} // namespace

Choice solveExactly(const ChoiceProblem &P, const ExactLimits &Limits) { return Exact(P, Limits).run(); }

Choice solveExact(const ChoiceProblem &P) { return solveExactly(P, {}); }

} // namespace hexloom
