// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weights, biases and the output stage's constants in the order in which the nest reads them.
#include "plans/embedded/EmbeddedProduct.h"
#include "stages/StageText.h"

#include <functional>
#include <map>

namespace hexloom {

namespace {

using Index = std::vector<int64_t>;

/// Calls for each turn of the loops that have weights of their own, and for each that is done together with others.
void forTurns(const EmbeddedProduct &P, const std::function<void(const std::vector<Index> &)> &Do) {
  Index Turn(P.Loops.size());
  const std::function<void(size_t)> Walk = [&](size_t L) {
    if (L == P.Loops.size()) {
      std::vector<Index> Together;
      for (int64_t T = 0; T < (P.tilesWeights() ? P.Tile : 1); ++T) {
        Together.push_back(Turn);
        if (P.tilesWeights())
          Together.back()[P.TileLoop] += T;
      }
      return Do(Together);
    }
    const EmbeddedLoop &Loop = P.Loops[L];
    for (int64_t I = 0; I < (Loop.IsOfWeights ? P.turns(L) : 1); ++I) {
      Turn[L] = std::min(I * P.together(L), Loop.Trips - P.together(L)); // the last turn does some again
      Walk(L + 1);
    }
    Turn[L] = 0;
  };
  Walk(0);
}

Index sum(const Index &A, const Index &B) {
  Index C = A;
  for (size_t I = 0; I < C.size(); ++I)
    C[I] += B[I];
  return C;
}

/// An index of the operator for each element of an operand, in the instruction's first execution: that of the first product with it.
std::vector<std::optional<Index>> indices(const EmbeddedProduct &P, size_t Operand) {
  const ScalarInstruction &I = P.By->Scalars;
  std::vector<std::optional<Index>> All(static_cast<size_t>(I.Operands[Operand].Elements));
  for (int64_t Lane = 0; Lane < I.Lanes; ++Lane)
    for (int64_t Term = 0; Term < I.Terms; ++Term)
      if (std::optional<Index> &Its = All[static_cast<size_t>(I.Operands[Operand].Of[I.product(Lane, Term)])]; !Its)
        Its = indexAt(P.Map, P.Operator, Lane, Term);
  return All;
}

/// The sum of the weights of the output at an index.
int64_t sumOfWeights(const EmbeddedProduct &P, const Tensor *Filter, Index At) {
  const std::vector<size_t> Axes = summedAxes(P.Operator);
  int64_t Sum = 0;
  const std::function<void(size_t)> Walk = [&](size_t A) {
    if (A == Axes.size()) {
      Sum += weightAt(P, Filter, At);
      return;
    }
    for (At[Axes[A]] = 0; At[Axes[A]] < P.Operator.Axes[Axes[A]].Filled; ++At[Axes[A]])
      Walk(A + 1);
    At[Axes[A]] = 0;
  };
  Walk(0);
  return Sum;
}

/// Calls for each vector of results, with the channel of each lane.
void forVectors(const EmbeddedProduct &P, const std::function<void(const std::vector<std::optional<int64_t>> &, const std::vector<Index> &)> &Do) {
  const std::vector<std::optional<Index>> Results = indices(P, 0);
  forTurns(P, [&](const std::vector<Index> &Together) {
    for (const Index &Turn : Together)
      for (int V = 0; V < P.Vectors; ++V) {
        std::vector<std::optional<int64_t>> Channels;
        std::vector<Index> At;
        for (int Lane = 0; Lane < P.Lanes; ++Lane) {
          At.push_back(sum(firstIndex(P, Turn, 0), *Results[static_cast<size_t>(V * P.Lanes + Lane)]));
          Channels.push_back(channelOf(P, At.back()));
          // Which pixel it is does not matter.
          for (size_t A = 0; A < At.back().size(); ++A)
            At.back()[A] = isOfWeights(P, A) ? At.back()[A] : 0;
        }
        Do(Channels, At);
      }
  });
}

/// A multiplier for each lane, then a shift for each.
void addFactors(const EmbeddedProduct &P, const std::vector<std::optional<int64_t>> &Channels, std::vector<int32_t> &Packed) {
  for (const std::vector<int32_t> *Each : {&P.Stage.Multipliers, &P.Stage.Shifts})
    for (const std::optional<int64_t> &Channel : Channels)
      Packed.push_back(Channel ? Each->at(static_cast<size_t>(*Channel)) : 0);
}

} // namespace

int constantVectorsOf(const EmbeddedProduct &P) {
  return P.Finishes == EmbeddedProduct::Finish::Rescaled ? 2 : stageVectorsOf(P.Chosen.Kind);
}

Bytes packedWeights(const EmbeddedProduct &P, const Tensor *Filter) {
  const std::vector<std::optional<Index>> Elements = indices(P, P.Map.WeightsFirst ? 1 : 2);
  const int64_t Stored = P.Filter.Splats ? 4 : P.Filter.PieceBytes;
  Bytes Packed;
  forTurns(P, [&](const std::vector<Index> &Together) {
    for (int64_t Step = 0; Step < P.steps(); ++Step)
      for (const Index &Turn : Together) {
        const Index First = firstIndex(P, Turn, Step);
        for (const EmbeddedFactor::Piece &Piece : P.Filter.Pieces)
          for (int64_t E = 0; E < Stored; ++E) {
            const std::optional<Index> &Its = Elements[static_cast<size_t>(Piece.First + E)];
            Packed.push_back(static_cast<uint8_t>(Its ? weightAt(P, Filter, sum(First, *Its)) : 0));
          }
      }
  });
  return Packed;
}

std::vector<int32_t> packedStages(const EmbeddedProduct &P, const Tensor *Filter) {
  const int InZero = P.Stage.InZero + (!P.Flips ? 0 : P.Type == DType::Int8 ? 128 : -128);
  std::map<Index, int32_t> Biases;
  const auto Bias = [&](int64_t Channel, const Index &At) {
    const auto [It, IsNew] = Biases.try_emplace(At);
    if (IsNew)
      It->second = static_cast<int32_t>(static_cast<uint32_t>(P.Stage.Bias[static_cast<size_t>(Channel)]) +
                                        static_cast<uint32_t>(stageOffset(P.Chosen, static_cast<int>(Channel))) -
                                        static_cast<uint32_t>(InZero * sumOfWeights(P, Filter, At)));
    return It->second;
  };
  std::vector<int32_t> Packed;
  forVectors(P, [&](const std::vector<std::optional<int64_t>> &Channels, const std::vector<Index> &At) {
    for (size_t Lane = 0; Lane < Channels.size(); ++Lane)
      Packed.push_back(Channels[Lane] ? Bias(*Channels[Lane], At[Lane]) : 0);
    if (P.Finishes == EmbeddedProduct::Finish::Rescaled)
      addFactors(P, Channels, Packed);
    for (int Word = 0; Word < stageVectorsOf(P.Chosen.Kind); ++Word)
      for (const std::optional<int64_t> &Channel : Channels)
        Packed.push_back(Channel ? stageWords(P.Chosen.Kind, P.Chosen.Lanes[static_cast<size_t>(*Channel)])[static_cast<size_t>(Word)] : 0);
  });
  return Packed;
}

std::vector<int32_t> packedFactors(const EmbeddedProduct &P) {
  std::vector<int32_t> Packed;
  forVectors(P, [&](const std::vector<std::optional<int64_t>> &Channels, const std::vector<Index> &) { addFactors(P, Channels, Packed); });
  return Packed;
}

} // namespace hexloom
