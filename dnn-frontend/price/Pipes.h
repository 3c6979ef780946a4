// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a nest costs by its instructions alone: for each straight piece of code the cycles of its fullest pipe, of its accesses or of its
// slots, times its turns. No constant is fitted. Latencies are not counted, so that short pieces take longer; the compiler may share
// loads, so that pieces with many neighbouring ones take less.
#pragma once

#include "nests/Work.h"

#include <optional>

namespace hexloom {

struct PipeCycles {
  double Cycles = 0;               ///< of a guard's sides that of which all is known, or that takes less
  std::set<std::string> Unknown;   ///< what is executed there, too, and nothing is known of (primitives.def)
};

/// Cycles of the fullest pipe in straight code: what it executes, and how often (Part::Own). What is not known takes nothing.
double fullestPipe(const std::vector<std::pair<std::string, int64_t>> &Executed);

/// The cycles that the pipes of a target need. Nothing: they are not known.
std::optional<PipeCycles> pipeCycles(const Part &P, Target T);

/// "5392 cycles by pipes; not counted: hl_spread_pixels"
std::string text(const PipeCycles &C);

} // namespace hexloom
