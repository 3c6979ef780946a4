// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A picture of the graph for Graphviz.
#pragma once

#include "ir/Graph.h"

namespace hexloom {

/// Operators are boxes (with the selected kernel, once there is one), activations the edges between
/// them.
std::string toDot(const Graph &G);

} // namespace hexloom
