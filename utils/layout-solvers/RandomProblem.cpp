// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RandomProblem.h"

#include <algorithm>
#include <limits>
#include <random>

namespace hexloom {

namespace {

/// A problem as it grows, operator by operator.
class Draft {
public:
  Draft(int Layouts, double Forbidden, uint32_t Seed) : Random(Seed), Forbidden(Forbidden) { P.Layouts = Layouts; }

  int below(int N) { return static_cast<int>(Random() % static_cast<uint32_t>(N)); }

  int input(double Size) { return addValue(-1, {0}, Size); }

  /// Serves some pairs of layouts, one of them much faster than the others.
  int product(std::vector<int> Inputs, double Size) {
    std::vector<Option> Options;
    const int Best = below(P.Layouts);
    for (int L = 0; L < P.Layouts; ++L) {
      if (L != Best && below(3) == 0)
        continue;
      const double Cost = Size * (L == Best ? 4 + below(4) : 8 + below(16));
      Options.push_back({L, L, Cost});
      if (below(2))
        Options.push_back({L, below(P.Layouts), Cost * 1.1});
    }
    return addOperator(Inputs, Options, Size, false);
  }

  /// Serves all layouts alike.
  int any(std::vector<int> Inputs, double Size, bool OnlyMoves = false) {
    std::vector<Option> Options;
    for (int L = 0; L < P.Layouts; ++L)
      Options.push_back({L, L, Size * (1 + below(3))});
    return addOperator(Inputs, Options, Size, OnlyMoves);
  }

  ChoiceProblem finish(int Value) {
    P.Values[Value].Kept = 1;
    return std::move(P);
  }

  int operators() const { return static_cast<int>(P.Operators.size()); }

private:
  struct Option {
    int In, Out;
    double Cost;
  };
  std::mt19937 Random;
  const double Forbidden;
  ChoiceProblem P;

  int addValue(int Maker, std::vector<uint8_t> Made, double Size) {
    ChoiceProblem::Value V;
    V.Maker = Maker;
    V.Made = std::move(Made);
    for (int I = 0; I < P.Layouts * P.Layouts; ++I)
      V.Conversions.push_back(Forbidden > 0 && below(1000) < Forbidden * 1000 ? std::numeric_limits<double>::infinity()
                                                                              : inUnits(Size * (2 + below(6)) / 1.7));
    P.Values.push_back(std::move(V));
    return static_cast<int>(P.Values.size() - 1);
  }

  int addOperator(std::vector<int> Inputs, const std::vector<Option> &Options, double Size, bool OnlyMoves) {
    const int Number = operators();
    ChoiceProblem::Operator O;
    O.OnlyMoves = OnlyMoves;
    std::vector<LayoutSet> Wants;
    std::vector<uint8_t> Made;
    for (const Option &Of : Options) {
      O.Costs.push_back(inUnits(Of.Cost / 1.3));
      Wants.push_back(LayoutSet(1) << Of.In);
      Made.push_back(static_cast<uint8_t>(Of.Out));
    }
    P.Operators.push_back(std::move(O));
    std::sort(Inputs.begin(), Inputs.end());
    Inputs.erase(std::unique(Inputs.begin(), Inputs.end()), Inputs.end());
    for (int Value : Inputs)
      P.Values[Value].Readers.push_back({Number, Wants});
    return addValue(Number, Made, Size);
  }
};

/// The detector's parts.
class Detector {
public:
  Detector(int Layouts, uint32_t Seed) : D(Layouts, 0, Seed) {}

  ChoiceProblem run() {
    std::vector<int> Levels = backbone();
    for (int I = 0; I < 3; ++I)
      Levels = pyramid(Levels);
    std::vector<int> Ends;
    for (int Head = 0; Head < 2; ++Head)
      for (int L = 0; L < 5; ++L)
        Ends.push_back(head(Levels[L], size(L + 2)));
    int All = D.any(Ends, 4);
    while (D.operators() < kOperators)
      All = D.any({All}, 4, D.below(3) == 0);
    return D.finish(All);
  }

private:
  static constexpr int kOperators = 822;
  Draft D;

