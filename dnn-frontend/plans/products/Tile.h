// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The schedule of the products with weights in vectors (hexloom/hvx/product.h): which instruction, how many pixels by 32
// channels a turn of the core keeps in registers, how many words of a pixel it writes out, and whether rows of the image or
// blocks of channels are the outer loop.
#pragma once

#include "ir/Graph.h"

#include <hexloom/hvx/turns.h>

namespace hexloom {

/// Pixels of the largest tile of a row of that many pixels, the best first; the rest of a row is done in smaller ones. `Wide`:
/// with sums of 48 bits.
std::vector<int> tilesFor(int Pixels, bool Wide);

/// Numbers of words that can be written out for pixels of so many in all their runs, the best first. Either all are, in one straight piece,
/// or pairs in a loop. { 0 }: there is no choice. `Regular`: the runs are the same distance apart, and one sum takes them all.
std::vector<int> unrollsFor(double Words, bool Regular);

/// Channels of a tile: a block, or across four of them, in rows of fewer than four pixels.
inline constexpr int kBlockChannels = 32, kAcrossChannels = HL_ACROSS * kBlockChannels, kAcrossPixels = HL_ACROSS_PIXELS;

/// `Unroll` 0: no choice.
Schedule productSchedule(const char *Instruction, int TilePixels, int Unroll, int Channels = kBlockChannels);

/// What the operator's schedule says.
int tilePixels(const Op &O);
bool tileIsAcross(const Op &O);
int unrolledWords(const Op &O);

/// Orders of the loops around the tiles of a row: all blocks of 32 output channels of a row before the next row, or all rows of
/// a block before the next block.
inline constexpr const char *kRowsOutside = "rows-blocks", *kBlocksOutside = "blocks-rows";
bool blocksAreOutside(const Op &O);

} // namespace hexloom
