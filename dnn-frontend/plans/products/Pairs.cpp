// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CONV_2D and FULLY_CONNECTED by products of a pair of words: PairNest.h.
#include "plans/Strides.h"
#include "plans/layout/Costs.h"
#include "plans/products/Convolution.h"
#include "plans/products/ImageCost.h"
#include "plans/products/Order.h"
#include "plans/products/PairNest.h"
#include "plans/products/RowAxes.h"
#include "stages/StageText.h"

#include <algorithm>

namespace hexloom {

using namespace product_cost;

static constexpr int kBlock = 32;

/// Whether all weights, less their zero point, are signed bytes: then pixels need no sums.
static bool fitsSigned(const Tensor &Filter, int Zero) {
  const auto All = [&](const auto *Values) {
    return std::all_of(Values, Values + Filter.elements(), [&](int W) { return W - Zero >= -128 && W - Zero <= 127; });
  };
  return Filter.Type == DType::Int8 ? All(Filter.dataAs<int8_t>()) : All(Filter.dataAs<uint8_t>());
}

/// Packets for a word of four pixels and `Blocks` blocks. A packet has room for two products and for two loads.
static double packetsOfWord(int Blocks) { return std::max<double>(Blocks, (Blocks + 2) / 2.0); }

/// The cost of a row's tiles.
static Cost rowCost(const PairView &Pairs) {
  const View &V = Pairs.Image;
  const Cost Stage = V.Output.isReference() ? Cost(OutputVector) : stagePackets(V.Output) * PairsStage;
  Cost Tile;
  for (int Blocks : PairView::groupsOf(V.outBlocks()))
    Tile += Pairs.Packed.words() * packetsOfWord(Blocks) * PairsPacket + Blocks * Stage + PairsTile;
  return double(Pairs.tiles()) * Tile;
}

static Cost sumsCost(const View &V) {
  const int Taps = V.Shape.KernelH * V.Shape.KernelW;
  return Taps == 1 ? imageSumsCost(V) : imageSumsCost(V) + windowSumsCost(V.Shape.Out.H, V.windowWidth(), Taps);
}

static Cost costOf(const PairView &Pairs) {
  const View &V = Pairs.Image;
  const ProductShape &S = V.Shape;
  Cost PerBatch = imageCost(V) + double(Pairs.Rows) * Pairs.Blocks * Pairs.Columns * Pairs.Eights * PairsEight + S.Out.H * rowCost(Pairs);
  if (!V.SignedWeights)
    PerBatch += sumsCost(V);
  if (!V.OutBlocked)
    PerBatch += unblockingCost({1, S.Out.H, S.Out.W, S.Out.C});
  return VectorLayer + S.Out.N * PerBatch;
}

static constexpr AxisRow kInstruction = {ScheduleField::Instruction, "", "vrmpy.b.pub, vrmpy.ub.pub", TakenBy::Shape, "the instruction that multiplies"};
static constexpr AxisRow kTile = {ScheduleField::Tile, "pixels x channels", "4xN", TakenBy::Shape,
                                  "outputs whose sums are in registers at a time, of up to four blocks of channels"};

static const std::vector<Axis<View>> &pairAxes() {
  static const std::vector<Axis<View>> All = {
      {kInstruction, [](const View &V) { return std::vector<std::string>{V.SignedWeights ? "vrmpy.b.pub" : "vrmpy.ub.pub"}; }},
      {row_axis::Vector, [](const View &) { return std::vector<std::string>{"weights"}; }},
      {kTile, [](const View &V) {
         return std::vector<std::string>{tileOf({PairView::kFour, kBlock * std::min(PairView::kMostBlocks, V.outBlocks())})};
       }}};
  return All;
}

Space pairSpace() { return declaredSpace("conv2d_vrmpy_pairs,fully_connected_vrmpy_pairs", pairAxes(), {stageRow()}); }

void planPairs(const Graph &G, const Op &O, PlanList &Plans) {
  if (!Plans.compilation().WideProducts && !Plans.isAskedFor(O))
    return;
  if (const std::string Problem = vectorProductProblem(G, O, Sums::OfBytes); !Problem.empty())
    return Plans.reject(Problem);
  const Stage Chosen = chosenStage(G, O, Plans.stageSearch(O));
  if (!Plans.stage(O, Chosen))
    return;
  const bool Signed = fitsSigned(G.in(O, 1), outputStage(G, O).FilterZero);
  for (const auto &[In, Out] : productLayouts(1)) {
    if (!isBlocked(In))
      continue;
    const std::optional<ProductShape> S = blockedShape(G, O, true, isBlocked(Out));
    if (!S) {
      Plans.reject(strf("%s -> %s: the rows are not the pixels of the depth-blocked side", text(In), text(Out)));
      continue;
    }
    if (const std::string Problem = pairProblem(*S); !Problem.empty()) {
      Plans.reject(Problem);
      continue;
    }
    PairView Pairs = pairViewOf(*S, isBlocked(Out), Signed);
    Pairs.Image.Output = Chosen.Kind;
    Plans.addPoints(pairAxes(), Pairs.Image, O, [&, In = In, Out = Out](const View &V, const Schedule &How) {
      Plans.add({In, Layout::RowMajor, Layout::RowMajor}, {Out}, costOf(Pairs).through(trafficOf(V, "")), How);
    });
  }
}

void emitPairs(const Graph &G, const Op &O, LayerWriter &W) {
  const OutputStage Stage = outputStage(G, O);
  const DType Type = G.in(O, 0).Type;
  const ProductShape S = blockedShape(G, O, true, isBlocked(G.out(O, 0).Layout)).value();
  PairView Pairs = pairViewOf(S, isBlocked(G.out(O, 0).Layout), fitsSigned(G.in(O, 1), Stage.FilterZero));
  const hexloom::Stage Chosen = chosenStage(G, O, W.stageSearch());
  checkObeyed(O, Chosen);
  Pairs.Image.Output = Pairs.Packed.Output = Chosen.Kind;
  const int Above = Type == DType::Int8 ? 128 : 0; // words are unsigned
  const PackedProduct P = packProduct(Pairs.Packed, G.in(O, 1), Stage, Chosen, Above);
  PairNest(Pairs, P, Stage, Type, W).write();
}

} // namespace hexloom
