// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MUL of int16 by int16 to int8: fractions, whatever the scales.
#include "nests/Build.h"
#include "plans/NestPlans.h"
#include "ir/Quantize.h"
#include "plans/elementwise/Costs.h"

namespace hexloom {

using namespace elementwise_cost;

static bool isNarrowing(const Graph &G, const Op &O) {
  return G.in(O, 0).Type == DType::Int16 && G.in(O, 1).Type == DType::Int16 && G.out(O, 0).Type == DType::Int8;
}

static void writeParameters(const Graph &G, const Op &O, LayerWriter &W) {
  const Tensor &Out = G.out(O, 0);
  const Range R = activationRange(Out, O.s(Attr::Activation));
  W.structure("hl_mul16", "p",
              {{"zero", std::to_string(Out.Quant.zeroPoint())}, {"min", std::to_string(R.Min)}, {"max", std::to_string(R.Max)}});
}

static int64_t vectorsOf(const Tensor &T) { return (T.bytes() + 127) / 128; }

void planMul16Scalar(const Graph &G, const Op &O, PlanList &Plans) {
  if (!isNarrowing(G, O))
    return Plans.reject("not from int16 to int8");
  Plans.add(O, Layout::RowMajor, kCall + kScalarScaled * double(G.out(O, 0).elements()));
}

void planMul16Vector(const Graph &G, const Op &O, PlanList &Plans) {
  if (!isNarrowing(G, O))
    return Plans.reject("not from int16 to int8");
  Plans.add(O, Layout::RowMajor, costOf({{"hl_vmul16_to_8", vectorsOf(G.in(O, 0))}}));
}

void emitMul16Scalar(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/mul16.h");
  writeParameters(G, O, W);
  W.line(strf("hl_mul16_to_8(&p, (const int16_t *)%s, (const int16_t *)%s, (int8_t *)%s, %lld);", W.input(0).c_str(),
              W.input(1).c_str(), W.output(0).c_str(), static_cast<long long>(G.out(O, 0).elements())));
}

void emitMul16Vector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("mul16.h");
  writeParameters(G, O, W);
  const int64_t Vectors = vectorsOf(G.in(O, 0));
  NestBuilder(W).primitive("hl_vmul16_to_8", {"&p", W.input(0), W.input(1), W.output(0), Vectors}, {{"hl_vmul16_to_8", Vectors}});
}

} // namespace hexloom
