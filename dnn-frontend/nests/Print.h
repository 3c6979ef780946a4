// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A nest (Nest.h) as C of a target.
#pragma once

#include "nests/Marks.h"
#include "nests/Nest.h"

namespace hexloom {

/// `InPlace` says how long a line with constants becomes: a structure's lines end before 100 columns.
std::string print(const nest::Block &Body, Target T, const ConstantText &InPlace);

/// Of one expression without constants.
std::string cText(const Value &V, Target T);

} // namespace hexloom
