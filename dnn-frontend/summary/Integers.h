// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a hybrid network would take with integers throughout.
#pragma once

#include "instructions/Instruction.h"
#include "ir/Graph.h"
#include "stages/Memo.h"

#include <optional>

namespace hexloom {

/// Modelled cycles of a network like this one whose activations are int8: for each operator those of its cheapest plan, with
/// the conversions of what it reads. No value of a network without products of floats by int8 weights, or where the budget has no room for it.
/// Requires selectPlans().
std::optional<double> integerCycles(const Graph &G, Target T, Compilation &Shared);

} // namespace hexloom
