// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plans of every operator of a graph in which selection has been made, as JSON: for programs
// that compare modelled with measured cycles (utils/plan-costs.sh).
#pragma once

#include "plans/Plan.h"
#include "support/Files.h"

namespace hexloom {

/// {"format": 1, "target": "hexagon", "layers": [...]}; a layer, in execution order:
///   {"operator": "CONV_2D", "name": "...", "key": "..." (TuningRecords.h), "plans": [
///     {"kernel": "...", "layouts": "rm -> d32", "schedule": {"tile": "8x32"}, "taken": true, "cycles": 123.5,
///      "terms": {"products.PixelWord": 96, ...}},
///     {"kernel": "...", "rejected": "reason"}, ...]}
/// Written layer by layer: all of them take many times the network's size.
void writePlansJson(const Graph &G, Target T, Compilation &Shared, const Sink &Out);

} // namespace hexloom
