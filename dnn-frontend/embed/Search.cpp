// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "embed/Search.h"
#include "embed/Rectangle.h"
#include "support/Checked.h"
#include "support/Rounding.h"

#include <algorithm>
#include <numeric>

namespace hexloom {

namespace {

/// An axis, or several as one.
struct Run {
  std::vector<size_t> Axes;
  int64_t Extent, Filled; ///< Extent: the most that a piece may have
  bool Reduces;
  std::vector<std::vector<int64_t>> Offsets; ///< of each tensor, at each index
};

/// The index of each of the run's axes.
void spread(const std::vector<size_t> &Axes, int64_t Index, const ScalarOperator &O, std::vector<int64_t> &To) {
  for (size_t R = Axes.size(); R-- > 0;) {
    const int64_t Filled = O.Axes[Axes[R]].Filled;
    To[Axes[R]] = R ? Index % Filled : Index;
    Index = R ? Index / Filled : 0;
  }
}

class Search {
public:
  Search(const ScalarInstruction &Of, const ScalarOperator &Given, const SearchOptions &With)
      : I(Of), O(With.Pads && !With.Strict ? Given.padded(Of.Terms) : Given), Options(With) {
    for (const ScalarInstruction::Operand &Each : I.Operands)
      Values.emplace_back(static_cast<size_t>(Each.Elements));
    LaneOffsets.assign(3, std::vector<int64_t>(static_cast<size_t>(I.Lanes)));
    TermOffsets.assign(3, std::vector<int64_t>(static_cast<size_t>(I.Terms)));
    findRuns();
  }

  SearchResult operator()() {
    const bool AreFactorsAlike = I.Operands[1].Of == I.Operands[2].Of;
    for (const bool WeightsFirst : {false, true}) {
      if (WeightsFirst && AreFactorsAlike && Options.IsCanonical)
        break;
      Map.WeightsFirst = WeightsFirst;
      Tensors = WeightsFirst ? std::vector<size_t>{0, 2, 1} : std::vector<size_t>{0, 1, 2};
      findTermMaps();
      extendLanes(1, 1);
    }
    std::sort(Result.Maps.begin(), Result.Maps.end());
    return std::move(Result);
  }

private:
  const ScalarInstruction &I;
  const ScalarOperator O;
  const SearchOptions &Options;
  std::vector<Run> Runs;
  SearchResult Result;
  DimensionMap Map;
  std::vector<size_t> Tensors;                                ///< of each operand
  std::vector<std::vector<int64_t>> LaneOffsets, TermOffsets; ///< of each tensor; product (I, J) has their sum
  /// The offset that an element of the instruction has, and in which look-up it was found.
  struct Value {
    int64_t Offset = 0, Number = 0;
  };
  std::vector<std::vector<Value>> Values;
  int64_t Number = 0;
  struct TermMap {
    std::vector<EmbeddingPiece> Pieces;
    std::vector<std::vector<int64_t>> Offsets;
    double Use;
  };
  std::vector<TermMap> TermMaps;

  bool moves(const Run &R, const IndexMap::Sum &S) const {
    return std::any_of(S.Terms.begin(), S.Terms.end(),
                       [&](const IndexMap::Term &T) { return std::find(R.Axes.begin(), R.Axes.end(), T.Dim) != R.Axes.end(); });
  }

  /// So many indices of the run leave each tensor's index alone that depends on several axes: a window's.
  int64_t plainIndices(const Run &R, int64_t Most) const {
    std::vector<int64_t> Index(O.Axes.size());
    const std::vector<int64_t> Zero = Index;
    for (int64_t V = 1; V < Most; ++V) {
      spread(R.Axes, V, O, Index);
      for (const ScalarOperator::Tensor &T : O.Tensors)
        for (size_t D = 0; D < T.Sizes.size(); ++D) {
          const std::vector<IndexMap::Term> &Terms = T.Map.outputs()[D].Terms;
          const auto Long =
              std::count_if(Terms.begin(), Terms.end(), [&](const IndexMap::Term &Each) { return O.Axes[Each.Dim].Extent > 1; });
          if (Long > 1 && T.Map.at(D, Index) != T.Map.at(D, Zero))
            return V;
        }
    }
    return Most;
  }

  void addRun(std::vector<size_t> Axes) {
    Run R{std::move(Axes), 1, 1, false, {}};
    R.Reduces = O.Axes[R.Axes[0]].Reduces;
    const bool IsOne = R.Axes.size() == 1;
    for (const size_t A : R.Axes)
      R.Filled = checkedMul(R.Filled, O.Axes[A].Filled);
    const int64_t Most = R.Reduces ? I.Terms : I.Lanes;
    R.Extent = IsOne ? O.Axes[R.Axes[0]].Extent : R.Reduces && Options.Pads ? std::max(R.Filled, Most) : R.Filled;
    R.Extent = Options.Strict ? plainIndices(R, std::min(R.Extent, Most)) : R.Extent;
    if (R.Extent < 2)
      return;
    std::vector<int64_t> Index(O.Axes.size()), Zero(O.Axes.size());
    for (const ScalarOperator::Tensor &T : O.Tensors) {
      std::vector<int64_t> Offsets;
      for (int64_t V = 0; V < std::min(R.Extent, Most); ++V) {
        spread(R.Axes, V, O, Index);
        Offsets.push_back(offsetAt(T, Index) - offsetAt(T, Zero));
      }
      R.Offsets.push_back(std::move(Offsets));
    }
    Runs.push_back(std::move(R));
  }

