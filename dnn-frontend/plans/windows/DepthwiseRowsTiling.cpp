// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/windows/DepthwiseRowsTiling.h"

#include <hexloom/hvx/slack.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hexloom {

DepthwiseRowsTiling::DepthwiseRowsTiling(const Graph &G, const Op &O, const StageSearch &Search)
    : S(windowOf(G, O)), Type(G.in(O, 0).Type), Is16(Type == DType::Int16), ElementBytes(static_cast<int>(bytesOf(Type))),
      WordRows(4 / ElementBytes), Groups(ceilDiv(S.KernelH, WordRows)), Phases(std::lcm(S.Out.C, kLanes) / kLanes),
      Turns(ceilDiv(S.Out.W * S.Out.C, kTurn)), Period(std::lcm(S.Out.C, kTurn) / kTurn), Units(S, ElementBytes),
      AllRows(rowsAtATime(S, WordRows)), Scaling(depthwiseScaling(G, O)), Output(depthwiseStage(G, O, Search)) {
  constexpr int kMostPhases = 512;
  if (Phases > kMostPhases)
    Problem = strf("a depth of %d has too many phases", S.Out.C);
  classify(DepthwiseWeights(G, O));
}

/// Which forms of the bodies serve all channels.
void DepthwiseRowsTiling::classify(const DepthwiseWeights &Weights) {
  for (int C = 0; C < S.Out.C; ++C) {
    int64_t Largest = 0;
    for (int Ky = 0; Ky < S.KernelH; ++Ky)
      for (int Kx = 0; Kx < S.KernelW; ++Kx) {
        const int Weight = Weights.at(Ky, Kx, C);
        const int Further = WeightSets::further(Weight);
        FurtherSets = std::max(FurtherSets, Further);
        if (Further)
          FurtherColumns.add(Kx);
        Largest += 32768 * int64_t(std::abs(Weight));
      }
    if (Scaling.Multipliers[C] == 0) // 0 whatever the shift
      Scaling.Shifts[C] = -1;
    Uniform &= Scaling.Shifts[C] == Scaling.Shifts[0] && Scaling.Multipliers[C] == Scaling.Multipliers[0];
    RightOnly &= Scaling.Shifts[C] < 0;
    if (!Is16)
      continue;
    constexpr int64_t kMostBias = int64_t(1) << 46;
    const int64_t Bias = Scaling.Bias[C];
    Near &= 15 - Scaling.Shifts[C] < 32;
    if (Largest > INT32_MAX)
      Problem = strf("the sums of output channel %d may leave 32 bits", C);
    else if (Bias > kMostBias || Bias < -kMostBias)
      Problem = strf("the bias of output channel %d leaves 46 bits", C);
    else
      Wide |= Scaling.Shifts[C] >= 0 || Largest + std::abs(Bias) > INT32_MAX;
  }
}

/// Whole vectors of rows that begin with one are loaded as they lie.
int64_t DepthwiseRowsTiling::firstCareful(const DepthwiseRowsForm &F) const {
  const int64_t Groups = ceilDiv(S.Out.H, F.Rows), Row = rowBytes(), End = roundUp(S.In.H * Row, int64_t(kVector));
  const int64_t Safe = std::max<int64_t>(End - kVector - HL_LOAD_SLACK, 0) / Row; // rows
  if (Safe >= S.In.H || (Row % kVector == 0 && (isDense() || !F.InRegisters)))
    return Groups;
  const int64_t Last = int64_t(rowsRead(F.Rows) - 1) * S.DilationH - S.PadTop; // row of the first group
  return std::clamp<int64_t>(floorDiv(Safe - 1 - Last, int64_t(F.Rows) * S.StrideH) + 1, 0, Groups);
}

int64_t DepthwiseRowsTiling::rowStep(const DepthwiseRowsForm &F) const {
  const int64_t Elements = int64_t(F.Turns) * kTurn;
  return (isDense() ? Elements : Elements / S.Out.C * S.StrideW * S.In.C) * ElementBytes;
}

int DepthwiseRowsTiling::live() const {
  int Lead = 0;
  for (int Plane = 0; Plane < Units.planes(); ++Plane)
    Lead = std::max(Lead, Units.isRead(Plane) ? lead(Plane) : 0);
  return (Units.margin() + kTurn + Lead * Units.elements()) / kLanes;
}

/// Vectors of words at hand in a turn.
int DepthwiseRowsTiling::allLive() const {
  int Planes = 0;
  for (int Plane = 0; Plane < Units.planes(); ++Plane)
    Planes += Units.isRead(Plane);
  return live() * Planes * Groups;
}

} // namespace hexloom
