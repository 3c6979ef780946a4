// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The embedding of an instruction as a constraint satisfaction problem over scalars, as "The Programming of Deep Learning Accelerators as a
// Constraint Satisfaction Problem" states it, for the solver Gecode.
//
// Each product of the instruction, and each element that it reads or writes, is a node. A node has one integer variable for each
// coordinate, so the size of an operator's domain is not bounded by the solver's 32 bits. Solutions are the products' places in the
// operator.
#pragma once

#include "embed/Search.h"

namespace hexloom {

struct ScalarOptions {
  bool Strict = false;       ///< section 5's constraints; otherwise section 6's
  bool IsDense = true;       ///< no strides
  bool IsCanonical = true;   ///< lexicographic order of products where the instruction does not tell them apart
  bool Propagates = true;    ///< rectangles force what follows; otherwise they only check
  int64_t Bound = 0;         ///< of all coordinates (section 7, strategy B); 0: none
  std::vector<size_t> Order; ///< axes in the order in which they are branched on; empty: the operator's
  uint64_t MostNodes = 1'000'000;
  size_t MostSolutions = 100'000;
};

/// The place of each product: a coordinate for each axis, one product behind the other.
using ScalarSolution = std::vector<int>;

struct ScalarResult {
  std::vector<ScalarSolution> Solutions; ///< in the order in which they are found
  uint64_t Nodes = 0;
  uint64_t NodesToFirst = 0;
  bool IsComplete = false; ///< the space is searched through: there are no further ones
};

bool hasScalarSolver();
/// UserError: it was built without Gecode.
ScalarResult solveScalars(const ScalarInstruction &I, const ScalarOperator &O, bool WeightsFirst, const ScalarOptions &Options);

/// A dimension map as the solver says it.
ScalarSolution scalarsOf(const DimensionMap &M, const ScalarInstruction &I, const ScalarOperator &O);
/// The dimension map of a solution; nullopt: it is none without strides.
std::optional<DimensionMap> mapOf(const ScalarSolution &S, bool WeightsFirst, const ScalarInstruction &I, const ScalarOperator &O);

/// Section 7's strategy A: one search for each order in which the axes that the instruction needs come last (equation 12), all at the same
/// pace until one has a solution.
struct AssetsResult {
  size_t Assets;
  uint64_t Nodes; ///< of all
  bool IsFound;
};
AssetsResult solveAssets(const ScalarInstruction &I, const ScalarOperator &O, bool WeightsFirst, ScalarOptions Options);

} // namespace hexloom
