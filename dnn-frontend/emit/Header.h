// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The model's header: its interface, documented for the person who calls it.
#pragma once

#include "ir/Graph.h"

#include <string>

namespace hexloom {

std::string headerText(const Graph &G, int64_t ArenaBytes, int64_t StateBytes);

/// The head of NAME_run's declaration and definition.
std::string runPrototype(const Graph &G);

} // namespace hexloom
