// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A graph's plans and conversions as a ChoiceProblem.
#pragma once

#include "select/Candidates.h"
#include "select/ChoiceProblem.h"

namespace hexloom {

struct GraphProblem {
  ChoiceProblem Problem;          ///< options: the candidates, in their order
  std::vector<TensorId> Tensors;  ///< of the problem's values
  std::vector<int> ValueOf;       ///< of the graph's tensors; -1: none
};

/// Graph inputs are made, and graph outputs kept, in row-major.
GraphProblem problemOf(const Graph &G, const std::vector<std::vector<Plan>> &Candidates, Target For, Compilation &Shared);

} // namespace hexloom
