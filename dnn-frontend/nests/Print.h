// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A nest (Nest.h) as C of a target.
#pragma once

#include "nests/Marks.h"
#include "nests/Nest.h"

#include <map>

namespace hexloom {

/// First and last lines of loops, from their pragmas on, of guards' sides and of calls, which Part::Of has; the text's first line is 1.
using Lines = std::map<const void *, std::pair<int64_t, int64_t>>;

/// `InPlace` says how long a line with constants becomes: a structure's lines end before 100 columns.
std::string print(const nest::Block &Body, Target T, const ConstantText &InPlace, Lines *Where = nullptr);

/// The C text of one expression without constants.
std::string cText(const Value &V, Target T);

} // namespace hexloom
