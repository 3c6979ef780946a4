// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bilinear interpolation in exact integers: weights and the bits behind their point.
//
// uint8 is interpolated in single precision by the reference. Where all distances are multiples of
// a power of two, as they are for the usual factors, every product and sum is exact, and exact
// integers give the same result.
#pragma once

#include "plans/windows/Resize.h"

#include <optional>

namespace hexloom {

struct Direction {
  int Bits = 0; ///< behind the point of the weights
  int ReferenceBits = 0; ///< of the reference's, which weighs a source with itself where a direction has no other
  std::vector<ResizeTap> Taps;
};

struct Directions {
  std::optional<Direction> Rows, Columns; ///< absent: no power of two will do
  Directions(const Graph &G, const Op &O);
  bool exact(DType Type) const;
  /// Whether weights are bytes and sums halfwords (hexloom/hvx/resize_narrow.h).
  bool narrow(DType Type) const;
};

/// The tables of hl_resize_narrow_d32.
std::string narrowRows(const Direction &D, DType Type, LayerWriter &W);
std::string narrowColumns(const Direction &D, DType Type, LayerWriter &W);
std::string narrowWeights(const Direction &D, LayerWriter &W);

/// A table of hl_vresize_tap: lower, upper, two weights as halfwords; `Multiple`: what its length
/// is rounded up to.
std::string tapTable(const Direction &D, DType Type, size_t Multiple, const char *What,
                     LayerWriter &W);

} // namespace hexloom
