// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CONV_2D and FULLY_CONNECTED by vrmpy and vdmpy: WeightsNest.h.
#include "plans/products/Convolution.h"
#include "plans/Strides.h"
#include "plans/layout/Costs.h"
#include "plans/products/CoreCost.h"
#include "plans/products/ImageCost.h"
#include "plans/products/Order.h"
#include "plans/products/RowAxes.h"
#include "plans/products/WeightsNest.h"
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

/// Why sums of int16 products cannot be kept in 48 bits, or "".
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
  return is8Bit(G.in(O, 0).Type) && storedZero(G.in(O, 1).Type, outputStage(G, O)) != 0;
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

Fields productFields(const View &V, const PackedProduct &P, const OutputStage &Stage, DType Type, const std::string &Prefix) {
  const auto Words = [](const std::vector<Run> &Runs) { return Runs.empty() ? 0 : Runs[0].words(); };
  Fields Core = {{"type", hlType(Type)},
                 {"wide", cBool(Stage.Wide)},
                 param("pixel_bytes", V.Shape.StrideW * V.PixelBytes),
                 param("pixel_step", V.Shape.StrideW),
                 {"aligned8", cBool(V.Aligned8)},
                 param("full_runs", static_cast<int64_t>(V.Full.size())),
                 param("full_words", Words(V.Full)),
                 param("tail_runs", static_cast<int64_t>(V.Tail.size())),
                 param("tail_words", Words(V.Tail)),
                 param("run_stride", runStride(V)),
                 param("row_bytes", V.outWidth4() * 32),
                 {"has_sums", cBool(P.StoredZero != 0)},
                 {"right_only", cBool(P.RightOnly)},
                 param("out_zero", Stage.OutZero),
                 param("min", Stage.Bounds.Min),
                 param("max", Stage.Bounds.Max),
                 param("sum_runs", V.sumRuns()),
                 param("parts", V.Parts),
                 param("tile", V.Tile),
                 param("unroll", V.Unroll),
                 {"near", cBool(P.Near)}};
  for (auto &[Name, Value] : Core)
    Name = Prefix + Name;
  return Core + stageFields(P.Kind, (Prefix + "stage.").c_str());
}

namespace {

Cost sumsCost(const View &V) {
  const ProductShape &S = V.Shape;
  const int Taps = S.KernelH * S.KernelW;
  if (Taps == 1)
    return imageSumsCost(V);
  return imageSumsCost(V) + (V.FlatWindows ? windowSumsCost(V.Groups, V.flatWindows(), Taps)
                                                : windowSumsCost(double(S.Out.H) * V.Groups, V.windowWidth(), Taps));
}

Cost costOf(const View &V, bool HasSums) {
  using namespace product_cost;
  const ProductShape &S = V.Shape;
  Cost PerBatch = S.Out.H * rowCost(V) + imageCost(V);
  if (HasSums)
    PerBatch += sumsCost(V);
  if (!V.OutBlocked && !V.Across)
    PerBatch += unblockingCost({1, S.Out.H, S.Out.W, S.Out.C * V.ElementBytes});
  return VectorLayer + S.Out.N * PerBatch;
}

/// The operator as such a product; its layouts must serve (blockedShape).
RowProduct rowProduct(const Graph &G, const Op &O, Layout In, Layout Out, Sums Kind, const StageKind &Output) {
  const bool InBlocked = isBlocked(In), OutBlocked = isBlocked(Out);
  const ProductShape S = blockedShape(G, O, InBlocked, OutBlocked).value();
  const int ElementBytes = elementBytes(G, O), MostWords = Kind == Sums::Wide ? mostWords(G, O) : 0;
  RowProduct P = {instructionOf(G.in(O, 0).Type), hasPixelSums(G, O), Kind == Sums::OfBytes, Kind == Sums::Wide, {}};
  P.Lengths = rowLengths(S, InBlocked, OutBlocked);
  P.InRows = [=](int32_t Length) {
    View V = viewOf(Length ? inRows(S, Length) : S, InBlocked, OutBlocked, ElementBytes, MostWords);
    V.Output = Output;
    return V;
  };
  return P;
}

void planProduct(const Graph &G, const Op &O, PlanList &Plans, Sums Kind) {
  if (const std::string Problem = vectorProductProblem(G, O, Kind); !Problem.empty())
    return Plans.reject(Problem);
  const Stage Chosen = chosenStage(G, O, Plans.stageSearch(O));
  if (Kind == Sums::OfBytes && !Plans.stage(O, Chosen))
    return;
  for (const auto &[In, Out] : productLayouts(elementBytes(G, O))) {
    const std::optional<ProductShape> S = blockedShape(G, O, isBlocked(In), isBlocked(Out));
    if (!S) {
      Plans.reject(strf("%s -> %s: the rows are not the pixels of the depth-blocked side", text(In),
                        text(Out)));
      continue;
    }
    RowProduct Product = rowProduct(G, O, In, Out, Kind, Chosen.Kind);
    Plans.addPoints(rowAxes(Kind), Product, O, [&, In = In, Out = Out](const RowProduct &P, const Schedule &How) {
      const View &V = P.Image;
      Plans.add({In, Layout::RowMajor, Layout::RowMajor}, {Out}, costOf(V, P.HasSums).through(trafficOf(V, How.Order)), How);
      if (V.Groups != S->Groups)
        Plans.repeats(V.packedBytes());
    });
  }
}

void emitProduct(const Graph &G, const Op &O, LayerWriter &W, Sums Kind) {
  const OutputStage Stage = outputStage(G, O);
  const hexloom::Stage Chosen = chosenStage(G, O, W.stageSearch());
  checkObeyed(O, Chosen);
  RowProduct Product = rowProduct(G, O, G.in(O, 0).Layout, G.out(O, 0).Layout, Kind, Chosen.Kind);
  obey(rowAxes(Kind), Product, O.Schedule);
  const PackedProduct P = packProduct(Product.Image, G.in(O, 1), Stage, Chosen);
  WeightsNest(Product.Image, P, Stage, G.in(O, 0).Type, W).write();
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
