// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the vector product kernels see the activations of an operator: see
// runtime/include/hexloom/hvx/{product,conv2d}.h.
#pragma once

#include "plans/products/Products.h"
#include "support/Rounding.h"

namespace hexloom {

/// A run of words that belong to one output pixel's window.
struct Run {
  int Offset = 0; ///< in bytes, from the window's first byte
  std::vector<int>
      Taps; ///< for each byte: (ky * KernelW + kx) * Depth + channel, or -1 for a byte of no tap
  int words() const { return static_cast<int>(Taps.size() / 4); }
};

/// The input as an image of one batch: the tensor itself, [Height][Blocks][Width][PixelBytes], or a padded copy,
/// [Blocks][Height][Width][PixelBytes], in which a block's pixels lie flat.
struct View {
  ProductShape Shape; ///< the operator's, or one row of all its pixels where each stands alone
  bool InBlocked = false, OutBlocked = false;
  int ElementBytes = 1; ///< of a channel
  int Tile = 8;         ///< pixels of the largest tile (RowAxes.h)
  bool Across = false;  ///< of four blocks, in rows of fewer than four pixels (RowAxes.h)
  int Unroll = 0;       ///< words of a pixel that are written out (RowAxes.h)
  bool BlocksOutside = false; ///< the order of the loops (RowAxes.h)
  bool IsAhead = false;       ///< a tile's output stage stands beside the next one's products (RowAxes.h)
  bool IsStraight = false;    ///< the tiles of a row of a block are one piece of code
  bool FlatWindows = false;   ///< windows are summed over the ends of rows
  int Parts = 1;        ///< of weights of 16 bits (hexloom/hvx/wide_product.h)
  int MostWords = 0;    ///< of a 32-bit sum, where it may overflow; runs are no longer than that
  int RowPixels = 0;    ///< the plan's `pixels`: of a row, where there is a choice
  bool Copied = false;
  int Height = 0, Width = 0, Blocks = 1, PixelBytes = 0;
  int RowBytes = 0, BlockBytes = 0; ///< between rows, and between blocks of 32 channels
  int Spread = 0; ///< pixels of one vector that vdelta spreads to PixelBytes
  int Groups =
      1; ///< sets of output blocks that read different channels; the operator's own may be merged
  int Depth = 0;               ///< channels of a group
  int GroupBytes = 0;          ///< between the groups' first channels
  int GroupOutputs = 0;        ///< output channels of a group
  std::vector<Run> Full, Tail; ///< each kind of equal length
  bool Aligned8 = false;
  int FullWords = 0, TailWords = 0; ///< of a run before it is cut
  bool MayCut = false;              ///< whether runs can be loops of pieces (hl_product_is_piece)
  bool SignedWeights = false;       ///< stored less their zero point, which is then 0; what leaves a signed byte is not stored (PairRests.h)
  StageKind Output; ///< how sums of bytes become bytes
  int SumsRows = 0, SumsPixels = 0, SumsWidth = 0;

  int inPixelBytes() const { return Shape.In.C * ElementBytes; } ///< row-major
  int outBlocks() const { return (Shape.Out.C + 31) / 32; }
  int outWidth4() const { return (Shape.Out.W + 3) / 4 * 4; }
  int words() const;
  int64_t packedBytes() const { return int64_t(outBlocks()) * Parts * words() * 128; } ///< of the weights; those of merged groups are mostly 0
  /// Runs that one 32-bit sum may take, or 0 where all may.
  int sumRuns() const;
  /// Sums of one group: SumsRows rows, SumsWidth apart, written by whole vectors. Flat images are one row.
  int sumsPlane() const { return roundUp((SumsRows - 1) * SumsWidth + roundUp(SumsPixels, 32), 32); }
  /// Sums that a row of windows takes, in whole vectors.
  int windowWidth() const { return roundUp((Shape.Out.W - 1) * Shape.StrideW + 1, 32); }
  /// Sums that all windows of a flat image take. An image is flat if that is no more vectors than row by row, where each row sums a
  /// vector of columns more.
  int64_t flatWindows() const { return roundUp(int64_t(Shape.Out.H - 1) * Shape.StrideH * SumsWidth + windowWidth(), 32); }
  bool isFlat() const { return SumsRows == 1; }
  bool flatTakesNoMore() const { return flatWindows() <= int64_t(Shape.Out.H) * (windowWidth() + 32); }
  /// Whether pixels have a size of which vectors hold whole ones, in four bytes or more: then vectors of several pixels are
  /// summed.
  bool sumsAreOfVectors() const { return PixelBytes >= 4 && PixelBytes <= 32 && 128 % PixelBytes == 0; }
  int64_t widthBytes() const { return int64_t(Width) * PixelBytes; } ///< of a row of one block
  int64_t imageBytes() const { return widthBytes() * Blocks * Height; }
  /// Gives rows and blocks their places, sums theirs; throws Overflow of images beyond 32 bits.
  void place();
};

/// A 1x1 convolution with stride 1 and no padding treats all pixels alike: the row lengths (the plan's `pixels`) that they can be
/// walked over by, row-major on both sides, the usual one first; none: rows are the operator's.
std::vector<int32_t> rowLengths(const ProductShape &S, bool InBlocked, bool OutBlocked);
/// All of its pixels in rows of such a length.
ProductShape inRows(ProductShape S, int32_t Length);

View viewOf(const ProductShape &S, bool InBlocked, bool OutBlocked, int ElementBytes = 1,
            int MostWords = 0, bool MustCopy = false);

/// A tap of a window: its pixel, counted from the window's first one, and its place in the filter,
/// ky * KernelW + kx.
struct Tap {
  int Row, Column, Place;
};
/// Fills in the runs and Aligned8 of a view whose image is placed. Taps are in rows of equal
/// length.
void makeRuns(View &V, const std::vector<Tap> &Taps);

/// Most words of a run that the views can have (the plan's `run`), the usual number first, one for each way to cut them; none: there is no
/// choice.
std::vector<int32_t> runLengths(const std::vector<const View *> &Views);
/// Cuts the runs anew into pieces of up to so many words.
void cutTo(View &V, int32_t Most);

/// Bytes of a pixel in a copy of a row-major input of `Bytes` for each pixel, and View::Spread for
/// it.
int copiedPixelBytes(int Bytes);
int spreadPixels(int Bytes);

} // namespace hexloom
