#include "plans/products/WeightsNest.h"
#include "plans/products/Convolution.h"
#include "plans/products/CoreCost.h"
#include "stages/StageText.h"

namespace hexloom {

static constexpr int kVector = 128, kLanes = 32;

static Layout layoutOf(bool Blocked) { return Blocked ? blockedLayouts()[0] : Layout::RowMajor; }

WeightsNest::WeightsNest(const View &V, const PackedProduct &P, const OutputStage &Stage, DType Type, LayerWriter &W)
    : V(V), S(V.Shape), P(P), Stage(Stage), Type(Type), W(W), N(W), Image(V, P, Stage.InZero, Type, N),
      Out(stridesOf(layoutOf(V.OutBlocked), S.Out, V.ElementBytes)), IsWindow(S.KernelH * S.KernelW > 1), IsAhead(stageIsAhead(V)),
      FlatWindows(hasWindowSums() && V.windowsAreFlat()) {}

void WeightsNest::declare() {
  W.body("wide_product.h");
  W.body("layout.h");
  W.structure("hl_product", "p", productFields(V, P, Stage, Type));
  N.line("const int32_t *const offsets = " + (runStride(V) ? "0" : W.blobOf(P.Offsets, "int32_t", "offsets of the runs")) + ";");
  N.line("const HVX_Vector *const weights = " + W.blob(P.Weights, "HVX_Vector", "filter, packed") + ";");
  N.line("const HVX_Vector *const stages = " + W.blobOf(P.Stages, "HVX_Vector", "constants of the output stage") + ";");
  Image.declare();
  if (hasWindowSums())
    N.line("int32_t *const window_sums = (int32_t *)" +
           W.scratch(V.Groups * groupSums() * (V.BlocksOutside && !FlatWindows ? S.Out.H : 1) * 4) + ";");
  if (!V.OutBlocked) {
    N.line("uint8_t *const row = " + W.scratch(V.outBlocks() * blockBytes()) + ";");
    N.line(strf("const uint8_t *const out_limit = (const uint8_t *)%s + %s;", W.output(0).c_str(),
                number((S.Out.N * Out.Image + kVector - 1) / kVector * kVector).c_str()));
  }
}

std::vector<Walk> WeightsNest::weightsWalks() const {
  const int64_t Constants = P.Kind.isReference() ? 3 : 1 + stageVectorsOf(P.Kind);
  return {{"w", V.words()}, {"stage", Constants}};
}

/// Of `Width` pixels.
void WeightsNest::windowSums(const std::string &From, const std::string &To, int64_t Width) {
  N.line("const int32_t *group_at = " + From + ";");
  N.line("int32_t *group_to = " + To + ";");
  N.loop("group", V.Groups, {{"group_at", V.sumsPlane()}, {"group_to", groupSums()}}, Unrolling::None, [&] {
    N.line(strf("hl_window_sums(group_at, %d, %d, %d, %d, %s, group_to);", S.KernelH, S.DilationH * V.SumsWidth, S.KernelW, S.DilationW,
                number(Width).c_str()));
  });
}

/// A row of one block from `at`, `sum`, by `w` and `stage` to `to`.
void WeightsNest::tiles() {
  N.line("hl_product_place place = {at, sum};");
  N.line("HVX_Vector *four = (HVX_Vector *)to;");
  if (IsAhead)
    N.line("__asm__(\"\" : \"+r\"(place.at)); /* otherwise what a row's only tile loads is kept on the stack */");
  else
    N.line("const hl_product_output output = hl_product_output_of(&p, stage);");
  for (const RowTiles &T : rowTiles(S.Out.W, V.Tile)) {
    const int Fours = (T.Pixels + 3) / 4;
    const auto Tile = [&] {
      if (!IsAhead)
        return N.line(strf("hl_product_tile(&p, %d, &place, offsets, w, &output, four);", T.Pixels));
      const char *const Second = Fours > 1 || V.Tile <= 4 ? "four + 1" : "kept.none";
      N.line(strf("hl_product_tile_ahead(&p, %d, &place, offsets, w, stage, four, %s, &kept);", T.Pixels, Second));
    };
    if (T.Turns > 1) {
      N.loop("x", T.Turns, {{"four", Fours}}, IsAhead ? Unrolling::NotPipelined : Unrolling::Compiler, Tile);
    } else {
      Tile();
      N.line(strf("four += %d;", Fours));
    }
  }
}

/// All blocks of a row, from `from` and `sum_at` to `row_to`.
void WeightsNest::blocks() {
  if (V.ElementBytes > 1)
    return N.line(strf("hl_any_row(&p, %d, from, sum_at, offsets, weights, stages, row_to);", S.Out.W));
  N.line("const HVX_Vector *w = weights, *stage = stages;");
  N.line("uint8_t *to = row_to;");
  std::vector<Walk> Walks = weightsWalks();
  Walks.push_back({"to", blockBytes()});
  const auto Blocks = [&](int Count) {
    N.loop("block", Count, Walks, IsAhead ? Unrolling::NotPipelined : Unrolling::Compiler, [&] { tiles(); });
  };
  N.line("const uint8_t *at = from;");
  N.line("const int32_t *sum = sum_at;");
  if (V.Groups == 1)
    return Blocks(V.outBlocks());
  N.loop("group", V.Groups, {{"at", V.GroupBytes}, {"sum", groupSums()}}, Unrolling::Compiler, [&] { Blocks(V.GroupOutputs / kLanes); });
}

void WeightsNest::row() {
  if (V.OutBlocked) {
    N.line("uint8_t *const row_to = row_out;");
    return blocks();
  }
  N.line("uint8_t *const row_to = row;");
  if (IsAhead)
    N.line("hl_product_kept kept = hl_product_none(stages, &none);");
  blocks();
  if (IsAhead)
    N.line("hl_product_finish_kept(&p, &kept);");
  N.line(strf("hl_unblock_row(row, %s, %d, %s, row_out, out_limit);", number(V.outWidth4() * 32).c_str(), S.Out.W, number(Out.Pixel).c_str()));
}

void WeightsNest::rowsOutside() {
  const bool ByRow = hasWindowSums() && !FlatWindows;
  N.line("const uint8_t *from = image;");
  N.line(strf("const int32_t *sum_row = %s;", FlatWindows ? "window_sums" : Image.hasSums() ? "sums" : "0"));
  N.line("uint8_t *row_out = out;");
  const int64_t SumStep = Image.hasSums() ? int64_t(S.StrideH) * V.SumsWidth : 0;
  const std::vector<Walk> Walks = {{"from", int64_t(S.StrideH) * V.RowBytes}, {"sum_row", SumStep}, {"row_out", Out.Row}};
  N.loop("y", S.Out.H, Walks, Unrolling::Compiler, [&] {
    if (ByRow)
      N.block([&] { windowSums("sum_row", "window_sums", V.windowWidth()); });
    N.line(strf("const int32_t *const sum_at = %s;", ByRow ? "window_sums" : "sum_row"));
    row();
  });
}

/// All rows of a block before the next block: its weights are read from memory once.
void WeightsNest::blocksOutside() {
  if (hasWindowSums() && !FlatWindows) {
    N.line("const int32_t *sum_row = sums;");
    N.line("int32_t *to = window_sums;");
    N.loop("y", S.Out.H, {{"sum_row", int64_t(S.StrideH) * V.SumsWidth}, {"to", V.windowWidth()}}, Unrolling::Compiler,
           [&] { windowSums("sum_row", "to", V.windowWidth()); });
  }
  N.line("const HVX_Vector *w = weights, *stage = stages;");
  N.line("uint8_t *result = out;");
  std::vector<Walk> Walks = weightsWalks();
  Walks.push_back({"result", Out.Block});
  N.loop("block", V.outBlocks(), Walks, Unrolling::Compiler, [&] {
    N.line("const uint8_t *at = image;");
    N.line(strf("const int32_t *sum = %s;", hasWindowSums() ? "window_sums" : Image.hasSums() ? "sums" : "0"));
    N.line("uint8_t *to = result;");
    N.loop("y", S.Out.H, {{"at", int64_t(S.StrideH) * V.RowBytes}, {"sum", Image.hasSums() ? sumsStep() : 0}, {"to", Out.Row}},
           Unrolling::Compiler, [&] { tiles(); });
  });
}

void WeightsNest::write() {
  declare();
  N.line("const uint8_t *in = (const uint8_t *)" + W.input(0) + ";");
  N.line("uint8_t *out = (uint8_t *)" + W.output(0) + ";");
  if (IsAhead)
    N.line("HVX_Vector none;");
  if (IsAhead && V.OutBlocked)
    N.line("hl_product_kept kept = hl_product_none(stages, &none);");
  N.loop("batch", S.Out.N, {{"in", Image.input().Image}, {"out", Out.Image}}, Unrolling::Compiler, [&] {
    Image.make();
    if (FlatWindows)
      N.block([&] { windowSums("sums", "window_sums", V.flatWindows()); });
    N.block([&] { V.BlocksOutside ? blocksOutside() : rowsOutside(); });
  });
  if (IsAhead && V.OutBlocked)
    N.line("hl_product_finish_kept(&p, &kept);");
}

} // namespace hexloom
