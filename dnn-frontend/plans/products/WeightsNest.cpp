// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/WeightsNest.h"

namespace hexloom {

static Layout layoutOf(bool Blocked) { return Blocked ? blockedLayouts()[0] : Layout::RowMajor; }

WeightsNest::WeightsNest(const View &V, const PackedProduct &P, const OutputStage &Stage, DType Type, LayerWriter &W)
    : V(V), S(V.Shape), W(W), N(W), Image(V, P, Stage.InZero, Type, N), Row(V, P, Stage, Type, "", N),
      Out(stridesOf(layoutOf(V.OutBlocked), S.Out, V.ElementBytes)) {}

void WeightsNest::declare() {
  Row.declare();
  Image.declare();
  const int Rows = V.BlocksOutside && !Row.flatWindows() ? S.Out.H : 1;
  if (Row.hasWindowSums())
    N.scratch("int32_t *const", "window_sums", V.Groups * Row.groupSums() * Rows * 4);
  if (V.OutBlocked || V.Across)
    return;
  W.body("layout.h");
  N.scratch("uint8_t *const", "row", V.outBlocks() * Row.blockBytes());
  N.limit("out_limit", N.output(0), S.Out.N * Out.Image);
}

int64_t WeightsNest::sumsStep() const {
  if (!Row.hasSums())
    return 0;
  return V.BlocksOutside && Row.hasWindowSums() && !Row.flatWindows() ? V.windowWidth() : int64_t(S.StrideH) * V.SumsWidth;
}

/// Writes the windows' sums of all rows, row by row, for blocks-rows, which has one group.
void WeightsNest::windowSumsByRow() {
  N.declare("const int32_t *", "sum_row", "sums");
  N.declare("int32_t *", "to", "window_sums");
  N.loop("y", S.Out.H, {{"sum_row", int64_t(S.StrideH) * V.SumsWidth}, {"to", V.windowWidth()}}, Unrolling::None,
         [&] { Row.windowSums("sum_row", "to", V.windowWidth()); });
}

void WeightsNest::row() {
  N.declare("uint8_t *const", "row_to", V.OutBlocked || V.Across ? "row_out" : "row");
  if (V.Across)
    return Row.across();
  const bool KeepsOwn = Row.isAhead() && !V.OutBlocked;
  if (KeepsOwn)
    Row.declareKept();
  Row.blocks();
  if (KeepsOwn)
    Row.finishKept();
  if (!V.OutBlocked)
    N.run("hl_unblock_row", {"row", V.outWidth4() * 32, S.Out.W, Out.Pixel, "row_out", "out_limit"});
}

void WeightsNest::rowsOutside() {
  N.declare("const uint8_t *", "from", "image");
  N.declare("const int32_t *", "sum_row", sums());
  N.declare("uint8_t *", "row_out", "out");
  const std::vector<Walk> Walks = {{"from", int64_t(S.StrideH) * V.RowBytes}, {"sum_row", sumsStep()}, {"row_out", Out.Row}};
  N.loop("y", S.Out.H, Walks, Unrolling::Compiler, [&] {
    if (sumsByRow())
      N.block([&] { Row.windowSums("sum_row", "window_sums", V.windowWidth()); });
    N.offer("const int32_t *const", "sum_at", sumsByRow() ? "window_sums" : "sum_row");
    row();
  });
}

/// Writes all rows of a block before the next block, so that a block's weights are read from memory once.
void WeightsNest::blocksOutside() {
  Row.declareBlock();
  N.declare("uint8_t *", "result", "out");
  std::vector<Walk> Walks = Row.nextBlock();
  Walks.push_back({"result", Out.Block});
  N.loop("block", V.outBlocks(), Walks, Unrolling::Compiler, [&] {
    N.declare("const uint8_t *", "at", "image");
    N.declare("const int32_t *", "sum", sums());
    N.declare("uint8_t *", "to", "result");
    N.loop("y", S.Out.H, {{"at", int64_t(S.StrideH) * V.RowBytes}, {"sum", sumsStep()}, {"to", Out.Row}}, Unrolling::Compiler,
           [&] { Row.block(); });
  });
}

void WeightsNest::write() {
  declare();
  N.tensors();
  const bool Keeps = Row.isAhead() && V.OutBlocked; // over the ends of rows
  if (Keeps)
    Row.declareKept();
  N.loop("batch", S.Out.N, {{"in", Image.input().Image}, {"out", Out.Image}}, Unrolling::Compiler, [&] {
    Image.make();
    if (Row.flatWindows())
      N.block([&] { Row.windowSums("sums", "window_sums", V.flatWindows()); });
    else if (Row.hasWindowSums() && V.BlocksOutside)
      N.block([&] { windowSumsByRow(); });
    N.block([&] { V.BlocksOutside ? blocksOutside() : rowsOutside(); });
  });
  if (Keeps)
    Row.finishKept();
}

} // namespace hexloom
