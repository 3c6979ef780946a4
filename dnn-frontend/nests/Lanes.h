// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a layout's vectors have their pixels and channels, read from its map: what a product with activations in the vector loads.
#pragma once

#include "ir/LayoutMap.h"

namespace hexloom {

/// A tensor as vectors of pixels by channels. A unit is a place of such a vector in the first block of channels. Exchanging bits makes
/// vectors of `Terms` channels of all of their pixels, of as many units as a vector has channels over `Terms`.
struct PixelVectors {
  int Channels;             ///< of a vector
  std::vector<int> Bits;    ///< of a byte's place in it: those of channels above the first `Terms`, ascending
  int64_t Block;            ///< bytes from a block of so many channels to the next
  int64_t Units;
  std::vector<std::pair<int64_t, int64_t>> Walk; ///< units as loops, outermost first: turns, bytes
  bool IsFlat; ///< units hold the pixels of all images one after the other, none for padding between: however images divide them

  int unitsAtOnce(int Terms) const { return Channels / Terms; }
  /// Whether units lie side by side: each a vector behind the one before.
  bool isDense(int VectorBytes) const;
  std::vector<int64_t> offsets() const; ///< of all units
};

/// The vectors that a tensor in L is. Nothing: bytes of a vector are not whole numbers of channels and pixels, or its lowest channels are
/// not `Terms` neighbours.
std::optional<PixelVectors> pixelVectors(Layout L, const Nhwc &Images, int Terms, int VectorBytes);

} // namespace hexloom
