// The schedule of the products with weights in vectors (hexloom/hvx/product.h): which instruction, and how many pixels by 32
// channels a turn of the core keeps in registers.
#pragma once

#include "ir/Graph.h"

namespace hexloom {

/// Pixels of the largest tile of a row of that many pixels, the best first; the rest of a row is done in smaller ones. `Wide`:
/// with sums of 48 bits.
std::vector<int> tilesFor(int Pixels, bool Wide);

Schedule productSchedule(const char *Instruction, int TilePixels);

/// What the operator's schedule says.
int tilePixels(const Op &O);

} // namespace hexloom
