// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An example of each operator, see examples.def.
#pragma once

#include "ir/Graph.h"

namespace hexloom {

struct Example {
  OpKind Kind;
  std::vector<std::string> Inputs, Outputs; ///< "[const ][TYPE:]SHAPE", or "none"
  const char *Attributes;
};
const std::vector<Example> &allExamples();

/// The example as a graph of one operator, with bytes where it says no type, and without quantization: for questions of shapes.
Graph graphOf(const Example &E);

} // namespace hexloom
