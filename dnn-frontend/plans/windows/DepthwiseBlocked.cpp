// DEPTHWISE_CONV_2D by vrmpy in blocks of 32 channels (hexloom/hvx/depthwise.h, depthwise_mixed.h):
// tiling, packing of constants, cost.
#include "plans/Strides.h"
#include "plans/layout/Costs.h"
#include "plans/windows/Depthwise.h"

#include <algorithm>
#include <cmath>

namespace hexloom {

namespace {

constexpr int kVector = 128, kLanes = 32;

struct Tiling {
  int Rows, Groups, Columns, Blocks;
  bool HasRests = false, Uniform = true, RightOnly = true;
  std::vector<uint8_t> Rests; ///< by block
  Stage Output;

  /// Between the words of neighbouring columns.
  int pixelVectors(bool InBlocked) const { return InBlocked ? 1 : Blocks; }
  int weightVectors(const WindowShape &S) const { return Rows * Groups * S.KernelW; }
  int64_t scratchBytes(const WindowShape &S) const {
    return int64_t(kVector) * (Groups * Columns + ceilDiv(S.In.W, 4));
  }
};

Tiling tilingOf(const Graph &G, const Op &O, const std::string &WantedStage) {
  const WindowShape S = windowOf(G, O);
  Tiling T{};
  T.Rows = rowsAtATime(S, 4);
  T.Groups = ceilDiv(S.KernelH, 4);
  const int Read = (ceilDiv(S.Out.W, 4) * 4 - 1) * S.StrideW + (S.KernelW - 1) * S.DilationW + 1;
  T.Columns = std::max(Read, S.PadLeft + ceilDiv(S.In.W, 4) * 4);
  T.Blocks = ceilDiv(S.In.C, kLanes);
  const DepthwiseWeights W(G, O);
  T.Rests.assign(T.Blocks, 0);
  for (int C = 0; C < S.In.C; ++C)
    for (int Ky = 0; Ky < S.KernelH; ++Ky)
      for (int Kx = 0; Kx < S.KernelW; ++Kx)
        T.Rests[C / kLanes] |= W.at(Ky, Kx, C) != nearestByte(W.at(Ky, Kx, C));
  T.HasRests = std::count(T.Rests.begin(), T.Rests.end(), 1) > 0;
  T.Output = depthwiseStage(G, O, WantedStage);
  const DepthwiseScaling Scaling = depthwiseScaling(G, O);
  for (size_t C = 0; C < Scaling.Shifts.size(); ++C) {
    T.Uniform &=
        Scaling.Shifts[C] == Scaling.Shifts[0] && Scaling.Multipliers[C] == Scaling.Multipliers[0];
    T.RightOnly &= Scaling.Shifts[C] < 0;
  }
  return T;
}

/// weights(r, g, kx) of one block: [rows][groups][kernel width][32 channels][4 input rows].
void packWeights(const WindowShape &S, const Tiling &T, const DepthwiseWeights &W, int Block,
                 bool Rest, Bytes &To) {
  for (int R = 0; R < T.Rows; ++R)
    for (int Group = 0; Group < T.Groups; ++Group)
      for (int Kx = 0; Kx < S.KernelW; ++Kx)
        for (int Lane = 0; Lane < kLanes; ++Lane)
          for (int I = 0; I < 4; ++I) {
            const int Ky = 4 * Group + I - R * S.StrideH;
            const int Weight = Ky >= 0 && Ky < S.KernelH ? W.at(Ky, Kx, Block * kLanes + Lane) : 0;
            const int Part = Rest ? Weight - nearestByte(Weight) : nearestByte(Weight);
            To.push_back(static_cast<uint8_t>(static_cast<int8_t>(Part)));
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
void packOutput(const Tiling &T, const DepthwiseScaling &Scaling, int Block, Bytes &To) {
  if (T.Output.Kind.isReference()) {
    packWords(Scaling.Multipliers, Block, To);
    packWords(Scaling.Shifts, Block, To);
    return;
  }
  const std::vector<int32_t> Vectors = stageVectors(T.Output, Block * kLanes, kLanes);
  for (int V = 0; V * kLanes < static_cast<int>(Vectors.size()); ++V)
    packWords(Vectors, V, To);
}

Bytes packConstants(const Graph &G, const Op &O, const Tiling &T) {
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
    packWeights(S, T, W, Block, false, Packed);
    if (T.HasRests)
      packWeights(S, T, W, Block, true, Packed);
  }
  return Packed;
}

/// Weights stay in registers where there are enough of them beside the sums.
double loadsOf(const WindowShape &S, const Tiling &T, double Multiplies) {
  constexpr int kRegisters = 32, kOthers = 6;
  // Neighbouring pixels share words.
  const double Words = T.Groups * std::min(4 * S.KernelW, 3 * S.StrideW + (S.KernelW - 1) * S.DilationW + 1);
  const bool Resident = Multiplies / 4 + 4 * T.Rows + kOthers <= kRegisters;
  return Words + (Resident ? 0 : Multiplies / 4);
}

/// Four columns of the rows of one block: loads beside multiplications, then the output stage.
Cost columnsCost(const WindowShape &S, const Tiling &T, bool WithRests) {
  constexpr int kStraight = 16; // hl_depthwise_rows
  const double Multiplies = 4.0 * wordsRead(S, T.Rows, 4) * (WithRests ? 2 : 1);
  const double Packets = std::max(Multiplies / 2, loadsOf(S, T, Multiplies));
  const Cost Output = !T.Output.Kind.isReference() ? depthwiseStageCost(T.Output.Kind)
                      : T.Uniform                  ? Cost(cost::VectorOutputUniform)
                                                   : Cost(cost::VectorOutputLanes);
  return (S.Out.W <= kStraight ? cost::DepthwiseStraight : cost::DepthwiseTurn) + Packets * cost::DepthwisePacket +
         T.Rows * Output;
}

/// Of a row group: the words of all blocks, from depth-blocked rows one by one.
Cost wordsCost(const WindowShape &S, const Tiling &T, bool InBlocked) {
  if (InBlocked)
    return double(T.Groups) * T.Blocks * ceilDiv(S.In.W, 4) * cost::DepthwiseWords;
  return T.Groups * std::ceil(double(S.In.W) * S.In.C / kVector) * cost::DepthwiseMixedWords;
}

Cost costOf(const WindowShape &S, const Tiling &T, bool InBlocked, bool OutBlocked) {
  const int Doubled = static_cast<int>(std::count(T.Rests.begin(), T.Rests.end(), 1));
  const double RowGroups = double(S.Out.N) * ceilDiv(S.Out.H, T.Rows), Fours = ceilDiv(S.Out.W, 4);
  const Cost PerGroup = wordsCost(S, T, InBlocked) + T.Blocks * cost::DepthwiseRow +
                        (T.Blocks - Doubled) * Fours * columnsCost(S, T, false) +
                        Doubled * Fours * columnsCost(S, T, true);
  Cost All = cost::VectorLayer + RowGroups * PerGroup;
  if (!InBlocked)
    All += RowGroups * cost::DepthwiseMixedRow;
  return OutBlocked ? All : All + unblockingCost(S.Out) + RowGroups * cost::DepthwiseApart;
}

void emitMixed(const WindowShape &S, Tiling T, Layout In, Layout Out, const std::string &Constants,
               const std::string &Rests, LayerWriter &W) {
  const bool InBlocked = isBlocked(In), OutBlocked = isBlocked(Out);
  W.body("depthwise_mixed.h");
  W.structure("hl_strides", "from", strideFields("", In, S.In, 1));
  W.structure("hl_strides", "to", strideFields("", Out, S.Out, 1));
  const int64_t Padding = int64_t(S.In.W + 3) / 4 * 4 * T.Blocks * kLanes + 4 * kVector;
  const std::string Words =
      W.scratch(int64_t(kVector) * (T.Groups * T.Columns * T.pixelVectors(InBlocked) + 8));
  W.line("const hl_depthwise_mixed_memory m = {");
  W.line(strf("    .words = (HVX_Vector *)%s,", Words.c_str()));
  W.line(strf("    .padding = %s,", W.scratch(Padding).c_str()));
  if (!OutBlocked)
    W.line(strf("    .row = %s,",
                W.scratch(int64_t(kVector) * ceilDiv(S.Out.W, 4) * T.Blocks * T.Rows).c_str()));
  W.line("};");
  W.line(strf("hl_depthwise_vrmpy_mixed(&p, &t, &from, &to, in0, %s,", Constants.c_str()));
  W.line(strf("    %s, out0, &m);", Rests.c_str()));
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
  const Tiling T = tilingOf(G, O, Plans.wantedStage(O));
  if (!Plans.stage(O, T.Output))
    return;
  std::vector<Layout> Layouts = blockedLayouts();
  Layouts.push_back(Layout::RowMajor);
  for (Layout In : Layouts)
    for (Layout Out : Layouts)
      if (isBlocked(In) || S.In.C % kLanes == 0)
        Plans.add({In, Layout::RowMajor, Layout::RowMajor}, {Out},
                  costOf(S, T, isBlocked(In), isBlocked(Out)));
}

void emitDepthwiseBlocked(const Graph &G, const Op &O, LayerWriter &W) {
  const WindowShape S = windowOf(G, O);
  const Tiling T = tilingOf(G, O, O.Schedule.Stage);
  checkObeyed(O, T.Output);
  const DepthwiseScaling Scaling = depthwiseScaling(G, O);
  const bool InBlocked = isBlocked(G.in(O, 0).Layout), OutBlocked = isBlocked(G.out(O, 0).Layout);
  W.structure("hl_depthwise", "p", depthwiseFields(G, O));
  const Fields Tiled = {
      field("rows", T.Rows), field("groups", T.Groups), field("columns", T.Columns),
      field("pixel_vectors", T.pixelVectors(InBlocked)), field("has_rests", T.HasRests),
      field("uniform", T.Uniform), field("multiplier", Scaling.Multipliers.at(0)),
      field("shift", Scaling.Shifts.at(0)), field("right_only", T.RightOnly)};
  W.structure("hl_depthwise_tiling", "t", Tiled + stageFields(T.Output.Kind, "stage."));
  const std::string Constants =
      W.blob(packConstants(G, O, T), "uint8_t", "bias, scales and weights by blocks");
  const std::string Rests = T.HasRests ? W.blobOf(T.Rests, "uint8_t", "blocks with rests") : "0";
  if (!InBlocked || !OutBlocked)
    return emitMixed(S, T, G.in(O, 0).Layout, G.out(O, 0).Layout, Constants, Rests, W);
  W.body("depthwise.h");
  W.line(strf("hl_depthwise_vrmpy_d32(&p, &t, in0, %s,", Constants.c_str()));
  W.line(strf("    %s, out0, %s);", Rests.c_str(), W.scratch(T.scratchBytes(S)).c_str()));
}

} // namespace hexloom
