// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/RowTiles.h"
#include "support/Rounding.h"

namespace hexloom {

std::vector<RowTiles> rowTiles(int Pixels, int Largest) {
  constexpr int kFour = 4;
  if (Pixels < kFour)
    return {{Pixels, 1}};
  const int Rest = Pixels % kFour, Last = Largest > kFour && Pixels > kFour && Rest ? kFour + Rest : 0;
  const int Whole = roundUp(Pixels - Last, kFour);
  std::vector<RowTiles> Tiles;
  if (Whole >= Largest)
    Tiles.push_back({Largest, Whole / Largest});
  if (Whole % Largest)
    Tiles.push_back({Whole % Largest, 1});
  if (Last)
    Tiles.push_back({Last, 1});
  return Tiles;
}

} // namespace hexloom
