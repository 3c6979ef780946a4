// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/RowNest.h"
#include "plans/products/Convolution.h"
#include "plans/products/CoreCost.h"
#include "plans/products/RowAxes.h"
#include "plans/products/RowTiles.h"
#include "stages/StageText.h"
#include "support/Rounding.h"

namespace hexloom {

RowNest::RowNest(const View &V, const PackedProduct &P, const OutputStage &Stage, DType Type, const std::string &Suffix, NestBuilder &N)
    : V(V), S(V.Shape), P(P), Stage(Stage), Type(Type), Suffix(Suffix), N(N), IsWindow(S.KernelH * S.KernelW != 1),
      FlatWindows(hasWindowSums() && V.FlatWindows) {}

void RowNest::declareParameters() {
  LayerWriter &W = N.writer();
  W.body("product_row.h");
  if (isWide())
    W.body("wide_product.h");
  W.structure("hl_product", "p" + Suffix, productFields(V, P, Stage, Type));
  constant("const int32_t *const", "offsets", runStride(V) ? 0 : N.constantOf(P.Offsets, "int32_t", "offsets of the runs"));
}

/// Offsets are the first constants: behind the weights their addresses take a register more, and loops some packets.
void RowNest::declare() {
  declareParameters();
  constant("const HVX_Vector *const", "weights", N.constantOf(P.Weights, "HVX_Vector", "filter, packed"));
  constant("const HVX_Vector *const", "stages", N.constantOf(P.Stages, "HVX_Vector", "constants of the output stage"));
}

void RowNest::declare(const Value &Weights, const Value &Stages) {
  declareParameters();
  constant("const HVX_Vector *const", "weights", Weights);
  constant("const HVX_Vector *const", "stages", Stages);
}

void RowNest::declareKept() {
  N.declare("HVX_Vector", "none");
  N.declare("hl_product_kept", "kept", call("hl_product_none", {named("stages"), "&none"}));
}

void RowNest::finishKept() { N.run("hl_product_finish_kept", {named("&p"), "&kept"}); }

void RowNest::windowSums(const Value &From, const Value &To, int64_t Width) {
  N.declare("const int32_t *", "group_at", From);
  N.declare("int32_t *", "group_to", To);
  N.loop("group", V.Groups, {{"group_at", V.sumsPlane()}, {"group_to", groupSums()}}, Unrolling::None, [&] {
    N.run("hl_window_sums", {"group_at", S.KernelH, S.DilationH * V.SumsWidth, S.KernelW, S.DilationW, Width, "group_to"});
  });
}

void RowNest::declareBlock() {
  if (!isWide())
    return N.declare("const HVX_Vector *", {{"w", {}, named("weights")}, {"stage", {}, named("stages")}});
  N.declare("const HVX_Vector *", "w", named("weights"));
  N.declare("const hl_wide_stage *", "stage", cast("const hl_wide_stage *", named("stages")));
}

std::vector<Walk> RowNest::nextBlock() const {
  const int64_t Constants = isWide() ? 1 : P.Kind.isReference() ? 3 : 1 + stageVectorsOf(P.Kind);
  return {{"w", int64_t(V.Parts) * V.words()}, {"stage", Constants}};
}

void RowNest::tile(int Pixels) {
  if (!V.IsAhead)
    return N.run("hl_product_tile", {named("&p"), Pixels, "&place", named("offsets"), "w", "&output", "four"});
  const Value Second = Pixels > 4 || V.Tile <= 4 ? "four" + Value(1) : "kept.none";
  N.run("hl_product_tile_ahead", {named("&p"), Pixels, "&place", named("offsets"), "w", "stage", "four", Second, "&kept"});
}

void RowNest::lone(int Pixels) {
  tile(Pixels);
  N.move({{"four", ceilDiv(Pixels, 4)}});
}

/// Writes a block of wide sums (hl_wide_tile) by tiles of four pixels, each with its own stage.
void RowNest::wideBlock() {
  constexpr int kFour = 4;
  N.declare("const hl_wide_output", "output", call("hl_wide_output_of", {named("&p"), "stage"}));
  N.declare("const uint8_t *", "pixel", "at");
  N.declare("HVX_Vector *", "four", cast("HVX_Vector *", "to"));
  for (const RowTiles &T : rowTiles(S.Out.W, kFour))
    N.loop("x", T.Turns, {{"pixel", int64_t(kFour) * S.StrideW * V.PixelBytes}, {"four", 1}}, Unrolling::Compiler, [&] {
      N.run("hl_wide_tile", {named("&p"), T.Pixels, "pixel", named("offsets"), "w", "stage", "&output", "four"});
    });
}

void RowNest::block() {
  if (isWide())
    return wideBlock();
  N.declare("hl_product_place", "place", list({"at", "sum"}));
  N.declare("HVX_Vector *", "four", cast("HVX_Vector *", "to"));
  if (V.IsAhead)
    N.hide("place.at", "otherwise what a row's only tile loads is kept on the stack");
  else
    N.declare("const hl_product_output", "output", call("hl_product_output_of", {named("&p"), "stage"}));
  for (const RowTiles &T : rowTiles(S.Out.W, V.Tile)) {
    const int Fours = ceilDiv(T.Pixels, 4);
    if (V.IsStraight) {
      for (int Turn = 0; Turn < T.Turns; ++Turn)
        lone(T.Pixels);
      continue;
    }
    // In straight code, one of two tiles of four fills the other's waits. clang makes such code of an even number of turns.
    const int Alone = T.Turns == 1 || (!V.IsAhead && Fours == 1) ? T.Turns % 2 : 0;
    if (T.Turns > Alone)
      N.loop("x", T.Turns - Alone, {{"four", Fours}}, V.IsAhead ? Unrolling::NotPipelined : Unrolling::Compiler, [&] { tile(T.Pixels); });
    if (Alone)
      lone(T.Pixels);
  }
}

void RowNest::across() {
  constexpr int kAcross = kAcrossChannels / kLanes;
  const int Whole = S.Out.C / kAcrossChannels, Rest = S.Out.C % kAcrossChannels;
  N.writer().body("product_across.h");
  declareBlock();
  N.declare("uint8_t *", "to", "row_to");
  const int Words = V.Full.empty() ? 0 : V.Full[0].words(), Runs = static_cast<int>(V.Full.size());
  const bool IsOne = runsAreOne(V);
  const auto Group = [&](int Blocks, int Channels) {
    N.run("hl_product_across", {named("&p"), S.Out.W, Blocks, IsOne ? 1 : Runs, IsOne ? V.words() : Words, "from", "sum_at",
                                named("offsets"), "w", "stage", Channels, S.Out.C, "to"});
  };
  std::vector<Walk> Walks = {{"to", kAcrossChannels}};
  for (const Walk &Each : nextBlock())
    Walks.push_back({Each.Pointer, kAcross * Each.Step});
  if (Whole)
    N.loop("blocks", Whole, Walks, Unrolling::None, [&] { Group(kAcross, kAcrossChannels); });
  if (Rest)
    Group(ceilDiv(Rest, kLanes), Rest);
}

void RowNest::blocks() {
  declareBlock();
  N.declare("uint8_t *", "to", "row_to");
  N.declare("const uint8_t *", "at", "from");
  N.declare("const int32_t *", {{"sum", {}, "sum_at"}}, isWide());
  std::vector<Walk> Walks = nextBlock();
  Walks.push_back({"to", blockBytes()});
  const auto Blocks = [&](int Count) {
    N.loop("block", Count, Walks, V.IsAhead ? Unrolling::NotPipelined : Unrolling::Compiler, [&] { block(); });
  };
  if (V.Groups == 1)
    return Blocks(V.outBlocks());
  const std::vector<Walk> Groups = {{"at", V.GroupBytes}, {"sum", hasSums() ? groupSums() : 0}};
  N.loop("group", V.Groups, Groups, Unrolling::Compiler, [&] { Blocks(V.GroupOutputs / kLanes); });
}

} // namespace hexloom
