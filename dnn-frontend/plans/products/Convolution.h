// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the emitters of products with weights in vectors share.
#pragma once

#include "plans/products/Packing.h"

namespace hexloom {

/// What a vector kernel's products and sums are: of bytes, or of int16 in 32 or 48 bits.
enum class Sums { OfBytes, Narrow, Wide };

/// Why no vector kernel with such sums and a constant filter can serve the operator, or "".
std::string vectorProductProblem(const Graph &G, const Op &O, Sums Kind);

/// How many words of two int16 products each a 32-bit sum certainly has room for, a multiple of 2.
int mostWords(const Graph &G, const Op &O);

/// The instruction that multiplies activations of a type (instructions.def): weights in its vector are unsigned, activations in its word of
/// the type.
inline const char *instructionOf(DType Activations) {
  return Activations == DType::UInt8 ? "vrmpy.ub.ub" : Activations == DType::Int8 ? "vrmpy.ub.b" : "vdmpy.h.h";
}

/// Whether the weights have a zero point in the form in which they are stored.
bool hasPixelSums(const Graph &G, const Op &O);

/// The layouts of input and output for which a vector kernel makes plans.
std::vector<std::pair<Layout, Layout>> productLayouts(int ElementBytes);

/// The fields of hl_product, each name behind `Prefix`: "product.".
Fields productFields(const View &V, const PackedProduct &P, const OutputStage &Stage, DType Type, const std::string &Prefix = "");

} // namespace hexloom
