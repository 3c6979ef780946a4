// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The solvers of select/solvers.def on random problems: the exact one against all combinations, also where its tables are kept so
// small that it must bound and branch.
#include "select/exact/Exact.h"
#include "utils/layout-solvers/RandomProblem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace hexloom;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double leastOf(const ChoiceProblem &P) {
  double Best = kInfinity;
  std::vector<int> Options(P.Operators.size(), 0);
  for (;;) {
    Best = std::min(Best, P.cost(Options));
    size_t I = 0;
    while (I < Options.size() && ++Options[I] == static_cast<int>(P.Operators[I].Costs.size()))
      Options[I++] = 0;
    if (I == Options.size())
      return Best;
  }
}

RandomShape shapeOf(uint32_t Seed) {
  RandomShape S;
  S.Seed = Seed;
  S.Operators = 1 + static_cast<int>(Seed % 7);
  S.Layouts = 2 + static_cast<int>(Seed % 3);
  S.Reach = 1 + static_cast<int>(Seed % 5);
  S.Forbidden = Seed % 4 == 0 ? 0.4 : 0;
  return S;
}

void expectConsistent(const ChoiceProblem &P, const Choice &C) {
  ASSERT_EQ(C.Options.size(), P.Operators.size());
  EXPECT_EQ(C.Cost, P.cost(C.Options)) << "what it reports is the cost of what it returns";
  EXPECT_LE(C.Bound, C.Cost);
}

/// A problem whose last operator reads so many values, each made by an operator of its own.
ChoiceProblem joinOf(int Operands) {
  ChoiceProblem P;
  P.Layouts = 3;
  for (int I = 0; I < Operands; ++I) {
    P.Operators.push_back({{5, 1.0 + I % 4, 4}, false});
    P.Values.push_back({I, {0, 1, 2}, {{Operands, {1, 2, 4}}}, 0, {0, 2, 3, 2, 0, 2, 3, 2, 0}});
  }
  P.Operators.push_back({{10, 20, 30}, false});
  P.Values.push_back({Operands, {0, 1, 2}, {}, 1, {0, 7, 7, 7, 0, 7, 7, 7, 0}});
  return P;
}

} // namespace

TEST(Solvers, ExactAndExhaustiveFindTheLeast) {
  int Impossible = 0;
  for (uint32_t Seed = 0; Seed < 400; ++Seed) {
    const ChoiceProblem P = randomProblem(shapeOf(Seed));
    const double Least = leastOf(P);
    Impossible += std::isinf(Least);
    for (const char *Name : {"exact", "exhaustive"}) {
      const Choice C = layoutSolverNamed(Name).Solve(P);
      expectConsistent(P, C);
      EXPECT_EQ(C.Cost, Least) << Name << " seed " << Seed;
      EXPECT_TRUE(C.isProven() || std::isinf(Least)) << Name << " seed " << Seed;
    }
  }
  EXPECT_LT(Impossible, 100);
}

TEST(Solvers, ExactBoundsAndBranchesWithinSmallTables) {
  int Wide = 0, Open = 0;
  for (uint32_t Seed = 0; Seed < 300; ++Seed) {
    RandomShape S = shapeOf(Seed);
    S.Operators = 6 + static_cast<int>(Seed % 3);
    S.Reach = 6;
    const ChoiceProblem P = randomProblem(S);
    const double Least = leastOf(P);
    ExactLimits Limits;
    Limits.Tables = {8, 64, 1024};
    Limits.Steps = Seed % 2 ? 1 << 24 : 1 << 12;
    Limits.StepsPerVariable = 0;
    const Choice C = solveExactly(P, Limits);
    expectConsistent(P, C);
    EXPECT_GE(C.Cost, Least);
    EXPECT_LE(C.Bound, Least) << "seed " << Seed;
    Open += !C.isProven();
    Wide += C.Cost > Least || !C.isProven() || C.Steps > (1 << 15);
  }
  EXPECT_GT(Open, 5) << "smaller limits are needed";
  EXPECT_GT(Wide, 20);
}

TEST(Solvers, ExactFindsAPossibleChoiceWhereMostAreNot) {
  for (uint32_t Seed : {1, 4}) {
    RandomShape S;
    S.Operators = S.Reach = 300; // too wide for elimination
    S.Layouts = 8;
    S.Forbidden = 0.5;
    S.Seed = Seed;
    const ChoiceProblem P = randomProblem(S);
    const Choice C = layoutSolverNamed("exact").Solve(P);
    expectConsistent(P, C);
    EXPECT_TRUE(std::isfinite(C.Cost)) << "seed " << Seed;
  }
}

TEST(Solvers, NoneFindsLessThanTheBound) {
  for (uint32_t Seed = 1; Seed <= 20; ++Seed) {
    RandomShape S;
    S.Operators = 60;
    S.Seed = Seed;
    const ChoiceProblem P = randomProblem(S);
    const Choice Exact = layoutSolverNamed("exact").Solve(P);
    EXPECT_TRUE(Exact.isProven());
    for (const LayoutSolver &Solver : allLayoutSolvers()) {
      if (std::string(Solver.Name) == "exhaustive")
        continue; // it ends at its limit of steps
      const Choice C = Solver.Solve(P);
      expectConsistent(P, C);
      EXPECT_GE(C.Cost, Exact.Cost) << Solver.Name;
      EXPECT_EQ(C.Options, Solver.Solve(P).Options) << Solver.Name << " is deterministic";
    }
  }
}

/// Equation 2 is exact where every operator has one reader.
TEST(Solvers, ChainsAreSolvedByTheChainSolver) {
  for (uint32_t Seed = 1; Seed <= 100; ++Seed) {
    RandomShape S;
    S.Operators = 40;
    S.Reach = 1;
    S.Seed = Seed;
    const ChoiceProblem P = randomProblem(S);
    EXPECT_EQ(layoutSolverNamed("chain").Solve(P).Cost, layoutSolverNamed("exact").Solve(P).Cost) << "seed " << Seed;
  }
}

TEST(Solvers, ProvesADetectorOfEightLayouts) {
  const Choice C = layoutSolverNamed("exact").Solve(detectorProblem(8, 2));
  EXPECT_EQ(C.Options.size(), 822u);
  EXPECT_TRUE(C.isProven());
}

/// 20,000 makers of one reader: its table must not grow with their number, nor the work with its square.
TEST(Solvers, JoinsOfManyOperands) {
  const ChoiceProblem P = joinOf(20000);
  const Choice C = layoutSolverNamed("exact").Solve(P);
  EXPECT_TRUE(C.isProven());
  double Best = kInfinity;
  for (int Reads = 0; Reads < 3; ++Reads) {
    double Sum = 10 * (Reads + 1) + (Reads ? 7 : 0);
    for (int I = 0; I < 20000; ++I) {
      double Least = kInfinity;
      for (int Made = 0; Made < 3; ++Made)
        Least = std::min(Least, P.Operators[I].Costs[Made] + P.conversion(P.Values[I], Made, Reads));
      Sum += Least;
    }
    Best = std::min(Best, Sum);
  }
  EXPECT_EQ(C.Cost, Best);
}
