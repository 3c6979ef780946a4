// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the core of the vector products costs (hexloom/hvx/product.h, wide_product.h).
#pragma once

#include "plans/products/View.h"

#include <vector>

namespace hexloom {

/// Runs of equal length that belong to one output pixel's window.
struct Runs {
  double Count;
  int Words;
};

/// A row of output pixels of one block of 32 channels.
struct CoreRow {
  int Pixels;
  std::vector<Runs> Kinds;
  bool Aligned8;   ///< hl_product: words are read in pairs
  bool HasStride;  ///< run_stride is not 0
  bool Is16;       ///< int16 activations
  int SumRuns = 0; ///< of a 32-bit sum; 0: all
  int Parts = 1;   ///< of the weights
  StageKind Output = {};
  int Tile = 8;    ///< pixels of the largest tile
  int Unroll = 0;  ///< words of a pixel that are written out
  bool Apart = false; ///< the row goes to memory of its own, from there row-major into the result
  bool IsAhead = false; ///< a tile's output stage stands beside the next one's products
  bool IsStraight = false; ///< all tiles of a block are one piece of code

  /// Words of a pixel.
  double words() const;
  Cost cost() const;

private:
  bool isPiece(const Runs &R) const; ///< hl_product_is_piece
  Cost tileAhead(int Size) const;
  Cost tile(int Size) const;
  Cost products(int Size, const Runs &R) const;
  Cost output() const;
};

/// Corrections for the weights' zero point by code that layers share: `Rows` rows of the sums of `Pixels` pixels, in `Blocks`
/// blocks (hexloom/hvx/pixel_sums.h).
Cost pixelSumsCost(double Rows, int Pixels, int PixelBytes, int Blocks);

/// The distance of neighbouring runs from offset 0 on, where it is the same for all; else 0.
int runStride(const View &V);

/// Whether the runs lie side by side, so that they can be taken for one.
bool runsAreOne(const View &V);

/// Values of axes (RowAxes.h), the usual one first; none: there is no choice.
std::vector<int> unrolls(const View &V); ///< where IsAhead is set
std::vector<std::string> finishes(const View &V);
std::vector<std::string> rowForms(const View &V); ///< where IsAhead and the order are set
/// Whether cost decides where the output stage stands: a row that goes to memory of its own gains by either.
bool choosesFinish(const View &V);
/// Whether all tiles of a row of a block are usually one straight piece of code, in which their output stages fill each other's waits: a
/// few, of few words each.
bool isUsuallyStraight(const View &V);

/// One output row of all blocks.
Cost rowCost(const View &V);

} // namespace hexloom
