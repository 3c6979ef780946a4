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

/// hl_broadcast's number of loops.
constexpr size_t kBroadcastLoops = HL_LOOPS;

} // namespace hexloom
