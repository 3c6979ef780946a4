// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MEAN, SUM, REDUCE_MAX, REDUCE_MIN: what their kernels share.
#pragma once

#include "plans/windows/Window.h"

namespace hexloom {

/// The input's dimensions split into kept and reduced ones: neighbours of one kind merged, extents
/// of 1 dropped.
struct ReduceShape {
  struct Run {
    int64_t Extent, Stride; ///< in elements
  };
  std::vector<Run> Kept, Reduced; ///< outermost first
  int64_t count() const;
  int64_t outputs() const;
};
ReduceShape reduceShape(const Graph &G, const Op &O);

/// How sums become outputs of MEAN and SUM; the division by `Count` is part of the mean's factor,
/// as in TensorFlow Lite's reference QuantizedMeanOrSum.
Multiplier reduceMultiplier(const Graph &G, const Op &O, int64_t Count);

/// The hl_reduction of the operator.
const char *reduceKind(const Graph &G, const Op &O);
Fields reduceFields(const Graph &G, const Op &O);
/// The same of float: loops and kind.
Fields realReduceFields(const Graph &G, const Op &O);
/// Whether there are more loops than a kernel has; empty: no.
std::string reduceLoopsProblem(const Graph &G, const Op &O);
std::string reduceProblem(const Graph &G, const Op &O);

} // namespace hexloom
