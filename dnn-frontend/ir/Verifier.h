// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The invariants of ir/Graph.h.
#pragma once

#include "ir/Graph.h"
#include "support/Budget.h"

namespace hexloom {

/// Throws UserError that names the operator or tensor at fault. After a pass the fault is ours: see
/// verifyAfter().
void verify(const Graph &G, Budget &Purse);

/// The part about one operator: ids, number of inputs and outputs, attributes, types, quantization,
/// shapes.
void verifyOp(const Graph &G, const Op &O, Budget &Purse);

/// verify(), with a failure reported as InternalError that names the pass.
void verifyAfter(const char *Pass, const Graph &G, Budget &Purse);

} // namespace hexloom
