// Products with activations in vectors of 32 pixels by four channels and weights as scalar words: weights, constants and fields
// of hexloom/hvx/pointwise.h, wherever the pixels are from.
#pragma once

#include "plans/products/Products.h"

namespace hexloom {

/// The weights as they are stored, less `Offset`; with what else is to be taken from each pixel's sum.
struct StoredWeights {
  int Offset = 0;     ///< c of pointwise.h
  int SumsFactor = 0; ///< c - y
  bool Unsigned = false;
};

struct PixelProduct {
  ProductShape S;
  StoredWeights Stored;
  Stage Chosen;
  int Taps, Words, Quads; ///< of four input channels of a tap, of four outputs
};

/// Why its products cannot be computed so, or ""; OfShape says it of the shape alone.
std::string pixelProductProblem(const Graph &G, const Op &O, std::string (*OfShape)(const ProductShape &));

/// Requires no such problem.
PixelProduct pixelProductOf(const Graph &G, const Op &O, const std::string &WantedStage);

/// Why its output stage cannot be run, or "".
std::string stageProblem(const PixelProduct &P);

/// [quad][tap][word][4 outputs][4 inputs]
Bytes packWeights(const PixelProduct &P, const Tensor &Filter);

/// [quad]{bias[4], [4]{as hl_stage_load reads}}, each a vector of one channel's word.
std::vector<int32_t> packStages(const PixelProduct &P, const Tensor &Filter, const OutputStage &Stage, DType Type);

/// Those of hl_pointwise that say no places.
Fields productFields(const PixelProduct &P, const OutputStage &Stage, DType Type, const std::string &Prefix = "");

/// The products and output stages of 64 pixels.
Cost turnCost(const PixelProduct &P);

Schedule pixelSchedule(const PixelProduct &P);

} // namespace hexloom
