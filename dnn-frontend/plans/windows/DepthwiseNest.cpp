// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/windows/DepthwiseNest.h"

#include <algorithm>

namespace hexloom {

static constexpr int kVector = DepthwiseTiling::kVector, kFour = DepthwiseTiling::kFour;
static constexpr int kWritten = 8, kRead = 4; ///< vectors behind the words and a row that hl_mixed_words may touch

DepthwiseNest::Side::Side(Layout L, const Nhwc &Images) : Strides(stridesOf(L, Images, 1)), IsBlocked(isBlocked(L)) {}

DepthwiseNest::DepthwiseNest(const Graph &G, const Op &O, const DepthwiseTiling &Tiling, LayerWriter &W)
    : G(G), O(O), S(windowOf(G, O)), T(Tiling), W(W), N(W), In(G.in(O, 0).Layout, S.In), Out(G.out(O, 0).Layout, S.Out),
      InZero(G.in(O, 0).Quant.zeroPoint()), Form(depthwiseForm(O, T, In.IsBlocked)) {
  T.Rows = Form.Rows;
}

/// Constants, memory, and the zero points in it.
void DepthwiseNest::declare() {
  const DepthwiseScaling Scaling = depthwiseScaling(G, O);
  W.structure("hl_depthwise", "p", depthwiseFields(G, O));
  const Fields Tiled = {field("rows", T.Rows), field("groups", T.Groups), field("columns", T.columns(S)),
                        field("pixel_vectors", pixelVectors()), field("further_sets", T.FurtherSets), field("further_columns", T.FurtherColumns.Bits), field("uniform", T.Uniform),
                        field("multiplier", Scaling.Multipliers.at(0)), field("shift", Scaling.Shifts.at(0)),
                        field("right_only", T.RightOnly)};
  W.structure("hl_depthwise_tiling", "t", Tiled + stageFields(T.Output.Kind, "stage."));
  N.declare("const HVX_Vector *const", "constants",
            N.constantBy([&] { return depthwiseConstants(G, O, T); }, "HVX_Vector", "bias, scales and weights by blocks"));
  if (T.FurtherSets)
    N.offer("const uint8_t *const", "split", N.constantOf(T.SplitBlocks, "uint8_t", "blocks with further sets of weights"));
  // Words, then a row of zero points: loads of a row-major one reach behind it (hl_mixed_interleave).
  const int64_t Words = Form.InRegisters ? 0 : int64_t(T.Groups) * T.columns(S) * pixelVectors() + (In.IsBlocked ? 0 : kWritten);
  const int64_t Row = In.IsBlocked ? ceilDiv(S.In.W, kFour) : ceilDiv(S.In.W, kFour) * int64_t(T.Blocks) + kRead;
  N.scratch("HVX_Vector *const", "words", (Words + Row) * kVector);
  N.offer("const HVX_Vector *const", "padding", moved("words", Words));
  N.loop("i", Words + Row, {}, Unrolling::Compiler, [&] { N.set(Value("words")["i"], call("Q6_Vb_vsplat_R", {InZero})); });
  if (!Out.IsBlocked)
    N.scratch("uint8_t *const", "result", outBlock() * T.Blocks * T.Rows);
  if (!In.IsBlocked)
    N.limit("in_limit", N.input(0), S.In.N * In.Image);
  if (!Out.IsBlocked)
    N.limit("out_limit", N.output(0), S.Out.N * Out.Image);
}

/// The row `Row` of those that a group of output rows reads.
Value DepthwiseNest::rowPointer(int Row, LastGroup Last) const {
  const bool IsLast = Last == LastGroup::Yes;
  const GroupRow R = groupRow(S, T.Rows, Row, IsLast ? groups() : 0, IsLast ? groups() : groups() - 1);
  if (R.IsOutside)
    return "padding";
  const Value At = cast("const HVX_Vector *", moved("at", R.Rows * In.Row));
  return R.Outside ? choice(*R.Outside, "padding", At) : At;
}

/// Declares pointers to four input rows, from `First` on.
void DepthwiseNest::pointers(int First, LastGroup Last) {
  std::vector<Value> Four;
  for (int I = 0; I < kFour; ++I)
    Four.push_back(rowPointer(First + I, Last));
  N.declare("const HVX_Vector *", {{"row", {kFour}, lines(Four)}});
}

/// Makes all words of a group of output rows.
void DepthwiseNest::rowWords(LastGroup Last) {
  for (int I = 0; I < T.Groups; ++I)
    N.block([&] {
      pointers(kFour * I, Last);
      N.run("hl_depthwise_row_words", {"&p", "row", "words" + Value(I * T.columns(S) + S.PadLeft)});
    });
}

void DepthwiseNest::multiply(const Value &Words, int Sets, LastGroup Last) {
  N.run("hl_depthwise_columns", {"&p", "&t", Words, "c", Sets, "four", Out.IsBlocked ? Out.Row : outBlock() * T.Blocks, count(Last)});
}

/// How the loop over turns is unrolled.
Unrolling DepthwiseNest::unrolling() const { return Form.IsStraight ? Unrolling::Full : Unrolling::None; }

/// Columns of rows whose words are in memory.
void DepthwiseNest::columns(int Sets, LastGroup Last) {
  N.declare("const HVX_Vector *", "word", In.IsBlocked ? "words" : "words" + Value("block"));
  const std::vector<Walk> Walks = {{"word", int64_t(kFour) * S.StrideW * pixelVectors()}, {"four", kVector}};
  N.loop("x", T.Turns, Walks, unrolling(), [&] { multiply("word", Sets, Last); });
}

/// Makes the words of a vector's columns, at the place of vector number `Place` in `near`.
void DepthwiseNest::makeWords(int Vector, int Place) {
  const Four Kind = fourOf(S, Vector);
  const Value To = moved("near", Place * kFour);
  if (Kind == Four::Outside)
    return N.run("hl_depthwise_outside", {"&p", To, kFour});
  N.run("hl_depthwise_words", {"row", To});
  if (const int Left = S.In.W % kFour; Kind == Four::Clipped)
    N.run("hl_depthwise_outside", {"&p", To + Left, kFour - Left});
}

/// Four columns of outputs, of which the first's windows begin in the vector `At`.
void DepthwiseNest::turn(int At, int Sets, LastGroup Last, bool IsLast) {
  const int Kept = T.Live - S.StrideW;
  for (int I = Kept; I < T.Live; ++I)
    makeWords(At + I, I);
  multiply(moved("near", T.Begin), Sets, Last);
  if (!IsLast && Kept > 0)
    N.run("hl_depthwise_next", {"near", kFour * S.StrideW, kFour * Kept});
}

/// Columns whose words are made beside their products. Turns that make the same kinds of words are a loop.
void DepthwiseNest::fused(int Sets, LastGroup Last) {
  const int Kept = T.Live - S.StrideW;
  N.array("HVX_Vector", "near", {kFour * T.Live});
  for (int I = 0; I < Kept; ++I)
    makeWords(T.First + I, I);
  for (const AlikeTurns &Alike : alikeTurns(S, T)) {
    const bool IsLast = Alike.First == T.Turns - 1;
    const auto Turn = [&] { turn(T.First + Alike.First * S.StrideW, Sets, Last, IsLast); };
    if (IsLast)
      Turn();
    else
      N.loop("x", Alike.Count, {{"four", kVector}}, unrolling(), Turn);
  }
}

/// A group of output rows of a block, from `at` to `to`; `c` are the block's constants.
void DepthwiseNest::rows(LastGroup Last) {
  if (Form.InRegisters)
    pointers(0, Last);
  else if (In.IsBlocked)
    rowWords(Last);
  N.declare("uint8_t *", "four", "to");
  const auto Columns = [&](int Sets) { Form.InRegisters ? fused(Sets, Last) : columns(Sets, Last); };
  const bool Some = std::count(T.SplitBlocks.begin(), T.SplitBlocks.end(), 0) > 0;
  if (!T.FurtherSets || !Some)
    return Columns(T.FurtherSets);
  N.guard(Value("split")["block"], [&] { Columns(T.FurtherSets); }, [&] { Columns(0); });
}

/// Writes a block after the other, if both sides are blocked: a block's weights stay where they are.
void DepthwiseNest::blocksRows() {
  const int64_t InStep = int64_t(T.Rows) * S.StrideH * In.Row, OutStep = T.Rows * Out.Row;
  N.declare("const uint8_t *", "image", "in");
  N.declare("uint8_t *", "result", "out");
  N.declare("const HVX_Vector *", "c", "constants");
  N.loop("block", T.Blocks, {{"image", In.Block}, {"result", Out.Block}, {"c", T.blockVectors(S)}}, Unrolling::None, [&] {
    N.declare("const uint8_t *", "at", "image");
    N.declare("uint8_t *", "to", "result");
    N.loop("group", groups(), {{"at", InStep}, {"to", OutStep}}, Unrolling::None, [&] { rows(LastGroup::No); });
    if (rest())
      N.block([&] { rows(LastGroup::Yes); });
  });
}

/// Depth-blocked output rows to where they belong.
void DepthwiseNest::unblock(LastGroup Last) {
  const int64_t Row = outBlock() * T.Blocks;
  for (int R = 0; R < count(Last); ++R)
    N.run("hl_unblock_row", {"result" + Value(R * Row), outBlock(), S.Out.W, S.Out.C, "row_out" + Value(R * Out.Row), "out_limit"});
}

/// Writes all blocks of a group of output rows.
void DepthwiseNest::rowsOfBlocks(LastGroup Last) {
  if (!In.IsBlocked)
    N.run("hl_mixed_words", {"&p", "&t", cast("const uint8_t *", "padding"), "in", "in_limit",
                             Last == LastGroup::Yes ? Value(int64_t(groups()) * T.Rows) : "group" * Value(T.Rows), "words"});
  else
    N.declare("const uint8_t *", "at", "row_in");
  N.declare("uint8_t *", "to", Out.IsBlocked ? "row_out" : "result");
  N.declare("const HVX_Vector *", "c", "constants");
  std::vector<Walk> Walks = {{"to", Out.IsBlocked ? Out.Block : outBlock()}, {"c", T.blockVectors(S)}};
  if (In.IsBlocked)
    Walks.push_back({"at", In.Block});
  N.loop("block", T.Blocks, Walks, Unrolling::None, [&] { rows(Last); });
  if (!Out.IsBlocked)
    unblock(Last);
}

/// Rows outermost: one side has all channels of a pixel together.
void DepthwiseNest::rowsBlocks() {
  std::vector<Walk> Walks = {{"row_out", T.Rows * Out.Row}};
  if (In.IsBlocked) {
    N.declare("const uint8_t *", "row_in", "in");
    Walks.push_back({"row_in", int64_t(T.Rows) * S.StrideH * In.Row});
  }
  N.declare("uint8_t *", "row_out", "out");
  N.loop("group", groups(), Walks, Unrolling::None, [&] { rowsOfBlocks(LastGroup::No); });
  if (rest())
    N.block([&] { rowsOfBlocks(LastGroup::Yes); });
}

void DepthwiseNest::write() {
  W.body(In.IsBlocked && Out.IsBlocked ? "depthwise.h" : "depthwise_mixed.h");
  declare();
  N.tensors();
  const auto Image = [&] { In.IsBlocked && Out.IsBlocked ? blocksRows() : rowsBlocks(); };
  if (S.Out.N == 1)
    return Image();
  N.loop("batch", S.Out.N, {{"in", In.Image}, {"out", Out.Image}}, Unrolling::None, Image);
}

} // namespace hexloom
