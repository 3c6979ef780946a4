// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a PairModel smaller without changing its least cost:
//   dominated values   another value of the variable is no dearer, whatever the neighbours have
//   separable edges    tables that are sums of a cost of each side (all those of variables with one value are)
//   degree 0, 1 and 2  the variable's best value follows from its neighbours'
#pragma once

#include "select/exact/Decisions.h"
#include "select/exact/PairModel.h"

namespace hexloom {

/// Appends to `Decisions` how the variables that it takes out follow from the others.
void reduce(PairModel &M, std::vector<Decision> &Decisions);

} // namespace hexloom
