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
  /// Number of elements.
  int64_t elements() const;

private:
  IndexMap side(const std::vector<int64_t> &First, Side Loop::*Which) const;
};

/// The box's elements of `Width` bytes as a copy between row-major tensors of these sizes; its loops are the box's.
StridedCopy rowMajorCopy(const Box &B, const IndexMap::Index &In, const IndexMap::Index &Out, int64_t Width);

/// One of a box's two sides.
enum class BoxEnd { In, Out };
inline const Box::Side &sideOf(const Box::Loop &L, BoxEnd End) { return End == BoxEnd::In ? L.In : L.Out; }
inline const std::vector<int64_t> &firstOf(const Box &B, BoxEnd End) { return End == BoxEnd::In ? B.InFirst : B.OutFirst; }

/// Drops loops of one turn. A loop that goes on where another one ends, on both sides, becomes one with it.
void joinLoops(Box &B);

/// The box in parts, of which the first has the loop's turns below `Turn`, the second one the others.
std::vector<Box> dividedAt(const Box &B, size_t Loop, int64_t Turn);

/// One step towards boxes in which a multiple of `Border` is passed by whole loops only: those that move by multiples of it along the axis.
/// The box as one or two others with the same turns; nothing: it is such a box.
std::vector<Box> splitAtBorder(const Box &B, BoxEnd End, int Axis, int64_t Border);

/// One operator: each box reads one input and writes one output; they cover the outputs once.
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
  bool Ascend = true;             ///< boxes write the channels (last dimension) of a place in ascending order, input by input
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

/// Attr::Boxes of a MOVE with these pieces.
std::vector<int64_t> boxesAttribute(const std::vector<BoxMovement::Piece> &Pieces);
/// The pieces that Attr::Boxes says. Nullopt: it says none, or boxes that leave their tensors.
std::optional<std::vector<BoxMovement::Piece>> piecesOfAttribute(const Graph &G, const Op &O);
/// How many elements boxes bring.
int64_t elementsOf(const std::vector<BoxMovement::Piece> &Pieces);
/// Whether their bounds tell that boxes bring no element twice.
bool areApart(const std::vector<BoxMovement::Piece> &Pieces);

} // namespace hexloom
