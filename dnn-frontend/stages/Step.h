// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the reference does with a sum: a step function. Its steps, exactly.
#pragma once

#include "ir/Quantize.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hexloom {

/// The least and the greatest value that a channel's sum, bias included, can have.
struct SumRange {
  int64_t Low = 0, High = 0;

  /// Adds the products of a weight with an activation of [Least, Greatest] less its zero point; a
  /// tap outside of the image has none.
  void add(int Weight, const Range &Activation) {
    const int64_t Least = std::min(Activation.Min, 0), Most = std::max(Activation.Max, 0);
    Low += Weight * (Weight > 0 ? Least : Most);
    High += Weight * (Weight > 0 ? Most : Least);
  }
};

/// Activations of a type less their zero point.
Range centred(DType Type, int32_t Zero);

/// clamp(requantize(sum) + zero), of portable/requantize.h.
struct Step {
  Multiplier Factor;
  int32_t Zero = 0;
  Range Bounds = {0, 0};

  int32_t operator()(int64_t Sum) const;
  /// Whether the results never decrease within the range: the sums and what a shift to the left
  /// makes of them must have room in 32 bits.
  bool isMonotone(const SumRange &R) const;
  /// The least sum whose result is at least Code; for Bounds.Min < Code <= Bounds.Max and a factor
  /// above 0. Far ones are cut at +-2^62.
  int64_t threshold(int32_t Code) const;
};

/// A sum and its result.
struct Point {
  int32_t Sum, Code;
};

/// The sums in front of and at each step in the range, its ends, and -1 and 0, where the reference's
/// rounding changes: between neighbours with one result the step function is constant. In
/// order. The range must have room in 32 bits.
std::vector<Point> pointsOf(const Step &S, const SumRange &R);

} // namespace hexloom
