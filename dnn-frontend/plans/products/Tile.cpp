// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/Tile.h"
#include "support/Error.h"

namespace hexloom {

std::vector<int> tilesFor(int Pixels, bool Wide) {
  if (Wide || Pixels <= 4)
    return {4};
  return {8, 4};
}

std::vector<int> unrollsFor(double Words, bool Regular) {
  constexpr int kLeast = 8, kMost = 12, kPair = 2; // fewer are as good in a loop, more need too many registers
  if (!Regular || Words < kLeast || Words > kMost)
    return {0};
  return {static_cast<int>(Words), kPair};
}

Schedule productSchedule(const char *Instruction, int TilePixels, int Unroll, int Channels) {
  Schedule S;
  S.Instruction = Instruction;
  S.Vector = VectorOperand::Weights;
  S.Tile = {TilePixels, Channels};
  S.Unroll = Unroll;
  return S;
}

int tilePixels(const Op &O) {
  const std::vector<int32_t> &Tile = O.Schedule.Tile;
  HEXLOOM_CHECK(tileIsAcross(O) || (Tile.size() == 2 && (Tile[0] == 4 || Tile[0] == 8) && Tile[1] == kBlockChannels),
                "a product's schedule without a tile of the core's");
  return tileIsAcross(O) ? 4 : Tile[0];
}

bool tileIsAcross(const Op &O) {
  const std::vector<int32_t> &Tile = O.Schedule.Tile;
  return Tile.size() == 2 && Tile[0] >= 1 && Tile[0] <= kAcrossPixels && Tile[1] == kAcrossChannels;
}

int unrolledWords(const Op &O) { return O.Schedule.Unroll; }

bool blocksAreOutside(const Op &O) {
  const std::string &Order = O.Schedule.Order;
  HEXLOOM_CHECK(Order.empty() || Order == kRowsOutside || Order == kBlocksOutside, "a product's schedule with a strange order");
  return Order == kBlocksOutside;
}

} // namespace hexloom
