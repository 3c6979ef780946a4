// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors that are parts of others as they lie in memory, row-major: what RESHAPE, SPLIT, UNPACK and STRIDED_SLICE make of one.
#pragma once

#include "passes/Uses.h"

#include <optional>

namespace hexloom {

/// Elements of `Whole` in their order, from number `Offset` on.
struct Part {
  TensorId Whole;
  int64_t Offset;
};

/// What T is a part of: first itself, then the tensors that it was cut from, outwards.
std::vector<Part> wholesOf(const Graph &G, const Uses &U, TensorId T);

/// Elements of the I-th input of a PACK or CONCATENATION lie one behind the other in the output, in the inputs' order, and are
/// the same bytes.
bool joinsInOrder(const Graph &G, const Op &O);

/// Of tensors of equal size: the tensor that they are one behind the other, all of it. None: there is no such tensor.
std::optional<TensorId> wholeOfAll(const Graph &G, const Uses &U, const std::vector<TensorId> &Parts);

} // namespace hexloom