  int64_t offsetAt(const ScalarOperator::Tensor &T, const std::vector<int64_t> &Index) const {
    int64_t Offset = 0;
    for (size_t D = 0; D < T.Sizes.size(); ++D)
      Offset = checkedAdd(checkedMul(Offset, T.Sizes[D]), T.Map.at(D, Index));
    return Offset;
  }

  /// Axes by themselves. With Fuses the reducing ones as one, and those of pixels, which move result and activations: up to three in any
  /// order, more in the operator's.
  void findRuns() {
    for (size_t A = 0; A < O.Axes.size(); ++A)
      addRun({A});
    if (!Options.Fuses || Options.Strict)
      return;
    for (const bool Reduces : {true, false}) {
      std::vector<size_t> Few;
      for (size_t A = 0; A < O.Axes.size(); ++A)
        if (O.Axes[A].Reduces == Reduces && O.Axes[A].Filled > 1 && (Reduces || isOfPixels(A)))
          Few.push_back(A);
      std::vector<size_t> Axes;
      permute(Few, Axes);
    }
  }

  bool isOfPixels(size_t A) const {
    const auto Moves = [&](const ScalarOperator::Tensor &T) {
      return std::any_of(T.Map.outputs().begin(), T.Map.outputs().end(), [&](const IndexMap::Sum &S) {
        return moves({{A}, 0, 0, false, {}}, S);
      });
    };
    return Moves(O.Tensors[0]) && Moves(O.Tensors[1]) && !Moves(O.Tensors[2]);
  }

  void permute(const std::vector<size_t> &Of, std::vector<size_t> &Axes) {
    if (Axes.size() > 1)
      addRun(Axes);
    for (const size_t A : Of)
      if (std::find(Axes.begin(), Axes.end(), A) == Axes.end() && (Of.size() <= 3 || Axes.empty() || A > Axes.back())) {
        Axes.push_back(A);
        permute(Of, Axes);
        Axes.pop_back();
      }
  }

  /// A piece of several axes that is a box of pieces of one each is found as that.
  bool isBox(const Run &R, int64_t Count) const {
    if (R.Axes.size() == 1)
      return false;
    for (size_t A = R.Axes.size(); A-- > 1; Count /= O.Axes[R.Axes[A]].Filled) {
      const int64_t Inner = O.Axes[R.Axes[A]].Filled;
      if (Inner % Count == 0)
        return true;
      if (Count % Inner)
        return false;
    }
    return true;
  }

  double useOf(const Run &R, int64_t Count) const { return static_cast<double>(R.Filled) / static_cast<double>(roundUp(R.Filled, Count)); }

  /// Whether a piece may stand behind these.
  bool fits(const Run &R, int64_t Count, const std::vector<EmbeddingPiece> &Before, bool Commutes) const {
    if (Count > R.Extent || isBox(R, Count))
      return false;
    for (const EmbeddingPiece &P : Before)
      for (const size_t A : P.Axes)
        if (std::find(R.Axes.begin(), R.Axes.end(), A) != R.Axes.end())
          return false;
    return !Commutes || !Options.IsCanonical || Before.empty() || Before.back().Axes > R.Axes;
  }

  static void extend(std::vector<std::vector<int64_t>> &Offsets, const Run &R, int64_t From, int64_t Count) {
    for (size_t T = 0; T < Offsets.size(); ++T)
      for (int64_t V = 1; V < Count; ++V)
        for (int64_t Each = 0; Each < From; ++Each)
          Offsets[T][static_cast<size_t>(V * From + Each)] = Offsets[T][static_cast<size_t>(Each)] + R.Offsets[T][static_cast<size_t>(V)];
  }

  bool mayGoOn() {
    Result.IsComplete &= Result.Steps < Options.MostSteps;
    return Result.IsComplete;
  }

