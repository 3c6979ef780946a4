// The exact solver against exhaustive search on small random problems.
#include "select/Elimination.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

using hexloom::Minimizer;

namespace {

struct Problem {
  std::vector<int> Sizes;
  std::vector<std::vector<int>> Scopes;
  std::vector<std::vector<double>> Costs;

  double cost(const std::vector<int> &Values) const {
    double Sum = 0;
    for (size_t T = 0; T < Scopes.size(); ++T) {
      size_t Index = 0;
      for (int V : Scopes[T])
        Index = Index * Sizes[V] + Values[V];
      Sum += Costs[T][Index];
    }
    return Sum;
  }

  double exhaustive() const {
    double Best = std::numeric_limits<double>::infinity();
    std::vector<int> Values(Sizes.size(), 0);
    for (;;) {
      Best = std::min(Best, cost(Values));
      size_t V = 0;
      while (V < Sizes.size() && ++Values[V] == Sizes[V])
        Values[V++] = 0;
      if (V == Sizes.size())
        return Best;
    }
  }

  Minimizer minimizer() const {
    Minimizer M;
    for (int Size : Sizes)
      M.addVariable(Size);
    for (size_t T = 0; T < Scopes.size(); ++T)
      M.addTerm(Scopes[T], Costs[T]);
    return M;
  }
};

Problem randomProblem(unsigned Seed, bool Forbid) {
  std::mt19937 Random(Seed);
  const auto Below = [&](int N) { return static_cast<int>(Random() % N); };
  Problem P;
  const int Variables = 2 + Below(7);
  for (int V = 0; V < Variables; ++V)
    P.Sizes.push_back(1 + Below(3));
  for (int T = 0; T < 2 + Below(12); ++T) {
    std::vector<int> All(Variables);
    for (int V = 0; V < Variables; ++V)
      All[V] = V;
    std::shuffle(All.begin(), All.end(), Random);
    All.resize(std::min(Variables, 1 + Below(3)));
    size_t Size = 1;
    for (int V : All)
      Size *= P.Sizes[V];
    std::vector<double> Costs;
    for (size_t I = 0; I < Size; ++I)
      Costs.push_back(Forbid && Below(8) == 0 ? std::numeric_limits<double>::infinity()
                                              : Below(100));
    P.Scopes.push_back(All);
    P.Costs.push_back(Costs);
  }
  return P;
}

} // namespace

TEST(Elimination, AgreesWithExhaustiveSearch) {
  for (unsigned Seed = 0; Seed < 500; ++Seed) {
    const Problem P = randomProblem(Seed, false);
    const Minimizer::Result R = P.minimizer().solve();
    EXPECT_TRUE(R.Exact);
    EXPECT_DOUBLE_EQ(R.Cost, P.exhaustive()) << "seed " << Seed;
    EXPECT_DOUBLE_EQ(R.Cost, P.cost(R.Values)) << "seed " << Seed;
  }
}

TEST(Elimination, HonoursForbiddenCombinations) {
  for (unsigned Seed = 0; Seed < 500; ++Seed) {
    const Problem P = randomProblem(Seed, true);
    const Minimizer::Result R = P.minimizer().solve();
    EXPECT_EQ(R.Cost, P.exhaustive()) << "seed " << Seed;
    if (R.Cost < std::numeric_limits<double>::infinity()) {
      EXPECT_EQ(R.Cost, P.cost(R.Values)) << "seed " << Seed;
    }
  }
}

TEST(Elimination, SaysWhenItIsNotExact) {
  int Inexact = 0;
  for (unsigned Seed = 0; Seed < 200; ++Seed) {
    const Problem P = randomProblem(Seed, false);
    const Minimizer::Result R = P.minimizer().solve(/*TableLimit=*/2);
    Inexact += !R.Exact;
    EXPECT_GE(R.Cost, P.exhaustive());
    EXPECT_DOUBLE_EQ(R.Cost, P.cost(R.Values)) << "what it reports is the cost of what it returns";
    if (R.Exact) {
      EXPECT_DOUBLE_EQ(R.Cost, P.exhaustive());
    }
  }
  EXPECT_GT(Inexact, 0);
}
