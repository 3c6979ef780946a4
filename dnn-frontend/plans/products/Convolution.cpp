// CONV_2D and FULLY_CONNECTED by vrmpy and vdmpy: hexloom/hvx/conv2d.h.
#include "plans/products/Convolution.h"
#include "plans/layout/Costs.h"
#include "plans/products/CoreCost.h"
#include "plans/products/Order.h"
#include "plans/Strides.h"
#include "stages/StageText.h"

#include <cstdlib>

namespace hexloom {

/// The values of an output channel's weights, less their zero point.
static std::vector<int> weightsOf(const Tensor &Filter, int Zero, int Output) {
  const int64_t Count = Filter.elements() / Filter.Dims[0];
  std::vector<int> Values;
  for (int64_t I = Output * Count; I < (Output + 1) * Count; ++I)
    Values.push_back(Filter.dataAs<int8_t>()[I] - Zero);
  return Values;
}

/// Why sums of int16 products cannot be kept in 32 bits and scaled by product.h's core, or "".
static std::string narrowProblem(const Graph &G, const Op &O) {
  const Tensor &Filter = G.in(O, 1);
  const OutputStage Stage = outputStage(G, O);
  for (int Output = 0; Output < Filter.Dims[0]; ++Output) {
    const int64_t Bias = Stage.Bias[Output];
    int64_t Most = Bias < -INT32_MAX || Bias > INT32_MAX ? int64_t(1) << 32 : std::abs(Bias);
    for (int Weight : weightsOf(Filter, Stage.FilterZero, Output))
      Most += 32768 * std::abs(Weight);
    if (Most > INT32_MAX)
      return strf("the sums of output channel %d may leave 32 bits", Output);
    if (Stage.Wide && Stage.Shifts[Output] >= 0 && Stage.Multipliers[Output])
      return strf("output channel %d is scaled by 1/2 or more", Output);
  }
  return "";
}

/// Why they cannot be kept in 48 bits, or "".
static std::string wideProblem(const Graph &G, const Op &O) {
  constexpr int64_t kMost = int64_t(1) << 46;
  for (int64_t Bias : outputStage(G, O).Bias)
    if (Bias > kMost || Bias < -kMost)
      return "a bias leaves 46 bits";
  return G.in(O, 1).elements() / G.in(O, 1).Dims[0] >= (1 << 24) ? "sums may leave 46 bits" : "";
}

int mostWords(const Graph &G, const Op &O) {
  const Tensor &Filter = G.in(O, 1);
  const int Zero = outputStage(G, O).FilterZero;
  int Largest = 1;
  for (int Output = 0; Output < Filter.Dims[0]; ++Output)
    for (int Weight : weightsOf(Filter, Zero, Output))
      Largest = std::max(Largest, std::abs(Weight));
  return INT32_MAX / 32768 / Largest / 4 * 2; // pairs of words of two weights each
}

static int elementBytes(const Graph &G, const Op &O) {
  return static_cast<int>(bytesOf(G.in(O, 0).Type));
}

bool hasPixelSums(const Graph &G, const Op &O) {
  return G.in(O, 0).Type == DType::Int8 ||
         (G.in(O, 0).Type == DType::UInt8 && outputStage(G, O).FilterZero != 0);
}

std::string vectorProductProblem(const Graph &G, const Op &O, Sums Kind) {
  const int ElementBytes = Kind == Sums::OfBytes ? 1 : 2;
  if (const std::string Problem = productProblem(G, O); !Problem.empty())
    return Problem;
  if (elementBytes(G, O) != ElementBytes)
    return std::string("does not serve activations of type ") + text(G.in(O, 0).Type);
  if (!G.in(O, 1).isConst())
    return "the filter is not a constant";
  const ProductShape S = productShape(G, O);
  if (S.outputs() == 0 || S.depth() == 0 || G.in(O, 0).elements() == 0)
    return "an operand is empty";
  return Kind == Sums::Narrow ? narrowProblem(G, O) : Kind == Sums::Wide ? wideProblem(G, O) : "";
}

Fields productFields(const View &V, const PackedProduct &P, const OutputStage &Stage, DType Type) {
  const auto Words = [](const std::vector<Run> &Runs) {
    return Runs.empty() ? 0 : Runs[0].words();
  };
  const int Blocks = V.outBlocks();
  const bool Window = V.Shape.KernelH * V.Shape.KernelW > 1;
  const Fields Core = {
      {"product.type", hlType(Type)},
      {"product.wide", cBool(Stage.Wide)},
      param("product.pixel_bytes", V.Shape.StrideW * V.PixelBytes),
      param("product.pixel_step", V.Shape.StrideW),
      {"product.aligned8", cBool(V.Aligned8)},
      param("product.full_runs", static_cast<int64_t>(V.Full.size())),
      param("product.full_words", Words(V.Full)),
      param("product.tail_runs", static_cast<int64_t>(V.Tail.size())),
      param("product.tail_words", Words(V.Tail)),
      param("product.run_stride", runStride(V)),
      param("product.blocks", Blocks),
      param("product.group_blocks", V.Groups > 1 ? V.GroupOutputs / 32 : Blocks),
      param("product.group_bytes", V.GroupBytes),
      param("product.group_sums", Window ? V.SumsWidth : V.sumsPlane()),
      param("product.row_bytes", V.outWidth4() * 32),
      {"product.has_sums", cBool(P.StoredZero != 0)},
      {"product.right_only", cBool(P.RightOnly)},
      param("product.out_zero", Stage.OutZero),
      param("product.min", Stage.Bounds.Min),
      param("product.max", Stage.Bounds.Max),
      param("product.sum_runs", V.sumRuns()),
      param("product.parts", 1),
      param("product.tile", V.Tile),
      param("product.unroll", V.Unroll),
      {"product.near", cBool(P.Near)}};
  return Core + stageFields(P.Kind, "product.stage.");
}

static Layout layoutOf(bool Blocked) { return Blocked ? blockedLayouts()[0] : Layout::RowMajor; }

Fields convolutionFields(const View &V, const PackedProduct &P, const OutputStage &Stage) {
  const ProductShape &S = V.Shape;
  const Fields Own = {
          param("batches", S.Out.N),
          param("in_height", S.In.H),
          param("in_width", S.In.W),
          param("in_zero", Stage.InZero),
          param("out_height", S.Out.H),
          param("out_width", S.Out.W),
          {"copied", cBool(V.Copied)},
          param("image_height", V.Height),
          param("image_width", V.Width),
          param("image_blocks", V.Blocks),
          param("image_row_bytes", V.RowBytes),
          param("image_pixel_bytes", V.PixelBytes),
          param("pad_top", S.PadTop),
          param("pad_left", S.PadLeft),
          param("spread", V.Spread),
          param("kernel_height", S.KernelH),
          param("kernel_width", S.KernelW),
          param("stride_height", S.StrideH),
          param("dilation_height", S.DilationH),
          param("dilation_width", S.DilationW),
          param("groups", V.Groups),
          param("sums_rows", V.SumsRows),
          param("sums_pixels", V.SumsPixels),
          param("sums_width", V.SumsWidth),
          param("sums_plane", V.sumsPlane()),
          param("sums_blocks", V.InBlocked ? V.Blocks / V.Groups : V.Blocks),
          param("weight_zero", P.StoredZero),
          {"blocks_outside", cBool(V.BlocksOutside)}};
  return Own + strideFields("in.", layoutOf(V.InBlocked), S.In, V.ElementBytes) +
         strideFields("out.", layoutOf(V.OutBlocked), S.Out, V.ElementBytes);
}

namespace {

Cost sumsCost(const View &V) {
  const ProductShape &S = V.Shape;
  const int Taps = S.KernelH * S.KernelW, Blocks = V.InBlocked ? V.Blocks / V.Groups : 1;
  const Cost Sums = pixelSumsCost(double(V.SumsRows) * V.Groups, V.SumsPixels, V.PixelBytes, Blocks);
  return Taps > 1 ? Sums + windowSumsCost(double(S.Out.H) * V.Groups, V.Width, Taps) : Sums;
}

Cost costOf(const View &V, bool HasSums) {
  using namespace product_cost;
  const ProductShape &S = V.Shape;
  Cost PerBatch = S.Out.H * rowCost(V);
  if (V.Copied)
    PerBatch += imageCost(V);
  if (HasSums)
    PerBatch += sumsCost(V);
  if (!V.OutBlocked)
    PerBatch += unblockingCost({1, S.Out.H, S.Out.W, S.Out.C * V.ElementBytes});
  return VectorLayer + S.Out.N * PerBatch;
}

void emitMemory(const View &V, const PackedProduct &P, LayerWriter &W) {
  constexpr int kSlack = 256; // copies reach behind their last row
  W.line("const hl_conv2d_memory m = {");
  const auto Member = [&](const char *Name, const std::string &Value) {
    W.line(strf("    .%s = %s,", Name, Value.c_str()));
  };
  Member("offsets", W.blobOf(P.Offsets, "int32_t", "offsets of the runs"));
  Member("weights", W.blob(P.Weights, "HVX_Vector", "filter, packed"));
  Member("stages", W.blobOf(P.Stages, V.MostWords ? "hl_wide_stage" : "HVX_Vector",
                            "constants of the output stage"));
  if (P.StoredZero) {
    // Window sums read as far behind their row, and merged loads further (HL_LOAD_SLACK).
    const int64_t Reach = 96 + (V.Shape.KernelW - 1) * V.Shape.DilationW;
    Member("ones", W.blobOf(P.Ones, "HVX_Vector", "channels that count"));
    Member("sums", "(int32_t *)" + W.scratch((int64_t(V.Groups) * V.sumsPlane() + Reach) * 4));
    if (V.Shape.KernelH * V.Shape.KernelW > 1)
      Member("window_sums", "(int32_t *)" + W.scratch(int64_t(V.Groups) * V.SumsWidth * (V.BlocksOutside ? V.Shape.Out.H : 1) * 4));
  }
  if (V.Copied) {
    if (V.Spread)
      Member("spread", W.blobOf(P.Spread, "HVX_Vector", "from dense pixels to words"));
    Member("image", W.scratch(V.imageBytes() + kSlack));
  }
  if (!V.OutBlocked)
    Member("row", W.scratch(int64_t(V.outBlocks()) * V.outWidth4() * 32 * V.ElementBytes));
  W.line("};");
}

void planProduct(const Graph &G, const Op &O, PlanList &Plans, Sums Kind) {
  if (const std::string Problem = vectorProductProblem(G, O, Kind); !Problem.empty())
    return Plans.reject(Problem);
  const int ElementBytes = elementBytes(G, O), Words = Kind == Sums::Wide ? mostWords(G, O) : 0;
  const bool HasSums = hasPixelSums(G, O);
  const Stage Chosen = chosenStage(G, O, Plans.wantedStage(O));
  if (Kind == Sums::OfBytes && !Plans.stage(O, Chosen))
    return;
  for (const auto &[In, Out] : productLayouts(ElementBytes)) {
    const bool InBlocked = isBlocked(In), OutBlocked = isBlocked(Out);
    const std::optional<ProductShape> S = blockedShape(G, O, InBlocked, OutBlocked);
    if (!S) {
      Plans.reject(strf("%s -> %s: the rows are not the pixels of the depth-blocked side", text(In),
                        text(Out)));
      continue;
    }
    View V = viewOf(*S, InBlocked, OutBlocked, ElementBytes, Words);
    V.Output = Chosen.Kind;
    for (int Tile : tilesFor(V.Shape.Out.W, Kind == Sums::Wide)) {
      V.Tile = Tile;
      for (int Unroll : unrollsFor(V)) {
        V.Unroll = Unroll;
        Schedule Each = productSchedule(instructionOf(G.in(O, 0).Type), Tile, Unroll);
        for (const char *Order : ordersFor(V)) {
          Each.Order = Order;
          V.BlocksOutside = Order == std::string(kBlocksOutside);
          Plans.add({In, Layout::RowMajor, Layout::RowMajor}, {Out}, costOf(V, HasSums).through(trafficOf(V, Order)), Each);
        }
      }
    }
  }
}

void emitProduct(const Graph &G, const Op &O, LayerWriter &W, Sums Kind) {
  const OutputStage Stage = outputStage(G, O);
  const bool InBlocked = isBlocked(G.in(O, 0).Layout), OutBlocked = isBlocked(G.out(O, 0).Layout);
  const ProductShape S = blockedShape(G, O, InBlocked, OutBlocked).value();
  View V = viewOf(S, InBlocked, OutBlocked, elementBytes(G, O),
                  Kind == Sums::Wide ? mostWords(G, O) : 0);
  V.Tile = tilePixels(O);
  V.Unroll = unrolledWords(O);
  V.BlocksOutside = blocksAreOutside(O);
  const hexloom::Stage Chosen = chosenStage(G, O, O.Schedule.Stage);
  checkObeyed(O, Chosen);
  const PackedProduct P = packProduct(V, G.in(O, 1), Stage, Chosen);
  W.body("conv2d.h");
  W.structure("hl_conv2d_hvx", "p",
              productFields(V, P, Stage, G.in(O, 0).Type) + convolutionFields(V, P, Stage));
  emitMemory(V, P, W);
  W.line(strf("hl_conv2d_vrmpy(&p, &m, (const uint8_t *)%s, (uint8_t *)%s);", W.input(0).c_str(),
              W.output(0).c_str()));
}

} // namespace

std::vector<std::pair<Layout, Layout>> productLayouts(int ElementBytes) {
  if (ElementBytes != 1)
    return {{Layout::RowMajor, Layout::RowMajor}};
  std::vector<Layout> Layouts = blockedLayouts();
  Layouts.insert(Layouts.begin(), Layout::RowMajor);
  std::vector<std::pair<Layout, Layout>> Pairs;
  for (Layout In : Layouts)
    for (Layout Out : Layouts)
      Pairs.push_back({In, Out});
  return Pairs;
}

void planProductVrmpy(const Graph &G, const Op &O, PlanList &Plans) {
  planProduct(G, O, Plans, Sums::OfBytes);
}
void planProductVdmpy(const Graph &G, const Op &O, PlanList &Plans) {
  planProduct(G, O, Plans, Sums::Narrow);
}
void planProductVdmpyWide(const Graph &G, const Op &O, PlanList &Plans) {
  planProduct(G, O, Plans, Sums::Wide);
}
void emitProductVrmpy(const Graph &G, const Op &O, LayerWriter &W) {
  emitProduct(G, O, W, Sums::OfBytes);
}
void emitProductVdmpy(const Graph &G, const Op &O, LayerWriter &W) {
  emitProduct(G, O, W, Sums::Narrow);
}
void emitProductVdmpyWide(const Graph &G, const Op &O, LayerWriter &W) {
  emitProduct(G, O, W, Sums::Wide);
}

} // namespace hexloom
