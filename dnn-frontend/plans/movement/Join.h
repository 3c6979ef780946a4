// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CONCATENATION and its like of rows: all pieces of a row of the output before the next row (hexloom/hvx/copy_join.h).
#pragma once

#include "nests/LayerWriter.h"
#include "plans/movement/Copy.h"

namespace hexloom {

/// Copies in the order of the output's row, which they fill: each has one loop, over the rows.
struct Join {
  std::vector<Movement::Piece> Pieces;

  int64_t rows() const { return Pieces[0].Copy.Loops[0].Size; }
  OwnLoops loops() const;
  /// `Inputs`: C expressions of the operator's.
  void emit(const std::vector<std::string> &Inputs, LayerWriter &W) const;
};

/// The movement as a join, where that costs less than its copies one by one in the order as stored.
std::optional<Join> joinOf(const Movement &M, const Cost &OneByOne);

} // namespace hexloom
