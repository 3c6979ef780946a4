// DEPTHWISE_CONV_2D by vrmpy in blocks of 32 channels (DepthwiseNest.h): plans and their cost.
#include "plans/Strides.h"
#include "plans/layout/Costs.h"
#include "plans/windows/DepthwiseNest.h"

#include <hexloom/hvx/slack.h>

#include <algorithm>
#include <cmath>

namespace hexloom {

namespace {

using Tiling = DepthwiseTiling;

constexpr int kVector = Tiling::kVector;

/// Weights stay in registers where there are enough of them beside the sums.
bool isResident(const Tiling &T, double Multiplies) {
  constexpr int kRegisters = 32, kOthers = 6;
  return Multiplies / Tiling::kFour + Tiling::kFour * T.Rows + kOthers <= kRegisters;
}

/// Of four columns whose words are loaded; neighbouring pixels share them.
double loadsOf(const WindowShape &S, const Tiling &T, double Multiplies) {
  const int Columns = std::min(4 * S.KernelW, 3 * S.StrideW + (S.KernelW - 1) * S.DilationW + 1);
  return (isResident(T, Multiplies) ? 0 : Multiplies / 4) + T.Groups * Columns;
}

/// Input rows that words are made of: behind the last one that is read stands that one again (groupRow), which clang loads once.
int rowsOfWords(const WindowShape &S, const Tiling &T) {
  return std::min(4 * T.Groups, (T.Rows - 1) * S.StrideH + S.KernelH);
}

/// Four columns of T.Rows rows of one block: multiplications beside loads, then the output stage.
Cost columnsCost(const WindowShape &S, const Tiling &T, const DepthwiseForm &F, int Sets) {
  const double Multiplies = 4.0 * wordsRead(S, T.Rows, 4) * (1 + Sets);
  const Cost Output = T.Rows * (!T.Output.Kind.isReference() ? depthwiseStageCost(T.Output.Kind)
                                : T.Uniform                  ? Cost(cost::VectorOutputUniform)
                                                             : Cost(cost::VectorOutputLanes));
  if (!F.InRegisters)
    return (F.IsStraight ? 0.0 : 1.0) * cost::DepthwiseTurn +
           std::max(Multiplies / 2, loadsOf(S, T, Multiplies)) * cost::DepthwisePacket + Output;
  const int Kept = F.IsStraight ? 0 : Tiling::kFour * (T.Live - S.StrideW); // hl_depthwise_next; straight code has no copies
  return S.StrideW * rowsOfWords(S, T) * cost::DepthwiseNearWords + Kept * cost::DepthwiseNearKept +
         Multiplies / 2 * cost::DepthwiseNearPacket + T.Rows * cost::DepthwiseNearOutput + Output;
}

/// A group of T.Rows rows, of all blocks, without words of row-major rows.
Cost groupCost(const WindowShape &S, const Tiling &T, const DepthwiseForm &F, bool InBlocked, bool OutBlocked) {
  const int Split = static_cast<int>(std::count(T.SplitBlocks.begin(), T.SplitBlocks.end(), 1));
  const Cost Row = F.IsStraight ? Cost() : Cost(F.InRegisters ? cost::DepthwiseNearLoop : cost::DepthwiseRow);
  const double Vectors = InBlocked && !F.InRegisters ? double(T.Blocks) * ceilDiv(S.In.W, 4) : 0;
  const Cost Words = Vectors * (T.Groups * cost::DepthwiseWords + rowsOfWords(S, T) * cost::DepthwiseWordsRow);
  // Words and results, both in scratch memory: clang does not know that they are apart.
  const Cost Apart = F.InRegisters || OutBlocked ? Cost() : double(T.Blocks) * T.Turns * T.Rows * cost::DepthwiseApartTurn;
  return T.Blocks * Row + Words + Apart + (T.Blocks - Split) * double(T.Turns) * columnsCost(S, T, F, 0) +
         Split * double(T.Turns) * columnsCost(S, T, F, T.FurtherSets);
}

/// Of row-major rows, for all blocks at once: of all row groups, those near the tensor's end with care (hl_mixed_interleave).
Cost mixedWordsCost(const WindowShape &S, const Tiling &T) {
  constexpr int64_t kReach = HL_LOAD_SLACK + kVector;
  const int64_t Row = int64_t(S.In.W) * S.In.C, Limit = roundUp(S.In.H * Row, kVector);
  const int RowGroups = ceilDiv(S.Out.H, T.Rows);
  int64_t Careful = 0;
  for (int Y = 0; Y < RowGroups; ++Y)
    for (int Group = 0; Group < T.Groups; ++Group) {
      const int64_t First = int64_t(Y) * T.Rows * S.StrideH - S.PadTop + int64_t(4 * Group) * S.DilationH;
      const int64_t Last = std::min<int64_t>(First + 3 * S.DilationH, S.In.H - 1);
      Careful += Last >= 0 && (Last + 1) * Row + kReach > Limit;
    }
  const double Vectors = std::ceil(double(Row) / kVector), All = double(S.Out.N) * RowGroups * T.Groups;
  return All * Vectors * cost::DepthwiseMixedWords + double(Careful) * Vectors * cost::DepthwiseMixedCareful;
}

Cost costOf(const WindowShape &S, const Tiling &T, const DepthwiseForm &F, bool InBlocked, bool OutBlocked) {
  const double RowGroups = double(S.Out.N) * ceilDiv(S.Out.H, T.Rows);
  Tiling Last = T; // the group behind the others
  Last.Rows = S.Out.H % T.Rows;
  Cost All = cost::VectorLayer + double(S.Out.N) * (S.Out.H / T.Rows) * groupCost(S, T, F, InBlocked, OutBlocked);
  if (Last.Rows)
    All += double(S.Out.N) * groupCost(S, Last, F, InBlocked, OutBlocked);
  if (!InBlocked)
    All += RowGroups * cost::DepthwiseMixedRow + mixedWordsCost(S, T);
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
