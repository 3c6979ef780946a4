// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CONV_2D by the convolution instruction: see runtime/include/hexloom/swiftdsp/conv2d.h.
#include "plans/products/Products.h"
#include "plans/swiftdsp/Planes.h"

#include <algorithm>

namespace hexloom {

using namespace swiftdsp_cost;

namespace {

/// The shape without dilation: the window between its taps becomes part of the kernel, with zeros.
ProductShape spreadShape(const Graph &G, const Op &O) {
  ProductShape S = productShape(G, O);
  S.KernelH = (S.KernelH - 1) * S.DilationH + 1;
  S.KernelW = (S.KernelW - 1) * S.DilationW + 1;
  return S;
}

/// How the kernel sees the operator.
struct Tiles {
  ProductShape Shape; ///< spread
  bool Points = false, Flat = false;
  PlaneMap In, Out;   ///< In: of the copy, if there is one
  int64_t First = 0;  ///< of the first output's window
  int rows() const { return Flat ? 1 : Shape.Out.H; }
  int64_t columns() const { return Flat ? (Shape.Out.H - 1) * Out.Pitch + Shape.Out.W : Shape.Out.W; }
  int64_t vectors() const { ///< of weights for four channels
    return Points ? ceilOf(Shape.In.C, 4) : int64_t(Shape.In.C) * Shape.KernelH * ceilOf(Shape.KernelW, 4);
  }
};

std::string problemOf(const Graph &G, const Op &O) {
  if (const std::string Problem = productProblem(G, O); !Problem.empty())
    return Problem;
  if (const std::string Problem = operandProblem(G, O); !Problem.empty())
    return Problem;
  const ProductShape S = spreadShape(G, O);
  if (S.StrideH != S.StrideW || S.StrideH > 2)
    return "serves strides of 1 and 2 only";
  if (S.Groups != 1)
    return "does not serve groups";
  if (S.outputs() == 0 || S.depth() == 0)
    return "nothing is computed";
  if (S.KernelH * ceilOf(S.KernelW, 4) > 64)
    return "the window has more than 64 vectors of weights";
  return "";
}

Tiles onPlanes(const Graph &G, const Op &O, bool Points) {
  Tiles T{spreadShape(G, O), Points, false, planesOf(G.in(O, 0)), planesOf(G.out(O, 0)), 0};
  T.Flat = T.Shape.StrideH == 1 && T.In.Pitch == T.Out.Pitch;
  T.First = T.In.First - T.Shape.PadTop * T.In.Pitch - T.Shape.PadLeft;
  return T;
}

Tiles onCopy(const Graph &G, const Op &O) {
  Tiles T{spreadShape(G, O), false, false, {}, planesOf(G.out(O, 0)), 0};
  const ProductShape &S = T.Shape;
  T.In.Pitch = (S.Out.W - 1) * S.StrideW + S.KernelW;
  T.In.Plane = ceilOf(((S.Out.H - 1) * S.StrideH + S.KernelH) * T.In.Pitch, kVectorBytes) * kVectorBytes;
  T.In.First = S.PadTop * T.In.Pitch + S.PadLeft;
  return T;
}

/// Vectors behind the last plane may be read.
int64_t copyBytes(const Tiles &T) { return int64_t(T.Shape.In.N) * T.Shape.In.C * T.In.Plane + 64; }

Cost costOf(const Tiles &T) {
  const ProductShape &S = T.Shape;
  const double Tiles = double(T.rows()) * ceilOf(T.columns(), kTilePixels), Groups = double(S.Out.N) * ceilOf(S.Out.C, kTileChannels);
  const Cost Each = T.Points ? Cost(swiftdsp_cost::Points) : S.StrideH == 1 ? Cost(Conv1) : Cost(Conv2);
  return Layer + Groups * (Group + Tiles * (Tile + double(T.vectors()) * Each));
}

std::string misfit(const Graph &G, const Op &O, const Tiles &T) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if (!layoutFits(In, Layout::PlanesMargin) || !layoutFits(Out, Layout::PlanesMargin))
    return "a tensor is too large for planes";
  return tilesFit(Out, T.Shape.Out.W, T.Flat) ? "" : "a tile is wider than a plane";
}

int weightAt(const Tensor &Filter, const ProductShape &S, int O, int Ky, int Kx, int C) {
  if (O >= S.Out.C || Kx >= S.KernelW || C >= S.In.C || Ky % S.DilationH || Kx % S.DilationW)
    return 0;
  const size_t Height = (S.KernelH - 1) / S.DilationH + 1, Width = (S.KernelW - 1) / S.DilationW + 1;
  return Filter.dataAs<int8_t>()[((O * Height + Ky / S.DilationH) * Width + Kx / S.DilationW) * S.In.C + C];
}

std::vector<int8_t> packedWeights(const Tensor &Filter, const Tiles &T) {
  const ProductShape &S = T.Shape;
  std::vector<int8_t> Packed;
  for (int Group = 0; Group < S.Out.C; Group += kTileChannels)
    for (int C = 0; C < S.In.C; C += T.Points ? 4 : 1)
      for (int Ky = 0; Ky < S.KernelH; ++Ky)
        for (int Kx = 0; Kx < S.KernelW; Kx += 4)
          for (int O = 0; O < kTileChannels; ++O)
            for (int K = 0; K < 4; ++K)
              Packed.push_back(static_cast<int8_t>(T.Points ? weightAt(Filter, S, Group + O, 0, 0, C + K)
                                                            : weightAt(Filter, S, Group + O, Ky, Kx + K, C)));
  return Packed;
}

std::vector<int32_t> biasesOf(const Tensor &Filter, const Tiles &T, const OutputStage &Stage) {
  const ProductShape &S = T.Shape;
  const int64_t Depth = Filter.elements() / S.Out.C;
  std::vector<int32_t> Biases(ceilOf(S.Out.C, kTileChannels) * kTileChannels, 0);
  for (int O = 0; O < S.Out.C; ++O) {
    int64_t Sum = 0;
    for (int64_t I = O * Depth; I < (O + 1) * Depth; ++I)
      Sum += Filter.dataAs<int8_t>()[I];
    Biases[O] = static_cast<int32_t>(Stage.Bias[O] - Stage.InZero * Sum);
  }
  return Biases;
}

void emitTiles(const Graph &G, const Op &O, const Tiles &T, const std::string &In, LayerWriter &W) {
  const ProductShape &S = T.Shape;
  const OutputStage Stage = outputStage(G, O);
  const Tensor &Filter = G.in(O, 1);
  W.structure("hl_sd_conv", "p",
              {field("batches", S.In.N), field("depth", S.In.C), field("out_depth", S.Out.C), field("kernel_height", S.KernelH),
               field("kernel_width", S.KernelW), field("stride", S.StrideH), field("pointwise", T.Points),
               field("in_pitch", T.In.Pitch), field("in_plane", T.In.Plane), field("in_first", T.First),
               field("out_pitch", T.Out.Pitch), field("out_plane", T.Out.Plane), field("out_first", T.Out.First),
               field("rows", T.rows()), field("columns", T.columns()), field("clamp", clampWord(Stage.OutZero, Stage.Bounds))});
  const std::vector<int32_t> Biases = biasesOf(Filter, T, Stage);
  W.line(strf("hl_sd_conv2d(&p, %s, %s,", In.c_str(), W.blobOf(packedWeights(Filter, T), "int8_t", "filter, packed").c_str()));
  W.line(strf("             %s,", W.blobOf(Biases, "int32_t", "bias").c_str()));
  W.line(strf("             %s, out0);",
              W.blobOf(scalePairs(Stage.Multipliers, Stage.Shifts, Biases.size()), "int32_t", "multipliers, shifts").c_str()));
}

bool isPointwise(const ProductShape &S) {
  return S.KernelH == 1 && S.KernelW == 1 && S.StrideH == 1 && S.PadTop == 0 && S.PadLeft == 0;
}

void planOnPlanes(const Graph &G, const Op &O, bool Points, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const ProductShape S = spreadShape(G, O);
  if (Points && !isPointwise(S))
    return Plans.reject("serves 1x1 with stride 1 only");
  const Reaches Windows(S);
  if (!Windows.inMargins())
    return Plans.reject("windows leave the image by more than a pixel");
  const Tiles T = onPlanes(G, O, Points);
  if (const std::string Problem = misfit(G, O, T); !Problem.empty())
    return Plans.reject(Problem);
  Plans.add(O, Layout::PlanesMargin, costOf(T) + marginCost(G.in(O, 0), Windows));
}

} // namespace

