// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators by what they compute, see operators.def.
#pragma once

#include "ir/Graph.h"

namespace hexloom {

enum class Group {
  None, ///< what has no row
#define GROUP(NAME) NAME,
#include "expr/operators.def"
};
Group groupOf(OpKind Kind);

/// The C of its integers; null if it has no row.
const char *integerC(OpKind Kind);

} // namespace hexloom
