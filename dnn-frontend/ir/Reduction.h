// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MEAN, SUM and the other reductions: their loops, and how TensorFlow Lite's kernels make outputs of sums and products. Emission,
// plans and the evaluation of constants read it.
#pragma once

#include "ir/Quantize.h"

#include <hexloom/portable/reduce.h>

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

inline bool isSum(const Op &O) { return O.Kind == OpKind::Sum || O.Kind == OpKind::Mean; }
inline bool isExtremum(const Op &O) { return O.Kind == OpKind::ReduceMax || O.Kind == OpKind::ReduceMin; }

/// How sums become outputs of MEAN and SUM; the division by `Count` is part of the mean's factor,
/// as in TensorFlow Lite's reference QuantizedMeanOrSum.
Multiplier reduceMultiplier(const Graph &G, const Op &O, int64_t Count);

/// MEAN and SUM of bytes or int16 without quantization parameters: the reference divides 0 by 0 for its factor, which becomes 0.
bool makesZeros(const Graph &G, const Op &O);

/// The multiplier for each factor of REDUCE_PROD (kernels/reduce.cc): the factor's scale and its share of the result's.
Multiplier factorMultiplier(const Tensor &In, const Tensor &Out, int64_t Count);

/// Whether it scales each factor by 128 or more, for which nothing is defined.
bool hasWideFactors(const Graph &G, const Op &O);
/// That of the two that a reduction of quantized values has.
Multiplier scaledMultiplier(const Graph &G, const Op &O);

hl_reduction reductionOf(const Graph &G, const Op &O);

} // namespace hexloom
