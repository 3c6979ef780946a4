// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph passes: the rows of passes.def, in the order in which they run.
#pragma once

#include "ir/Graph.h"
#include "plans/Plan.h"
#include "support/Budget.h"

namespace hexloom {

/// For whom the graph is compiled.
struct PassContext {
  Target For;
  Compilation &Shared;
};

struct Pass {
  const char *Name;         ///< as in --print-after=NAME and --no-NAME
  const char *Description;  ///< for --help
  const char *Statistic;    ///< what Run counts, for -v
  int64_t (*Run)(Graph &G, const PassContext &C); ///< returns how often it changed the graph
};
const std::vector<Pass> &allPasses();

/// The pass on the graph and on all regions within, innermost first: to a pass, an operator with regions is one whose results
/// nobody knows.
int64_t runPass(const Pass &P, Graph &G, const PassContext &C);

#define PASS(NAME, FUNCTION, DESCRIPTION, STATISTIC) int64_t FUNCTION(Graph &G, Budget &Purse);
#define PRICED_PASS(NAME, FUNCTION, DESCRIPTION, STATISTIC) int64_t FUNCTION(Graph &G, const PassContext &C);
#include "passes/passes.def"

} // namespace hexloom
