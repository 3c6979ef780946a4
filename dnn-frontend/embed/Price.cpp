// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What embeddings cost, and their text.
#include "embed/Search.h"
#include "support/Checked.h"
#include "support/Rounding.h"

#include <algorithm>

namespace hexloom {

namespace {

std::string text(const std::vector<EmbeddingPiece> &Pieces, const ScalarOperator &O) {
  std::string Text;
  for (const EmbeddingPiece &P : Pieces) {
    std::string Name;
    for (const size_t A : P.Axes)
      Name += (Name.empty() ? "" : ".") + O.Axes[A].Name;
    Text += " " + (P.Axes.size() > 1 ? "(" + Name + ")" : Name) + ":" + std::to_string(P.Count);
  }
  return Pieces.empty() ? " none" : Text;
}

int64_t filledOf(const EmbeddingPiece &P, const ScalarOperator &O) {
  int64_t Filled = 1;
  for (const size_t A : P.Axes)
    Filled = checkedMul(Filled, O.Axes[A].Filled);
  return Filled;
}

/// The number of different First + Step * P, for each First and P below Count; Step is above 0.
int64_t distinct(std::vector<int64_t> Firsts, int64_t Step, int64_t Count) {
  const auto Key = [&](int64_t First) { return std::make_pair(First - floorDiv(First, Step) * Step, First); };
  std::sort(Firsts.begin(), Firsts.end(), [&](int64_t A, int64_t B) { return Key(A) < Key(B); });
  int64_t All = 0;
  for (size_t I = 0; I < Firsts.size(); ++I) { // of one remainder, the next one adds what lies beyond the one before
    const bool IsSame = I > 0 && Key(Firsts[I]).first == Key(Firsts[I - 1]).first;
    All += IsSame ? std::min(Count, (Firsts[I] - Firsts[I - 1]) / Step) : Count;
  }
  return All;
}

/// The size of one operand as the instruction takes it.
class Packing {
public:
  Packing(const DimensionMap &M, const ScalarOperator &Of) : O(Of), Count(Of.Axes.size(), 1) {
    for (const auto *Pieces : {&M.Lanes, &M.Terms})
      for (const EmbeddingPiece &P : *Pieces)
        if (P.Axes.size() == 1)
          Count[P.Axes[0]] = P.Count;
        else
          Runs.push_back(&P);
  }

  int64_t elements(const ScalarOperator::Tensor &T) const {
    int64_t All = 1;
    std::vector<bool> Done(T.Map.outputs().size());
    for (const EmbeddingPiece *Run : Runs)
      All = checkedMul(All, ofRun(*Run, T, Done));
    for (size_t D = 0; D < Done.size(); ++D)
      if (!Done[D])
        All = checkedMul(All, ofDimension(T, D));
    return All;
  }

private:
  const ScalarOperator &O;
  std::vector<int64_t> Count; ///< of each axis' own piece
  std::vector<const EmbeddingPiece *> Runs;

  std::vector<size_t> axesOf(const IndexMap::Sum &S) const {
    std::vector<size_t> Axes;
    for (const IndexMap::Term &T : S.Terms)
      if (O.Axes[T.Dim].Extent > 1 || Count[T.Dim] > 1)
        Axes.push_back(T.Dim);
    return Axes;
  }

  /// A run of terms is written out for each pixel of the window; one of pixels only where no window is.
  int64_t ofRun(const EmbeddingPiece &Run, const ScalarOperator::Tensor &T, std::vector<bool> &Done) const {
    const auto IsInRun = [&](size_t A) { return std::find(Run.Axes.begin(), Run.Axes.end(), A) != Run.Axes.end(); };
    int64_t Others = 1;
    bool IsThere = false, IsWindow = false;
    std::vector<bool> Its = Done;
    for (size_t D = 0; D < Done.size(); ++D) {
      const std::vector<size_t> Axes = axesOf(T.Map.outputs()[D]);
      if (Done[D] || std::none_of(Axes.begin(), Axes.end(), IsInRun))
        continue;
      IsThere = Its[D] = true;
      IsWindow |= Axes.size() > 1;
      for (const size_t A : Axes)
        Others = checkedMul(Others, IsInRun(A) ? 1 : roundUp(O.Axes[A].Filled, Count[A]));
    }
    if (!IsThere || (IsWindow && !O.Axes[Run.Axes[0]].Reduces))
      return 1;
    Done = Its;
    return checkedMul(Others, roundUp(filledOf(Run, O), Run.Count));
  }

  int64_t ofDimension(const ScalarOperator::Tensor &T, size_t D) const {
    const IndexMap::Sum &S = T.Map.outputs()[D];
    const std::vector<size_t> Axes = axesOf(S);
    if (Axes.size() == 1)
      return roundUp(O.Axes[Axes[0]].Filled, Count[Axes[0]]);
    const auto Taps = std::find_if(Axes.begin(), Axes.end(), [&](size_t A) { return O.Axes[A].Reduces; });
    if (Axes.size() != 2 || Taps == Axes.end() || Count[*Taps] == 1)
      return T.Sizes[D];
    const auto Coefficient = [&](size_t A) {
      return std::find_if(S.Terms.begin(), S.Terms.end(), [&](const IndexMap::Term &Each) { return Each.Dim == A; })->Coefficient;
    };
    const size_t Pixels = Axes[0] == *Taps ? Axes[1] : Axes[0];
    std::vector<int64_t> Words; // where those of the first pixel begin
    for (int64_t K = 0; K < O.Axes[*Taps].Filled; K += Count[*Taps])
      Words.push_back(Coefficient(*Taps) * K);
    return checkedMul(distinct(std::move(Words), Coefficient(Pixels), O.Axes[Pixels].Filled), Count[*Taps]);
  }
};

} // namespace

std::string text(const DimensionMap &M, const ScalarOperator &O) {
  return std::string(M.WeightsFirst ? "weights" : "activations") + " first, lanes" + text(M.Lanes, O) + ", terms" + text(M.Terms, O);
}

EmbeddingPrice priceOf(const DimensionMap &M, const ScalarInstruction &I, const ScalarOperator &O) {
  EmbeddingPrice P{1, 1, {}, false};
  std::vector<bool> IsInside(O.Axes.size());
  for (const auto *Pieces : {&M.Lanes, &M.Terms})
    for (const EmbeddingPiece &Each : *Pieces) {
      const int64_t Filled = filledOf(Each, O);
      P.Instructions = checkedMul(P.Instructions, ceilDiv(Filled, Each.Count));
      P.Pads |= Each.Count > Filled;
      for (const size_t A : Each.Axes)
        IsInside[A] = true;
    }
  for (size_t A = 0; A < O.Axes.size(); ++A)
    if (!IsInside[A])
      P.Instructions = checkedMul(P.Instructions, O.Axes[A].Filled);
  P.Use = static_cast<double>(O.products()) / (static_cast<double>(P.Instructions) * static_cast<double>(I.products()));
  for (const ScalarOperator::Tensor &T : O.Tensors)
    P.Packed.push_back(Packing(M, O).elements(T));
  return P;
}

} // namespace hexloom
