// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ScalarProblem.h"
#include "embed/Rectangle.h"
#include "support/Error.h"

#include <algorithm>
#include <memory>
#include <numeric>

#ifdef HEXLOOM_HAS_GECODE
#include "Propagators.h"

#include <gecode/minimodel.hh>
#include <gecode/search.hh>
#endif

namespace hexloom {

ScalarSolution scalarsOf(const DimensionMap &M, const ScalarInstruction &I, const ScalarOperator &O) {
  ScalarSolution S;
  for (int64_t Lane = 0; Lane < I.Lanes; ++Lane)
    for (int64_t Term = 0; Term < I.Terms; ++Term)
      for (const int64_t Each : indexAt(M, O, Lane, Term))
        S.push_back(static_cast<int>(Each));
  return S;
}

std::optional<DimensionMap> mapOf(const ScalarSolution &S, bool WeightsFirst, const ScalarInstruction &I, const ScalarOperator &O) {
  DimensionMap M{WeightsFirst, {}, {}};
  const size_t Rank = O.Axes.size();
  const auto At = [&](bool IsLane, int64_t Index, size_t Axis) {
    return S[I.product(IsLane ? Index : 0, IsLane ? 0 : Index) * Rank + Axis];
  };
  for (const bool IsLane : {true, false}) {
    const int64_t Extent = IsLane ? I.Lanes : I.Terms;
    std::vector<EmbeddingPiece> &Pieces = IsLane ? M.Lanes : M.Terms;
    int64_t Inner = 1;
    for (int64_t Index = 1; Index < Extent; ++Index) // a piece begins where an axis has its first step
      for (size_t A = 0; A < Rank; ++A)
        if (At(IsLane, Index, A) && std::none_of(Pieces.begin(), Pieces.end(), [&](const EmbeddingPiece &P) { return P.Axes[0] == A; })) {
          if (!Pieces.empty())
            Pieces.back().Count = Index / Inner;
          Inner = Index;
          Pieces.push_back({{A}, 0});
        }
    if (!Pieces.empty())
      Pieces.back().Count = Extent / Inner;
  }
  return scalarsOf(M, I, O) == S ? std::optional(M) : std::nullopt;
}

namespace {

/// All orders of Count of these.
void arrange(const std::vector<size_t> &Of, size_t Count, std::vector<size_t> &Chosen, std::vector<std::vector<size_t>> &All) {
  if (Chosen.size() == Count) {
    All.push_back(Chosen);
    return;
  }
  for (const size_t A : Of)
    if (std::find(Chosen.begin(), Chosen.end(), A) == Chosen.end()) {
      Chosen.push_back(A);
      arrange(Of, Count, Chosen, All);
      Chosen.pop_back();
    }
}

/// Orders of the axes: an instruction of one dimension of lanes and one of terms needs one axis of each kind at the end.
std::vector<std::vector<size_t>> assetsOf(const ScalarInstruction &I, const ScalarOperator &O) {
  std::vector<std::vector<size_t>> Lanes, Terms, Orders;
  for (const bool Reduces : {false, true}) {
    std::vector<size_t> Of, Chosen;
    for (size_t A = 0; A < O.Axes.size(); ++A)
      if (O.Axes[A].Reduces == Reduces)
        Of.push_back(A);
    arrange(Of, (Reduces ? I.Terms : I.Lanes) > 1, Chosen, Reduces ? Terms : Lanes);
  }
  for (const std::vector<size_t> &L : Lanes)
    for (const std::vector<size_t> &T : Terms) {
      std::vector<size_t> Last = L, Order;
      Last.insert(Last.end(), T.begin(), T.end());
      for (size_t A = 0; A < O.Axes.size(); ++A)
        if (std::find(Last.begin(), Last.end(), A) == Last.end())
          Order.push_back(A);
      Order.insert(Order.end(), Last.begin(), Last.end());
      Orders.push_back(std::move(Order));
    }
  return Orders;
}

} // namespace

AssetsResult solveAssets(const ScalarInstruction &I, const ScalarOperator &O, bool WeightsFirst, ScalarOptions Options) {
  const std::vector<std::vector<size_t>> Orders = assetsOf(I, O);
  AssetsResult Result{Orders.size(), 0, false};
  Options.MostSolutions = 1;
  std::vector<uint64_t> Nodes;
  for (const std::vector<size_t> &Order : Orders) {
    Options.Order = Order;
    const ScalarResult R = solveScalars(I, O, WeightsFirst, Options);
    Nodes.push_back(R.Nodes);
    if (R.Solutions.empty())
      continue;
    Result.IsFound = true;
    Options.MostNodes = std::min(Options.MostNodes, R.NodesToFirst); // further than this no other one is searched
  }
  for (const uint64_t Each : Nodes)
    Result.Nodes += Result.IsFound ? std::min(Each, Options.MostNodes) : Each;
  return Result;
}

#ifndef HEXLOOM_HAS_GECODE

bool hasScalarSolver() { return false; }

ScalarResult solveScalars(const ScalarInstruction &, const ScalarOperator &, bool, const ScalarOptions &) {
  throw UserError("this program was built without Gecode: install libgecode-dev and build again");
}

#else

using namespace Gecode;

bool hasScalarSolver() { return true; }

namespace {

class ScalarSpace : public Space {
public:
  IntVarArray Products, Elements;

