// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/windows/DepthwiseTiling.h"

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kLanes = DepthwiseTiling::kLanes;

/// Vectors of four columns, from one that begins with a multiple of four.
void cutColumns(const WindowShape &S, DepthwiseTiling &T) {
  constexpr int kMostLive = 3, kMostStride = 2; // words of more columns would not stay in registers
  T.First = -ceilDiv(S.PadLeft, T.kFour);
  T.Begin = -S.PadLeft - T.First * T.kFour;
  const int64_t Read = (T.kFour - 1) * int64_t(S.StrideW) + int64_t(S.KernelW - 1) * S.DilationW + 1;
  T.FitsRegisters = T.Groups == 1 && S.StrideW <= kMostStride && T.Begin + Read <= kMostLive * T.kFour;
  T.Live = T.FitsRegisters ? ceilDiv(T.Begin + static_cast<int>(Read), T.kFour) : 0;
}

/// weights(r, g, kx) of one block: [rows][groups][kernel width][32 channels][4 input rows].
void packWeights(const WindowShape &S, const DepthwiseTiling &T, const DepthwiseWeights &W, int Block,
                 int Set, Bytes &To) {
  for (int R = 0; R < T.Rows; ++R)
    for (int Group = 0; Group < T.Groups; ++Group)
      for (int Kx = 0; Kx < S.KernelW; ++Kx)
        for (int Lane = 0; Lane < kLanes; ++Lane)
          for (int I = 0; I < 4; ++I) {
            const int Ky = 4 * Group + I - R * S.StrideH;
            const int Weight = Ky >= 0 && Ky < S.KernelH ? W.at(Ky, Kx, Block * kLanes + Lane) : 0;
            To.push_back(static_cast<uint8_t>(WeightSets::part(Weight, Set)));
          }
}

void packWords(const std::vector<int32_t> &Values, int Block, Bytes &To) {
  for (int Lane = 0; Lane < kLanes; ++Lane) {
    const size_t C = static_cast<size_t>(Block * kLanes + Lane);
    const auto Value = static_cast<uint32_t>(C < Values.size() ? Values[C] : 0);
    for (int Shift = 0; Shift < 32; Shift += 8)
      To.push_back(static_cast<uint8_t>(Value >> Shift));
  }
}

/// The multipliers and shifts of a block, or what the stage has instead.
void packOutput(const DepthwiseTiling &T, const DepthwiseScaling &Scaling, int Block, Bytes &To) {
  if (T.Output.Kind.isReference()) {
    packWords(Scaling.Multipliers, Block, To);
    packWords(Scaling.Shifts, Block, To);
    return;
  }
  const std::vector<int32_t> Vectors = stageVectors(T.Output, Block * kLanes, kLanes);
  for (int V = 0; V * kLanes < static_cast<int>(Vectors.size()); ++V)
    packWords(Vectors, V, To);
}

/// Straight code of more turns is no plan.
constexpr int kMostStraight = 4;

constexpr AxisRow kTile = {ScheduleField::Tile, "rows x pixels x channels", "Nx4x32", TakenBy::Cost,
                           "outputs that are made of the same words at a time, at most as many rows as those words hold"};
constexpr AxisRow kUnroll = {ScheduleField::Unroll, "turns", "4, 3, 2, 1", TakenBy::Cost,
                             "turns of a row that are written out: all of a short one, or one in a loop"};

} // namespace

const std::vector<Axis<DepthwisePoint>> &depthwiseAxes() {
  static const std::vector<Axis<DepthwisePoint>> All = {
      {depthwise_axis::Bytes, [](const DepthwisePoint &X) { return std::vector<std::string>{depthwiseInstruction(X.T.Type)}; }},
      {depthwise_axis::Vector, [](const DepthwisePoint &) { return std::vector<std::string>{"activations"}; }},
      {kTile, [](const DepthwisePoint &X) { return rowTiles(X.T.AllRows, tileOf({X.T.kFour, X.T.kLanes})); },
       [](DepthwisePoint &X, const std::string &Value) { X.Form.Rows = Value.empty() ? X.T.AllRows.front() : numberOf(Value); }},
      {kDepthwiseWords,
       [](const DepthwisePoint &X) {
         return X.T.FitsRegisters && X.InBlocked ? choice(std::vector{WordsIn::Registers, WordsIn::Memory}) : std::vector<std::string>();
       },
       [](DepthwisePoint &X, const std::string &Value) { X.Form.InRegisters = Value == text(WordsIn::Registers); }},
      {kUnroll,
       [](const DepthwisePoint &X) {
         return X.T.Turns > 1 && X.T.Turns <= kMostStraight ? numbers(std::vector{X.T.Turns, 1}) : std::vector<std::string>();
       },
       [](DepthwisePoint &X, const std::string &Value) {
         X.Form.IsStraight = Value.empty() ? X.T.Turns <= kMostStraight : numberOf(Value) == X.T.Turns;
       }}};
  return All;
}

