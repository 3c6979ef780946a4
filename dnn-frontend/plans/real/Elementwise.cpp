// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Float operators element by element (hexloom/portable/real.h).
#include "plans/elementwise/Broadcast.h"
#include "plans/real/Real.h"

#include <algorithm>
#include <iterator>

namespace hexloom {

using namespace real_cost;

namespace {

struct Row {
  OpKind Kind;
  const char *Expression; ///< of x, and y
  const CostConstant *Each;
};

const Row Rows[] = {
#define ELEMENTWISE(KIND, GROUP, INTEGERS, REALS, EFFORT) {OpKind::KIND, REALS, &EFFORT},
#include "expr/operators.def"
};

const Row ApproximateGelu = {OpKind::Gelu, "hl_real_gelu_by_tanh(x)", &GeluByTanh};

const Row *rowOf(OpKind Kind) {
  const auto Found = std::find_if(std::begin(Rows), std::end(Rows), [&](const Row &R) { return R.Kind == Kind; });
  return Found == std::end(Rows) ? nullptr : Found;
}

/// Null for LEAKY_RELU, which has a parameter.
const Row *unaryRow(const Op &O) {
  return O.Kind == OpKind::Gelu && O.b(Attr::Approximate) ? &ApproximateGelu : rowOf(O.Kind);
}

} // namespace

std::string whyNotReal(const Graph &G, const Op &O) {
  return G.in(O, 0).Type == DType::Float32 ? "" : strf("%s, not float", text(G.in(O, 0).Type));
}

std::string boundsOf(const std::string &Activation, const std::string &Most) {
  const std::string Low = Activation == "none" ? "-" + Most : Activation == "relu_n1_to_1" ? "-1" : "0",
                    High = Activation == "relu6" ? "6" : Activation == "none" || Activation == "relu" ? Most : "1";
  return Low + ", " + High;
}

std::string realBounds(const Op &O) { return boundsOf(O.s(Attr::Activation)); }

void planRealUnary(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotReal(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  const Row *R = unaryRow(O);
  Plans.add(O, Layout::RowMajor, Layer + (R ? *R->Each : Simple) * static_cast<double>(G.in(O, 0).elements()));
}

void emitRealUnary(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/real.h");
  const Row *R = unaryRow(O);
  const std::string Expression =
      O.Kind == OpKind::LeakyRelu
          ? strf("hl_real(x > 0 ? x : x * %s)", cText(static_cast<float>(O.f(Attr::Alpha))).c_str())
          : std::string(R->Expression);
  W.line(strf("for (size_t i = 0; i < %lld; ++i) {", static_cast<long long>(G.in(O, 0).elements())));
  W.line(strf("  const float x = %s[i];", W.input(0).c_str()));
  W.line(strf("  %s[i] = %s;", W.output(0).c_str(), Expression.c_str()));
  W.line("}");
}

void planRealBinary(const Graph &G, const Op &O, PlanList &Plans) {
  for (const std::string &WhyNot : {whyNotReal(G, O), broadcastProblem(G, O)})
    if (!WhyNot.empty())
      return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, Layer + *rowOf(O.Kind)->Each * static_cast<double>(G.out(O, 0).elements()));
}

void emitRealBinary(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/plain.h");
  W.include("hexloom/portable/real.h");
  std::string Expression = rowOf(O.Kind)->Expression;
  if (O.Attrs.count(Attr::Activation))
    Expression = "hl_real_bounded(" + Expression + ", " + realBounds(O) + ")";
  W.structure("hl_broadcast", "loops", broadcastLoops(G, O).fields());
  W.line(strf("HL_PLAIN_BINARY(&loops, float, %s, %s, %s, %s, %s);", W.input(0).c_str(), W.input(1).c_str(),
              cType(G.out(O, 0).Type), W.output(0).c_str(), Expression.c_str()));
}

} // namespace hexloom
