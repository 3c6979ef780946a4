// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products with activations in vectors of pixels by four channels and weights as scalar words: a row of instructions.def that the
// target has multiplies four channels of 32 pixels (Hexagon) by the weights of one output. So outputs and depth are padded to 4, and
// weights are signed: where they fit into a byte less their zero point, no sums of pixels are needed; else
//
//   sum (a - z)(w - y) = sum a (w - c)  -  (y - c) sum a  +  constants
//
// with c such that the stored weight w - c fits, and the pixels' sums, which lie in their own lanes, cost one product more for each
// vector of activations. Activations of the other sign than the instruction's are flipped by 128. PixelNest.h writes the code.
#pragma once

#include "instructions/Machine.h"
#include "plans/products/Products.h"
#include "space/Points.h"

namespace hexloom {

/// How a filter is stored: its weights less `Offset`, and the factor of each pixel's sum of activations that corrects the result.
struct StoredWeights {
  int Offset = 0;     ///< c
  int SumsFactor = 0; ///< c - y
  bool Unsigned = false;
};

struct PixelProduct {
  ProductShape S;
  StoredWeights Stored;
  Stage Chosen;
  OutputStage Output;
  int Taps, Words, Quads;                  ///< of four input channels of a tap, of four outputs
  const Instruction *By, *SumsBy;          ///< the products', and those of pixels' sums: words of the latter are signed
  bool UnsignedLanes;                      ///< of both
  int Lanes;                               ///< of 32 bits in a vector: pixels

  /// Whether activations of that type are multiplied with their upper bit turned.
  bool flips(DType Type) const { return UnsignedLanes != (Type == DType::UInt8); }
};

/// Why the operator cannot be computed with activations in vectors, or ""; OfShape says it of the shape alone.
std::string pixelProductProblem(const Graph &G, const Op &O, Target T, std::string (*OfShape)(const ProductShape &));

/// The operator as such a product. Requires that pixelProductProblem() finds none.
PixelProduct pixelProductOf(const Graph &G, const Op &O, Target T, const StageSearch &Search);

/// What decides which instructions its nest executes: NestPlans.h.
std::string factsOf(const PixelProduct &P);

/// Why the product's output stage cannot be run, or "".
std::string stageProblem(const PixelProduct &P, Target T);

/// [quad][tap][word][4 outputs][4 inputs]
Bytes packWeights(const PixelProduct &P, const Tensor &Filter);

/// [quad]{bias[4], [4]{as hl_stage_load reads}}, each a vector of one channel's word.
std::vector<int32_t> packStages(const PixelProduct &P, const Tensor &Filter, DType Type);

/// [quad]{multipliers[4], shifts[4]}, for the reference's arithmetic.
std::vector<int32_t> packScales(const PixelProduct &P);

/// A factor for each of a word's first bytes.
uint32_t factorOf(int Factor, int Bytes);

/// Halves of 64 pixels that a turn has: vectors of each word.
inline constexpr int kBothHalves = 2;
/// The halves that the operator's schedule says.
int halvesOf(const Op &O, const PixelProduct &P);

/// Orders in which the next outputs' products and the stage of those before can be written, the usual one first; none: there is no choice.
/// It matters to the scheduler alone: the stage goes first where it is narrow, and beside a loop over words, of which `Unroll` are written
/// out.
std::vector<std::string> pixelOrders(const PixelProduct &P, int Unroll);
/// Whether the operator's schedule has the stage first.
bool stageIsFirst(const Op &O, const PixelProduct &P);

/// Numbers of words whose products can be written out: all in one piece of code, or a few in front of a loop over the others.
std::vector<int> pixelUnrolls(const PixelProduct &P);

/// Halves that a turn can have, of so many turns of one: one where two would do a half again at the end.
std::vector<int> pixelHalves(int64_t Turns);

/// A plan's schedule while it is put together, of an image of so many turns of one half.
struct PixelPoint {
  const PixelProduct &P;
  int64_t Turns;
  int Halves = kBothHalves;
  int Unroll = 0;
};

/// Rows that convolutions on planes have, too.
namespace pixel_axis {
inline constexpr AxisRow Instruction = {ScheduleField::Instruction, "", "*", TakenBy::Shape,
                                        "the instruction that multiplies vectors of words by a word, of the types' signs"};
inline constexpr AxisRow Vector = {ScheduleField::Vector, "", "activations", TakenBy::Shape, "the operand that vectors hold"};
inline constexpr AxisRow Tile = {ScheduleField::Tile, "pixels x channels", "64x4, 32x4", TakenBy::Cost,
                                 "outputs of a turn: two vectors of pixels, or one where two would do one again at the end of the pixels"};
inline constexpr AxisRow Unroll = {ScheduleField::Unroll, "words", "N", TakenBy::Cost,
                                   "words of a pixel whose products are written out: all, or the first ones before a loop over the others"};
inline constexpr AxisRow Order = {ScheduleField::Order, "", "products-stage, stage-products", TakenBy::Rule,
                                  "which is written first: the next outputs' products, or the output stage of those before"};
} // namespace pixel_axis

/// With that row for their tile.
std::vector<Axis<PixelPoint>> pixelAxes(const AxisRow &Tile);

} // namespace hexloom
