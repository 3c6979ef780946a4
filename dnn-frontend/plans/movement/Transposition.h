// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that exchange the contiguous dimensions of both sides: out[c][r] = in[r][c].
#pragma once

#include "nests/ByteRoute.h"
#include "plans/movement/Copy.h"

namespace hexloom {

class LayerWriter;

/// The value of an hl_transpose_params (hexloom/hvx/transpose_tiles.h).
struct Transposition {
  StridedCopy Outer; ///< without the two loops; its run is an element
  int64_t Rows, InStride, Columns, OutStride;

  /// 2 to 4: bytes of dense pixels that planes are made to, or pixels to planes; else 0.
  int64_t pixelsFromPlanes() const;
  int64_t planesFromPixels() const;
  /// Whether one side has aligned rows of 32 bytes, one behind the other, whose words go to planes or come from them
  /// (hexloom/hvx/word_planes.h).
  bool rowsToPlanes() const;
  bool planesToRows() const;
  /// How dense rows of up to 64 bytes come to multiples of 32 or 64, and dense columns back from such; nothing: they are there, not
  /// dense, or longer.
  std::optional<ByteRoute> spread() const;
  std::optional<ByteRoute> gather() const;
  OwnLoops loops() const;
  /// The layer's statement; `Name` is that of its parameters.
  void emit(const std::string &Name, const std::string &In, const std::string &Out,
            LayerWriter &W) const;
};

/// Empty: the copy is none, or single runs, the longest loop inside, cost less.
std::optional<Transposition> transpositionOf(const StridedCopy &C);

} // namespace hexloom
