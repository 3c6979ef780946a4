// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DEPTHWISE_CONV_2D by the convolution instruction: see runtime/include/hexloom/swiftdsp/depthwise.h.
#include "plans/windows/Depthwise.h"
#include "plans/swiftdsp/Planes.h"

#include <algorithm>

namespace hexloom {

using namespace swiftdsp_cost;

namespace {

/// Output rows of a strip, which are the rows of the accumulators.
constexpr int kStrip = 4;

int stripRows(const WindowShape &S) { return std::min(kStrip, S.Out.H); }
int inputRows(const WindowShape &S) { return (stripRows(S) - 1) * S.StrideH + S.KernelH; }
int64_t vectors(const WindowShape &S) { return inputRows(S) * ceilOf(S.KernelW, 4); }

std::string problemOf(const Graph &G, const Op &O) {
  if (const std::string Problem = depthwiseTypeProblem(G, O); !Problem.empty())
    return Problem;
  if (const std::string Problem = operandProblem(G, O); !Problem.empty())
    return Problem;
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const WindowShape S = windowOf(G, O);
  if (S.StrideH != S.StrideW || S.StrideH > 2)
    return "serves strides of 1 and 2 only";
  if (S.DilationH != 1 || S.DilationW != 1)
    return "does not serve dilation";
  if (S.outputs() == 0)
    return "nothing is computed";
  if (G.in(O, 1).Quant.zeroPoint() != 0)
    return "the weights have a zero point";
  if (vectors(S) > 64)
    return "a strip has more than 64 vectors of weights";
  if (!Reaches(S).inMargins())
    return "windows leave the image by more than a pixel";
  if (!layoutFits(In, Layout::PlanesMargin) || !layoutFits(Out, Layout::PlanesMargin))
    return "a tensor is too large for planes";
  return tilesFit(Out, S.Out.W, false) ? "" : "a tile is wider than a plane";
}

std::vector<int8_t> packedWeights(const Graph &G, const Op &O) {
  const WindowShape S = windowOf(G, O);
  const DepthwiseWeights Weights(G, O);
  std::vector<int8_t> Packed;
  for (int C = 0; C < S.Out.C; ++C)
    for (int Row = 0; Row < inputRows(S); ++Row)
      for (int Kx = 0; Kx < S.KernelW; Kx += 4)
        for (int Out = 0; Out < kStrip; ++Out)
          for (int K = Kx; K < Kx + 4; ++K) {
            const int Ky = Row - Out * S.StrideH;
            Packed.push_back(Ky < 0 || Ky >= S.KernelH || K >= S.KernelW ? 0 : static_cast<int8_t>(Weights.at(Ky, K, C)));
          }
  return Packed;
}

} // namespace

void planDepthwisePlanes(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const WindowShape S = windowOf(G, O);
  const double Tiles = double(ceilOf(S.Out.H, kStrip)) * ceilOf(S.Out.W, kTilePixels), Planes = double(S.Out.N) * S.Out.C;
  const double Rows = double(stripRows(S)) / kStrip; // of a tile that are stored
  const Cost Each = S.StrideH == 1 ? Cost(Conv1) : Cost(Conv2);
  Plans.add(O, Layout::PlanesMargin,
            Layer + Planes * Tiles * (Rows * Tile + double(vectors(S)) * Each) + marginCost(G.in(O, 0), Reaches(S)));
}

void emitDepthwisePlanes(const Graph &G, const Op &O, LayerWriter &W) {
  const WindowShape S = windowOf(G, O);
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const PlaneMap From = planesOf(In), To = planesOf(Out);
  const DepthwiseScaling Scaling = depthwiseScaling(G, O);
  W.body("depthwise.h");
  emitMargins(In, Reaches(S), W.input(0), In.Quant.zeroPoint(), W);
  W.structure("hl_sd_depthwise", "p",
              {field("batches", S.In.N), field("depth", S.In.C), field("multiplier", S.Out.C / S.In.C),
               field("kernel_height", S.KernelH), field("kernel_width", S.KernelW), field("stride", S.StrideH),
               field("in_pitch", From.Pitch), field("in_plane", From.Plane),
               field("in_first", From.First - S.PadTop * From.Pitch - S.PadLeft), field("out_pitch", To.Pitch),
               field("out_plane", To.Plane), field("out_first", To.First), field("out_height", S.Out.H), field("out_width", S.Out.W),
               field("clamp", clampWord(Out.Quant.zeroPoint(), activationRange(Out, O.s(Attr::Activation))))});
  W.line(strf("hl_sd_depthwise_conv2d(&p, %s, %s,", W.input(0).c_str(),
              W.blobOf(packedWeights(G, O), "int8_t", "filter, packed").c_str()));
  W.line(strf("                       %s,", W.blobOf(foldedBias(G, O), "int32_t", "bias").c_str()));
  W.line(strf("                       %s, out0);",
              W.blobOf(scalePairs(Scaling.Multipliers, Scaling.Shifts, Scaling.Shifts.size()), "int32_t", "multipliers, shifts").c_str()));
}

} // namespace hexloom
