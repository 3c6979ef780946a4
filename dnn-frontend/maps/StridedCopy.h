// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strided copies of bytes: out[affine(i)] = in[affine(i)] over a few loops with a contiguous run of bytes inside.
#pragma once

#include "maps/IndexMap.h"

#include <hexloom/portable/ranks.h>

namespace hexloom {

struct StridedCopy {
  struct Loop {
    int64_t Size, In, Out; ///< turns; strides in bytes, which may be 0 (input) or negative (input)
  };
  std::vector<Loop> Loops; ///< outermost first
  int64_t InOffset = 0, OutOffset = 0;
  int64_t Run = 0; ///< bytes that are contiguous on both sides

  /// A copy of one element of `Width` bytes for each index of a box, from its place in `From` to the one in `To`. Both maps are affine. The
  /// loops are the dimensions in their order, simplified.
  static StridedCopy between(const IndexMap &From, const IndexMap &To, int64_t Width);

  int64_t turns() const; ///< number of runs
  int64_t bytes() const { return turns() * Run; }
  /// Drops loops of one turn and joins loops (and the run) that continue one another. The order of
  /// loops stays.
  void simplify();
  /// Executes the copy, at compile time.
  void apply(const uint8_t *From, uint8_t *To) const;
  /// The value of an hl_copy_params (hexloom/portable/copy.h).
  std::string cText() const;
};

/// hl_copy_params' number of loops.
constexpr size_t kCopyLoops = HL_COPY_LOOPS;

} // namespace hexloom