  ScalarSpace(const ScalarInstruction &Of, const ScalarOperator &Its, bool WeightsFirst, const ScalarOptions &Options)
      : I(&Of), O(&Its), Rank(static_cast<int>(Its.Axes.size())) {
    postProducts(Options);
    IntVarArgs All;
    for (size_t Operand = 0; Operand < 3; ++Operand) {
      const size_t Number = Operand && WeightsFirst ? 3 - Operand : Operand;
      All << postOperand(Operand, O->Tensors[Number], Options);
    }
    Elements = IntVarArray(*this, All);
    IntVarArgs Order;
    std::vector<size_t> Axes = Options.Order;
    if (Axes.empty()) {
      Axes.resize(O->Axes.size());
      std::iota(Axes.begin(), Axes.end(), size_t(0));
    }
    for (int64_t P = 0; P < I->products(); ++P)
      for (const size_t A : Axes)
        Order << Products[static_cast<int>(P) * Rank + static_cast<int>(A)];
    branch(*this, Order, INT_VAR_NONE(), INT_VAL_MIN());
  }
  ScalarSpace(ScalarSpace &From) : Space(From), I(From.I), O(From.O), Rank(From.Rank) {
    Products.update(*this, From.Products);
    Elements.update(*this, From.Elements);
  }
  Space *copy() override { return new ScalarSpace(*this); }

private:
  const ScalarInstruction *I;
  const ScalarOperator *O;
  int Rank;

  Views viewsOf(const IntVarArgs &Of) { return Views(*this, Of); }

  IntVarArgs coordinates(size_t Product) { return Products.slice(static_cast<int>(Product) * Rank, 1, Rank); }

  /// Domains, the fixed origin, no product twice, and the order of what commutes.
  void postProducts(const ScalarOptions &Options) {
    const auto Count = static_cast<int>(I->products());
    Products = IntVarArray(*this, Count * Rank);
    for (int P = 0; P < Count; ++P)
      for (int A = 0; A < Rank; ++A) {
        const int64_t Extent = O->Axes[static_cast<size_t>(A)].Extent;
        const int64_t Most = Options.Bound ? std::min(Extent, Options.Bound) : Extent;
        Products[P * Rank + A] = IntVar(*this, 0, P ? static_cast<int>(Most - 1) : 0);
      }
    DifferentPropagator::post(*this, viewsOf(Products), Rank);
    if (!Options.Strict)
      RectanglePropagator::post(*this, viewsOf(Products), Rank, Options.IsDense, Options.Propagates);
    if (Options.IsCanonical && I->LanesCommute)
      for (int64_t Lane = 0; Lane + 1 < I->Lanes; ++Lane)
        rel(*this, coordinates(I->product(Lane, 0)), IRT_LE, coordinates(I->product(Lane + 1, 0)));
    if (Options.IsCanonical && I->TermsCommute)
      for (int64_t Term = 0; Term + 1 < I->Terms; ++Term)
        rel(*this, coordinates(I->product(0, Term)), IRT_LE, coordinates(I->product(0, Term + 1)));
  }

