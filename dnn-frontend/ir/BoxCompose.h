// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two movements one after the other as one (SmartMem 3.2.1: index comprehension).
#pragma once

#include "ir/Box.h"

namespace hexloom {

/// The boxes that move what `First` brings into a tensor on to where `Then` brings it from there. False: a loop of `First` writes what is
/// no stretch of an axis, or there would be more than `Most` boxes with those that `Result` has.
bool composeBoxes(const Box &First, const Box &Then, size_t Most, std::vector<Box> &Result);

} // namespace hexloom
