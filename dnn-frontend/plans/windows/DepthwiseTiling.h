// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DEPTHWISE_CONV_2D in blocks of 32 channels: how the work is cut, and what its kernel reads as constants.
#pragma once

#include "machine/Processor.h"
#include "plans/windows/Depthwise.h"
#include "space/Points.h"

namespace hexloom {

struct DepthwiseTiling {
  static constexpr int kVector = hexagon::kVectorBytes, kLanes = hexagon::kVectorLanes, kFour = 4; ///< bytes of a vector, its words, pixels of a block in it

  DType Type; ///< of activations
  int Rows;   ///< of outputs at a time: one of AllRows, the first until a form says another
  int Groups; ///< of four input rows, whose words they read
  int Blocks; ///< of 32 channels
  int Turns;  ///< of four columns of outputs
  bool Uniform = true, RightOnly = true;
  int FurtherSets = 0;              ///< of weights (WeightSets) ...
  SplitColumns FurtherColumns;      ///< ... in columns of the kernel
  std::vector<uint8_t> SplitBlocks; ///< ... that these blocks need
  std::vector<int> AllRows;         ///< rowsAtATime
  Stage Output;

  /// Where words are made in the turn that multiplies them: vectors of four columns that are at hand in it, of which the last
  /// StrideW are made there; the first turn's first one; the column in it with which the first output's window begins.
  int Live, First, Begin;
  /// Whether they can be: the words of the rows are one group, and stay in registers.
  bool FitsRegisters;

  int columns(const WindowShape &S) const; ///< words in a row of words: padding, image, padding
  int weightVectors(const WindowShape &S) const { return Rows * Groups * S.KernelW; }
  int headerVectors() const; ///< hl_depthwise_header
  int blockVectors(const WindowShape &S) const { return headerVectors() + weightVectors(S) * (1 + FurtherSets); }
};

/// What the columns of four pixels of the image are made of.
enum class Four { Outside, Whole, Clipped };
/// Where the vector lies that begins with column 4 `Vector`.
Four fourOf(const WindowShape &S, int Vector);

/// What the shape leaves open: the plan's `words`, `unroll` and `tile`.
struct DepthwiseForm {
  bool InRegisters; ///< words are made beside the products that read them; else in memory, all of a group of rows before
  bool IsStraight;  ///< no loop over the turns
  int Rows;         ///< of outputs at a time
};

/// A plan's schedule while it is put together.
struct DepthwisePoint {
  const DepthwiseTiling &T;
  bool InBlocked;
  DepthwiseForm Form = {};
};
const std::vector<Axis<DepthwisePoint>> &depthwiseAxes();
/// The form that the operator's schedule says.
DepthwiseForm depthwiseForm(const Op &O, const DepthwiseTiling &T, bool InBlocked);

/// Turns one behind the other that make the same kinds of words beside their products: without straight code, a loop.
struct AlikeTurns {
  int First, Count;
  std::vector<Four> Made; ///< vectors of a turn
};
std::vector<AlikeTurns> alikeTurns(const WindowShape &S, const DepthwiseTiling &T);

DepthwiseTiling depthwiseTiling(const Graph &G, const Op &O, const StageSearch &Search);

/// Cycles of the form's rows, from the side in blocks or row-major to the other.
Cost depthwiseBlockedCost(const WindowShape &S, const DepthwiseTiling &T, const DepthwiseForm &F, bool InBlocked, bool OutBlocked);

/// By blocks: bias, scales or the stage's constants, weights, rests.
Bytes depthwiseConstants(const Graph &G, const Op &O, const DepthwiseTiling &T);

} // namespace hexloom
