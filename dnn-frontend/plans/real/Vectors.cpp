// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Float operators on HVX, in integers (hexloom/hvx/real_functions.h, hexloom/hvx/real_binary.h).
#include "plans/real/Real.h"
#include "plans/WindowFields.h"
#include "plans/windows/Pool.h"
#include "plans/windows/Softmax.h"

namespace hexloom {

using namespace real_cost;

static double vectorsOf(const Graph &G, const Op &O) { return static_cast<double>(G.out(O, 0).elements()) / 32; }
static bool isLogistic(const Op &O) { return O.Kind == OpKind::Logistic; }

void planRealFunction(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotReal(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, Layer + (isLogistic(O) ? VectorLogistic : VectorTanh) * vectorsOf(G, O));
}

void emitRealFunction(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("real_functions.h");
  W.line(strf("hl_vreal_unary(%s, %s, %s, %lld);", isLogistic(O) ? "hl_vlogistic" : "hl_vtanh", W.input(0).c_str(), W.output(0).c_str(),
              static_cast<long long>(G.in(O, 0).elements())));
}

void planRealPairs(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotReal(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  if (G.in(O, 0).Dims != G.in(O, 1).Dims)
    return Plans.reject("an operand is repeated");
  Plans.add(O, Layout::RowMajor, Layer + (O.Kind == OpKind::Mul ? VectorProduct : VectorSum) * vectorsOf(G, O));
}

void emitRealPairs(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("real_binary.h");
  W.line(strf("hl_real_binary_hvx(HL_REAL_%s, %s, %s, %s, %s, %lld);", text(O.Kind), W.input(0).c_str(), W.input(1).c_str(), realBounds(O).c_str(),
              W.output(0).c_str(), static_cast<long long>(G.out(O, 0).elements())));
}

void planRealSoftmax(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotReal(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  if (!(O.f(Attr::Beta) >= 0))
    return Plans.reject("beta is below 0");
  Plans.add(O, Layout::RowMajor, Layer + VectorExponential * vectorsOf(G, O) + SoftmaxElement * static_cast<double>(G.out(O, 0).elements()) +
                                     SoftmaxRow * static_cast<double>(rowShape(G.in(O, 0)).Rows));
}

void emitRealSoftmax(const Graph &G, const Op &O, LayerWriter &W) {
  const RowShape S = rowShape(G.in(O, 0));
  W.body("real_softmax.h");
  W.line(strf("hl_real_softmax_hvx(%lld, %lld, %s, %s, %s);", static_cast<long long>(S.Rows), static_cast<long long>(S.Depth),
              cText(static_cast<float>(O.f(Attr::Beta))).c_str(), W.input(0).c_str(), W.output(0).c_str()));
}

void planRealMaxPool(const Graph &G, const Op &O, PlanList &Plans) {
  const WindowShape S = windowOf(G, O);
  const std::string Depth = S.In.C % 32 ? strf("%d channels are no multiple of 32", S.In.C) : "";
  for (const std::string &WhyNot : {whyNotReal(G, O), poolWindowProblem(S), Depth})
    if (!WhyNot.empty())
      return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, Layer + (VectorTap * static_cast<double>(S.taps()) + Output) * vectorsOf(G, O));
}

void emitRealMaxPool(const Graph &G, const Op &O, LayerWriter &W) {
  const WindowShape S = windowOf(G, O);
  W.body("real_pool.h");
  W.structure("hl_pool", "p", Fields{{"type", "HL_INT32"}, field("depth", S.In.C)} + windowFields(S));
  W.line(strf("hl_real_max_pool_hvx(&p, %s, %s, %s);", realBounds(O).c_str(), W.input(0).c_str(), W.output(0).c_str()));
}

} // namespace hexloom
