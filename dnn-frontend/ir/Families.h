// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that have their indices in common, see families.def.
#pragma once

#include "ir/Graph.h"

namespace hexloom {

enum class Family {
  Elementwise, ///< what has no row
#define FAMILY(NAME) NAME,
#include "ir/families.def"
};
Family familyOf(OpKind Kind);

/// Whether the operator has a filter and, perhaps, a bias.
bool hasFilter(OpKind Kind);

} // namespace hexloom
