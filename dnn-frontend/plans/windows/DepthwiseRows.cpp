// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DEPTHWISE_CONV_2D by vrmpy or vdmpy on row-major tensors (DepthwiseRowsNest.h): plans.
#include "plans/windows/DepthwiseRowsNest.h"

namespace hexloom {

static void plan(const Graph &G, const Op &O, PlanList &Plans, bool Is16) {
  if (const std::string Problem = depthwiseTypeProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  if ((G.in(O, 0).Type == DType::Int16) != Is16)
    return Plans.reject(unservedType(G.in(O, 0)));
  if (!G.in(O, 1).isConst())
    return Plans.reject("the filter is not a constant");
  if (G.in(O, 0).elements() == 0 || G.out(O, 0).elements() == 0)
    return Plans.reject("a tensor is empty");
  const DepthwiseRowsTiling T(G, O, Plans.stageSearch(O));
  if (!T.Problem.empty())
    return Plans.reject(T.Problem);
  if (!Is16 && !Plans.stage(O, T.Output))
    return;
  DepthwiseRowsPoint Point = {T};
  Plans.addPoints(depthwiseRowsAxes(Is16), Point, O, [&](const DepthwiseRowsPoint &X, const Schedule &How) {
    Plans.add(O, Layout::RowMajor, depthwiseRowsCost(T, X.Form), How);
    Plans.repeats(int64_t(T.Phases) * T.phaseVectors(X.Form.Rows) * DepthwiseRowsTiling::kVector);
  });
}

void planDepthwiseRows(const Graph &G, const Op &O, PlanList &Plans) { plan(G, O, Plans, false); }
void planDepthwiseRows16(const Graph &G, const Op &O, PlanList &Plans) { plan(G, O, Plans, true); }

void emitDepthwiseRows(const Graph &G, const Op &O, LayerWriter &W) {
  const DepthwiseRowsTiling T(G, O, W.stageSearch());
  checkObeyed(O, T.Output);
  DepthwiseRowsPoint Point = {T};
  obey(depthwiseRowsAxes(T.Is16), Point, O.Schedule);
  DepthwiseRowsNest(G, O, T, Point.Form, W).write();
}

} // namespace hexloom
