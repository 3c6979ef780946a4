// BATCH_MATMUL by vrmpy: hexloom/hvx/batch_matmul.h.
#include "plans/products/Products.h"

namespace hexloom {

namespace {

int64_t roundUp(int64_t Value, int64_t Multiple) { return (Value + Multiple - 1) / Multiple * Multiple; }

/// Bytes between rows of X in scratch memory; whole vectors where they are transposed.
int64_t rowPitch(const MatmulShape &S, bool AdjX) { return roundUp(S.Depth, AdjX ? 128 : 8); }

std::string triple(const int32_t (&V)[3]) { return strf("{%d, %d, %d}", V[0], V[1], V[2]); }

} // namespace

void planMatmulVrmpy(const Graph &G, const Op &O, PlanList &Plans) {
  using namespace product_cost;
  if (const std::string Problem = matmulProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  if (G.in(O, 0).Type != DType::Int8)
    return Plans.reject("does not serve operands of type i16");
  const MatmulShape S = matmulShape(G, O);
  if (G.in(O, 0).elements() == 0 || G.in(O, 1).elements() == 0 || G.out(O, 0).elements() == 0)
    return Plans.reject("an operand is empty");
  const double Rows = double(roundUp(S.Rows, 4)), Words = (S.Depth + 3) / 4, Blocks = (S.Columns + 31) / 32;
  const Cost Transposed = (Words + 31) / 32 * TransposeTile;
  const Cost Pack =
      Blocks * ((O.b(Attr::AdjY) ? Transposed : Words * InterleaveVector) + Words * PackWord + PackBlock);
  const Cost Copy = O.b(Attr::AdjX) ? (Rows + 31) / 32 * (Transposed + Words * InterleaveVector) : Rows * CopyPixel;
  const Cost Products = Blocks * (BlockStart + Rows * (Words * PixelWord + OutputVector / 4 + TileStart / 8));
  const Cost PerBatch = Pack + Copy + Products + Rows * SumPixel + Rows / 4 * Blocks * UnblockPiece;
  Plans.add(O, Layout::RowMajor, VectorLayer + double(S.batches()) * PerBatch);
}

void emitMatmulVrmpy(const Graph &G, const Op &O, LayerWriter &W) {
  const MatmulShape S = matmulShape(G, O);
  const Tensor &X = G.in(O, 0), &Y = G.in(O, 1), &Out = G.out(O, 0);
  Multiplier M = productMultiplier(X, Y, Out);
  if (M.Value == 0)
    M.Shift = -1; // 0 whatever the shift
  const bool AdjX = O.b(Attr::AdjX);
  const int64_t Pitch = rowPitch(S, AdjX), Rows4 = roundUp(S.Rows, 4), Blocks = (S.Columns + 31) / 32, Words = (S.Depth + 3) / 4;
  const int64_t StoredZero = Y.Quant.zeroPoint() + 128;
  const Range Bounds = typeRange(DType::Int8);
  W.include("hexloom/hvx/batch_matmul.h");
  W.structure("hl_batch_matmul_hvx", "p",
              {{"product.type", "HL_INT8"},
               param("product.pixel_bytes", Pitch),
               param("product.pixel_step", 1),
               {"product.aligned8", "1"},
               param("product.full_runs", 1),
               param("product.full_words", Words),
               param("product.run_stride", 4),
               param("product.blocks", Blocks),
               param("product.group_blocks", Blocks),
               param("product.row_bytes", Rows4 * 32),
               {"product.has_sums", cBool(StoredZero != 0)},
               {"product.right_only", cBool(M.Shift < 0)},
               param("product.out_zero", Out.Quant.zeroPoint()),
               param("product.min", Bounds.Min),
               param("product.max", Bounds.Max),
               {"matmul.batches", triple(S.Batches)},
               {"matmul.x_strides", triple(S.XStrides)},
               {"matmul.y_strides", triple(S.YStrides)},
               param("matmul.rows", S.Rows),
               param("matmul.depth", S.Depth),
               param("matmul.columns", S.Columns),
               {"matmul.adj_x", cBool(AdjX)},
               {"matmul.adj_y", cBool(O.b(Attr::AdjY))},
               param("matmul.x_zero", X.Quant.zeroPoint()),
               param("matmul.y_zero", Y.Quant.zeroPoint()),
               param("matmul.multiplier", M.Value),
               param("matmul.shift", M.Shift),
               param("x_bytes", X.bytes()),
               param("y_bytes", Y.bytes()),
               param("out_bytes", Out.bytes())});
  std::vector<uint8_t> Ones;
  const bool Folded = Pitch <= 32 && 128 % Pitch == 0; // hl_sums_row: pixels side by side, for full and last blocks
  for (int64_t B = 0; B < (Folded ? 256 : roundUp(Pitch, 128)); ++B)
    Ones.push_back((Folded ? B % Pitch : B) < S.Depth);
  const auto Member = [&](const char *Name, const std::string &Value) { W.line(strf("    .%s = %s,", Name, Value.c_str())); };
  W.line("const hl_batch_matmul_memory m = {");
  Member("ones", W.blobOf(Ones, "HVX_Vector", "bytes that count"));
  Member("x", W.scratch(Rows4 * Pitch + 256));
  if (AdjX)
    Member("x_words", W.scratch(roundUp(S.Rows, 32) / 32 * Words * 128));
  Member("weights", "(HVX_Vector *)" + W.scratch(Blocks * Words * 128));
  Member("stages", "(hl_product_stage *)" + W.scratch(Blocks * 384));
  Member("sums", "(int32_t *)" + W.scratch(roundUp(Rows4, 32) * 4));
  Member("row", W.scratch(Blocks * Rows4 * 32));
  W.line("};");
  W.line(strf("hl_batch_matmul_vrmpy(&p, &m, (const uint8_t *)%s, (const uint8_t *)%s, (uint8_t *)%s);", W.input(0).c_str(),
              W.input(1).c_str(), W.output(0).c_str()));
}

} // namespace hexloom