  /// Size of the tensors of a level. Each level halves both sides and doubles the depth, so it halves the size.
  static double size(int Level) { return 4096.0 / (1 << Level) + 3; }

  /// Swish as it is quantized: a look-up of its own and a product.
  int swish(int X, double Size) { return D.any({X, D.any({X}, Size)}, Size); }

  int bottleneck(int X, double Size, bool Joins) {
    int Y = swish(D.product({X}, Size), Size);
    Y = swish(D.product({Y}, Size), Size);
    int Squeezed = D.product({D.any({Y}, Size)}, 1);
    Squeezed = D.any({D.product({swish(Squeezed, 1)}, 1)}, 1);
    Y = D.product({D.any({Y, Squeezed}, Size)}, Size);
    return Joins ? D.any({X, Y}, Size) : Y;
  }

  std::vector<int> backbone() {
    int X = swish(D.product({D.input(size(0))}, size(0)), size(0));
    std::vector<int> Levels;
    const int Repeats[] = {1, 2, 2, 3, 3, 4, 1}, Level[] = {0, 1, 2, 3, 3, 4, 4};
    for (int Stage = 0; Stage < 7; ++Stage) {
      for (int I = 0; I < Repeats[Stage]; ++I)
        X = bottleneck(X, size(Level[Stage]), I > 0);
      if (Stage == 2 || Stage == 4 || Stage == 6)
        Levels.push_back(D.product({X}, size(Level[Stage])));
    }
    Levels.push_back(D.any({D.product({X}, size(5))}, size(5)));
    Levels.push_back(D.any({Levels.back()}, size(6)));
    return Levels;
  }

  int join(const std::vector<int> &Inputs, double Size) {
    std::vector<int> Weighed;
    for (int X : Inputs)
      Weighed.push_back(D.any({X}, Size));
    int Sum = Weighed[0];
    for (size_t I = 1; I < Weighed.size(); ++I)
      Sum = D.any({Sum, Weighed[I]}, Size);
    return D.product({D.product({swish(Sum, Size)}, Size)}, Size);
  }

  std::vector<int> pyramid(const std::vector<int> &In) {
    std::vector<int> Down = In, Up;
    for (int L = 3; L >= 0; --L)
      Down[L] = join({In[L], D.any({Down[L + 1]}, size(L + 2))}, size(L + 2));
    Up.push_back(Down[0]);
    for (int L = 1; L < 5; ++L) {
      const int Pooled = D.any({Up[L - 1]}, size(L + 2));
      Up.push_back(L < 4 ? join({In[L], Down[L], Pooled}, size(L + 2)) : join({In[L], Pooled}, size(L + 2)));
    }
    return Up;
  }

  int head(int X, double Size) {
    for (int I = 0; I < 3; ++I)
      X = swish(D.product({D.product({X}, Size)}, Size), Size);
    return D.any({D.product({D.product({X}, Size)}, Size)}, Size, true);
  }
};

} // namespace

ChoiceProblem randomProblem(const RandomShape &S) {
  Draft D(S.Layouts, S.Forbidden, S.Seed);
  std::vector<int> Values = {D.input(64)};
  const auto Earlier = [&] {
    const int Count = static_cast<int>(Values.size());
    return Values[Count - 1 - D.below(std::min(Count, S.Reach))];
  };
  while (D.operators() < S.Operators) {
    const double Size = 1 << D.below(8);
    switch (D.below(4)) {
    case 0:
    case 1:
      Values.push_back(D.product({D.below(3) ? Values.back() : Earlier()}, Size));
      break;
    case 2:
      Values.push_back(D.any({Values.back(), Earlier()}, Size));
      break;
    default:
      Values.push_back(D.any({D.below(3) ? Values.back() : Earlier()}, Size, D.below(4) == 0));
    }
  }
  return D.finish(Values.back());
}

ChoiceProblem detectorProblem(int Layouts, uint32_t Seed) { return Detector(Layouts, Seed).run(); }

} // namespace hexloom
