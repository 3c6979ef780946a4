// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// WHILE: its condition and body are networks of their own, whose plans are chosen first.
#include "ir/Diagnostics.h"
#include "ir/Loop.h"
#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "plans/control/Costs.h"

#include <algorithm>
#include <functional>

namespace hexloom {

namespace {

/// The cost of one run of a loop's graph, by the plans that its operators have.
Cost costOf(const Graph &G, const PlanList &For) {
  Cost Sum;
  for (const Op &O : G.Ops) {
    const std::vector<Plan> Plans = plansFor(G, O, For.target(), For.compilation());
    const auto Taken = std::find_if(Plans.begin(), Plans.end(), [&](const Plan &P) { return P.Rejected.empty() && isTaken(G, O, P); });
    HEXLOOM_CHECK(Taken != Plans.end(), "a loop's plans are chosen before the loop's own");
    Sum += Taken->Cost;
  }
  return Sum;
}

/// "{out0, out1}"
std::string list(size_t Count, const std::function<std::string(size_t)> &Text) {
  std::string List;
  for (size_t I = 0; I < Count; ++I)
    List += (I ? ", " : "") + Text(I);
  return "{" + List + "}";
}

} // namespace

void planWhile(const Graph &G, const Op &O, PlanList &Plans) {
  const TensorId Goes = conditionOf(O).Outputs[0];
  if (const Tensor &T = conditionOf(O).Tensors[Goes]; T.isConst() && T.Data->at(0))
    opError(G, O, "the condition is always true: the loop never ends");
  const double Trips = static_cast<double>(std::max<int64_t>(1, O.i(Attr::Trips)));
  double Bytes = 0;
  for (TensorId Id : O.Outputs)
    Bytes += static_cast<double>(G.Tensors[Id].bytes());
  Plans.add(O, Layout::RowMajor,
            control_cost::Loop + (2 * Trips + 1) * control_cost::Turn + Bytes * control_cost::Bytes + (Trips + 1) * costOf(conditionOf(O), Plans) +
                Trips * costOf(bodyOf(O), Plans));
}

void emitWhile(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/loop.h");
  const size_t Values = O.Outputs.size();
  const auto Bytes = [&](size_t I) { return strf("%lld", static_cast<long long>(G.out(O, I).bytes())); };
  const auto Out = [&](size_t I) { return W.output(I); };
  W.line("static const size_t bytes[] = " + list(Values, Bytes) + ";");
  W.line("const void *inputs[] = " + list(O.Inputs.size(), [&](size_t I) { return W.input(I); }) + ";");
  W.line("void *const outputs[] = " + list(Values, Out) + ";");
  W.line("void *home[] = " + list(Values, Out) + ";");
  W.line("void *away[] = " + list(Values, [&](size_t I) { return W.scratch(G.out(O, I).bytes()); }) + ";");
  const std::string Truth = W.scratch(1);
  const std::string Memory = W.scratch(std::max(W.region(0).Bytes, W.region(1).Bytes));
  W.line(strf("hl_while(%s, %s, %zu, bytes, inputs, outputs, home, away, %s, %s);", W.region(0).Function.c_str(),
              W.region(1).Function.c_str(), Values, Truth.c_str(), Memory.c_str()));
}

} // namespace hexloom