Space depthwiseSpace() { return declaredSpace("depthwise_vrmpy_d32", depthwiseAxes(), {stageRow()}); }

DepthwiseForm depthwiseForm(const Op &O, const DepthwiseTiling &T, bool InBlocked) {
  DepthwisePoint Point = {T, InBlocked};
  obey(depthwiseAxes(), Point, O.Schedule);
  return Point.Form;
}

Four fourOf(const WindowShape &S, int Vector) {
  constexpr int kFour = DepthwiseTiling::kFour;
  const int64_t Column = int64_t(Vector) * kFour;
  return Column < 0 || Column >= S.In.W ? Four::Outside : Column + kFour <= S.In.W ? Four::Whole : Four::Clipped;
}

std::vector<AlikeTurns> alikeTurns(const WindowShape &S, const DepthwiseTiling &T) {
  std::vector<AlikeTurns> All;
  for (int X = 0; X < T.Turns; ++X) {
    std::vector<Four> Made;
    for (int I = T.Live - S.StrideW; I < T.Live; ++I)
      Made.push_back(fourOf(S, T.First + X * S.StrideW + I));
    if (All.empty() || All.back().Made != Made)
      All.push_back({X, 0, Made});
    ++All.back().Count;
  }
  return All;
}

int DepthwiseTiling::columns(const WindowShape &S) const {
  const int Read = (Turns * kFour - 1) * S.StrideW + (S.KernelW - 1) * S.DilationW + 1;
  return std::max(Read, S.PadLeft + ceilDiv(S.In.W, kFour) * kFour);
}

int DepthwiseTiling::headerVectors() const {
  return 1 + (Output.Kind.isReference() ? 2 : stageVectorsOf(Output.Kind));
}

DepthwiseTiling depthwiseTiling(const Graph &G, const Op &O, const StageSearch &Search) {
  const WindowShape S = windowOf(G, O);
  DepthwiseTiling T{};
  T.Type = G.in(O, 0).Type;
  T.AllRows = rowsAtATime(S, T.kFour);
  T.Rows = T.AllRows.front();
  T.Groups = ceilDiv(S.KernelH, 4);
  T.Turns = ceilDiv(S.Out.W, T.kFour);
  T.Blocks = ceilDiv(S.In.C, kLanes);
  cutColumns(S, T);
  const DepthwiseWeights W(G, O);
  T.SplitBlocks.assign(T.Blocks, 0);
  for (int C = 0; C < S.In.C; ++C)
    for (int Ky = 0; Ky < S.KernelH; ++Ky)
      for (int Kx = 0; Kx < S.KernelW; ++Kx) {
        const int Sets = WeightSets::further(W.at(Ky, Kx, C));
        T.SplitBlocks[C / kLanes] |= Sets > 0;
        if (Sets)
          T.FurtherColumns.add(Kx);
        T.FurtherSets = std::max(T.FurtherSets, Sets);
      }
  T.Output = depthwiseStage(G, O, Search);
  const DepthwiseScaling Scaling = depthwiseScaling(G, O);
  for (size_t C = 0; C < Scaling.Shifts.size(); ++C) {
    T.Uniform &=
        Scaling.Shifts[C] == Scaling.Shifts[0] && Scaling.Multipliers[C] == Scaling.Multipliers[0];
    T.RightOnly &= Scaling.Shifts[C] < 0;
  }
  return T;
}

Bytes depthwiseConstants(const Graph &G, const Op &O, const DepthwiseTiling &T) {
  const WindowShape S = windowOf(G, O);
  const DepthwiseWeights W(G, O);
  DepthwiseScaling Scaling = depthwiseScaling(G, O);
  std::vector<int32_t> Bias = foldedBias(G, O);
  for (size_t C = 0; C < Bias.size(); ++C)
    Bias[C] = static_cast<int32_t>(static_cast<uint32_t>(Bias[C]) +
                                   static_cast<uint32_t>(stageOffset(T.Output, static_cast<int>(C))));
  if (T.RightOnly) // lanes behind the last channel too
    Scaling.Shifts.resize(size_t(T.Blocks) * kLanes, -1);
  Bytes Packed;
  for (int Block = 0; Block < T.Blocks; ++Block) {
    packWords(Bias, Block, Packed);
    packOutput(T, Scaling, Block, Packed);
    for (int Set = 0; Set <= T.FurtherSets; ++Set)
      packWeights(S, T, W, Block, Set, Packed);
  }
  return Packed;
}

} // namespace hexloom
