// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Data movement, whatever the layout: boxes of elements that walk along dimensions of an input and
// an output.
#pragma once

#include "ir/Graph.h"
#include "maps/StridedCopy.h"

#include <optional>

namespace hexloom {

/// Both tensors' indices as affine functions of a few loops, like the digits of a counter.
struct Box {
  struct Side {
    int Axis = -1; ///< -1: the loop does not move in this tensor
    int64_t Step = 0;
  };
  struct Loop {
    int64_t Size;
    Side In, Out;
  };
  std::vector<int64_t> InFirst, OutFirst; ///< the element of the first turn, by axis
  std::vector<Loop> Loops;                ///< outermost first

  /// The indices in the input and in the output, as maps of the loops' turns.
  IndexMap in() const { return side(InFirst, &Loop::In); }
  IndexMap out() const { return side(OutFirst, &Loop::Out); }

private:
  IndexMap side(const std::vector<int64_t> &First, Side Loop::*Which) const;
};

/// The box's elements of `Width` bytes as a copy between row-major tensors of these sizes; its loops are the box's.
StridedCopy rowMajorCopy(const Box &B, const IndexMap::Index &In, const IndexMap::Index &Out, int64_t Width);

/// One operator: each box reads one input and writes one output; they cover the outputs once. Boxes
/// of one input write the channels (last dimension) of a place in ascending order.
struct BoxMovement {
  struct Piece {
    size_t Input, Output; ///< of the operator
    hexloom::Box Box;
  };
  std::vector<Piece> Pieces;
  bool Fills = false; ///< the output is first filled with FillValue
  int64_t FillValue = 0;
  std::vector<Shape> Shapes = {}; ///< of the outputs
  bool IsMapped = true;           ///< false: the boxes are missing
};

/// Whether the operator has a row in movements.def: it moves elements, and its attributes say from where.
bool isMovement(OpKind Kind);
/// Whether its output has the input's bytes in their order.
bool isView(OpKind Kind);

/// The boxes of a verified movement. Nullopt: it is none, or its shapes' dimensions do not divide each other.
std::optional<BoxMovement> boxesOf(const Graph &G, const Op &O);

/// A piece between the operator's row-major tensors, both of which have elements.
StridedCopy rowMajorCopy(const Graph &G, const Op &O, const BoxMovement::Piece &P, int64_t Width);

/// Whether the reference brings the I-th input to the output's scale.
bool rescales(const Graph &G, const Op &O, size_t I);

} // namespace hexloom
