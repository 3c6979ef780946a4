// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What of a row of products with weights in vectors is written how: fields of the plan that have a usual value by a rule and others
// that the core has, too (plans/UsualValues.h).
#pragma once

#include "plans/UsualValues.h"

namespace hexloom {

/// Where a tile's output stage stands: behind its products, or beside those of the next tile.
inline constexpr const char *kFinishOwn = "own", *kFinishNext = "next";

/// Whether the tiles of a row are one piece of code.
inline constexpr const char *kRowStraight = "straight", *kRowLoop = "loop";

} // namespace hexloom
