// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/RowNest.h"
#include "plans/products/Convolution.h"
#include "plans/products/CoreCost.h"
#include "plans/products/RowTiles.h"
#include "plans/products/Tile.h"
#include "stages/StageText.h"
#include "support/Rounding.h"

namespace hexloom {

RowNest::RowNest(const View &V, const PackedProduct &P, const OutputStage &Stage, DType Type, const std::string &Suffix, Nest &N)
    : V(V), S(V.Shape), P(P), Stage(Stage), Type(Type), Suffix(Suffix), N(N), IsWindow(S.KernelH * S.KernelW != 1),
      FlatWindows(hasWindowSums() && V.FlatWindows) {}

void RowNest::constant(const char *CType, const char *Name, const std::string &Value) {
  N.line(strf("const %s *const %s%s = ", CType, Name, Suffix.c_str()) + Value + ";");
}

void RowNest::declareParameters() {
  LayerWriter &W = N.writer();
  W.body("product_row.h");
  if (isWide())
    W.body("wide_product.h");
  W.structure("hl_product", "p" + Suffix, productFields(V, P, Stage, Type));
  constant("int32_t", "offsets", runStride(V) ? "0" : W.blobOf(P.Offsets, "int32_t", "offsets of the runs"));
}

/// Offsets are the first constants: behind the weights their addresses take a register more, and loops some packets.
void RowNest::declare() {
  LayerWriter &W = N.writer();
  declareParameters();
  constant("HVX_Vector", "weights", W.blob(P.Weights, "HVX_Vector", "filter, packed"));
  constant("HVX_Vector", "stages", W.blobOf(P.Stages, "HVX_Vector", "constants of the output stage"));
}

void RowNest::declare(const std::string &Weights, const std::string &Stages) {
  declareParameters();
  constant("HVX_Vector", "weights", Weights);
  constant("HVX_Vector", "stages", Stages);
}

void RowNest::declareKept() {
  N.line("HVX_Vector none;");
  N.line(strf("hl_product_kept kept = hl_product_none(stages%s, &none);", Suffix.c_str()));
}

void RowNest::finishKept() { N.line(strf("hl_product_finish_kept(&p%s, &kept);", Suffix.c_str())); }

void RowNest::windowSums(const std::string &From, const std::string &To, int64_t Width) {
  N.line("const int32_t *group_at = " + From + ";");
  N.line("int32_t *group_to = " + To + ";");
  N.loop("group", V.Groups, {{"group_at", V.sumsPlane()}, {"group_to", groupSums()}}, Unrolling::None, [&] {
    N.line(strf("hl_window_sums(group_at, %d, %d, %d, %d, %s, group_to);", S.KernelH, S.DilationH * V.SumsWidth, S.KernelW,
                S.DilationW, number(Width).c_str()));
  });
}

void RowNest::declareBlock() {
  if (!isWide())
    return N.line(strf("const HVX_Vector *w = weights%s, *stage = stages%s;", Suffix.c_str(), Suffix.c_str()));
  N.line(strf("const HVX_Vector *w = weights%s;", Suffix.c_str()));
  N.line(strf("const hl_wide_stage *stage = (const hl_wide_stage *)stages%s;", Suffix.c_str()));
}

std::vector<Walk> RowNest::nextBlock() const {
  const int64_t Constants = isWide() ? 1 : P.Kind.isReference() ? 3 : 1 + stageVectorsOf(P.Kind);
  return {{"w", int64_t(V.Parts) * V.words()}, {"stage", Constants}};
}

void RowNest::tile(int Pixels) {
  if (!V.IsAhead)
    return N.line(
        strf("hl_product_tile(&p%s, %d, &place, offsets%s, w, &output, four);", Suffix.c_str(), Pixels, Suffix.c_str()));
  const char *const Second = Pixels > 4 || V.Tile <= 4 ? "four + 1" : "kept.none";
  N.line(strf("hl_product_tile_ahead(&p%s, %d, &place, offsets%s, w, stage, four, %s, &kept);", Suffix.c_str(), Pixels,
              Suffix.c_str(), Second));
}

void RowNest::lone(int Pixels) {
  tile(Pixels);
  N.line(strf("four += %d;", ceilDiv(Pixels, 4)));
}

/// By tiles of four pixels, each with its own stage.
void RowNest::wideBlock() {
  constexpr int kFour = 4;
  N.line(strf("const hl_wide_output output = hl_wide_output_of(&p%s, stage);", Suffix.c_str()));
  N.line("const uint8_t *pixel = at;");
  N.line("HVX_Vector *four = (HVX_Vector *)to;");
  for (const RowTiles &T : rowTiles(S.Out.W, kFour))
    N.loop("x", T.Turns, {{"pixel", int64_t(kFour) * S.StrideW * V.PixelBytes}, {"four", 1}}, Unrolling::Compiler, [&] {
      N.line(strf("hl_wide_tile(&p%s, %d, pixel, offsets%s, w, stage, &output, four);", Suffix.c_str(), T.Pixels, Suffix.c_str()));
    });
}

void RowNest::block() {
  if (isWide())
    return wideBlock();
  N.line("hl_product_place place = {at, sum};");
  N.line("HVX_Vector *four = (HVX_Vector *)to;");
  if (V.IsAhead)
    N.line("__asm__(\"\" : \"+r\"(place.at)); /* otherwise what a row's only tile loads is kept on the stack */");
  else
    N.line(strf("const hl_product_output output = hl_product_output_of(&p%s, stage);", Suffix.c_str()));
  for (const RowTiles &T : rowTiles(S.Out.W, V.Tile)) {
    const int Fours = ceilDiv(T.Pixels, 4);
    if (V.IsStraight) {
      for (int Turn = 0; Turn < T.Turns; ++Turn)
        lone(T.Pixels);
      continue;
    }
    // Of two tiles of four in straight code one fills the other's waits; clang makes it of an even number of turns.
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
  N.line("uint8_t *to = row_to;");
  const int Words = V.Full.empty() ? 0 : V.Full[0].words(), Runs = static_cast<int>(V.Full.size());
  const bool IsOne = runsAreOne(V);
  const auto Group = [&](int Blocks, int Channels) {
    N.line(strf("hl_product_across(&p%s, %d, %d, %d, %d, from, sum_at, offsets%s, w, stage, %d, %d, to);", Suffix.c_str(),
                S.Out.W, Blocks, IsOne ? 1 : Runs, IsOne ? V.words() : Words, Suffix.c_str(), Channels, S.Out.C));
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
  N.line("uint8_t *to = row_to;");
  N.line("const uint8_t *at = from;");
  N.line(std::string(isWide() ? kMaybeUnused : "") + "const int32_t *sum = sum_at;");
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
