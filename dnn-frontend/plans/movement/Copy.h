// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Data movement as strided copies: orders of their loops, their costs, and the copies of an operator.
#pragma once

#include "ir/Graph.h"
#include "maps/StridedCopy.h"
#include "nests/Nest.h"
#include "plans/Cost.h"
#include "space/Axis.h"

#include <optional>
#include <string>
#include <vector>

namespace hexloom {

/// The copy with its longest loop as the innermost one. Unchanged if its runs are longer than a vector, or the order of its loops counts.
StridedCopy longestInside(StridedCopy C);

/// Whether vectors copy all runs from and to the same places in their vectors, which the C then has as constants (hl_vcopy_placed_nest).
bool isPlaced(const StridedCopy &C);

/// Whether runs lie one behind the other in the output.
bool fillsOutput(const StridedCopy &C);

/// Whether runs that fill the output one behind the other are stored by whole vectors (hl_vcopy_ahead).
bool goesAhead(const StridedCopy &C);

/// Whether runs that fill the output are lanes of vectors on both sides, which are put together (hl_vcopy_lanes).
bool goesByLanes(const StridedCopy &C);

/// The loops that a copy by vectors has, in their order: of the function that callVectorCopy() takes. Nothing: some are in a function that layers share.
OwnLoops copyLoops(const StridedCopy &C);
Cost runsCost(const StridedCopy &C);   ///< what they take
Cost tableCost(const StridedCopy &C);  ///< of the same with parameters that a table has

/// An operator's copies from one input to one output.
using CopyGroup = std::vector<StridedCopy>;

/// How vectors copy an operator's groups, the `order` of its plan. Tiles: permutations and transpositions where they cost less, and others
/// with the longest loop inside. LongestInside: all with the longest loop inside. AsStored: all as the tensors store it.
enum class CopyOrder { Tiles, LongestInside, AsStored };
const char *text(CopyOrder Order);
/// The orders that make unlike code, the usual one first.
std::vector<CopyOrder> copyOrders(const std::vector<CopyGroup> &Groups);
/// The order that the schedule says. Without the field, all orders are alike.
CopyOrder copyOrder(const Schedule &S);
inline constexpr AxisRow kCopyOrderRow = {ScheduleField::Order, "", "tiles, longest-inside, as-stored", TakenBy::Cost,
                                          "the loops of copies: permutations and transpositions in tiles; the longest loop innermost; or as tensors store "
                                          "it"};

/// Whether vectors exchange a copy's bytes (Permutation.h, Transposition.h).
bool goesByTiles(const StridedCopy &C);

/// Whether the copies of a group share a loop over a table; others have code of their own. `Tiles`: some may be transposed.
bool shareTable(const CopyGroup &Copies, bool Tiles);
/// The cost of all copies of a group.
Cost scalarCost(const CopyGroup &Copies);
Cost vectorCost(const CopyGroup &Copies, CopyOrder Order);

/// The copies of one operator. Each copy reads one input and writes one output; they cover the outputs once.
struct Movement {
  struct Piece {
    size_t Input, Output; ///< of the operator
    StridedCopy Copy;
  };
  std::vector<Piece> Pieces;
  bool Fills = false; ///< the output is first filled with FillValue
  int64_t FillValue = 0;
};

/// The copies of an operator that has boxes (ir/Box.h), from inputs in one layout to outputs in one layout. Nullopt: it has none, or needs
/// more than a reasonable number of copies.
std::optional<Movement> movementOf(const Graph &G, const Op &O, Layout From, Layout To);

/// Adds the turns that are taken with care at the end of a loop; one is no loop of its own.
void addCareful(OwnLoops &To, const std::string &What, int64_t Turns);

/// Filling so many bytes by vectors.
OwnLoops fillLoops(int64_t Bytes);

/// The cost of a movement of row-major tensors by vectors, in the cheapest order, without what it fills.
Cost leastCost(const Movement &M);

} // namespace hexloom
