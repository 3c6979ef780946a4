// Pools and means on planes: see runtime/include/hexloom/swiftdsp/pool.h.
#include "plans/windows/Pool.h"
#include "plans/swiftdsp/Planes.h"
#include "plans/windows/Reduce.h"

#include <algorithm>

namespace hexloom {

using namespace swiftdsp_cost;

static std::string planesProblem(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0);
  if (In.Type != DType::Int8)
    return "serves int8 only";
  if (In.isConst() || In.elements() == 0 || G.out(O, 0).elements() == 0)
    return "nothing is computed, or of a constant";
  return layoutFits(In, Layout::PlanesMargin) ? "" : "the input does not fit into planes";
}

static std::string maxPoolProblem(const Graph &G, const Op &O) {
  if (const std::string Problem = poolProblem(G, O); !Problem.empty())
    return Problem;
  if (const std::string Problem = planesProblem(G, O); !Problem.empty())
    return Problem;
  const WindowShape S = windowOf(G, O);
  if (S.StrideH != S.StrideW || S.StrideH > 2 || S.KernelH > 8 || S.KernelW > 8)
    return "serves strides of 1 and 2 and windows up to 8x8 only";
  const Reach Rows{S.In.H, S.Out.H, S.KernelH, S.StrideH, S.PadTop}, Columns{S.In.W, S.Out.W, S.KernelW, S.StrideW, S.PadLeft};
  if (!Rows.inMargins() || !Columns.inMargins())
    return "windows leave the image by more than a pixel";
  return layoutFits(G.out(O, 0), Layout::PlanesMargin) && tilesFit(G.out(O, 0), S.Out.W, false) ? "" : "a row is wider than a plane";
}

void planMaxPoolPlanes(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = maxPoolProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const WindowShape S = windowOf(G, O);
  const double Rows = double(S.Out.N) * S.Out.C * S.Out.H, Vectors = Rows * ceilOf(S.Out.W, kVectorBytes);
  const Cost Stored = PoolStore + double(S.taps()) * PoolWindow;
  Plans.add(O, Layout::PlanesMargin, Layer + Rows * PoolRow + Vectors * Stored + marginCost(G.in(O, 0)));
}

void emitMaxPoolPlanes(const Graph &G, const Op &O, LayerWriter &W) {
  const WindowShape S = windowOf(G, O);
  const PlaneMap From = planesOf(G.in(O, 0)), To = planesOf(G.out(O, 0));
  const Range Bounds = activationRange(G.out(O, 0), O.s(Attr::Activation));
  W.body("pool.h");
  emitMargins(G.in(O, 0), W.input(0), typeRange(DType::Int8).Min, W);
  W.structure("hl_sd_max_pool", "p",
              {field("planes", int64_t(S.In.N) * S.In.C), field("kernel_height", S.KernelH), field("kernel_width", S.KernelW),
               field("stride", S.StrideH), field("in_pitch", From.Pitch), field("in_plane", From.Plane),
               field("in_first", From.First - S.PadTop * From.Pitch - S.PadLeft), field("out_pitch", To.Pitch),
               field("out_plane", To.Plane), field("out_first", To.First), field("out_height", S.Out.H), field("out_width", S.Out.W),
               field("min", Bounds.Min), field("max", Bounds.Max)});
  W.line(strf("hl_sd_max_pool_2d(&p, %s, out0);", W.input(0).c_str()));
}

/// Whether MEAN or SUM is over height and width, and nothing else that has several elements.
static bool reducesImages(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0);
  if (In.rank() != 4)
    return false;
  const std::vector<int64_t> &Axes = O.ints(Attr::Axes);
  const auto Has = [&](int64_t Axis) { return std::count(Axes.begin(), Axes.end(), Axis) > 0; };
  return Has(1) && Has(2) && !Has(0) && !Has(3);
}

static std::string imagesProblem(const Graph &G, const Op &O) {
  if (const std::string Problem = planesProblem(G, O); !Problem.empty())
    return Problem;
  if (O.Kind != OpKind::AveragePool2D) {
    if (const std::string Problem = reduceProblem(G, O); !Problem.empty())
      return Problem;
    return reducesImages(G, O) ? "" : "does not reduce images to a value for each channel";
  }
  if (const std::string Problem = poolProblem(G, O); !Problem.empty())
    return Problem;
  const WindowShape S = windowOf(G, O);
  const bool Whole = S.Out.H == 1 && S.Out.W == 1 && S.PadTop == 0 && S.PadLeft == 0 && S.KernelH >= S.In.H && S.KernelW >= S.In.W;
  return Whole ? "" : "the window is not the whole image";
}

void planImages(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = imagesProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Nhwc D = asNhwc(G.in(O, 0).Dims);
  const Cost Plane = SumPlane + double(D.H) * ceilOf(D.W, kVectorBytes) * SumVector;
  Plans.add({Layout::PlanesMargin}, {Layout::RowMajor}, Layer + double(D.N) * D.C * Plane);
}

void emitImages(const Graph &G, const Op &O, LayerWriter &W) {
  const Tensor &In = G.in(O, 0);
  const Nhwc D = asNhwc(In.Dims);
  const PlaneMap P = planesOf(In);
  W.body("pool.h");
  W.structure("hl_sd_images", "p",
              {field("planes", int64_t(D.N) * D.C), field("height", D.H), field("width", D.W), field("pitch", P.Pitch),
               field("plane", P.Plane), field("first", P.First)});
  if (O.Kind == OpKind::AveragePool2D) {
    const Range Bounds = activationRange(G.out(O, 0), O.s(Attr::Activation));
    return W.line(strf("hl_sd_average_images(&p, %d, %d, %s, out0);", Bounds.Min, Bounds.Max, W.input(0).c_str()));
  }
  W.structure("hl_reduce", "scale", reduceFields(G, O));
  W.line(strf("hl_sd_reduce_images(&p, &scale, %s, out0);", W.input(0).c_str()));
}

} // namespace hexloom
