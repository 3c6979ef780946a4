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
                        field("pixel_vectors", pixelVectors()), field("further_sets", T.FurtherSets), field("uniform", T.Uniform),
                        field("multiplier", Scaling.Multipliers.at(0)), field("shift", Scaling.Shifts.at(0)),
                        field("right_only", T.RightOnly)};
  W.structure("hl_depthwise_tiling", "t", Tiled + stageFields(T.Output.Kind, "stage."));
  N.line("const HVX_Vector *const constants = " + W.blob(depthwiseConstants(G, O, T), "HVX_Vector", "bias, scales and weights by blocks") +
         ";");
  if (T.FurtherSets)
    N.line(std::string(kMaybeUnused) + "const uint8_t *const split = " + W.blobOf(T.SplitBlocks, "uint8_t", "blocks with further sets of weights") + ";");
  // Words, then a row of zero points: loads of a row-major one reach behind it (hl_mixed_interleave).
  const int64_t Words = Form.InRegisters ? 0 : int64_t(T.Groups) * T.columns(S) * pixelVectors() + (In.IsBlocked ? 0 : kWritten);
  const int64_t Row = In.IsBlocked ? ceilDiv(S.In.W, kFour) : ceilDiv(S.In.W, kFour) * int64_t(T.Blocks) + kRead;
  N.line("HVX_Vector *const words = (HVX_Vector *)" + W.scratch((Words + Row) * kVector) + ";");
  N.line(std::string(kMaybeUnused) + "const HVX_Vector *const padding = words" + (Words ? " + " + number(Words) : "") + ";");
  N.loop("i", Words + Row, {}, Unrolling::Compiler, [&] { N.line(strf("words[i] = Q6_Vb_vsplat_R(%d);", InZero)); });
  if (!Out.IsBlocked)
    N.line("uint8_t *const result = " + W.scratch(outBlock() * T.Blocks * T.Rows) + ";");
  if (!In.IsBlocked)
    N.line(strf("const uint8_t *const in_limit = (const uint8_t *)in0 + %s;", number((S.In.N * In.Image + kVector - 1) / kVector * kVector).c_str()));
  if (!Out.IsBlocked)
    N.line(strf("const uint8_t *const out_limit = (const uint8_t *)out0 + %s;", number((S.Out.N * Out.Image + kVector - 1) / kVector * kVector).c_str()));
}

/// The row `Row` of those that a group of output rows reads.
std::string DepthwiseNest::rowPointer(int Row, LastGroup Last) const {
  const bool IsLast = Last == LastGroup::Yes;
  const GroupRow R = groupRow(S, T.Rows, Row, IsLast ? groups() : 0, IsLast ? groups() : groups() - 1);
  if (R.IsOutside)
    return "padding";
  const std::string At =
      R.Rows == 0 ? "(const HVX_Vector *)at" : strf("(const HVX_Vector *)(at %c %s)", R.Rows < 0 ? '-' : '+', number(std::abs(R.Rows) * In.Row).c_str());
  return R.Outside.empty() ? At : R.Outside + " ? padding : " + At;
}

/// Of four input rows, from `First` on.
void DepthwiseNest::pointers(int First, LastGroup Last) {
  N.line("const HVX_Vector *row[4] = {");
  for (int I = 0; I < kFour; ++I)
    N.line("    " + rowPointer(First + I, Last) + ",");
  N.line("};");
}

/// All words of a group of output rows.
void DepthwiseNest::rowWords(LastGroup Last) {
  for (int I = 0; I < T.Groups; ++I)
    N.block([&] {
      pointers(kFour * I, Last);
      N.line(strf("hl_depthwise_row_words(&p, row, words + %d);", I * T.columns(S) + S.PadLeft));
    });
}

void DepthwiseNest::multiply(const std::string &Words, int Sets, LastGroup Last) {
  N.line(strf("hl_depthwise_columns(&p, &t, %s, c, %d, four, %s, %d);", Words.c_str(), Sets,
              number(Out.IsBlocked ? Out.Row : outBlock() * T.Blocks).c_str(), count(Last)));
}

/// Of turns.
Unrolling DepthwiseNest::unrolling() const { return Form.IsStraight ? Unrolling::Full : Unrolling::None; }

/// Columns of rows whose words are in memory.
void DepthwiseNest::columns(int Sets, LastGroup Last) {
  N.line(strf("const HVX_Vector *word = words%s;", In.IsBlocked ? "" : " + block"));
  const std::vector<Walk> Walks = {{"word", int64_t(kFour) * S.StrideW * pixelVectors()}, {"four", kVector}};
  N.loop("x", T.Turns, Walks, unrolling(), [&] { multiply("word", Sets, Last); });
}

