// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The axes of products with weights in vectors, whose rows RowNest.h writes.
#pragma once

#include "plans/products/Convolution.h"
#include "space/Axis.h"

#include <hexloom/hvx/turns.h>

#include <functional>

namespace hexloom {

/// Products of rows: an image in one layout, results in another.
struct RowProduct {
  const char *Instruction;
  bool HasSums;     ///< pixels are summed for the zero point of stored weights
  bool MayBeAcross; ///< tiles of four blocks are possible where rows are short
  bool IsWide;      ///< sums of 48 bits
  View Image;       ///< as the axes say
  /// Lengths of rows into which all pixels can be cut, the usual one first, and the image in such rows; none: they are the operator's.
  std::vector<int32_t> Lengths = {};
  std::function<View(int32_t)> InRows = {};
};

/// Axes of convolutions and FULLY_CONNECTED by a kind of sums. Axes of batched products, of bytes or halfwords: their rows have no choice.
const std::vector<Axis<RowProduct>> &rowAxes(Sums Kind);
const std::vector<Axis<RowProduct>> &matmulAxes(bool IsWide);

/// Channels of a tile: a block, or across four of them, in rows of fewer than four pixels.
inline constexpr int kBlockChannels = 32, kAcrossChannels = HL_ACROSS * kBlockChannels, kAcrossPixels = HL_ACROSS_PIXELS;
/// Pixels of the largest tile of a row of that many pixels, the best first; the rest of a row is done in smaller ones.
std::vector<int> tileSizes(int Pixels, bool IsWide);

/// Values of `order`, `finish` and `row`.
inline constexpr const char *kRowsOutside = "rows-blocks", *kBlocksOutside = "blocks-rows";
inline constexpr const char *kFinishOwn = "own", *kFinishNext = "next";
inline constexpr const char *kRowStraight = "straight", *kRowLoop = "loop";

/// Rows that several kinds of products with weights in vectors have.
namespace row_axis {
inline constexpr AxisRow Bytes = {ScheduleField::Instruction, "", "vrmpy.ub.b, vrmpy.ub.ub", TakenBy::Shape, "the instruction that multiplies"};
inline constexpr AxisRow Signed = {ScheduleField::Instruction, "", "vrmpy.ub.b", TakenBy::Shape, "the instruction that multiplies"};
inline constexpr AxisRow Halfwords = {ScheduleField::Instruction, "", "vdmpy.h.h", TakenBy::Shape, "the instruction that multiplies"};
inline constexpr AxisRow SmallTile = {ScheduleField::Tile, "pixels x channels", "4x32", TakenBy::Shape, "outputs whose sums are in registers at a time"};
inline constexpr AxisRow Vector = {ScheduleField::Vector, "", "weights", TakenBy::Shape, "the operand that vectors hold"};
inline constexpr AxisRow Tile = {ScheduleField::Tile, "pixels x channels", "8x32, 4x32", TakenBy::Cost,
                                 "outputs whose sums are in registers at a time, at most"};
inline constexpr AxisRow Run = {ScheduleField::Run, "words", "8, 4, 6, N", TakenBy::Rule,
                                "words of a pixel that are one turn of a loop at most, where they lie in a row and can be cut evenly"};
inline constexpr AxisRow Finish = {ScheduleField::Finish, "", "next, own", TakenBy::Rule,
                                   "where a tile's output stage stands: behind the tile's own products, or beside those of the next tile; usually "
                                   "the latter for sums of more than 12 words, but for transposed convolutions; by cost for fewer with row-major results"};
inline constexpr AxisRow Unroll = {ScheduleField::Unroll, "words", "N", TakenBy::Cost,
                                   "words of a pixel whose products are written out: all, or two in a loop"};
inline constexpr AxisRow Form = {ScheduleField::Row, "", "straight, loop", TakenBy::Rule,
                                 "whether the tiles of a row are one piece of code or a loop; usually straight for a few of few words each"};
} // namespace row_axis

} // namespace hexloom
