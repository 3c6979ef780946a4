// BATCH_MATMUL by vrmpy and vdmpy: hexloom/hvx/batch_matmul.h.
#include "plans/Strides.h"
#include "plans/layout/Costs.h"
#include "plans/products/Convolution.h"
#include "plans/products/CoreCost.h"
#include "plans/products/RowForm.h"
#include "plans/products/Tile.h"
#include "stages/Memo.h"
#include "stages/StageText.h"
#include "support/Rounding.h"

#include <hexloom/portable/requantize.h>

#include <algorithm>
#include <cmath>

namespace hexloom {

namespace {

std::string triple(const int32_t (&V)[3]) { return strf("{%d, %d, %d}", V[0], V[1], V[2]); }

/// Of all columns alike: their sums can be whatever so many products of two bytes are in sum. int16: the reference's own arithmetic.
Stage stageOf(const Graph &G, const Op &O, const std::string &Wanted) {
  const Tensor &X = G.in(O, 0), &Y = G.in(O, 1), &Out = G.out(O, 0);
  if (X.Type != DType::Int8)
    return {};
  const Range A = centred(X.Type, X.Quant.zeroPoint()), B = centred(Y.Type, Y.Quant.zeroPoint());
  const auto [Least, Most] = std::minmax({A.Min * B.Min, A.Min * B.Max, A.Max * B.Min, A.Max * B.Max});
  const int64_t Depth = matmulShape(G, O).Depth;
  const Step Rescaled{productMultiplier(X, Y, Out), Out.Quant.zeroPoint(), typeRange(Out.Type)};
  return chooseStage(G, {{Rescaled, {Depth * Least, Depth * Most}}}, X.Type, Wanted);
}

/// The operator with a layout for each operand.
struct Matmul {
  MatmulShape S;
  Stage Chosen;
  bool AdjX, AdjY, XBlocked, YBlocked, OutBlocked;
  int ElementBytes;

  Matmul(const Graph &G, const Op &O, Stage Chosen, Layout X, Layout Y, Layout Out)
      : S(matmulShape(G, O)), Chosen(std::move(Chosen)), AdjX(O.b(Attr::AdjX)), AdjY(O.b(Attr::AdjY)),
        XBlocked(isBlocked(X)), YBlocked(isBlocked(Y)), OutBlocked(isBlocked(Out)),
        ElementBytes(static_cast<int>(bytesOf(G.in(O, 0).Type))) {}

