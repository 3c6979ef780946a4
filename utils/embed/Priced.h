// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Embeddings with what they cost, as the tool prints them.
#pragma once

#include "embed/Search.h"

namespace hexloom {

struct Priced {
  DimensionMap Map;
  EmbeddingPrice Price;
  int64_t Cost; ///< instructions, and the vectors that packing the activations writes
};

/// Those of at least that use, the least cost first.
std::vector<Priced> priced(const std::vector<DimensionMap> &Maps, const ScalarInstruction &I, const ScalarOperator &O, double LeastUse);

/// "none"; "ends": an axis is no multiple of its piece; "whole": a piece is longer than its axis.
const char *paddingOf(const EmbeddingPrice &P);

/// Prints the cheapest embedding in each sum of products of a .tflite file.
void printNetwork(const std::string &Path, const ScalarInstruction &I, const SearchOptions &Options);

} // namespace hexloom
