#include "plans/products/Tile.h"
#include "support/Error.h"

namespace hexloom {

static constexpr int kChannels = 32;

std::vector<int> tilesFor(int Pixels, bool Wide) {
  if (Wide || Pixels <= 4)
    return {4};
  return {8, 4};
}

Schedule productSchedule(const char *Instruction, int TilePixels) {
  Schedule S;
  S.Instruction = Instruction;
  S.Vector = VectorOperand::Weights;
  S.Tile = {TilePixels, kChannels};
  return S;
}

int tilePixels(const Op &O) {
  const std::vector<int32_t> &Tile = O.Schedule.Tile;
  HEXLOOM_CHECK(Tile.size() == 2 && (Tile[0] == 4 || Tile[0] == 8) && Tile[1] == kChannels,
                "a product's schedule without a tile of the core's");
  return Tile[0];
}

} // namespace hexloom
