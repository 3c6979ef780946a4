// DEPTHWISE_CONV_2D by vrmpy in blocks of 32 channels (DepthwiseNest.h): plans and their cost.
#include "plans/Strides.h"
#include "plans/layout/Costs.h"
#include "plans/windows/DepthwiseNest.h"

#include <algorithm>
#include <cmath>

namespace hexloom {

namespace {

using Tiling = DepthwiseTiling;

constexpr int kVector = Tiling::kVector;

/// Weights stay in registers where there are enough of them beside the sums and the words at hand.
bool isResident(const Tiling &T, double Multiplies, int Words) {
  constexpr int kRegisters = 32, kOthers = 6;
  return Multiplies / Tiling::kFour + Tiling::kFour * T.Rows + Words + kOthers <= kRegisters;
}

/// Of four columns, whose words are made beside the products or loaded; neighbouring pixels share them.
double loadsOf(const WindowShape &S, const Tiling &T, const DepthwiseForm &F, double Multiplies) {
  const int Columns = std::min(4 * S.KernelW, 3 * S.StrideW + (S.KernelW - 1) * S.DilationW + 1);
  const double Weights = isResident(T, Multiplies, F.InRegisters ? Columns : 0) ? 0 : Multiplies / 4;
  return Weights + (F.InRegisters ? 4.0 * S.StrideW : T.Groups * Columns);
}

/// Four columns of T.Rows rows of one block: loads beside multiplications, then the output stage.
Cost columnsCost(const WindowShape &S, const Tiling &T, const DepthwiseForm &F, int Sets) {
  const double Multiplies = 4.0 * wordsRead(S, T.Rows, 4) * (1 + Sets);
  const double Packets = std::max(Multiplies / 2, loadsOf(S, T, F, Multiplies));
  const Cost Output = !T.Output.Kind.isReference() ? depthwiseStageCost(T.Output.Kind)
                      : T.Uniform                  ? Cost(cost::VectorOutputUniform)
                                                   : Cost(cost::VectorOutputLanes);
  const Cost Turn = F.InRegisters ? S.StrideW * cost::DepthwiseNearWords + (F.IsStraight ? Cost() : 1 * cost::DepthwiseNearTurn)
                                  : Cost(F.IsStraight ? cost::DepthwiseStraight : cost::DepthwiseTurn);
  return Turn + Packets * cost::DepthwisePacket + T.Rows * Output;
}

/// Of a row group: the words of all blocks, from depth-blocked rows one by one.
Cost wordsCost(const WindowShape &S, const Tiling &T, bool InBlocked) {
  if (InBlocked)
    return double(T.Groups) * T.Blocks * ceilDiv(S.In.W, 4) * cost::DepthwiseWords;
  return T.Groups * std::ceil(double(S.In.W) * S.In.C / kVector) * cost::DepthwiseMixedWords;
}

/// A group of T.Rows rows, of all blocks.
Cost groupCost(const WindowShape &S, const Tiling &T, const DepthwiseForm &F, bool InBlocked) {
  const int Split = static_cast<int>(std::count(T.SplitBlocks.begin(), T.SplitBlocks.end(), 1));
  return (F.InRegisters ? T.Blocks * cost::DepthwiseNearRow : wordsCost(S, T, InBlocked) + T.Blocks * cost::DepthwiseRow) +
         (T.Blocks - Split) * double(T.Turns) * columnsCost(S, T, F, 0) + Split * double(T.Turns) * columnsCost(S, T, F, T.FurtherSets);
}

Cost costOf(const WindowShape &S, const Tiling &T, const DepthwiseForm &F, bool InBlocked, bool OutBlocked) {
  const double RowGroups = double(S.Out.N) * ceilDiv(S.Out.H, T.Rows);
  Tiling Last = T; // the group behind the others
  Last.Rows = S.Out.H % T.Rows;
  Cost All = cost::VectorLayer + double(S.Out.N) * (S.Out.H / T.Rows) * groupCost(S, T, F, InBlocked);
  if (Last.Rows)
    All += double(S.Out.N) * groupCost(S, Last, F, InBlocked);
  if (!InBlocked)
    All += RowGroups * cost::DepthwiseMixedRow;
  return OutBlocked ? All : All + unblockingCost(S.Out) + RowGroups * cost::DepthwiseApart;
}

} // namespace

void planDepthwiseBlocked(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = depthwiseTypeProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const WindowShape S = windowOf(G, O);
  if (!is8Bit(G.in(O, 0).Type))
    return Plans.reject(unservedType(G.in(O, 0)));
  if (!G.in(O, 1).isConst())
    return Plans.reject("the filter is not a constant");
  if (S.Out.C != S.In.C)
    return Plans.reject("the depth multiplier is not 1");
  Tiling T = depthwiseTiling(G, O, Plans.wantedStage(O));
  if (!Plans.stage(O, T.Output))
    return;
  std::vector<Layout> Layouts = blockedLayouts();
  Layouts.push_back(Layout::RowMajor);
  for (Layout In : Layouts)
    for (Layout Out : Layouts)
      if (isBlocked(In) || S.In.C % Tiling::kLanes == 0)
        for (const DepthwiseForm &F : depthwiseForms(T, isBlocked(In))) {
          T.Rows = F.Rows;
          Plans.add({In, Layout::RowMajor, Layout::RowMajor}, {Out}, costOf(S, T, F, isBlocked(In), isBlocked(Out)),
                    F.schedule(T, isBlocked(In)));
        }
}

void emitDepthwiseBlocked(const Graph &G, const Op &O, LayerWriter &W) {
  const Tiling T = depthwiseTiling(G, O, O.Schedule.Stage);
  checkObeyed(O, T.Output);
  DepthwiseNest(G, O, T, W).write();
}

} // namespace hexloom
