// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph passes: the rows of passes.def, in the order in which they run.
#pragma once

#include "ir/Graph.h"
#include "plans/Plan.h"
#include "support/Budget.h"

#include <functional>

namespace hexloom {

struct ForcedEmbedding;

/// For whom the graph is compiled.
struct PassContext {
  Target For;
  Compilation &Shared;
  std::vector<ForcedEmbedding> *Embeddings = nullptr; ///< that the user asks for; those that serve are marked
  /// Takes what a pass tells of an operator's choices, for --explain.
  std::function<void(const Op &, const std::string &)> Tell = nullptr;
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