  /// Rows of X are read where they lie, as the pixels of a depth-blocked row, or one behind the other: of whole vectors and groups of
  /// four, as the sums of rows and the tiles want them.
  bool inBlocks() const { return XBlocked && !AdjX; }
  bool isDense() const {
    return !XBlocked && !AdjX && depthBytes() % 8 == 0 && S.Rows % 4 == 0 && (S.batches() == 1 || S.Rows * depthBytes() % 128 == 0);
  }
  int64_t rows4() const { return roundUp(S.Rows, 4); }
  bool isWide() const { return ElementBytes == 2; }
  int64_t depthBytes() const { return int64_t(S.Depth) * ElementBytes; }
  int64_t words() const { return (depthBytes() + 3) / 4; }
  int64_t blocks() const { return (S.Columns + 31) / 32; }
  /// Bytes between rows of X; in scratch memory whole vectors where they are transposed.
  int64_t pitch() const { return inBlocks() ? 32 : roundUp(depthBytes(), AdjX ? 128 : 8); }
  CoreRow coreRow() const;
  Cost cost(const Schedule &S) const;
  Fields runFields() const;
  Multiplier multiplier(const Graph &G, const Op &O) const;
  Fields outputFields(const Graph &G, const Op &O) const;
  int32_t bias(const Graph &G, const Op &O) const;
  std::vector<int32_t> lanes(const Graph &G, const Op &O) const;
  std::vector<int32_t> offsets() const;
  std::vector<uint8_t> ones() const;
};

Cost Matmul::cost(const Schedule &Form) const {
  using namespace product_cost;
  const double Rows = double(rows4()), Words = double(words()), Blocks = double(blocks());
  const Cost Tiles = std::ceil(Words / 32) * TransposeTile;
  // Up to four blocks of columns are made at once (hl_interleave_rows), of halfwords two (hl_interleave_halves).
  const auto Interleave = [&](double ColumnBlocks) {
    return Words * (isWide() ? std::ceil(ColumnBlocks / 2) * InterleaveHalves : std::ceil(ColumnBlocks / 4) * InterleaveVector);
  };
  const Cost Columns = AdjY       ? Blocks * (YBlocked ? std::ceil(Words / 8) * TransposeBlock : Tiles)
                       : YBlocked ? Cost()
                                  : Interleave(Blocks);
  const Cost Made = isWide() ? Words * PackHalves : MatmulBlock + Words * PackWord; // hl_matmul_parts, hl_matmul_stages
  const Cost Pack = MatmulBatch + Columns + Blocks * Made;
  const double RowBlocks = std::ceil(Rows / 32);
  const Cost XWords = XBlocked ? Cost() : Interleave(RowBlocks);
  // Rows that need no room between them are copied as one.
  const Cost Rowwise = pitch() == depthBytes() ? std::ceil(Rows * double(pitch()) / 128) * ImageDense : Rows * CopyPixel;
  const Cost Copy = AdjX ? RowBlocks * Tiles + XWords : XBlocked || isDense() ? Cost() : Rowwise;
  CoreRow Row = coreRow();
  Row.Tile = Form.Tile[0];
  Row.Unroll = Form.Unroll;
  Row.IsAhead = Form.Finish == kFinishNext;
  Cost All = Pack + Copy + Blocks * Row.cost();
  if (!isWide())
    All += pixelSumsCost(1, int(rows4()), int(pitch()), inBlocks() ? (S.Depth + 31) / 32 : 1);
  return OutBlocked ? All : All + unblockingCost({1, 1, S.Rows, S.Columns * ElementBytes});
}

/// The runs of a row: the whole of it, what each block holds of it, or pieces that a 32-bit sum has
/// room for: of 256 products of an int16 and a byte.
CoreRow Matmul::coreRow() const {
  constexpr int kMostWords = 128;
  const auto Words = static_cast<int>(words());
  const int Piece = inBlocks() ? 8 : isWide() ? std::min(kMostWords, Words) : Words;
  const int Full = inBlocks() ? S.Depth / 32 : Words / Piece, Rest = Words - Full * Piece;
  CoreRow Row{std::max(S.Rows, 4), {{double(Full), Piece}}, true, Full == 0 || Rest == 0, isWide()};
  if (Rest)
    Row.Kinds.push_back({1, Rest});
  Row.Output = Chosen.Kind;
  if (isWide()) {
    Row.SumRuns = 1;
    Row.Parts = 2;
  }
  return Row;
}

Fields Matmul::runFields() const {
  const CoreRow Row = coreRow();
  const auto Full = static_cast<int64_t>(Row.Kinds[0].Count);
  const int Piece = Row.Kinds[0].Words, Rest = Row.Kinds.size() > 1 ? Row.Kinds[1].Words : 0;
  return {field("product.full_runs", Full),
          field("product.full_words", Piece),
          field("product.tail_runs", Rest ? 1 : 0),
          field("product.tail_words", Rest),
          field("product.run_stride", !Row.HasStride ? 0
                                      : inBlocks()    ? rows4() * 32
                                                     : Piece * 4),
          field("product.sum_runs", Row.SumRuns),
          field("product.parts", Row.Parts)};
}

std::vector<int32_t> Matmul::offsets() const {
  const int64_t Step = inBlocks() ? rows4() * 32 : 512, Runs = inBlocks()  ? (S.Depth + 31) / 32
                                                              : isWide() ? (words() + 127) / 128
                                                                         : 1;
  std::vector<int32_t> Offsets;
  for (int64_t Run = 0; Run < Runs; ++Run)
    Offsets.push_back(static_cast<int32_t>(Run * Step));
  return Offsets;
}

Multiplier Matmul::multiplier(const Graph &G, const Op &O) const {
  Multiplier M = productMultiplier(G.in(O, 0), G.in(O, 1), G.out(O, 0));
  if (M.Value == 0)
    M.Shift = -1; // 0 whatever the shift
  return isWide() ? Multiplier{hl_reduced_multiplier(M.Value), 15 - M.Shift} : M;
}

/// The factor, and whether its shift is one of those that save instructions.
Fields Matmul::outputFields(const Graph &G, const Op &O) const {
  const Tensor &Y = G.in(O, 1), &Out = G.out(O, 0);
  const Range Bounds = typeRange(Out.Type);
  const Multiplier M = multiplier(G, O);
  return Fields{{"product.type", hlType(Out.Type)},
                {"product.wide", cBool(isWide())},
                {"product.has_sums", cBool(!isWide() && Y.Quant.zeroPoint() != -128)},
                {"product.right_only", cBool(M.Shift < 0)},
                {"product.near", cBool(M.Shift < 32)},
                field("product.out_zero", Out.Quant.zeroPoint()),
                field("product.min", Bounds.Min),
                field("product.max", Bounds.Max),
                field("matmul.multiplier", M.Value),
                field("matmul.shift", M.Shift)} +
         stageFields(Chosen.Kind, "product.stage.");
}

/// What the zero points add to the sum of a column of words made unsigned, modulo 2^32.
int32_t Matmul::bias(const Graph &G, const Op &O) const {
  const int64_t Zeros = int64_t(S.Depth) * G.in(O, 0).Quant.zeroPoint() * (G.in(O, 1).Quant.zeroPoint() + 128);
  return static_cast<int32_t>(static_cast<uint32_t>(Zeros) + static_cast<uint32_t>(stageOffset(Chosen, 0)));
}

/// The vectors of constants that hl_product_output_of reads behind a block's bias.
std::vector<int32_t> Matmul::lanes(const Graph &G, const Op &O) const {
  constexpr int kLanes = 32;
  const Multiplier M = multiplier(G, O);
  const std::vector<int32_t> One = Chosen.Kind.isReference() ? std::vector<int32_t>{M.Value, M.Shift} : stageVectors(Chosen, 0, 1);
  std::vector<int32_t> All;
  for (int32_t Word : One)
    All.insert(All.end(), kLanes, Word);
  return All;
}

/// hl_sums_row: one vector for full blocks and one for the last where pixels lie side by side,
/// otherwise a whole pixel.
std::vector<uint8_t> Matmul::ones() const {
  std::vector<uint8_t> Ones;
  const int64_t Pitch = pitch(), Last = inBlocks() ? (S.Depth - 1) % 32 + 1 : S.Depth;
  const bool Folded = Pitch <= 32 && 128 % Pitch == 0;
  for (int64_t B = 0; B < (Folded ? 256 : roundUp(Pitch, 128)); ++B)
    Ones.push_back((Folded ? B % Pitch : B) < (inBlocks() && B < 128 ? 32 : Last));
  return Ones;
}

/// Layouts in which an activation can be read or written.
std::vector<Layout> layoutsOf(const Tensor &T) {
  std::vector<Layout> Layouts = {Layout::RowMajor};
  if (!T.isConst() && fitsBlocks(T))
    Layouts.insert(Layouts.end(), blockedLayouts().begin(), blockedLayouts().end());
  return Layouts;
}

void planMatmul(const Graph &G, const Op &O, PlanList &Plans, DType Type) {
  if (const std::string Problem = matmulProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  if (G.in(O, 0).Type != Type)
    return Plans.reject(std::string("does not serve operands of type ") + text(G.in(O, 0).Type));
  if (G.out(O, 0).Type != Type)
    return Plans.reject(std::string("does not make ") + text(G.out(O, 0).Type));
  if (G.in(O, 0).elements() == 0 || G.in(O, 1).elements() == 0 || G.out(O, 0).elements() == 0)
    return Plans.reject("an operand is empty");
  const Stage Chosen = stageOf(G, O, Plans.wantedStage(O));
  if (Type == DType::Int8 && !Plans.stage(O, Chosen))
    return;
  for (Layout X : layoutsOf(G.in(O, 0)))
    for (Layout Y : layoutsOf(G.in(O, 1)))
      for (Layout Out : layoutsOf(G.out(O, 0))) {
        const Matmul M(G, O, Chosen, X, Y, Out);
        const CoreRow Row = M.coreRow();
        const std::string Finish = asked(finishesOf(Row), Plans.asked(O).Finish);
        const auto Add = [&, X = X, Y = Y, Out = Out](const std::string &Finish, int Tile) {
          for (int Unroll : unrollsFor(Row.words(), Row.HasStride && !Row.SumRuns && Finish != kFinishNext)) {
            Schedule S = productSchedule(instructionOf(Type), Tile, Unroll);
            S.Finish = Finish;
            Plans.add({X, Y}, {Out}, product_cost::VectorLayer + double(M.S.batches()) * M.cost(S), S);
          }
        };
        const std::vector<int> Tiles = tilesFor(M.S.Rows, M.isWide());
        for (int Tile : Tiles)
          Add(Finish, Tile);
        Plans.setAside(true);
        for (const std::string &Other : finishesOf(Row))
          if (Plans.isAskedFor(O) && Other != Finish)
            Add(Other, Tiles.front());
        Plans.setAside(false);
      }
}

Fields structureFields(const Graph &G, const Op &O, const Matmul &T) {
  const Tensor &X = G.in(O, 0), &Y = G.in(O, 1), &Out = G.out(O, 0);
  const MatmulShape &S = T.S;
  const auto MatrixFields = [](const char *Prefix, const Tensor &T) { // of any number of them
    const Nhwc One{1, 1, T.Dims[T.rank() - 2], T.Dims.back()};
    return strideFields(Prefix, T.Layout, One, bytesOf(T.Type));
  };
  const Fields F = {field("product.pixel_bytes", T.pitch()),
                    field("product.pixel_step", 1),
                    {"product.aligned8", "1"},
                    field("product.tile", tilePixels(O)),
                    field("product.unroll", unrolledWords(O)),
                    field("product.blocks", T.blocks()),
                    field("product.group_blocks", T.blocks()),
                    field("product.row_bytes", T.rows4() * 32),
                    {"matmul.batches", triple(S.Batches)},
                    {"matmul.x_strides", triple(S.XStrides)},
                    {"matmul.y_strides", triple(S.YStrides)},
                    field("matmul.rows", S.Rows),
                    field("matmul.depth", S.Depth),
                    field("matmul.columns", S.Columns),
                    {"matmul.adj_x", cBool(T.AdjX)},
                    {"matmul.adj_y", cBool(T.AdjY)},
                    field("matmul.x_zero", X.Quant.zeroPoint()),
                    field("matmul.y_zero", Y.Quant.zeroPoint()),
                    {"ahead", cBool(O.Schedule.Finish == kFinishNext)},
                    {"in_place", cBool(T.inBlocks() || T.isDense())},
                    field("bias", T.isWide() ? 0 : T.bias(G, O)),
                    field("x_bytes", X.bytes()),
                    field("y_bytes", Y.bytes()),
                    field("out_bytes", Out.bytes())};
  return F + MatrixFields("x.", X) + MatrixFields("y.", Y) + MatrixFields("out.", Out) + T.runFields() + T.outputFields(G, O);
}

} // namespace

void planMatmulVrmpy(const Graph &G, const Op &O, PlanList &Plans) {
  planMatmul(G, O, Plans, DType::Int8);
}
void planMatmulVdmpy(const Graph &G, const Op &O, PlanList &Plans) {
  planMatmul(G, O, Plans, DType::Int16);
}

void emitMatmulOnHvx(const Graph &G, const Op &O, LayerWriter &W) {
  const Stage Chosen = stageOf(G, O, O.Schedule.Stage);
  checkObeyed(O, Chosen);
  const Matmul T(G, O, Chosen, G.in(O, 0).Layout, G.in(O, 1).Layout, G.out(O, 0).Layout);
  constexpr int64_t kStage = 640; // bytes, of the larger of the two stages
  W.body("batch_matmul.h");
  W.structure("hl_batch_matmul_hvx", "p", structureFields(G, O, T));
  const auto Member = [&](const char *Name, const std::string &Value) {
    W.line(strf("    .%s = %s,", Name, Value.c_str()));
  };
  const std::string Words = "(HVX_Vector *)" + W.scratch(T.blocks() * T.words() * 128);
  W.line("const hl_batch_matmul_memory m = {");
  Member("offsets", W.blobOf(T.offsets(), "int32_t", "offsets of the runs"));
  Member("ones", W.blobOf(T.ones(), "HVX_Vector", "bytes that count"));
  if (!T.inBlocks() && !T.isDense())
    Member("x", W.scratch(T.rows4() * T.pitch() + 256));
  if (T.AdjX)
    Member("x_words", W.scratch(roundUp(T.S.Rows, 32) / 32 * T.words() * 128));
  Member("words", Words);
  Member("weights",
         T.isWide() ? "(HVX_Vector *)" + W.scratch(2 * T.blocks() * T.words() * 128) : Words);
  if (!T.isWide())
    Member("lanes", W.blobOf(T.lanes(G, O), "HVX_Vector", "constants of the output stage"));
  Member("stages", "(HVX_Vector *)" + W.scratch(T.blocks() * kStage));
  Member("sums", "(int32_t *)" + W.scratch(roundUp(T.rows4(), 32) * 4));
  if (!T.OutBlocked)
    Member("row", W.scratch(T.blocks() * T.rows4() * 32 * T.ElementBytes));
  W.line("};");
  W.line(strf(
      "hl_batch_matmul_on_hvx(&p, &m, (const uint8_t *)%s, (const uint8_t *)%s, (uint8_t *)%s);",
      W.input(0).c_str(), W.input(1).c_str(), W.output(0).c_str()));
}

} // namespace hexloom
