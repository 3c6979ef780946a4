// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a few operators cost together, whatever the layouts of what stands around them: by it passes tell whether one way to compute a tensor
// is cheaper than another.
#pragma once

#include "passes/Passes.h"
#include "select/Candidates.h"

#include <array>
#include <optional>
#include <vector>

namespace hexloom {

/// Cycles until a tensor is there, in each layout.
using LayoutCycles = std::array<double, kLayouts>;

/// Operators that compute one tensor of another, each of what the one before it makes, in a graph of their own.
struct Chain {
  Graph G;
  TensorId First;
};

/// The operator alone.
Chain alone(const Graph &G, const Op &O);

/// Operators of one input each, of which each reads what the one before it makes.
Chain inARow(const Graph &G, std::vector<Op> Ops);

/// The layouts in which the input may be there: that of a graph's own is row-major.
std::vector<Layout> startsOf(const Graph &G, TensorId T);

/// What a chain makes, for each layout in which its input may be there. Nothing: the budget does not allow to know.
std::optional<std::vector<LayoutCycles>> price(const Chain &Whole, const std::vector<Layout> &Starts, const PassContext &C);

/// The least cycles of a plan for the operator, as it is or with other shapes of its inputs and its output. Nothing: the budget does not
/// allow to know, or there is no plan.
std::optional<double> leastCycles(const Graph &G, const Op &O, const PassContext &C, const std::vector<Shape> *Inputs = nullptr,
                                  const Shape *Output = nullptr);

/// Whether a chain is cheaper than another one in every layout of its input and its output: so no choice of the layers around makes it
/// dearer.
bool isCheaper(const std::vector<LayoutCycles> &A, const std::vector<LayoutCycles> &B);

/// The cheapest way to embed a convolution (embed-windows) that is cheaper than the operator itself.
std::optional<Chain> cheapestEmbedding(const Graph &G, const Op &O, const PassContext &C);

} // namespace hexloom
