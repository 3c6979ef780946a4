// CONV_2D of stride 1 on planes of four channels: hexloom/hvx/planes.h.
#include "plans/Strides.h"
#include "plans/products/Convolution.h"
#include "plans/products/PixelProduct.h"
#include "stages/StageText.h"
#include "support/Checked.h"

namespace hexloom {

namespace {

constexpr int kVector = 128, kPixels = 32;
constexpr int64_t kMostScratch = 256 << 10; ///< the taps of 64 pixels are to stay close

std::string shapeProblem(const ProductShape &S) {
  if (S.StrideH * S.StrideW > 1 || S.Groups > 1)
    return "the convolution has strides or groups";
  if (S.In.H != S.Out.H || S.In.W != S.Out.W)
    return "the image changes its size";
  return S.In.H > INT16_MAX || S.In.W > INT16_MAX ? "the image is too large for places of 16 bits" : "";
}

int vectorsOf(const ProductShape &S) { return checkedInt((int64_t(S.In.H) * S.In.W + kPixels - 1) / kPixels); }

int64_t scratchOf(const PixelProduct &P) { return int64_t(2) * P.Taps * P.Words * kVector; }

/// Row and column of each pixel; of those that pad a plane, none that an image has.
std::vector<int32_t> placesOf(const ProductShape &S) {
  std::vector<int32_t> Places(size_t(vectorsOf(S)) * kPixels, INT16_MIN * 65536);
  for (int Y = 0; Y < S.In.H; ++Y)
    for (int X = 0; X < S.In.W; ++X)
      Places[size_t(Y) * S.In.W + X] = Y << 16 | X;
  return Places;
}

Fields fieldsOf(const PixelProduct &P, const OutputStage &Stage) {
  const ProductShape &S = P.S;
  return {param("batches", S.In.N),           param("vectors", vectorsOf(S)),
          param("in_words", P.Words),         param("height", S.In.H),
          param("width", S.In.W),             param("in_zero", Stage.InZero),
          param("kernel_height", S.KernelH),  param("kernel_width", S.KernelW),
          param("dilation_height", S.DilationH), param("dilation_width", S.DilationW),
          param("pad_top", S.PadTop),         param("pad_left", S.PadLeft)};
}

Cost costOf(const PixelProduct &P) {
  using namespace product_cost;
  const Cost Turn = P.Taps * (PlanesTap + P.Words * PlanesWord) + turnCost(P);
  return VectorLayer + P.S.In.N * ((vectorsOf(P.S) + 1) / 2) * Turn;
}

} // namespace

void planPlanes(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = pixelProductProblem(G, O, shapeProblem); !Problem.empty())
    return Plans.reject(Problem);
  const PixelProduct P = pixelProductOf(G, O, Plans.wantedStage(O));
  if (!Plans.stage(O, P.Chosen))
    return;
  if (const std::string Problem = stageProblem(P); !Problem.empty())
    return Plans.reject(Problem);
  if (scratchOf(P) > kMostScratch)
    return Plans.reject(strf("64 pixels' windows take more than %lld bytes", static_cast<long long>(kMostScratch)));
  for (Layout L : planeLayouts())
    Plans.add({L, Layout::RowMajor, Layout::RowMajor}, {L}, costOf(P), pixelSchedule(P));
}

void emitPlanes(const Graph &G, const Op &O, LayerWriter &W) {
  const PixelProduct P = pixelProductOf(G, O, O.Schedule.Stage);
  checkObeyed(O, P.Chosen);
  const OutputStage Stage = outputStage(G, O);
  const Tensor &Filter = G.in(O, 1);
  const DType Type = G.in(O, 0).Type;
  W.body("planes.h");
  W.structure("hl_planes", "p", fieldsOf(P, Stage) + productFields(P, Stage, Type, "product."));
  W.line("const hl_pointwise_memory m = {");
  W.line("    .weights = " + W.blob(packWeights(P, Filter), "uint64_t", "filter, packed") + ",");
  W.line("    .stages = " + W.blobOf(packStages(P, Filter, Stage, Type), "HVX_Vector", "constants of the output stage") + ",");
  W.line("    .planes = (HVX_Vector *)" + W.scratch(scratchOf(P)) + ",");
  W.line("};");
  W.line(strf("hl_conv2d_planes(&p, &m, %s, (const uint8_t *)%s, (uint8_t *)%s);",
              W.blobOf(placesOf(P.S), "HVX_Vector", "rows and columns of pixels").c_str(), W.input(0).c_str(),
              W.output(0).c_str()));
}

} // namespace hexloom
