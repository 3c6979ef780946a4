// What the emitters of hexloom/hvx/conv2d.h and its relatives share.
#pragma once

#include "plans/products/Packing.h"

namespace hexloom {

/// Why no vector kernel for activations of `ElementBytes` and a constant filter can serve the operator, or "".
std::string vectorProductProblem(const Graph &G, const Op &O, int ElementBytes);

/// The layouts of input and output for which a vector kernel makes plans.
std::vector<std::pair<Layout, Layout>> productLayouts(int ElementBytes);

/// The fields of hl_product ("product.NAME"), and the others of hl_conv2d_hvx.
Fields productFields(const View &V, const PackedProduct &P, const OutputStage &Stage, DType Type);
Fields convolutionFields(const View &V, const PackedProduct &P, const OutputStage &Stage);

/// One output row of the core.
Cost rowCost(const View &V);

} // namespace hexloom