  /// The elements of an operand that products use.
  IntVarArgs postOperand(size_t Operand, const ScalarOperator::Tensor &T, const ScalarOptions &Options) {
    const ScalarInstruction::Operand &Its = I->Operands[Operand];
    const auto Size = static_cast<int>(T.Sizes.size());
    IntVarArgs All;
    if (Size == 0)
      return All;
    std::vector<int> First(static_cast<size_t>(Its.Elements), -1);
    for (const auto &[Lane, Term] : inOrder(*I, Operand)) {
      First[static_cast<size_t>(Its.Of[I->product(Lane, Term)])] = All.size();
      for (const int64_t Each : T.Sizes)
        All << IntVar(*this, 0, static_cast<int>(Each - 1));
    }
    for (size_t P = 0; P < Its.Of.size(); ++P)
      if (Its.Of[P] >= 0) {
        IntVarArgs Edge = coordinates(P);
        Edge << All.slice(First[static_cast<size_t>(Its.Of[P])], 1, Size);
        EdgePropagator::post(*this, viewsOf(Edge), T.Map);
      }
    if (Options.Strict || Operand == 0)
      DifferentPropagator::post(*this, viewsOf(All), Size);
    if (!Options.Strict)
      return All;
    RectanglePropagator::post(*this, viewsOf(All), Size, Options.IsDense, Options.Propagates);
    postLinearAccess(T, All);
    return All;
  }

  /// A tensor's index that several axes make stays where it is.
  void postLinearAccess(const ScalarOperator::Tensor &T, const IntVarArgs &All) {
    const auto Size = static_cast<int>(T.Sizes.size());
    for (int D = 0; D < Size; ++D) {
      const IndexMap::Sum &S = T.Map.outputs()[static_cast<size_t>(D)];
      const auto Long =
          std::count_if(S.Terms.begin(), S.Terms.end(), [&](const IndexMap::Term &Each) { return O->Axes[Each.Dim].Extent > 1; });
      for (int Element = D; Long > 1 && Element < All.size(); Element += Size)
        rel(*this, All[Element] == static_cast<int>(S.Constant));
    }
  }
};

/// What has a coordinate that the solver's numbers have no room for.
void check(const ScalarOperator &O) {
  for (const ScalarOperator::Tensor &T : O.Tensors)
    for (const int64_t Each : T.Sizes)
      if (Each > Int::Limits::max / 4)
        throw UserError("a tensor's dimension is larger than Gecode's numbers");
}

} // namespace

ScalarResult solveScalars(const ScalarInstruction &I, const ScalarOperator &O, bool WeightsFirst, const ScalarOptions &Options) {
  check(O);
  ScalarResult Result;
  Search::NodeStop Stop(Options.MostNodes);
  Search::Options How;
  How.stop = &Stop;
  How.threads = 1;
  ScalarSpace *Root = new ScalarSpace(I, O, WeightsFirst, Options); // the engine takes a copy
  DFS<ScalarSpace> Engine(Root, How);
  delete Root;
  while (Result.Solutions.size() < Options.MostSolutions) {
    const std::unique_ptr<ScalarSpace> Found(Engine.next());
    if (!Found) {
      Result.IsComplete = !Engine.stopped();
      break;
    }
    ScalarSolution S;
    for (int V = 0; V < Found->Products.size(); ++V)
      S.push_back(Found->Products[V].val());
    if (Result.Solutions.empty())
      Result.NodesToFirst = Engine.statistics().node;
    Result.Solutions.push_back(std::move(S));
  }
  Result.Nodes = Engine.statistics().node;
  return Result;
}

#endif

} // namespace hexloom
