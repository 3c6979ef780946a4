// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a row of output pixels is cut into tiles.
#pragma once

#include <vector>

namespace hexloom {

/// Neighbouring tiles of as many pixels each.
struct RowTiles {
  int Pixels, Turns;
};

/// The tiles of a row of `Pixels`, in order: as many of `Largest`, 8 or 4, as there are, then what is left. Outputs are stored by four
/// pixels. A tile of 5 to 7 does as many products as it has pixels; its stage does up to three for pixels that do not exist. A row of fewer
/// than four pixels has one tile of them. In tiles of four, the last one does the products of pixels that do not exist, too.
std::vector<RowTiles> rowTiles(int Pixels, int Largest);

} // namespace hexloom
