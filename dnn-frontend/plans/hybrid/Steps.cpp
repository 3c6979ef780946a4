// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of hybrid products in plain C (hexloom/portable/hybrid.h).
#include "ir/ProductShape.h"
#include "ir/Work.h"
#include "plans/WindowFields.h"
#include "plans/hybrid/Hybrid.h"
#include "plans/real/Real.h"

#include <cmath>

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

void emitScaleSums(const Graph &G, const Op &O, LayerWriter &W) {
  const Shape &Sums = G.in(O, 0).Dims;
  std::string Order = "HL_ORDER_";
  for (char C : O.s(Attr::Order))
    Order += static_cast<char>(C - 'a' + 'A');
  W.include("hexloom/portable/hybrid.h");
  W.structure("hl_scale_sums", "p",
              Fields{{"order", Order},
                     field("rows", Sums[0]),
                     field("pixels", int64_t(Sums[1]) * Sums[2]),
                     field("channels", Sums[3]),
                     field("per_channel", G.in(O, 4).elements() > 1)} +
                  boundFields(O));
  W.line(strf("hl_scale_sums_portable(&p, %s, %s, %s, %s, %s, %s, %s);", W.input(0).c_str(), W.input(1).c_str(), W.input(2).c_str(),
              W.input(3).c_str(), W.input(4).c_str(), G.hasIn(O, 5) ? W.input(5).c_str() : "0", W.output(0).c_str()));
}

} // namespace hexloom
