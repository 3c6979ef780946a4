// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What operators ask beyond types and shapes: TensorFlow Lite's reference kernels refuse the same
// networks, because their arithmetic presumes it.
#pragma once

#include "ir/Graph.h"

namespace hexloom {

/// Requires a verified operator otherwise. Throws UserError that names it.
void checkConstraints(const Graph &G, const Op &O);

} // namespace hexloom
