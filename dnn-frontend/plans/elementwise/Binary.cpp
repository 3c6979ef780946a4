// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Portable kernels of the quantized operators with two inputs: plans and emission.
#include "expr/Operators.h"
#include "ir/Quantize.h"
#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "plans/elementwise/Arithmetic.h"
#include "plans/elementwise/Costs.h"
#include "plans/elementwise/Reciprocal.h"
#include "support/CText.h"

#include <cmath>

namespace hexloom {

using namespace elementwise_cost;

static void planScalar(const Graph &G, const Op &O, PlanList &Plans, const CostConstant &PerElement) {
  const std::string WhyNot = whyNotArithmetic(G, O);
  if (!WhyNot.empty())
    return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, kCall + PerElement * double(G.out(O, 0).elements()));
}

void planArithmeticScalar(const Graph &G, const Op &O, PlanList &Plans) {
  planScalar(G, O, Plans, combines(O, Combines::Product) ? kScalarScaled : kScalarArithmetic);
}

/// ADD and SUB of int16 by shifts alone.
static void emitAddPowersOfTwo(const Graph &G, const Op &O, LayerWriter &W) {
  const auto Shift = [&](size_t I) {
    return std::to_string(-powerOfTwoShift(G, O, I));
  };
  const Range R = activationRange(G.out(O, 0), O.s(Attr::Activation));
  W.structure("hl_add_pot", "p",
              {{"right_shift", braces(std::vector<std::string>{Shift(0), Shift(1)})},
               {"sign", std::to_string(scaledOf(O.Kind)->Sign)},
               {"min", std::to_string(R.Min)},
               {"max", std::to_string(R.Max)},
               {"loops", broadcastLoops(G, O).cText()}});
  W.line(strf("hl_add_power_of_two(&p, %s, %s, %s);", W.input(0).c_str(), W.input(1).c_str(), W.output(0).c_str()));
}

void emitArithmeticScalar(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/binary.h");
  if (addsByPowersOfTwo(G, O))
    return emitAddPowersOfTwo(G, O, W);
  W.structure("hl_arithmetic", "p", arithmeticOf(G, O).fields());
  W.line(strf("%s(&p, %s, %s, %s);", scaledOf(O.Kind)->Kernel, W.input(0).c_str(), W.input(1).c_str(), W.output(0).c_str()));
}

void planDivScalar(const Graph &G, const Op &O, PlanList &Plans) { planScalar(G, O, Plans, kScalarDivide); }

void emitDivScalar(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/binary.h");
  W.structure("hl_arithmetic", "p", arithmeticOf(G, O).fields());
  const std::string Inverse = W.blobOf(reciprocalTable(G.in(O, 1)), "hl_factor", "reciprocals of the divisor's bytes");
  W.line(strf("hl_div(&p, %s, %s, %s, %s);", Inverse.c_str(), W.input(0).c_str(), W.input(1).c_str(), W.output(0).c_str()));
}

static bool dividesInFloat(const Graph &G, const Op &O) {
  return broadcastLoops(G, O).Sizes.size() <= 1 && G.in(O, 0).elements() == G.in(O, 1).elements();
}

void planDiv16(const Graph &G, const Op &O, PlanList &Plans) {
  if (G.in(O, 0).Type != DType::Int16)
    return Plans.reject("not of int16");
  if (const std::string WhyNot = broadcastProblem(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, kCall + 2 * kScalarDivide * double(G.out(O, 0).elements()));
}

/// kernels/div.cc: of equal shapes in single precision, else in fixed point.
void emitDiv16(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/binary.h");
  const Tensor &A = G.in(O, 0), &B = G.in(O, 1), &Out = G.out(O, 0);
  if (!dividesInFloat(G, O)) {
    W.structure("hl_arithmetic", "p", arithmeticOf(G, O).fields());
    return W.line(strf("hl_div16_broadcast(&p, %s, %s, %s);", W.input(0).c_str(), W.input(1).c_str(), W.output(0).c_str()));
  }
  const Range R = activationRange(Out, O.s(Attr::Activation));
  W.structure("hl_div16", "p",
              {{"scale", braces({cText(A.Quant.scale()), cText(B.Quant.scale()), cText(Out.Quant.scale())})},
               {"min", std::to_string(R.Min)},
               {"max", std::to_string(R.Max)}});
  W.line(strf("hl_div16_equal(&p, %s, %s, %s, %lld);", W.input(0).c_str(), W.input(1).c_str(), W.output(0).c_str(),
              static_cast<long long>(Out.elements())));
}

void planCompareScalar(const Graph &G, const Op &O, PlanList &Plans) {
  planScalar(G, O, Plans, kScalarArithmetic);
}

void emitCompareScalar(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/binary.h");
  W.structure("hl_arithmetic", "p", arithmeticOf(G, O).fields());
  W.line(strf("hl_compare(&p, HL_%s, %s, %s, %s);", text(O.Kind), W.input(0).c_str(), W.input(1).c_str(),
              W.output(0).c_str()));
}

} // namespace hexloom
