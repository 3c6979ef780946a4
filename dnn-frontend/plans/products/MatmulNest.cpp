// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/MatmulNest.h"
#include "space/Points.h"
#include "stages/StageText.h"

#include <hexloom/portable/requantize.h>

namespace hexloom {

static constexpr int kVector = hexagon::kVectorBytes, kLanes = hexagon::kVectorLanes;

/// The multiplier of all columns. A multiplier of 0 makes 0 of every sum, whatever its shift: that becomes -1.
static Multiplier multiplierOf(const Graph &G, const Op &O, bool IsWide) {
  Multiplier M = productMultiplier(G.in(O, 0), G.in(O, 1), G.out(O, 0));
  if (M.Value == 0)
    M.Shift = -1;
  return IsWide ? Multiplier{hl_reduced_multiplier(M.Value), 15 - M.Shift} : M;
}

static OutputStage stageOf(const Graph &G, const Op &O, bool IsWide) {
  OutputStage Stage;
  Stage.Wide = IsWide;
  Stage.OutZero = static_cast<int32_t>(G.out(O, 0).Quant.zeroPoint());
  Stage.Bounds = typeRange(G.out(O, 0).Type);
  return Stage;
}

/// What is known of the weights before they are made.
static PackedProduct packedOf(const Matmul &M, const View &V, const Multiplier &Factor) {
  PackedProduct P;
  P.Offsets = runOffsets(V);
  P.StoredZero = M.StoredZero;
  P.RightOnly = Factor.Shift < 0;
  P.Near = Factor.Shift < 32;
  P.Kind = M.Chosen.Kind;
  return P;
}

static Matmul matmulOf(const Graph &G, const Op &O, const StageSearch &Search) {
  Stage Chosen = matmulStage(G, O, Search);
  checkObeyed(O, Chosen);
  return Matmul(G, O, std::move(Chosen), G.in(O, 0).Layout, G.in(O, 1).Layout, G.out(O, 0).Layout);
}

static View viewOf(const Matmul &M, const Op &O) {
  RowProduct P = M.product();
  obey(matmulAxes(M.isWide()), P, O.Schedule);
  return P.Image;
}

/// A matrix is a row, its rows are pixels.
static Strides matrixOf(const Tensor &T) {
  return stridesOf(T.Layout, {1, 1, T.Dims[T.rank() - 2], T.Dims.back()}, bytesOf(T.Type));
}

MatmulNest::MatmulNest(const Graph &G, const Op &O, LayerWriter &W)
    : G(G), O(O), W(W), N(W), M(matmulOf(G, O, W.stageSearch())), V(viewOf(M, O)), Stage(stageOf(G, O, M.isWide())),
      P(packedOf(M, V, multiplierOf(G, O, M.isWide()))), Row(V, P, Stage, G.out(O, 0).Type, "", N), X(matrixOf(G.in(O, 0))),
      Y(matrixOf(G.in(O, 1))), Out(matrixOf(G.out(O, 0))) {}

/// The vectors of constants that stand behind a block's bias, of any block.
static std::vector<int32_t> lanesOf(const Stage &Chosen, const Multiplier &Factor) {
  const std::vector<int32_t> One =
      Chosen.Kind.isReference() ? std::vector<int32_t>{Factor.Value, Factor.Shift} : stageVectors(Chosen, 0, 1);
  std::vector<int32_t> All;
  for (int32_t Word : One)
    All.insert(All.end(), kLanes, Word);
  return All;
}

/// hl_sums_row: one vector for full blocks and one for the last where pixels lie side by side, otherwise a whole pixel.
static std::vector<uint8_t> onesOf(const Matmul &M, const View &V) {
  std::vector<uint8_t> Ones;
  const int64_t Pitch = M.pitch(), Last = V.InBlocked ? (M.S.Depth - 1) % kLanes + 1 : M.S.Depth;
  const bool Folded = Pitch <= kLanes && kVector % Pitch == 0;
  for (int64_t B = 0; B < (Folded ? 2 * kVector : roundUp(Pitch, kVector)); ++B)
    Ones.push_back((Folded ? B % Pitch : B) < (V.InBlocked && B < kVector ? kLanes : Last));
  return Ones;
}

void MatmulNest::declare() {
  W.body("batch_matmul.h");
  const int64_t Words = M.blocks() * M.words() * kVector, Constants = M.isWide() ? 4 : 1 + (int64_t)lanesOf(M.Chosen, {}).size() / kLanes;
  const auto Memory = [&](const std::string &Type, const char *Name, int64_t Bytes) {
    N.declare((Type + " *const").c_str(), Name, cast((Type + " *").c_str(), N.scratch(Bytes)));
  };
  Memory("HVX_Vector", "words", Words * V.Parts);
  if (M.isWide())
    Memory("HVX_Vector", "dense", Words);
  Memory("HVX_Vector", "constants", M.blocks() * Constants * kVector);
  Row.declare("words", "constants");
  if (!M.isWide())
    N.declare("const HVX_Vector *const", "lanes",
              N.constantOf(lanesOf(M.Chosen, multiplierOf(G, O, false)), "HVX_Vector", "constants of the output stage"));
  if (!M.isInPlace())
    Memory("uint8_t", "rows", M.rows4() * M.pitch() + 2 * kVector);
  if (M.AdjX)
    Memory("uint8_t", "row_words", ceilDiv(M.S.Rows, kLanes) * M.words() * kVector);
  if (Row.hasSums()) {
    N.declare("const HVX_Vector *const", "ones", N.constantOf(onesOf(M, V), "HVX_Vector", "bytes that count"));
    Memory("int32_t", "sums", roundUp(M.rows4(), int64_t(kLanes)) * 4);
  }
  if (!M.OutBlocked)
    Memory("uint8_t", "row", M.blocks() * Row.blockBytes());
  N.limit("x_limit", N.input(0), G.in(O, 0).bytes(), true);
  N.limit("y_limit", N.input(1), G.in(O, 1).bytes(), true);
  N.limit("out_limit", N.output(0), G.out(O, 0).bytes(), true);
}

void MatmulNest::interleave(bool Blocked, const Value &From, const char *Limit, int Columns, const char *To) {
  const Value Bytes = cast("uint8_t *", To);
  if (Blocked && !M.isWide())
    return N.run("hl_interleave_blocked", {From, M.S.Depth, Columns, Bytes});
  N.run(M.isWide() ? "hl_interleave_halves" : "hl_interleave_rows", {From, Limit, M.S.Depth, Columns, Bytes});
}

/// -(stored zero point of Y) times the sum of each row.
void MatmulNest::sums() {
  const Value Limit = M.isInPlace() ? "x_limit" : "rows" + Value(roundUp(M.rows4() * M.pitch(), kVector));
  N.declare("const hl_sums_row", "row_sums",
            list({"from", Limit, V.Width, V.Blocks, V.Width * kLanes, V.PixelBytes, "ones", -P.StoredZero}));
  N.run("hl_pixel_sums_i8", {"&row_sums", "sums"});
}

/// Rows of X from `At` on, with room between them, or as one where they need none.
void MatmulNest::copyRows(const Value &At) {
  const bool AreOne = V.PixelBytes == M.depthBytes();
  N.declare("const uint8_t *", "each", At);
  N.declare("uint8_t *", "to", "rows");
  N.loop("row", AreOne ? 1 : M.S.Rows, {{"each", M.depthBytes()}, {"to", V.PixelBytes}}, Unrolling::Compiler,
         [&] { N.run("hl_copy_row", {"to", "each", M.depthBytes() * (AreOne ? M.S.Rows : 1)}); });
}

/// `from`, and sums.
void MatmulNest::makeRows(const Value &At) {
  const int Rows = M.S.Rows, Words = static_cast<int>(M.words());
  if (M.AdjX) {
    interleave(M.XBlocked, At, "x_limit", Rows, "row_words");
    N.run("hl_matmul_turn_rows", {"row_words", Words, Rows, "rows", V.PixelBytes});
  } else if (!M.isInPlace()) {
    N.block([&] { copyRows(At); });
  }
  N.declare("const uint8_t *const", "from", M.isInPlace() ? At : "rows");
  if (Row.hasSums())
    sums();
}

void MatmulNest::turnColumns(const Value &At) {
  const char *const To = M.isWide() ? "dense" : "words";
  const int Words = static_cast<int>(M.words());
  if (M.YBlocked)
    N.run("hl_matmul_turn_blocked", {At, Y.Block, Y.Pixel, M.S.Columns, Words, To});
  else
    N.run("hl_matmul_turn_columns", {At, "y_limit", M.S.Columns, M.depthBytes(), Words, To});
}

/// Weights and constants of the output stage.
void MatmulNest::makeWeights(const Value &At) {
  if (M.AdjY)
    turnColumns(At);
  else
    interleave(M.YBlocked, At, "y_limit", M.S.Columns, M.isWide() ? "dense" : "words");
  const int64_t Rest = M.depthBytes() % 4;
  if (M.isWide()) {
    const Multiplier Factor = multiplierOf(G, O, true);
    return N.run("hl_matmul_parts",
                 {"dense", M.blocks(), M.words(), Rest, Factor.Value, Factor.Shift, "words", cast("hl_wide_stage *", "constants")});
  }
  const int64_t XZero = G.in(O, 0).Quant.zeroPoint(), Zeros = int64_t(M.S.Depth) * XZero * P.StoredZero; // modulo 2^32
  const auto Bias = static_cast<int32_t>(static_cast<uint32_t>(Zeros) + static_cast<uint32_t>(stageOffset(M.Chosen, 0)));
  N.run("hl_matmul_stages", {"words", M.blocks(), M.words(), Rest, XZero, Bias == INT32_MIN ? "INT32_MIN" : Value(Bias), "lanes",
                             lanesOf(M.Chosen, {}).size() / kLanes, "constants"});
}

void MatmulNest::product() {
  N.offer("const int32_t *const", "sum_at", Row.hasSums() ? "sums" : "0");
  N.declare("uint8_t *const", "row_to", M.OutBlocked ? "out" : "row");
  if (Row.isAhead())
    Row.declareKept();
  Row.blocks();
  if (Row.isAhead())
    Row.finishKept();
  if (!M.OutBlocked)
    N.run("hl_unblock_row", {"row", V.outWidth4() * kLanes, M.S.Rows, Out.Pixel, "out", "out_limit"});
  N.move({{"out", Out.Row}});
}

/// The pointer of an operand in the loop: one that it moves is its own.
std::string MatmulNest::moved(const char *Name, int Loop, const std::string &At, int64_t Stride) const {
  return M.S.Batches[Loop] > 1 && Stride ? strf("%s%d", Name, Loop) : At;
}

/// What of the loops from that one on is to be done.
void MatmulNest::batches(int Loop, const std::string &XAt, const std::string &YAt) {
  constexpr int kLoops = 3;
  if (Loop == loopsAround(M.S, M.S.XStrides))
    makeRows(XAt);
  if (Loop == loopsAround(M.S, M.S.YStrides))
    makeWeights(YAt);
  if (Loop == kLoops)
    return product();
  const std::string XNext = moved("x", Loop, XAt, M.S.XStrides[Loop]), YNext = moved("y", Loop, YAt, M.S.YStrides[Loop]);
  std::vector<Walk> Walks;
  const auto Walk = [&](const std::string &Next, const std::string &At, int64_t Step) {
    if (Next == At)
      return;
    N.declare("const uint8_t *", Next, At);
    Walks.push_back({Next, Step});
  };
  Walk(XNext, XAt, M.S.XStrides[Loop] * X.Row);
  Walk(YNext, YAt, M.S.YStrides[Loop] * Y.Row);
  const auto Rest = [&] { batches(Loop + 1, XNext, YNext); };
  if (M.S.Batches[Loop] == 1)
    return Rest();
  N.loop(strf("batch%d", Loop), M.S.Batches[Loop], Walks, Unrolling::None, Rest);
}

void MatmulNest::write() {
  declare();
  N.declare("const uint8_t *const", "x", cast("const uint8_t *", N.input(0)));
  N.declare("const uint8_t *const", "y", cast("const uint8_t *", N.input(1)));
  N.declare("uint8_t *", "out", cast("uint8_t *", N.output(0)));
  batches(0, "x", "y");
}

} // namespace hexloom
