// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TRANSPOSE_CONV by vrmpy and vdmpy: each phase a convolution, whose rows go to places of the output
// (hexloom/hvx/transpose_conv.h).
#include "plans/Strides.h"
#include "plans/products/Convolution.h"
#include "plans/products/CoreCost.h"
#include "plans/products/ImageCost.h"
#include "plans/products/ImageNest.h"
#include "plans/products/RowAxes.h"
#include "plans/products/RowNest.h"
#include "stages/StageText.h"
#include "support/Checked.h"
#include "support/Rounding.h"

#include <algorithm>
#include <deque>

namespace hexloom {

namespace {

/// One dimension of a phase: outputs o with (o + Pad) % Stride == Remainder. Output Stride * q +
/// Remainder - Pad reads inputs q - t by taps Remainder + Stride * t, 0 <= t < Taps.
struct PhaseSide {
  int Remainder, Taps, FirstQ, FirstOut, Count;
};

PhaseSide phaseSide(int Remainder, int Kernel, int Stride, int Pad, int Outputs) {
  PhaseSide P{Remainder, 0, 0, 0, 0};
  P.Taps = Remainder < Kernel ? (Kernel - Remainder + Stride - 1) / Stride : 0;
  P.FirstQ = Pad > Remainder ? (Pad - Remainder + Stride - 1) / Stride : 0;
  P.FirstOut = Stride * P.FirstQ + Remainder - Pad;
  P.Count = P.FirstOut < Outputs ? (Outputs - P.FirstOut + Stride - 1) / Stride : 0;
  return P;
}

struct Phase {
  PhaseSide Y, X;
  View V;
  int FirstRow, FirstColumn;
};

struct Transposed {
  ProductShape S;
  DType Type;
  Sums Kind;
  View Image; ///< without runs
  std::vector<Phase> Phases;
};

/// The padded input; Pad* are the most taps of any phase, less one.
View imageOf(const ProductShape &S, int MostY, int MostX, bool InBlocked, int ElementBytes,
             int MostWords) {
  View V;
  V.MostWords = MostWords;
  V.InBlocked = InBlocked;
  V.ElementBytes = ElementBytes;
  V.Shape = S;
  V.Shape.StrideH = V.Shape.StrideW = 1;
  V.Shape.PadTop = MostY - 1;
  V.Shape.PadLeft = MostX - 1;
  V.Copied = true;
  V.Blocks = InBlocked ? (S.In.C + 31) / 32 : 1;
  V.PixelBytes = InBlocked ? 32 : copiedPixelBytes(V.inPixelBytes());
  V.Spread = InBlocked ? 0 : spreadPixels(V.inPixelBytes());
  V.Depth = S.In.C;
  V.GroupOutputs = S.Out.C;
  const int Multiple = V.PixelBytes <= 32 && 128 % V.PixelBytes == 0 ? 128 / V.PixelBytes : 4;
  const int LastY = (S.Out.H - 1 + S.PadTop) / S.StrideH,
            LastX = (S.Out.W - 1 + S.PadLeft) / S.StrideW;
  V.Height = LastY + MostY;
  V.Width = roundUp(std::max(LastX + 4 + MostX, V.Shape.PadLeft + S.In.W), Multiple);
  V.place();
  return V;
}

/// Each row of a phase ends with a stage that stands alone, whatever the words: the usual place is behind the tile's own products.
std::vector<std::string> finish(const Transposed &T) {
  const bool Any = std::any_of(T.Phases.begin(), T.Phases.end(), [](const Phase &P) { return !finishes(P.V).empty(); });
  return Any ? std::vector<std::string>{kFinishOwn, kFinishNext} : std::vector<std::string>();
}
void takeFinish(Transposed &T, const std::string &Value) {
  for (Phase &P : T.Phases)
    P.V.IsAhead = Value == kFinishNext && !finishes(P.V).empty();
}

/// Whether the phases whose rows are usually one piece of code are one.
std::vector<std::string> form(const Transposed &T) {
  const bool Any = std::any_of(T.Phases.begin(), T.Phases.end(),
                               [](const Phase &P) { return isUsuallyStraight(P.V) && !rowForms(P.V).empty(); });
  return Any ? std::vector<std::string>{kRowStraight, kRowLoop} : std::vector<std::string>();
}
void takeForm(Transposed &T, const std::string &Value) {
  for (Phase &P : T.Phases)
    P.V.IsStraight = isUsuallyStraight(P.V) && (Value == kRowStraight || rowForms(P.V).empty());
}

std::vector<std::string> run(const Transposed &T) {
  std::vector<const View *> Views;
  for (const Phase &P : T.Phases)
    Views.push_back(&P.V);
  return numbers(runLengths(Views));
}
void takeRun(Transposed &T, const std::string &Value) {
  for (Phase &P : T.Phases)
    if (!Value.empty())
      cutTo(P.V, numberOf(Value));
}

/// What the phases leave open: all of them written out that can be, or none.
std::vector<std::string> unroll(const Transposed &T) {
  std::vector<int> Most;
  for (const Phase &P : T.Phases)
    if (std::vector<int> Own = unrolls(P.V); !Own.empty() && (Most.empty() || Own[0] > Most[0]))
      Most = std::move(Own);
  return numbers(Most);
}
/// Phases of up to so many words are written out.
void takeUnroll(Transposed &T, const std::string &Value) {
  for (Phase &P : T.Phases) {
    const std::vector<int> Own = unrolls(P.V);
    P.V.Unroll = !Own.empty() && Own[0] <= numberOf(Value) ? Own[0] : 0;
  }
}

std::vector<std::string> tile(const Transposed &T) {
  std::vector<std::string> All;
  for (int Pixels : tileSizes(T.S.Out.W, T.Kind == Sums::Wide))
    All.push_back(tileOf({Pixels, kBlockChannels}));
  return All;
}
void takeTile(Transposed &T, const std::string &Value) {
  T.Image.Tile = numberOf(Value);
  for (Phase &P : T.Phases)
    P.V.Tile = T.Image.Tile;
}

std::vector<std::string> instruction(const Transposed &T) { return {instructionOf(T.Type)}; }
std::vector<std::string> vector(const Transposed &) { return {"weights"}; }

/// As the rows of convolutions by the same kind of sums (RowAxes.h).
const std::vector<Axis<Transposed>> &transposedAxes(Sums Kind) {
  using Axes = std::vector<Axis<Transposed>>;
  static const Axes Bytes = {{row_axis::Bytes, instruction},
                             {row_axis::Vector, vector},
                             {row_axis::Tile, tile, takeTile},
                             {row_axis::Run, run, takeRun},
                             {row_axis::Finish, finish, takeFinish},
                             {row_axis::Unroll, unroll, takeUnroll},
                             {row_axis::Form, form, takeForm}},
                    Narrow = {{row_axis::Halfwords, instruction},
                              {row_axis::Vector, vector},
                              {row_axis::Tile, tile, takeTile},
                              {row_axis::Unroll, unroll, takeUnroll}},
                    Wide = {{row_axis::Halfwords, instruction}, {row_axis::Vector, vector}, {row_axis::SmallTile, tile, takeTile}};
  return Kind == Sums::OfBytes ? Bytes : Kind == Sums::Narrow ? Narrow : Wide;
}

Transposed transposedOf(const Graph &G, const Op &O, Layout In, Layout Out, Sums Kind, const StageKind &Output) {
  const ProductShape S = productShape(G, O);
  Transposed T;
  T.S = S;
  T.Type = G.in(O, 0).Type;
  T.Kind = Kind;
  const int MostY = (S.KernelH + S.StrideH - 1) / S.StrideH,
            MostX = (S.KernelW + S.StrideW - 1) / S.StrideW;
  T.Image =
      imageOf(S, MostY, MostX, isBlocked(In), static_cast<int>(bytesOf(G.in(O, 0).Type)),
              Kind == Sums::Wide ? mostWords(G, O) : 0);
  T.Image.OutBlocked = isBlocked(Out);
  T.Image.Output = Output;
  for (int A = 0; A < S.StrideH; ++A) {
    for (int B = 0; B < S.StrideW; ++B) {
      Phase P{phaseSide(A, S.KernelH, S.StrideH, S.PadTop, S.Out.H),
              phaseSide(B, S.KernelW, S.StrideW, S.PadLeft, S.Out.W), T.Image, 0, 0};
      if (P.Y.Count <= 0 || P.X.Count <= 0)
        continue;
      std::vector<Tap> Taps;
      for (int R = 0; R < P.Y.Taps; ++R)
        for (int C = 0; C < P.X.Taps; ++C)
          Taps.push_back({R, C,
                          (A + (P.Y.Taps - 1 - R) * S.StrideH) * S.KernelW + B +
                              (P.X.Taps - 1 - C) * S.StrideW});
      P.V.Shape.Out.W = P.X.Count;
      P.FirstRow = P.Y.FirstQ + MostY - std::max(P.Y.Taps, 1);
      P.FirstColumn = P.X.FirstQ + MostX - std::max(P.X.Taps, 1);
      makeRuns(P.V, Taps);
      P.V.Aligned8 &= P.FirstColumn * P.V.PixelBytes % 8 == 0;
      T.Phases.push_back(std::move(P));
    }
  }
  return T;
}

/// The phase as a convolution of stride 1 with the taps that it has.
View viewOf(const Phase &P) {
  View V = P.V;
  V.Shape.KernelH = P.X.Taps ? P.Y.Taps : 0;
  V.Shape.KernelW = P.Y.Taps ? P.X.Taps : 0;
  V.Shape.DilationH = V.Shape.DilationW = 1;
  return V;
}

/// Pixels of a row of a phase to every stride-th place of the output's.
void emitStore(const Transposed &T, const Phase &P, const View &V, const Strides &Out, NestBuilder &N) {
  if (!V.OutBlocked)
    return N.run("hl_unblock_apart", {"row", V.outWidth4() * 32, P.X.Count, Out.Pixel, "row_out", T.S.StrideW * Out.Pixel});
  N.declare("const uint8_t *", "from", "row");
  N.declare("uint8_t *", "to", "row_out");
  N.loop("block", V.outBlocks(), {{"from", V.outWidth4() * 32}, {"to", Out.Block}}, Unrolling::None,
         [&] { N.run("hl_place_pixels", {"from", P.X.Count, "to", P.X.FirstOut, T.S.StrideW}); });
}

void emitPhase(const Transposed &T, const Phase &P, const View &V, RowNest &Row, const Strides &Out, NestBuilder &N) {
  const int64_t FirstOut = P.Y.FirstOut * Out.Row + (V.OutBlocked ? 0 : P.X.FirstOut * Out.Pixel);
  N.declare("const uint8_t *", "from", "image" + Value(P.FirstRow * int64_t(V.RowBytes) + P.FirstColumn * V.PixelBytes));
  if (Row.hasSums())
    N.declare("const int32_t *", "sum_row", "sums" + Value(P.FirstRow * int64_t(V.SumsWidth) + P.FirstColumn));
  N.declare("uint8_t *", "row_out", "out" + Value(FirstOut));
  std::vector<Walk> Walks = {{"from", V.RowBytes}, {"row_out", T.S.StrideH * Out.Row}};
  if (Row.hasSums())
    Walks.push_back({"sum_row", V.SumsWidth});
  N.loop("y", P.Y.Count, Walks, Unrolling::None, [&] {
    if (Row.hasWindowSums())
      N.block([&] { Row.windowSums("sum_row", "window_sums", V.windowWidth()); });
    N.offer("const int32_t *const", "sum_at", Row.hasWindowSums() ? "window_sums" : Row.hasSums() ? "sum_row" : "0");
    N.declare("uint8_t *const", "row_to", "row");
    if (Row.isAhead())
      Row.declareKept();
    Row.blocks();
    if (Row.isAhead())
      Row.finishKept();
    N.block([&] { emitStore(T, P, V, Out, N); });
  });
}

/// Up to 128 channels of a pixel of a row-major result. Where all of a phase's rows, and every fourth of its pixels, begin alike in
/// their vectors, the places are known.
Cost apartPixel(const Transposed &T) {
  const Strides Out = stridesOf(Layout::RowMajor, T.S.Out, T.Image.ElementBytes);
  const bool IsKnown = T.S.StrideH * Out.Row % 128 == 0 && 4 * T.S.StrideW * Out.Pixel % 128 == 0;
  return 1 * (IsKnown ? product_cost::ApartPixel : product_cost::ApartPixelAnywhere);
}

Cost costOf(const Transposed &T, bool HasSums) {
  using namespace product_cost;
  const View &I = T.Image;
  Cost PerBatch = imageCost(I);
  if (HasSums)
    PerBatch += imageSumsCost(I);
  const Cost Placed = I.OutBlocked ? I.outBlocks() * PlacedPiece : ceilDiv(int64_t(T.S.Out.C) * I.ElementBytes, 128) * apartPixel(T);
  for (const Phase &P : T.Phases) {
    PerBatch += P.Y.Count * (rowCost(P.V) + P.X.Count * Placed);
    if (const int Taps = P.Y.Taps * P.X.Taps; HasSums && Taps > 1)
      PerBatch += windowSumsCost(P.Y.Count, P.X.Count, Taps);
  }
  return VectorLayer + T.S.Out.N * PerBatch;
}

} // namespace

static void planTransposeConv(const Graph &G, const Op &O, PlanList &Plans, Sums Kind) {
  if (const std::string Problem = vectorProductProblem(G, O, Kind); !Problem.empty())
    return Plans.reject(Problem);
  constexpr int64_t kMostPhases = 64; // with code of their own
  const ProductShape S = productShape(G, O);
  if (int64_t(S.StrideH) * S.StrideW > kMostPhases)
    return Plans.reject(strf("strides of %dx%d have too many phases", S.StrideH, S.StrideW));
  const Stage Chosen = chosenStage(G, O, Plans.stageSearch(O));
  if (Kind == Sums::OfBytes && !Plans.stage(O, Chosen))
    return;
  for (const auto &[In, Out] : productLayouts(Kind == Sums::OfBytes ? 1 : 2)) {
    Transposed T = transposedOf(G, O, In, Out, Kind, Chosen.Kind);
    Plans.addPoints(transposedAxes(Kind), T, O, [&, In = In, Out = Out](const Transposed &T, const Schedule &How) {
      Plans.add({In, Layout::RowMajor, Layout::RowMajor}, {Out}, costOf(T, hasPixelSums(G, O)), How);
    });
  }
}

static void emitTransposeConv(const Graph &G, const Op &O, LayerWriter &W, Sums Kind) {
  const OutputStage Stage = outputStage(G, O);
  const DType Type = G.in(O, 0).Type;
  W.body("transpose_conv.h");
  const hexloom::Stage Chosen = chosenStage(G, O, W.stageSearch());
  checkObeyed(O, Chosen);
  Transposed T = transposedOf(G, O, G.in(O, 0).Layout, G.out(O, 0).Layout, Kind, Chosen.Kind);
  obey(transposedAxes(Kind), T, O.Schedule);
  std::vector<PackedProduct> Packed;
  for (const Phase &P : T.Phases)
    Packed.push_back(packProduct(P.V, G.in(O, 1), Stage, Chosen));
  const Strides Out = stridesOf(G.out(O, 0).Layout, T.S.Out, T.Image.ElementBytes);
  NestBuilder N(W);
  ImageNest Image(T.Image, Packed.at(0), Stage.InZero, Type, N);
  Image.declare();
  std::deque<View> Views;
  std::deque<RowNest> Rows;
  int Widest = 0, Sums = 0;
  for (size_t I = 0; I < T.Phases.size(); ++I) {
    const View &V = Views.emplace_back(viewOf(T.Phases[I]));
    Rows.emplace_back(V, Packed[I], Stage, Type, std::to_string(I), N).declare();
    Widest = std::max(Widest, V.outWidth4());
    Sums = std::max(Sums, V.windowWidth());
  }
  if (std::any_of(Rows.begin(), Rows.end(), [](const RowNest &Each) { return Each.hasWindowSums(); }))
    N.scratch("int32_t *const", "window_sums", int64_t(Sums) * 4);
  N.scratch("uint8_t *const", "row", int64_t(T.Image.outBlocks()) * Widest * 32 * T.Image.ElementBytes);
  N.tensors();
  N.loop("batch", T.S.Out.N, {{"in", Image.input().Image}, {"out", Out.Image}}, Unrolling::Compiler, [&] {
    Image.make();
    for (size_t I = 0; I < T.Phases.size(); ++I)
      N.block([&] { emitPhase(T, T.Phases[I], Views[I], Rows[I], Out, N); });
  });
}

Space transposedSpace() { return declaredSpace("transpose_conv_vrmpy", transposedAxes(Sums::OfBytes), {stageRow()}); }
Space narrowTransposedSpace() { return declaredSpace("transpose_conv_vdmpy", transposedAxes(Sums::Narrow)); }
Space wideTransposedSpace() { return declaredSpace("transpose_conv_vdmpy_wide", transposedAxes(Sums::Wide)); }

void planTransposeConvVrmpy(const Graph &G, const Op &O, PlanList &Plans) {
  planTransposeConv(G, O, Plans, Sums::OfBytes);
}
void planTransposeConvVdmpy(const Graph &G, const Op &O, PlanList &Plans) {
  planTransposeConv(G, O, Plans, Sums::Narrow);
}
void planTransposeConvVdmpyWide(const Graph &G, const Op &O, PlanList &Plans) {
  planTransposeConv(G, O, Plans, Sums::Wide);
}
void emitTransposeConvVrmpy(const Graph &G, const Op &O, LayerWriter &W) {
  emitTransposeConv(G, O, W, Sums::OfBytes);
}
void emitTransposeConvVdmpy(const Graph &G, const Op &O, LayerWriter &W) {
  emitTransposeConv(G, O, W, Sums::Narrow);
}
void emitTransposeConvVdmpyWide(const Graph &G, const Op &O, LayerWriter &W) {
  emitTransposeConv(G, O, W, Sums::Wide);
}

} // namespace hexloom
