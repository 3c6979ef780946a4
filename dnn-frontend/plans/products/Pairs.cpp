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

/// Packets for a word of four pixels and `Blocks` blocks. A packet has room for two products and for two loads.
static double packetsOfWord(const PairView &Pairs, int Blocks) {
  const double Tiles = Pairs.tilesOf(Blocks), Weights = Pairs.areKept(Blocks) ? 0 : Blocks / Tiles;
  return std::max<double>(Blocks, (Weights + 2) / 2);
}

/// A plan's schedule while it is put together: with weights as signed bytes, if that can be, and with unsigned ones.
struct PairPoint {
  PairView View;
  std::optional<std::vector<PairRest>> Rests; ///< of signed ones
  bool rests() const { return View.Image.SignedWeights && !Rests->empty(); }
};

/// Packets of the output stage of a block of a tile: multiplications, two more where a constant is chosen.
static double stagePacketsOf(const View &V) {
  constexpr int kChosen = 2;
  return stagePackets(V.Output) + kChosen * V.Output.TwoSided;
}

/// The cost of all rows of tiles that are made beside the stage of the tile before.
static Cost readyCost(const PairPoint &Point) {
  const PairView &Pairs = Point.View;
  const View &V = Pairs.Image;
  const double Rows = V.Shape.Out.H;
  Cost All;
  for (int Blocks : PairView::groupsOf(V.outBlocks())) {
    const double Tiles = Pairs.tilesOf(Blocks), Sums = Blocks * Tiles;
    const Cost Stage = V.Output.isReference() ? Cost(OutputVector) : stagePacketsOf(V) * PairsReadyStage;
    const Cost Tile = Pairs.Packed.words() * Sums * PairsReadyPacket + Sums * (Stage + PairsReadyFour) + PairsReadyTile;
    All += Rows * Pairs.tiles() / Tiles * Tile;
  }
  for (size_t I = 0; Point.rests() && I < Point.Rests->size(); ++I)
    All += Rows * Pairs.tiles() * PairsReadyPacket;
  return All;
}

/// The cost of a row's tiles.
static Cost rowCost(const PairPoint &Point) {
  const PairView &Pairs = Point.View;
  const View &V = Pairs.Image;
  const Cost Stage = V.Output.isReference() ? Cost(OutputVector) : stagePacketsOf(V) * PairsStage;
  constexpr double kRest = 1.5; // packets of a further word of one block
  Cost Tile;
  for (int Blocks : PairView::groupsOf(V.outBlocks()))
    Tile += Pairs.Packed.words() * packetsOfWord(Pairs, Blocks) * PairsPacket + Blocks * (Stage + PairsTile);
  for (size_t I = 0; Point.rests() && I < Point.Rests->size(); ++I)
    Tile += kRest * PairsPacket;
  return double(Pairs.tiles()) * Tile;
}

static Cost sumsCost(const View &V) {
  const int Taps = V.Shape.KernelH * V.Shape.KernelW;
  return Taps == 1 ? imageSumsCost(V) : imageSumsCost(V) + windowSumsCost(V.Shape.Out.H, V.windowWidth(), Taps);
}

static Cost wordsCost(const PairView &Pairs) {
  const double Eights = Pairs.isPicture() ? Pairs.Phases * Pairs.PhaseVectors / 2.0 : double(Pairs.Blocks) * Pairs.Columns * Pairs.Eights;
  return Pairs.Rows * Eights * (Pairs.isFlat() || Pairs.isPicture() ? Cost(PairsFlatEight) : Cost(PairsEight));
}

static Cost costOf(const PairPoint &Point) {
  const PairView &Pairs = Point.View;
  const View &V = Pairs.Image;
  const ProductShape &S = V.Shape;
  Cost PerBatch = imageCost(V) + wordsCost(Pairs) + (Pairs.isByBlocks() ? readyCost(Point) : S.Out.H * rowCost(Point));
  if (!V.SignedWeights)
    PerBatch += sumsCost(V);
  if (!V.OutBlocked)
    PerBatch += unblockingCost({1, S.Out.H, S.Out.W, S.Out.C});
  return VectorLayer + S.Out.N * PerBatch;
}

static constexpr const char *kSigned = "vrmpy.b.pub", *kUnsigned = "vrmpy.ub.pub";
static constexpr AxisRow kInstruction = {ScheduleField::Instruction, "", "vrmpy.b.pub, vrmpy.ub.pub", TakenBy::Cost,
                                         "the instruction that multiplies: signed weights need no sums of pixels"};
