// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DEPTHWISE_CONV_2D on dense rows: how the work is cut, and what its bodies (hexloom/hvx/depthwise_rows.h) read as constants.
#pragma once

#include "machine/Processor.h"
#include "plans/windows/DepthwiseRowsUnits.h"

namespace hexloom {

/// What the shape leaves open: the plan's `tile`, `unroll` and `words`.
struct DepthwiseRowsForm {
  int Rows;         ///< of outputs at a time
  int Turns;        ///< of 128 elements that are written out: all of a row, or those of a loop's body
  bool InRegisters; ///< words are made beside the products that read them; else in memory, all of a group of rows before
};

/// Turns of a row, one behind the other, whose code is the same but for addresses.
struct RowsTurns {
  int64_t First, Count;
  int64_t looped(const DepthwiseRowsForm &F) const; ///< those of them that are a loop's: the first; 0: there is none
};

struct DepthwiseRowsTiling {
  static constexpr int kVector = hexagon::kVectorBytes, kLanes = hexagon::kVectorLanes, kTurn = 128; ///< bytes of a vector, its words; elements of a turn

  const WindowShape S;
  const DType Type;
  const bool Is16;
  const int ElementBytes, WordRows; ///< input rows of a word
  const int Groups;                 ///< of input rows
  const int Phases;                 ///< vectors after which channels begin anew
  const int Turns, Period;          ///< of a row; after how many channels begin anew
  const DepthwiseRowsUnits Units;
  const std::vector<int> AllRows;   ///< rowsAtATime
  int FurtherSets = 0;              ///< of weights (WeightSets) ...
  SplitColumns FurtherColumns;      ///< ... in columns of the kernel
  bool Uniform = true, RightOnly = true, Wide = false, Near = true;
  DepthwiseScaling Scaling;
  const Stage Output;
  std::string Problem; ///< why there is no plan, or ""

  DepthwiseRowsTiling(const Graph &G, const Op &O, const StageSearch &Search);

  int64_t rowElements() const { return int64_t(S.Out.W) * S.Out.C; }
  int64_t rowBytes() const { return int64_t(S.In.W) * S.In.C * ElementBytes; }
  bool isDense() const { return S.StrideW == 1 && S.Out.C == S.In.C; } ///< words lie as the row's elements do
  int units() const { return kTurn / Units.elements(); }               ///< of a turn
  int rowsRead(int Rows) const { return (Rows - 1) * S.StrideH + S.KernelH; } ///< by that many output rows
  /// The first group of output rows of an image whose loads may reach behind the tensor.
  int64_t firstCareful(const DepthwiseRowsForm &F) const;
  /// Units that a turn's windows reach behind its own.
  int lead(int Plane) const { return ceilDiv(Units.reach(Plane), Units.elements()); }
  int live() const;    ///< vectors of words of a plane that are at hand in a turn
  int allLive() const; ///< of all planes and groups
  /// How far a loop's turn moves on in input rows: bytes, a multiple of whole vectors or not.
  int64_t rowStep(const DepthwiseRowsForm &F) const;
  /// Whether loads `Offset` bytes behind rows' begins are whole vectors of memory, in each turn of a loop that moves on by `Step` bytes.
  bool isAligned(int64_t Offset, int64_t Step) const {
    return rowBytes() % kVector == 0 && Offset % kVector == 0 && Step % kVector == 0;
  }
  int phaseVectors(int Rows) const { return kHeader + Rows * Groups * S.KernelW * (1 + FurtherSets); }

  std::vector<RowsTurns> turns(const DepthwiseRowsForm &F) const;

  /// Values of `unroll`, and whether words can then be made in registers, or in memory.
  std::vector<int> writtenTurns() const;
  bool serves(int Written, bool InRegisters) const;

private:
  static constexpr int kHeader = 5; ///< HL_DEPTHWISE_HEADER

  void classify(const DepthwiseWeights &Weights);
  int64_t wholeTurns(bool InRegisters) const;
  bool areAlike(int64_t Turn, int64_t Other, bool InRegisters) const;
};

/// A plan's schedule while it is put together.
struct DepthwiseRowsPoint {
  const DepthwiseRowsTiling &T;
  DepthwiseRowsForm Form = {};
};
const std::vector<Axis<DepthwiseRowsPoint>> &depthwiseRowsAxes(bool Is16);

/// By phases: bias, scales or the stage's constants, weights, rests.
Bytes depthwiseRowsConstants(const Graph &G, const Op &O, const DepthwiseRowsTiling &T, int Rows);

Cost depthwiseRowsCost(const DepthwiseRowsTiling &T, const DepthwiseRowsForm &F);

} // namespace hexloom
