// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a nest costs on SwiftDSP: for each straight piece of code the cycles of its fullest slots, and what docs/swiftdsp-isa.md has for
// branches and for results that are waited for. No constant is fitted.
#pragma once

#include "nests/Work.h"

#include <optional>

namespace hexloom {

/// Nothing: the target's slots are not known.
std::optional<double> slotCycles(const Part &P, Target T);

} // namespace hexloom
