// What a network is and what became of it, without running anything: --summary.
#pragma once

#include "plans/Plan.h"

#include <string>
#include <vector>

namespace hexloom {

/// One operator of a graph with selected plans. Cycles are those of the plans' cost model.
struct LayerSummary {
  std::string Operator, Name, Kernel;
  hexloom::Shape Shape;     ///< of the first output
  int64_t Parameters = 0;   ///< elements of the constants that it is the first to read
  int64_t Macs = 0;         ///< see multiplyAccumulates()
  double Cycles = 0;
  bool Scalar = false;      ///< a vector target runs scalar code here
};

/// Requires selectPlans().
std::vector<LayerSummary> summarize(const Graph &G, Target T);

/// Inputs, outputs, layers and totals for a reader. Names from the file are made printable.
std::string summaryText(const Graph &G, Target T, int64_t ArenaBytes, int64_t ConstantBytes);

/// The same as JSON; "format" changes when a field's meaning does.
std::string summaryJson(const Graph &G, Target T, int64_t ArenaBytes, int64_t ConstantBytes);

/// "SOFTMAX 'probabilities' runs as scalar code: 41.3 % of the modelled cycles", a line for each scalar layer that takes at
/// least 1 % of `TotalCycles`, the selection's cost; empty when there is none.
std::vector<std::string> scalarRemarks(const Graph &G, Target T, double TotalCycles);

} // namespace hexloom