void planConvPlanes(const Graph &G, const Op &O, PlanList &Plans) { planOnPlanes(G, O, false, Plans); }
void planConvPoints(const Graph &G, const Op &O, PlanList &Plans) { planOnPlanes(G, O, true, Plans); }

void emitConvPlanes(const Graph &G, const Op &O, LayerWriter &W) {
  const Tiles T = onPlanes(G, O, O.Kernel == "conv2d_vconv_points");
  W.body("conv2d.h");
  emitMargins(G.in(O, 0), Reaches(T.Shape), W.input(0), G.in(O, 0).Quant.zeroPoint(), W);
  emitTiles(G, O, T, W.input(0), W);
}

void planConvCopied(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Tiles T = onCopy(G, O);
  if (const std::string Problem = misfit(G, O, T); !Problem.empty())
    return Plans.reject(Problem);
  if (copyBytes(T) > 1 << 30)
    return Plans.reject("the copy is too large");
  const double Bytes = double(G.in(O, 0).elements());
  Plans.add({Layout::RowMajor, Layout::RowMajor, Layout::RowMajor}, {Layout::PlanesMargin},
            costOf(T) + Bytes * SpreadByte + double(copyBytes(T)) / kVectorBytes * MarginVector);
}

void emitConvCopied(const Graph &G, const Op &O, LayerWriter &W) {
  const Tiles T = onCopy(G, O);
  const ProductShape &S = T.Shape;
  const std::string Copy = "(int8_t *)" + W.scratch(copyBytes(T));
  W.body("conv2d.h");
  W.structure("hl_sd_spread", "copy",
              {field("batches", S.In.N), field("in_height", S.In.H), field("in_width", S.In.W), field("depth", S.In.C),
               field("height", std::min<int64_t>(S.In.H, T.In.Plane / T.In.Pitch - S.PadTop)),
               field("width", std::min<int64_t>(S.In.W, T.In.Pitch - S.PadLeft)), field("pitch", T.In.Pitch),
               field("plane", T.In.Plane), field("first", T.In.First), field("bytes", copyBytes(T))});
  W.line(strf("hl_sd_spread_planes(&copy, %s, %s, %d);", W.input(0).c_str(), Copy.c_str(), G.in(O, 0).Quant.zeroPoint()));
  emitTiles(G, O, T, Copy, W);
}

} // namespace hexloom