/// Of a vector's columns, to the place of one in `near`.
void DepthwiseNest::makeWords(int Vector, int Place) {
  const Four Kind = fourOf(S, Vector);
  const std::string To = Place ? strf("near + %d", Place * kFour) : "near";
  if (Kind == Four::Outside)
    return N.line(strf("hl_depthwise_outside(&p, %s, %d);", To.c_str(), kFour));
  N.line("hl_depthwise_words(row, " + To + ");");
  if (const int Left = S.In.W % kFour; Kind == Four::Clipped)
    N.line(strf("hl_depthwise_outside(&p, %s + %d, %d);", To.c_str(), Left, kFour - Left));
}

/// Four columns of outputs, of which the first's windows begin in the vector `At`.
void DepthwiseNest::turn(int At, int Sets, LastGroup Last, bool IsLast) {
  const int Kept = T.Live - S.StrideW;
  for (int I = Kept; I < T.Live; ++I)
    makeWords(At + I, I);
  multiply(T.Begin ? strf("near + %d", T.Begin) : "near", Sets, Last);
  if (!IsLast && Kept > 0)
    N.line(strf("hl_depthwise_next(near, %d, %d);", kFour * S.StrideW, kFour * Kept));
}

/// Columns whose words are made beside their products. Turns that make the same kinds of words are a loop.
void DepthwiseNest::fused(int Sets, LastGroup Last) {
  const int Kept = T.Live - S.StrideW;
  N.line(strf("HVX_Vector near[%d];", kFour * T.Live));
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
  N.line("uint8_t *four = to;");
  const auto Columns = [&](int Sets) { Form.InRegisters ? fused(Sets, Last) : columns(Sets, Last); };
  const bool Some = std::count(T.SplitBlocks.begin(), T.SplitBlocks.end(), 0) > 0;
  if (!T.FurtherSets || !Some)
    return Columns(T.FurtherSets);
  N.line("if (split[block])");
  N.block([&] { Columns(T.FurtherSets); });
  N.line("else");
  N.block([&] { Columns(0); });
}

/// Both sides blocked: a block's weights stay where they are.
void DepthwiseNest::blocksRows() {
  const int64_t InStep = int64_t(T.Rows) * S.StrideH * In.Row, OutStep = T.Rows * Out.Row;
  N.line("const uint8_t *image = in;");
  N.line("uint8_t *result = out;");
  N.line("const HVX_Vector *c = constants;");
  N.loop("block", T.Blocks, {{"image", In.Block}, {"result", Out.Block}, {"c", T.blockVectors(S)}}, Unrolling::None, [&] {
    N.line("const uint8_t *at = image;");
    N.line("uint8_t *to = result;");
    N.loop("group", groups(), {{"at", InStep}, {"to", OutStep}}, Unrolling::None, [&] { rows(LastGroup::No); });
    if (rest())
      N.block([&] { rows(LastGroup::Yes); });
  });
}

/// Depth-blocked output rows to where they belong.
void DepthwiseNest::unblock(LastGroup Last) {
  const int64_t Row = outBlock() * T.Blocks;
  for (int R = 0; R < count(Last); ++R)
    N.line(strf("hl_unblock_row(result + %s, %s, %d, %d, row_out + %s, out_limit);", number(R * Row).c_str(), number(outBlock()).c_str(),
                S.Out.W, S.Out.C, number(R * Out.Row).c_str()));
}

/// All blocks of a group of output rows.
void DepthwiseNest::rowsOfBlocks(LastGroup Last) {
  if (!In.IsBlocked)
    N.line(strf("hl_mixed_words(&p, &t, (const uint8_t *)padding, in, in_limit, %s, words);",
                Last == LastGroup::Yes ? number(int64_t(groups()) * T.Rows).c_str() : strf("group * %d", T.Rows).c_str()));
  else
    N.line("const uint8_t *at = row_in;");
  N.line(strf("uint8_t *to = %s;", Out.IsBlocked ? "row_out" : "result"));
  N.line("const HVX_Vector *c = constants;");
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
    N.line("const uint8_t *row_in = in;");
    Walks.push_back({"row_in", int64_t(T.Rows) * S.StrideH * In.Row});
  }
  N.line("uint8_t *row_out = out;");
  N.loop("group", groups(), Walks, Unrolling::None, [&] { rowsOfBlocks(LastGroup::No); });
  if (rest())
    N.block([&] { rowsOfBlocks(LastGroup::Yes); });
}

void DepthwiseNest::write() {
  W.body(In.IsBlocked && Out.IsBlocked ? "depthwise.h" : "depthwise_mixed.h");
  declare();
  N.line("const uint8_t *in = (const uint8_t *)" + W.input(0) + ";");
  N.line("uint8_t *out = (uint8_t *)" + W.output(0) + ";");
  const auto Image = [&] { In.IsBlocked && Out.IsBlocked ? blocksRows() : rowsBlocks(); };
  if (S.Out.N == 1)
    return Image();
  N.loop("batch", S.Out.N, {{"in", In.Image}, {"out", Out.Image}}, Unrolling::None, Image);
}

} // namespace hexloom
