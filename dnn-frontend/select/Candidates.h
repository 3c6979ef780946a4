// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plans among which selection chooses.
#pragma once

#include "select/ForcedPlan.h"

namespace hexloom {

/// Whether the plan follows into a layout in which some kernel of the graph must lead.
bool followsWhereWanted(const Plan &P);

struct Candidates {
  std::vector<std::vector<Plan>> All;    ///< for each operator every plan, the rejected ones included; only if it is asked for
  std::vector<std::vector<Plan>> Chosen; ///< for each operator those that may be taken, with different layouts each
};

/// Throws UserError that lists every operator which no plan can serve, or says why a forced plan cannot be had.
Candidates gatherCandidates(const Graph &G, Target For, const std::vector<ForcedPlan> &Forced,
                            Compilation &Shared, bool KeepAll = false);

constexpr int kLayouts = 0
#define LAYOUT(NAME, TEXT, ORDER, OFFERED, DESCRIPTION) +1
#include "ir/layouts.def"
    ;

inline bool isActivation(const Graph &G, TensorId T) { return T != kNoTensor && !G.Tensors[T].isConst(); }

} // namespace hexloom
