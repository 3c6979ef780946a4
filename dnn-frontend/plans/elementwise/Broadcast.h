// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of an operator with numpy broadcasting, as few as possible.
#pragma once

#include "ir/Graph.h"

#include <hexloom/portable/ranks.h>

#include <string>
#include <utility>
#include <vector>

namespace hexloom {

struct BroadcastLoops {
  std::vector<int64_t> Sizes;                ///< outermost first; empty: one element
  std::vector<std::vector<int64_t>> Strides; ///< by operand, for each loop, in elements; 0 where it is repeated

  /// The innermost loop that all operands but the repeated ones walk one by one; 1 without loops.
  int64_t runLength() const { return Sizes.empty() ? 1 : Sizes.back(); }
  /// The value of an hl_broadcast (hexloom/portable/broadcast.h), padded with loops of one turn in front.
  std::string cText() const;
  /// What cText() says, as fields for LayerWriter::structure.
  std::vector<std::pair<std::string, std::string>> fields() const;
};

/// Neighbouring dimensions that every operand walks alike are joined. `Operands` broadcast to `Output`.
BroadcastLoops broadcastLoops(const Shape &Output, const std::vector<Shape> &Operands);

/// Those of all inputs of an elementwise operator.
BroadcastLoops broadcastLoops(const Graph &G, const Op &O);
/// Why kernels with an hl_broadcast cannot serve it; empty: they can.
std::string broadcastProblem(const Graph &G, const Op &O);

} // namespace hexloom
