#include "plans/products/Tile.h"
#include "support/Error.h"

namespace hexloom {

static constexpr int kChannels = 32;

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

Schedule productSchedule(const char *Instruction, int TilePixels, int Unroll) {
  Schedule S;
  S.Instruction = Instruction;
  S.Vector = VectorOperand::Weights;
  S.Tile = {TilePixels, kChannels};
  S.Unroll = Unroll;
  return S;
}

int tilePixels(const Op &O) {
  const std::vector<int32_t> &Tile = O.Schedule.Tile;
  HEXLOOM_CHECK(Tile.size() == 2 && (Tile[0] == 4 || Tile[0] == 8) && Tile[1] == kChannels,
                "a product's schedule without a tile of the core's");
  return Tile[0];
}

int unrolledWords(const Op &O) { return O.Schedule.Unroll; }

bool blocksAreOutside(const Op &O) {
  const std::string &Order = O.Schedule.Order;
  HEXLOOM_CHECK(Order.empty() || Order == kRowsOutside || Order == kBlocksOutside, "a product's schedule with a strange order");
  return Order == kBlocksOutside;
}

} // namespace hexloom