static constexpr AxisRow kTile = {ScheduleField::Tile, "pixels x channels", "4xN, 8x32, 16x32, 8x64", TakenBy::Shape,
                                  "outputs whose sums are in registers at a time, of up to four blocks of channels"};

static const std::vector<Axis<PairPoint>> &pairAxes() {
  static const std::vector<Axis<PairPoint>> All = {
      {kInstruction,
       [](const PairPoint &P) {
         std::vector<std::string> Names;
         if (P.Rests)
           Names.push_back(kSigned);
         if (!P.Rests || !P.Rests->empty())
           Names.push_back(kUnsigned);
         return Names;
       },
       [](PairPoint &P, const std::string &Value) { P.View.Image.SignedWeights = P.View.Packed.SignedWeights = Value == kSigned; }},
      {row_axis::Vector, [](const PairPoint &) { return std::vector<std::string>{"weights"}; }},
      {kTile, [](const PairPoint &P) {
         const int Blocks = std::min(PairView::kMostBlocks, P.View.Image.outBlocks());
         return std::vector<std::string>{tileOf({PairView::kFour * P.View.tilesOf(Blocks), kBlock * Blocks})};
       }}};
  return All;
}

Space pairSpace() { return declaredSpace("conv2d_vrmpy_pairs,fully_connected_vrmpy_pairs", pairAxes(), {stageRow()}); }

static PairPoint pointOf(const Graph &G, const Op &O, const ProductShape &S, bool InBlocked, bool OutBlocked) {
  PairPoint P = {pairViewOf(S, InBlocked, OutBlocked), {}};
  P.Rests = pairRests(P.View, G.in(O, 1), outputStage(G, O).FilterZero);
  return P;
}

void planPairs(const Graph &G, const Op &O, PlanList &Plans) {
  if (!Plans.compilation().WideProducts && !Plans.isAskedFor(O))
    return;
  if (const std::string Problem = vectorProductProblem(G, O, Sums::OfBytes); !Problem.empty())
    return Plans.reject(Problem);
  const Stage Chosen = chosenStage(G, O, Plans.stageSearch(O));
  if (!Plans.stage(O, Chosen))
    return;
  for (const auto &[In, Out] : productLayouts(1)) {
    if (!isBlocked(In) && (In != Layout::RowMajor || O.Kind != OpKind::Conv2D))
      continue;
    const std::optional<ProductShape> S = isBlocked(In) ? blockedShape(G, O, true, isBlocked(Out)) : productShape(G, O);
    if (!S) {
      Plans.reject(strf("%s -> %s: the rows are not the pixels of the depth-blocked side", text(In), text(Out)));
      continue;
    }
    if (const std::string Problem = pairProblem(*S, isBlocked(In)); !Problem.empty()) {
      Plans.reject(Problem);
      continue;
    }
    PairPoint Point = pointOf(G, O, *S, isBlocked(In), isBlocked(Out));
    Point.View.Image.Output = Chosen.Kind;
    Plans.addPoints(pairAxes(), Point, O, [&, In = In, Out = Out](const PairPoint &X, const Schedule &How) {
      Plans.add({In, Layout::RowMajor, Layout::RowMajor}, {Out}, costOf(X).through(trafficOf(X.View.Image, "")), How);
    });
  }
}

void emitPairs(const Graph &G, const Op &O, LayerWriter &W) {
  const OutputStage Stage = outputStage(G, O);
  const DType Type = G.in(O, 0).Type;
  const bool InBlocked = isBlocked(G.in(O, 0).Layout), OutBlocked = isBlocked(G.out(O, 0).Layout);
  const ProductShape S = InBlocked ? blockedShape(G, O, true, OutBlocked).value() : productShape(G, O);
  PairPoint Point = pointOf(G, O, S, InBlocked, OutBlocked);
  obey(pairAxes(), Point, O.Schedule);
  PairView &Pairs = Point.View;
  const hexloom::Stage Chosen = chosenStage(G, O, W.stageSearch());
  checkObeyed(O, Chosen);
  Pairs.Image.Output = Pairs.Packed.Output = Chosen.Kind;
  const int Above = Type == DType::Int8 ? 128 : 0; // words are unsigned
  const PackedProduct P = packProduct(Pairs.Packed, G.in(O, 1), Stage, Chosen, Above);
  PairNest(Pairs, Point.rests() ? *Point.Rests : std::vector<PairRest>(), P, Stage, Type, W).write();
}

} // namespace hexloom
