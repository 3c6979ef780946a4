// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/Prelu.h"
#include "ir/Quantize.h"
#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "plans/elementwise/Broadcast.h"
#include "plans/elementwise/Costs.h"
#include "support/CText.h"

namespace hexloom {

using namespace elementwise_cost;

std::string whyNotPrelu(const Graph &G, const Op &O) {
  return is8Bit(G.in(O, 0).Type) ? broadcastProblem(G, O) : strf("the input is %s", text(G.in(O, 0).Type));
}

void planPreluScalar(const Graph &G, const Op &O, PlanList &Plans) {
  const std::string WhyNot = whyNotPrelu(G, O);
  if (!WhyNot.empty())
    return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, kCall + kScalarArithmetic * double(G.out(O, 0).elements()));
}

/// The scales are divided and multiplied in float.
std::vector<std::pair<std::string, std::string>> preluFields(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Alpha = G.in(O, 1), &Out = G.out(O, 0);
  const float Positive = In.Quant.scale() / Out.Quant.scale();
  const float Negative = In.Quant.scale() * Alpha.Quant.scale() / Out.Quant.scale();
  const Range R = typeRange(Out.Type);
  return {{"type", hlType(In.Type)},
          {"zero", braces({In.Quant.zeroPoint(), Alpha.Quant.zeroPoint(), Out.Quant.zeroPoint()})},
          {"positive", cText(quantizeMultiplier(Positive))},
          {"negative", cText(quantizeMultiplier(Negative))},
          {"min", std::to_string(R.Min)},
          {"max", std::to_string(R.Max)},
          {"loops", broadcastLoops(G, O).cText()}};
}

void emitPreluScalar(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/binary.h");
  W.structure("hl_prelu_params", "p", preluFields(G, O));
  W.line(strf("hl_prelu(&p, %s, %s, %s);", W.input(0).c_str(), W.input(1).c_str(), W.output(0).c_str()));
}

} // namespace hexloom
