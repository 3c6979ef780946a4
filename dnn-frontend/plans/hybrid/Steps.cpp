// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of hybrid products in plain C (hexloom/portable/hybrid.h).
#include "ir/ProductShape.h"
#include "ir/Work.h"
#include "plans/WindowFields.h"
#include "plans/hybrid/Hybrid.h"
#include "plans/real/Real.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hexloom {

using namespace hybrid_cost;

static double elements(const Tensor &T) { return static_cast<double>(T.elements()); }

void planQuantizeRows(const Graph &G, const Op &O, PlanList &Plans) {
  const Tensor &In = G.in(O, 0);
  Plans.add(O, Layout::RowMajor, Layer + RowScale * static_cast<double>(In.Dims[0]) + (Spread + Byte) * elements(In));
}

/// Floats that a call of the kernel's innermost function gets: those of a row of pixels, or of all rows where no padding is between.
static double floatsTogether(const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims;
  const std::vector<int64_t> &Pads = O.ints(Attr::Pads);
  return double(In[2]) * In[3] * (Pads[1] + Pads[3] ? 1 : In[1]);
}

void planQuantizeRowsVector(const Graph &G, const Op &O, PlanList &Plans) {
  constexpr double kPiece = 128;
  const Tensor &In = G.in(O, 0);
  const double Together = floatsTogether(G, O), Calls = Together > 0 ? elements(In) / Together : 0, Rest = std::fmod(Together, kPiece);
  Plans.add(O, Layout::RowMajor,
            Layer + RowScale * static_cast<double>(In.Dims[0]) + VectorSpread * elements(In) +
                Calls * (VectorRow + VectorByte * (Together - Rest) + Byte * Rest));
}

static void emitQuantize(const Graph &G, const Op &O, LayerWriter &W, const char *Function) {
  const Shape &In = G.in(O, 0).Dims;
  const std::vector<int64_t> &Pads = O.ints(Attr::Pads);
  W.structure("hl_quantize_rows", "p",
              {field("batches", In[0]), field("in_height", In[1]), field("in_width", In[2]), field("depth", In[3]),
               field("pad_top", Pads[0]), field("pad_left", Pads[1]), field("pad_bottom", Pads[2]), field("pad_right", Pads[3]),
               field("asymmetric", O.b(Attr::Asymmetric))});
  W.line(strf("%s(&p, %s, %s, %s, %s);", Function, W.input(0).c_str(), W.output(0).c_str(), W.output(1).c_str(), W.output(2).c_str()));
}

void emitQuantizeRows(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/hybrid.h");
  emitQuantize(G, O, W, "hl_quantize_rows_portable");
}

void emitQuantizeRowsVector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("hybrid.h");
  emitQuantize(G, O, W, "hl_quantize_rows_hvx");
}

void planProductSums(const Graph &G, const Op &O, PlanList &Plans) {
  Plans.add(O, Layout::RowMajor,
            Layer + Sum * elements(G.out(O, 0)) + Product * static_cast<double>(multiplyAccumulates(G, O)));
}

void emitProductSums(const Graph &G, const Op &O, LayerWriter &W) {
  const ProductShape S = productShape(G, O);
  W.include("hexloom/portable/hybrid.h");
  W.structure("hl_conv2d", "p",
              Fields{{"type", "HL_INT8"}} + windowFields(S) + dilationFields(S) +
                  Fields{field("in_depth", S.In.C), field("out_depth", S.Out.C), field("groups", S.Groups)});
  W.line(strf("hl_product_sums_portable(&p, %s, %s, %s);", W.input(0).c_str(), W.input(1).c_str(), W.output(0).c_str()));
}

void planScaleSums(const Graph &G, const Op &O, PlanList &Plans) {
  Plans.add(O, Layout::RowMajor, Layer + Scale * elements(G.out(O, 0)));
}

/// Without an activation, convolutions keep results among the finite numbers; the others do not.
static Fields boundFields(const Op &O) {
  const std::string &Order = O.s(Attr::Order), Bounds = realBounds(O);
  std::string Low = Bounds.substr(0, Bounds.find(',')), High = Bounds.substr(Bounds.find(',') + 2);
  if (Order == "dense" || Order == "float") {
    Low = Low == "-HL_REAL_MOST" ? "-__builtin_inff()" : Low;
    High = High == "HL_REAL_MOST" ? "__builtin_inff()" : High;
  }
  return {{"low", Low}, {"high", High}};
}

