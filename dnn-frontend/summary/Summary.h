// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a network is and what became of it, without running anything: --summary.
#pragma once

#include "plans/Plan.h"

#include <string>
#include <vector>

namespace hexloom {

/// One operator of a graph with selected plans. Cycles are those of the plans' cost model.
struct LayerSummary {
  std::string Number;       ///< ir/LayerNumbers.h
  std::string Operator, Name, Kernel, Plan;
  hexloom::Shape Shape;     ///< of the first output
  int64_t Parameters = 0;   ///< elements of the constants that it is the first to read
  int64_t Macs = 0;         ///< see multiplyAccumulates()
  double Cycles = 0;
  bool Scalar = false;      ///< a vector target runs scalar code here
  bool Float = false;       ///< such code that reads or makes floats
};

/// Requires selectPlans().
std::vector<LayerSummary> summarize(const Graph &G, Target T);

/// Inputs, outputs, layers and totals for a reader. Names from the file are made printable.
std::string summaryText(const Graph &G, Target T, int64_t ArenaBytes, int64_t ConstantBytes);

/// What summaryText() says, as JSON; "format" changes when a field's meaning does.
std::string summaryJson(const Graph &G, Target T, int64_t ArenaBytes, int64_t ConstantBytes);

/// What falls back to scalar code and takes at least 1 % of a network's modelled cycles.
struct ScalarWeight {
  std::string Warning;              ///< all float operators together, and of a hybrid network what integers would gain; "" if they take less
  std::vector<std::string> Remarks; ///< "SOFTMAX 'probabilities' runs as scalar code: 41.3 % of the modelled cycles", one for each layer
};

/// `TotalCycles`: the selection's cost.
ScalarWeight scalarWeight(const Graph &G, Target T, double TotalCycles, Compilation &Shared);

} // namespace hexloom
