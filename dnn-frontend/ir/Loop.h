// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that are run at compile time: how often the body of a WHILE runs, and what comes of it, where that follows from
// constants.
#pragma once

#include "ir/Graph.h"
#include "support/Budget.h"

#include <optional>

namespace hexloom {

struct LoopOutcome {
  int64_t Trips = 0;
  std::vector<std::shared_ptr<const Bytes>> Values; ///< of the outputs; null: not known
};

/// Runs a WHILE. Nullopt where the condition depends on what is not known, or the loop takes longer than is worth it. Requires a verified
/// operator on row-major tensors.
std::optional<LoopOutcome> runLoop(const Graph &G, const Op &O, Budget &Purse);

/// The graphs of a WHILE: one says whether to go on, the other one makes the next values.
inline const Graph &conditionOf(const Op &O) { return O.Regions.at(0); }
inline const Graph &bodyOf(const Op &O) { return O.Regions.at(1); }

} // namespace hexloom
