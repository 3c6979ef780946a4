// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which elements of its inputs an operator makes each element of its outputs of: its definition without the arithmetic. Elementwise operators have them by
// broadcasting, movements by their boxes, products by their sums, the others by what their families have in common.
#pragma once

#include "ir/Graph.h"
#include "maps/IndexMap.h"

#include <optional>

namespace hexloom {

/// At each point of a box of axes, the element `In` of an input is read for the element `Out` of an output.
struct Access {
  size_t Input, Output;
  IndexMap In, Out;
  std::vector<bool> Chosen = {}; ///< by axis, or empty: data, or a rounding, choose one index of it for each point of the other axes
  bool Decides = false;          ///< the input's elements are indices: they decide where others come from or go
};

struct Accesses {
  std::vector<Access> All;
  bool Computes = true; ///< false: each element of the outputs is one of an input's, or a constant
};

/// The accesses of an operator whose shapes are right. Nullopt: no maps say what it reads (whyOpaque), or a tensor is empty.
std::optional<Accesses> accessesOf(const Graph &G, const Op &O);

/// Whether each element of the output is made of elements with its index in the last dimension, of which both have as many.
bool keepsLast(const Graph &G, const Op &O);

/// Why operators of this kind have no accesses; null: they have.
const char *whyOpaque(OpKind Kind);

} // namespace hexloom
