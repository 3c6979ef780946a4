// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The engine's search for embeddings of an instruction in an operator ("The Programming of Deep Learning Accelerators as a Constraint
// Satisfaction Problem", sections 4 to 6). The paper asks a constraint solver for the place of every scalar. Here a solution is a dimension
// map from the start: the instruction's lanes, and its terms, are pieces of the operator's axes.
//
//   conv 700x161x1, 20x5 by 2, 32 in vrmpy.ub.b, weights in vectors:   lanes k:32   terms ky:4
//
//   Lane I makes output k = I, term J has tap ky = J; the other indices are those of loops around the instruction.
//
// A map is a solution if every product of the instruction is one of the operator, at the elements that the instruction has there. That is
// looked up for each product, so nothing is assumed of the instruction. Where the instruction multiplies by nothing, as vtmpy's third term
// does, the operator's weight has to be 1. Work is counted in products looked up.
#pragma once

#include "embed/Scalars.h"

#include <tuple>

namespace hexloom {

/// So many neighbouring indices of an axis, or of several as one, the last one's side by side.
struct EmbeddingPiece {
  std::vector<size_t> Axes;
  int64_t Count;
  bool operator==(const EmbeddingPiece &O) const { return Axes == O.Axes && Count == O.Count; }
  bool operator<(const EmbeddingPiece &O) const { return std::tie(Axes, Count) < std::tie(O.Axes, O.Count); }
};

struct DimensionMap {
  bool WeightsFirst;                        ///< the instruction's first factor is the operator's second one
  std::vector<EmbeddingPiece> Lanes, Terms; ///< the innermost first
  bool operator==(const DimensionMap &O) const { return WeightsFirst == O.WeightsFirst && Lanes == O.Lanes && Terms == O.Terms; }
  /// An order of maps: few pieces first.
  bool operator<(const DimensionMap &O) const {
    const size_t Its = Lanes.size() + Terms.size(), Others = O.Lanes.size() + O.Terms.size();
    return std::tie(WeightsFirst, Its, Terms, Lanes) < std::tie(O.WeightsFirst, Others, O.Terms, O.Lanes);
  }
};

struct SearchOptions {
  /// What the paper's section 5 asks for: inputs do not repeat, no window's index is split, each operand is a rectangle. Otherwise (section
  /// 6) lanes may read the same input, and taps of windows may be terms.
  bool Strict = false;
  bool Fuses = true;       ///< several axes as one
  bool Pads = true;        ///< reduction axes beyond their end
  bool IsCanonical = true; ///< one of the maps that differ in the order of pieces alone, where the instruction does not tell them apart
  double LeastUse = 0;     ///< of the instruction's products, over the whole operator
  int64_t MostSteps = 3'000'000; ///< about 50 ms
};

struct SearchResult {
  std::vector<DimensionMap> Maps; ///< in canonical order
  int64_t Steps = 0;
  bool IsComplete = true; ///< no more exist
};

SearchResult findEmbeddings(const ScalarInstruction &I, const ScalarOperator &O, const SearchOptions &Options);

/// "weights first, lanes k:32, terms ky:4"
std::string text(const DimensionMap &M, const ScalarOperator &O);

/// What an embedding costs over the whole operator.
struct EmbeddingPrice {
  int64_t Instructions;        ///< executed
  double Use;                  ///< of their products that are the operator's
  std::vector<int64_t> Packed; ///< elements of result and factors as the instruction takes them: terms written out, padding filled
  bool Pads;                   ///< a piece is longer than its axis
};
EmbeddingPrice priceOf(const DimensionMap &M, const ScalarInstruction &I, const ScalarOperator &O);

/// The operator's index at a product of the instruction's first execution; it may be padding.
std::vector<int64_t> indexAt(const DimensionMap &M, const ScalarOperator &O, int64_t Lane, int64_t Term);

} // namespace hexloom
