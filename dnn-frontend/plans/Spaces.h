// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each kernel leaves open: the rows of plans/spaces.def.
#pragma once

#include "plans/Plan.h"

namespace hexloom {

/// In the order of that file.
const std::vector<Space> &allSpaces();

/// Null: the kernel has one form for a shape.
const Space *spaceOf(const Kernel &K);

} // namespace hexloom
