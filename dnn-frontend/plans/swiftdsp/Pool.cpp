// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
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

/// Why a maximum or average pool of these windows is not served; empty: it is.
static std::string windowsProblem(const Graph &G, const Op &O) {
  if (const std::string Problem = poolProblem(G, O); !Problem.empty())
    return Problem;
  if (const std::string Problem = planesProblem(G, O); !Problem.empty())
    return Problem;
  const WindowShape S = windowOf(G, O);
  if (S.StrideH != S.StrideW || S.StrideH > 2 || S.KernelH > 8 || S.KernelW > 8)
    return "serves strides of 1 and 2 and windows up to 8x8 only";
  if (!Reaches(S).inMargins())
    return "windows leave the image by more than a pixel";
  return layoutFits(G.out(O, 0), Layout::PlanesMargin) && tilesFit(G.out(O, 0), S.Out.W, false) ? "" : "a row is wider than a plane";
}

/// Store: of 16 outputs; Window: of each place of their windows.
static void planPool(const Graph &G, const Op &O, PlanList &Plans, const Cost &Store, const Cost &Window) {
  if (const std::string Problem = windowsProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const WindowShape S = windowOf(G, O);
  const double Rows = double(S.Out.N) * S.Out.C * S.Out.H, Vectors = Rows * ceilOf(S.Out.W, kVectorBytes);
  const Cost Stored = Store + double(S.taps()) * Window;
  Plans.add(O, Layout::PlanesMargin, Layer + Rows * PoolRow + Vectors * Stored + marginCost(G.in(O, 0), Reaches(S)));
}

void planMaxPoolPlanes(const Graph &G, const Op &O, PlanList &Plans) { planPool(G, O, Plans, PoolStore, PoolWindow); }

/// "p"; margins that change no result are set.
static void emitPool(const Graph &G, const Op &O, LayerWriter &W, int Margin) {
  const WindowShape S = windowOf(G, O);
  const PlaneMap From = planesOf(G.in(O, 0)), To = planesOf(G.out(O, 0));
  const Range Bounds = activationRange(G.out(O, 0), O.s(Attr::Activation));
  W.body("pool.h");
  emitMargins(G.in(O, 0), Reaches(S), W.input(0), Margin, W);
  W.structure("hl_sd_pool", "p",
              {field("planes", int64_t(S.In.N) * S.In.C), field("kernel_height", S.KernelH), field("kernel_width", S.KernelW),
               field("stride", S.StrideH), field("in_pitch", From.Pitch), field("in_plane", From.Plane),
               field("in_first", From.First - S.PadTop * From.Pitch - S.PadLeft), field("out_pitch", To.Pitch),
               field("out_plane", To.Plane), field("out_first", To.First), field("out_height", S.Out.H), field("out_width", S.Out.W),
               field("min", Bounds.Min), field("max", Bounds.Max)});
}

void emitMaxPoolPlanes(const Graph &G, const Op &O, LayerWriter &W) {
  emitPool(G, O, W, typeRange(DType::Int8).Min);
  W.line(strf("hl_sd_max_pool_2d(&p, %s, out0);", W.input(0).c_str()));
}

/// Elements of a window that lie in the image, along one dimension.
static int inside(int At, int Stride, int Pad, int Kernel, int In) {
  const int First = At * Stride - Pad;
  return std::min(First + Kernel, In) - std::max(First, 0);
}

/// The divisors of hl_sd_average_pool_2d. Step and RowStep are 0 if all windows lie in the image.
namespace {
struct Divisors {
  std::vector<int32_t> Words;
  int Step = 0;
  int64_t RowStep = 0;
};
} // namespace

static Divisors divisorsOf(const WindowShape &S) {
  Divisors D;
  const auto Add = [&](const std::vector<int> &Counts) {
    for (int N : Counts)
      D.Words.push_back(N / 2);
    for (int N : Counts)
      D.Words.push_back((1 << 30) / N + 1);
  };
  if (Reaches(S).isInside()) {
    Add(std::vector<int>(4, int(S.taps())));
    return D;
  }
  D.Step = 8;
  for (int Y = 0; Y < S.Out.H; ++Y)
    for (int64_t X = 0; X < ceilOf(S.Out.W, kVectorBytes) * kVectorBytes; X += 4) {
      std::vector<int> Counts;
      for (int64_t Each = X; Each < X + 4; ++Each)
        Counts.push_back(Each < S.Out.W ? inside(Y, S.StrideH, S.PadTop, S.KernelH, S.In.H) *
                                              inside(int(Each), S.StrideW, S.PadLeft, S.KernelW, S.In.W)
                                        : 1);
      Add(Counts);
    }
  D.RowStep = int64_t(D.Words.size()) / S.Out.H;
  return D;
}

void planAveragePoolPlanes(const Graph &G, const Op &O, PlanList &Plans) { planPool(G, O, Plans, AverageStore, AverageWindow); }

void emitAveragePoolPlanes(const Graph &G, const Op &O, LayerWriter &W) {
  const Divisors D = divisorsOf(windowOf(G, O));
  emitPool(G, O, W, 0);
  W.line(strf("hl_sd_average_pool_2d(&p, %s, %s, %d, %lld, out0);", W.input(0).c_str(),
              W.blobOf(D.Words, "int32_t", "halves and reciprocals of the windows' sizes").c_str(), D.Step,
              static_cast<long long>(D.RowStep)));
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
  if (!isAverage(O)) {
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
  if (isAverage(O)) {
    const Range Bounds = activationRange(G.out(O, 0), O.s(Attr::Activation));
    return W.line(strf("hl_sd_average_images(&p, %d, %d, %s, out0);", Bounds.Min, Bounds.Max, W.input(0).c_str()));
  }
  W.structure("hl_reduce", "scale", reduceFields(G, O));
  W.line(strf("hl_sd_reduce_images(&p, &scale, %s, out0);", W.input(0).c_str()));
}

} // namespace hexloom