  /// Whether each element of the instruction has one offset throughout the first lanes and terms.
  bool agree(int64_t Lanes, int64_t Terms) {
    Result.Steps += Lanes * Terms;
    ++Number;
    for (int64_t Lane = 0; Lane < Lanes; ++Lane)
      for (int64_t Term = 0; Term < Terms; ++Term)
        for (size_t Operand = 0; Operand < 3; ++Operand) {
          const int Element = I.Operands[Operand].Of[I.product(Lane, Term)];
          if (Element < 0)
            continue;
          const size_t T = Tensors[Operand];
          const int64_t Offset = LaneOffsets[T][static_cast<size_t>(Lane)] + TermOffsets[T][static_cast<size_t>(Term)];
          Value &Known = Values[Operand][static_cast<size_t>(Element)];
          if (Known.Number == Number && Known.Offset != Offset)
            return false;
          Known = {Offset, Number};
        }
    return true;
  }

  void findTermMaps() {
    TermMaps.clear();
    extendTerms(1, 1);
    for (auto &Each : TermOffsets)
      std::fill(Each.begin(), Each.end(), 0);
    Map.Terms.clear();
  }

  void extendTerms(int64_t Done, double Use) {
    if (Done == I.Terms) {
      TermMaps.push_back({Map.Terms, TermOffsets, Use});
      return;
    }
    for (const Run &R : Runs)
      for (int64_t Count = 2; R.Reduces && Count <= I.Terms / Done; ++Count) {
        const double Further = Use * useOf(R, Count);
        if (I.Terms / Done % Count || Further < Options.LeastUse || !fits(R, Count, Map.Terms, I.TermsCommute) || !mayGoOn())
          continue;
        extend(TermOffsets, R, Done, Count);
        if (!agree(1, Done * Count))
          continue;
        Map.Terms.push_back({R.Axes, Count});
        extendTerms(Done * Count, Further);
        Map.Terms.pop_back();
      }
  }

  void extendLanes(int64_t Done, double Use) {
    if (Done == I.Lanes)
      return join(Use);
    for (const Run &R : Runs)
      for (int64_t Count = 2; !R.Reduces && Count <= I.Lanes / Done; ++Count) {
        const double Further = Use * useOf(R, Count);
        if (I.Lanes / Done % Count || Further < Options.LeastUse || !fits(R, Count, Map.Lanes, I.LanesCommute) || !mayGoOn())
          continue;
        extend(LaneOffsets, R, Done, Count);
        if (!agree(Done * Count, 1))
          continue;
        Map.Lanes.push_back({R.Axes, Count});
        extendLanes(Done * Count, Further);
        Map.Lanes.pop_back();
      }
  }

  /// The lanes' map with each of the terms'.
  void join(double Use) {
    std::vector<int64_t> Results = LaneOffsets[0];
    std::sort(Results.begin(), Results.end());
    if (std::adjacent_find(Results.begin(), Results.end()) != Results.end())
      return;
    for (const TermMap &T : TermMaps) {
      if (Use * T.Use < Options.LeastUse || !mayGoOn())
        continue;
      TermOffsets = T.Offsets;
      Map.Terms = T.Pieces;
      if (agree(I.Lanes, I.Terms) && (!Options.Strict || isStrict()))
        Result.Maps.push_back(Map);
    }
    for (auto &Each : TermOffsets)
      std::fill(Each.begin(), Each.end(), 0);
    Map.Terms.clear();
  }

  /// Whether no input repeats, and each operand is a rectangle.
  bool isStrict() {
    for (size_t Operand = 0; Operand < 3; ++Operand) {
      const std::vector<std::vector<int64_t>> Points = pointsOf(Operand);
      Result.Steps += static_cast<int64_t>(Points.size());
      std::vector<std::vector<int64_t>> Sorted = Points;
      std::sort(Sorted.begin(), Sorted.end());
      if (!O.Tensors[Tensors[Operand]].Sizes.empty() &&
          (std::adjacent_find(Sorted.begin(), Sorted.end()) != Sorted.end() || !isRectangle(Points)))
        return false;
    }
    return true;
  }

  /// The tensor's index at each element that the instruction has.
  std::vector<std::vector<int64_t>> pointsOf(size_t Operand) const {
    const ScalarOperator::Tensor &T = O.Tensors[Tensors[Operand]];
    std::vector<std::vector<int64_t>> Points;
    for (const std::pair<int64_t, int64_t> &At : inOrder(I, Operand))
      Points.push_back(T.Map(indexAt(Map, O, At.first, At.second)));
    return Points;
  }
};

} // namespace

SearchResult findEmbeddings(const ScalarInstruction &I, const ScalarOperator &O, const SearchOptions &Options) {
  return Search(I, O, Options)();
}

std::vector<int64_t> indexAt(const DimensionMap &M, const ScalarOperator &O, int64_t Lane, int64_t Term) {
  std::vector<int64_t> Index(O.Axes.size());
  for (const auto &[Pieces, Whole] : {std::make_pair(&M.Lanes, Lane), std::make_pair(&M.Terms, Term)}) {
    int64_t Rest = Whole;
    for (const EmbeddingPiece &P : *Pieces) {
      spread(P.Axes, Rest % P.Count, O, Index);
      Rest /= P.Count;
    }
  }
  return Index;
}

} // namespace hexloom
