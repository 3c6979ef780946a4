// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the product kernels (convolutions, fully connected, batched matrix products) share beside geometry and output stage
// (ir/ProductShape.h): costs, blocked shapes.
#pragma once

#include "ir/ProductShape.h"
#include "ir/Quantize.h"
#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "space/Axis.h"
#include "stages/Stage.h"
#include "support/CText.h"

#include <optional>

namespace hexloom {

/// Planes of four channels and of one have this axis alike.
inline constexpr AxisRow kPixelWalk = {ScheduleField::Walk, "", "flat, rows", TakenBy::Cost,
                                       "whether an image's pixels are walked over flat, ends of rows and all, or row by row"};

/// Modelled cycles (costs.def).
namespace product_cost {
#define COST(NAME, CYCLES, UNIT) extern const CostConstant NAME;
#define LIMIT(NAME, COUNT, WHAT) inline constexpr int NAME = COUNT;
#include "plans/products/costs.def"
} // namespace product_cost

/// How the pixels of a convolution of stride 1 can be walked over so many at a time, the usual way first: all of an image that
/// keeps its size, or rows of that many.
std::vector<PixelWalk> pixelWalks(const ProductShape &S, int Pixels);

/// As productShape(), with a side in the depth-blocked layout. FULLY_CONNECTED then takes its rows as that side's pixels, or a whole image
/// of the input as one window. No value: neither fits the other side.
std::optional<ProductShape> blockedShape(const Graph &G, const Op &O, bool InBlocked,
                                         bool OutBlocked);

/// How the sums of bytes of an operator with constant filter become bytes, by a stage that answers
/// what is asked for (answersStage); of others, the reference's way.
Stage chosenStage(const Graph &G, const Op &O, const StageSearch &Search);

/// {"name", "value"} for LayerWriter::structure.
inline std::pair<std::string, std::string> param(const char *Name, int64_t Value) {
  return {Name, std::to_string(Value)};
}
inline std::string cBool(bool B) { return B ? "1" : "0"; }

} // namespace hexloom
