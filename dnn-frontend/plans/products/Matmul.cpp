// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/Matmul.h"
#include "plans/Strides.h"
#include "plans/layout/Costs.h"
#include "plans/products/Convolution.h"
#include "plans/products/CoreCost.h"
#include "plans/products/MatmulNest.h"
#include "plans/products/RowAxes.h"
#include "support/Checked.h"

#include <hexloom/hvx/slack.h>

#include <algorithm>
#include <cmath>

namespace hexloom {

Stage matmulStage(const Graph &G, const Op &O, const StageSearch &Search) {
  const Tensor &X = G.in(O, 0), &Y = G.in(O, 1), &Out = G.out(O, 0);
  if (X.Type != DType::Int8)
    return {};
  const Range A = centred(X.Type, X.Quant.zeroPoint()), B = centred(Y.Type, Y.Quant.zeroPoint());
  const auto [Least, Most] = std::minmax({A.Min * B.Min, A.Min * B.Max, A.Max * B.Min, A.Max * B.Max});
  const int64_t Depth = matmulShape(G, O).Depth;
  const Step Rescaled{productMultiplier(X, Y, Out), Out.Quant.zeroPoint(), typeRange(Out.Type)};
  return Search.choose({{Rescaled, {Depth * Least, Depth * Most}}}, X.Type);
}

int loopsAround(const MatmulShape &S, const int32_t (&Strides)[3]) {
  int Loops = 0;
  for (int I = 0; I < 3; ++I)
    if (S.Batches[I] > 1 && Strides[I])
      Loops = I + 1;
  return Loops;
}

Matmul::Matmul(const Graph &G, const Op &O, Stage Chosen, Layout X, Layout Y, Layout Out)
    : S(matmulShape(G, O)), Chosen(std::move(Chosen)), AdjX(O.b(Attr::AdjX)), AdjY(O.b(Attr::AdjY)), XBlocked(isBlocked(X)),
      YBlocked(isBlocked(Y)), OutBlocked(isBlocked(Out)), ElementBytes(static_cast<int>(bytesOf(G.in(O, 0).Type))),
      StoredZero(isWide() ? 0 : static_cast<int>(G.in(O, 1).Quant.zeroPoint()) + 128) {}

bool Matmul::isDense() const {
  return !XBlocked && !AdjX && depthBytes() % 8 == 0 && S.Rows % 4 == 0 && (S.batches() == 1 || S.Rows * depthBytes() % 128 == 0);
}

RowProduct Matmul::product() const {
  return {instructionOf(isWide() ? DType::Int16 : DType::Int8), StoredZero != 0, false, isWide(), view()};
}

View Matmul::view() const {
  constexpr int kMostWords = 128; // a 32-bit sum has room for 256 products of an int16 and a byte
  View V;
  V.Shape.In = {1, 1, S.Rows, S.Depth};
  V.Shape.Out = {1, 1, S.Rows, S.Columns};
  V.InBlocked = inBlocks();
  V.OutBlocked = OutBlocked;
  V.ElementBytes = ElementBytes;
  V.Parts = isWide() ? 2 : 1;
  V.MostWords = isWide() ? kMostWords : 0;
  V.Copied = !isInPlace();
  V.Height = 1;
  V.Width = checkedInt(rows4());
  V.Blocks = inBlocks() ? ceilDiv(S.Depth, 32) : 1;
  V.PixelBytes = checkedInt(pitch());
  V.Depth = S.Depth;
  V.GroupOutputs = S.Columns;
  V.Output = Chosen.Kind;
  V.place();
  makeRuns(V, {{0, 0, 0}});
  return V;
}

/// Matrices of an operand that are packed.
static double packedOf(const MatmulShape &S, const int32_t (&Strides)[3]) {
  double Count = 1;
  for (int I = 0; I < loopsAround(S, Strides); ++I)
    Count *= S.Batches[I];
  return Count;
}

/// The cost of making words of matrices [depth][columns]. Bytes are interleaved four rows by up to 128 columns at once
/// (hl_interleave_rows). Loads are careful near the end of the last matrix and in a last part of four rows. Halfwords are interleaved two
/// rows by 64 columns (hl_interleave_halves).
Cost Matmul::interleaveCost(int64_t Columns, bool Blocked, double Matrices) const {
  using namespace product_cost;
  constexpr int64_t kAhead = HL_LOAD_SLACK + 128; // hl_is_near
  const int64_t Blocks = ceilDiv(Columns, int64_t(32)), Fours = words();
  if (isWide())
    return Matrices * double(Fours * ceilDiv(Blocks, int64_t(2))) * InterleaveHalves;
  if (Blocked) // a vector at a time, as its packing
    return Cost();
  const int64_t Near = std::min(Fours, ceilDiv(Blocks * 32 + kAhead - Columns, 4 * Columns));
  const double Turns = double(ceilDiv(Blocks, int64_t(4))), Careful = double(Near) + (S.Depth % 4 ? Matrices - 1 : 0);
  return Matrices * double(Fours) * (InterleaveFour + Turns * InterleaveVector) + Careful * Turns * InterleaveNear;
}

Cost Matmul::cost(const View &V) const {
  using namespace product_cost;
  const double Rows = double(rows4()), Words = double(words()), Blocks = double(blocks());
  const Cost Tiles = std::ceil(Words / 32) * TransposeTile;
  const double XPacked = packedOf(S, S.XStrides), YPacked = packedOf(S, S.YStrides);
  const Cost Columns = AdjY ? YPacked * (Blocks * (YBlocked ? std::ceil(Words / 8) * TransposeBlock : Tiles))
                            : interleaveCost(S.Columns, YBlocked, YPacked);
  const Cost Made = Words * (isWide() ? PackHalves : PackWord); // hl_matmul_parts, hl_matmul_stages
  const double RowBlocks = std::ceil(Rows / 32);
  // Rows that need no room between them are copied as one.
  const Cost Rowwise = pitch() == depthBytes() ? std::ceil(Rows * double(pitch()) / 128) * ImageDense
                                               : S.Rows * std::ceil(double(depthBytes()) / 128) * CopyRow;
  Cost Copy = AdjX ? RowBlocks * Tiles : isInPlace() ? Cost() : Rowwise;
  if (StoredZero)
    Copy += pixelSumsCost(1, int(rows4()), int(pitch()), V.Blocks);
  Cost Each = MatmulBatch + rowCost(V);
  if (V.IsAhead && OutBlocked) // what waits is finished in each matrix: the next one has other constants
    Each += 1 * AheadApart;
  if (!OutBlocked)
    Each += unblockingCost({1, 1, S.Rows, S.Columns * ElementBytes});
  const Cost XWords = AdjX ? interleaveCost(S.Rows, XBlocked, XPacked) : Cost();
  return XWords + XPacked * Copy + Columns + YPacked * Blocks * Made + double(S.batches()) * Each;
}

namespace {

/// Layouts in which an activation can be read or written.
std::vector<Layout> layoutsOf(const Tensor &T) {
  std::vector<Layout> Layouts = {Layout::RowMajor};
  if (!T.isConst() && fitsBlocks(T))
    Layouts.insert(Layouts.end(), blockedLayouts().begin(), blockedLayouts().end());
  return Layouts;
}

std::string matmulProblem(const Graph &G, const Op &O, DType Type) {
  constexpr int32_t kMostDepth = 1 << 20; // a row's words are looked at one by one
  if (const std::string Problem = matmulProblem(G, O); !Problem.empty())
    return Problem;
  if (G.in(O, 0).Type != Type)
    return std::string("does not serve operands of type ") + text(G.in(O, 0).Type);
  if (G.out(O, 0).Type != Type)
    return std::string("does not make ") + text(G.out(O, 0).Type);
  if (G.in(O, 0).elements() == 0 || G.in(O, 1).elements() == 0 || G.out(O, 0).elements() == 0)
    return "an operand is empty";
  if (matmulShape(G, O).Depth > kMostDepth)
    return strf("sums have more than %d products", kMostDepth);
  return "";
}

void planMatmul(const Graph &G, const Op &O, PlanList &Plans, DType Type) {
  if (const std::string Problem = matmulProblem(G, O, Type); !Problem.empty())
    return Plans.reject(Problem);
  const Stage Chosen = matmulStage(G, O, Plans.stageSearch(O));
  if (Type == DType::Int8 && !Plans.stage(O, Chosen))
    return;
  for (Layout X : layoutsOf(G.in(O, 0)))
    for (Layout Y : layoutsOf(G.in(O, 1)))
      for (Layout Out : layoutsOf(G.out(O, 0))) {
        const Matmul M(G, O, Chosen, X, Y, Out);
        RowProduct Product = M.product();
        Plans.addPoints(matmulAxes(M.isWide()), Product, O, [&, X = X, Y = Y, Out = Out](const RowProduct &P, const Schedule &How) {
          Plans.add({X, Y}, {Out}, product_cost::VectorLayer + M.cost(P.Image), How);
        });
      }
}

} // namespace

void planMatmulVrmpy(const Graph &G, const Op &O, PlanList &Plans) {
  planMatmul(G, O, Plans, DType::Int8);
}
void planMatmulVdmpy(const Graph &G, const Op &O, PlanList &Plans) {
  planMatmul(G, O, Plans, DType::Int16);
}

void emitMatmulOnHvx(const Graph &G, const Op &O, LayerWriter &W) { MatmulNest(G, O, W).write(); }

} // namespace hexloom
