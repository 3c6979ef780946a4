// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape inference: the shapes that an operator gives its outputs, and the validity of its
// attributes for them.
#pragma once

#include "ir/Graph.h"
#include "support/Budget.h"

namespace hexloom {

/// The shapes of O's outputs. The result's shape may be a choice of the network (RESHAPE, SPLIT,
/// TILE, BROADCAST_TO, RESIZE_*, TRANSPOSE_CONV, STRIDED_SLICE's unit dimensions). It then is the
/// one that the output tensor states, after a check that the operator can give it. Requires: the
/// number of inputs and outputs and the set of attributes are those of the ops.def row, and the
/// types match. Looking at constant indices is paid from the budget. Throws UserError that names
/// the operator.
std::vector<Shape> inferShapes(const Graph &G, const Op &O, Budget &Purse);

/// inferShapes, and an error where the output tensors state others.
void checkShapes(const Graph &G, const Op &O, Budget &Purse);

/// The numpy rule; throws UserError naming O when the shapes do not go together.
Shape broadcastShapes(const Graph &G, const Op &O, const Shape &A, const Shape &B);

/// As the TFLite kernels do: `Size` output positions of a window of `Kernel` (dilated) elements,
/// SAME or VALID.
struct WindowPlacement {
  int64_t Size, Before, After;
};
WindowPlacement placeWindow(bool Same, int64_t Input, int64_t Kernel, int64_t Stride,
                            int64_t Dilation);

constexpr int kMaxRank = 8;

/// Shape of rank at most kMaxRank, no negative dimension, storage below 2 GiB: the reason why not,
/// or empty.
std::string shapeFault(const Shape &S, DType Type);

// The groups of operators that inferShapes() dispatches to.
Shape windowShape(const Graph &G, const Op &O);
Shape resizedShape(const Graph &G, const Op &O);
std::vector<Shape> movementShapes(const Graph &G, const Op &O);
std::vector<Shape> scatterShapes(const Graph &G, const Op &O, Budget &Purse);
/// Inputs of an operator with state over time; without a dimension of times it is one.
inline Shape withTimes(Shape S) {
  if (S.size() == 2)
    S.insert(S.begin(), 1);
  return S;
}
std::vector<Shape> recurrentShapes(const Graph &G, const Op &O);
std::vector<Shape> hybridShapes(const Graph &G, const Op &O);

} // namespace hexloom
