// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GATHER's indices.
#pragma once

#include "ir/Graph.h"

#include <string>

namespace hexloom {

/// Why the indices cannot serve: their type, or constant ones that reach outside; empty: they can.
/// `Dims` are the sizes that the indices of one tuple run over.
std::string whyNotIndices(const Tensor &Indices, const Shape &Dims);
std::string whyNotGather(const Graph &G, const Op &O);

} // namespace hexloom