static Fields scaleFields(const Graph &G, const Op &O, bool PerChannel) {
  const Shape &Sums = G.in(O, 0).Dims;
  std::string Order = "HL_ORDER_";
  for (char C : O.s(Attr::Order))
    Order += static_cast<char>(C - 'a' + 'A');
  return Fields{{"order", Order},
                field("rows", Sums[0]),
                field("pixels", int64_t(Sums[1]) * Sums[2]),
                field("channels", Sums[3]),
                field("per_channel", PerChannel)} +
         boundFields(O);
}

void emitScaleSums(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/hybrid.h");
  W.structure("hl_scale_sums", "p", scaleFields(G, O, G.in(O, 4).elements() > 1));
  W.line(strf("hl_scale_sums_portable(&p, %s, %s, %s, %s, %s, %s, %s);", W.input(0).c_str(), W.input(1).c_str(), W.input(2).c_str(),
              W.input(3).c_str(), W.input(4).c_str(), G.hasIn(O, 5) ? W.input(5).c_str() : "0", W.output(0).c_str()));
}

namespace {

/// Runs of sums, and the vectors after which the constants of channels come again (hexloom/hvx/scale_sums.h).
struct ScaleRuns {
  static constexpr int64_t kLanes = 32, kMostVectors = 16;
  int64_t Rows, Runs = 1, Run, Vectors;

  ScaleRuns(const Graph &G, const Op &O) {
    const Shape &S = G.in(O, 0).Dims;
    const int64_t Pixels = int64_t(S[1]) * S[2], Channels = S[3];
    Rows = S[0];
    Run = Pixels * Channels;
    Vectors = Channels / std::gcd(Channels, kLanes);
    if (Vectors > kMostVectors) { // each pixel by itself
      Runs = Pixels;
      Run = Channels;
    }
    Vectors = std::min(Vectors, (Run + kLanes - 1) / kLanes);
  }
  /// Input I for each channel, or one for all; zeros where there is none.
  template <typename T> std::vector<T> repeated(const Graph &G, const Op &O, size_t I) const {
    const int64_t Channels = G.in(O, 0).Dims[3];
    std::vector<T> Values(static_cast<size_t>(Vectors * kLanes), T(0));
    for (size_t K = 0; G.hasIn(O, I) && K < Values.size(); ++K)
      Values[K] = G.in(O, I).dataAs<T>()[G.in(O, I).elements() == 1 ? 0 : K % static_cast<size_t>(Channels)];
    return Values;
  }
};

} // namespace

void planScaleSumsVector(const Graph &G, const Op &O, PlanList &Plans) {
  for (size_t I = 3; I < 6; ++I)
    if (G.hasIn(O, I) && !G.in(O, I).isConst())
      return Plans.reject("weights, scales or bias are no constants");
  if (G.in(O, 0).elements() == 0)
    return Plans.reject("there are no sums");
  const ScaleRuns R(G, O);
  const double Columns = static_cast<double>(R.Rows * R.Runs * R.Vectors), Vectors = static_cast<double>(R.Rows * R.Runs * ((R.Run + 31) / 32));
  Plans.add(O, Layout::RowMajor, Layer + ScaleColumn * Columns + ScaleVector * Vectors);
}

void emitScaleSumsVector(const Graph &G, const Op &O, LayerWriter &W) {
  const ScaleRuns R(G, O);
  W.body("scale_sums.h");
  W.structure("hl_scale_sums", "p", scaleFields(G, O, true));
  W.structure("hl_scale_runs", "runs",
              Fields{field("rows", R.Rows), field("runs", R.Runs), field("run", R.Run), field("vectors", R.Vectors), field("has_bias", G.hasIn(O, 5))});
  W.line(strf("hl_scale_sums_hvx(&p, &runs, %s, %s, %s,", W.input(0).c_str(), W.input(1).c_str(), W.input(2).c_str()));
  W.line(strf("    %s,", W.blobOf(R.repeated<int32_t>(G, O, 3), "HVX_Vector", "sums of weights, repeated").c_str()));
  W.line(strf("    %s,", W.blobOf(R.repeated<float>(G, O, 4), "HVX_Vector", "scales, repeated").c_str()));
  W.line(strf("    %s, %s);", W.blobOf(R.repeated<float>(G, O, 5), "HVX_Vector", "bias, repeated").c_str(),
              W.output(0).c_str()));
}

} // namespace hexloom
