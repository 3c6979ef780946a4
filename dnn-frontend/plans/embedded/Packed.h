// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands as an instruction takes them: digits of a place in memory, each of which walks along a dimension of an operator's tensor.
//
//   vectors of 32 pixels by four channels, 3x3 windows by 2:   c:4 (4 apart)   x:2 (1 apart)   x:40 (2 apart)   c:4
//
// What the tensor has at a place follows from the digits, and so do the copies that bring it there.
#pragma once

#include "ir/Box.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hexloom {

/// A dimension as the embedding's operator counts it (embed/Scalars.h), in the tensor: (index - First) * Step along Axis, if index - First
/// is below Size and not below 0; else there is no such element.
struct ViewDim {
  int Axis;
  int64_t Step, First, Size;
};

struct TensorView {
  Shape Dims;
  std::vector<ViewDim> Of;

  /// The element's place in a row-major tensor; nullopt: it is outside.
  std::optional<int64_t> placeOf(const std::vector<int64_t> &Index) const;
};

/// So many places, of which each is Step further along a dimension.
struct PackedDigit {
  int64_t Count;
  size_t Dim;
  int64_t Step; ///< 0: the same element again
};

class PackedTensor {
public:
  PackedTensor() = default;
  PackedTensor(std::vector<PackedDigit> Digits, std::vector<int64_t> Origin) : Digits(std::move(Digits)), Origin(std::move(Origin)) {}

  const std::vector<PackedDigit> &digits() const { return Digits; }
  int64_t size() const { return stride(Digits.size()) ; }
  /// Places from one of the digit's values to the next; of no digit the number of all places.
  int64_t stride(size_t Digit) const;

  /// The movement of all elements that the tensor has; `End`: which side of it the packed one is. Nullopt: it takes more than `Most` boxes.
  std::optional<std::vector<Box>> boxes(const TensorView &V, BoxEnd End, size_t Most) const;
  /// Whether each place has an element.
  bool isFull(const TensorView &V) const;

private:
  std::vector<PackedDigit> Digits; ///< outermost first
  std::vector<int64_t> Origin;     ///< the index, by dimension, at the first place
};

/// The digits of a list of indices, outermost first; nullopt: it has no such form. Each digit moves along one dimension at most.
std::optional<std::vector<PackedDigit>> digitsOf(const std::vector<std::vector<int64_t>> &Indices);

} // namespace hexloom
