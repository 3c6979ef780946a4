// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DEPTHWISE_CONV_2D by vrmpy in blocks of 32 channels (DepthwiseNest.h): plans.
#include "plans/Strides.h"
#include "plans/windows/DepthwiseNest.h"

namespace hexloom {

void planDepthwiseBlocked(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = depthwiseBytesProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const WindowShape S = windowOf(G, O);
  if (S.Out.C != S.In.C)
    return Plans.reject("the depth multiplier is not 1");
  DepthwiseTiling T = depthwiseTiling(G, O, Plans.stageSearch(O));
  if (!Plans.stage(O, T.Output))
    return;
  std::vector<Layout> Layouts = blockedLayouts();
  Layouts.push_back(Layout::RowMajor);
  for (Layout In : Layouts)
    for (Layout Out : Layouts)
      if (isBlocked(In) || S.In.C % DepthwiseTiling::kLanes == 0) {
        DepthwisePoint Point = {T, isBlocked(In)};
        Plans.addPoints(depthwiseAxes(), Point, O, [&](const DepthwisePoint &X, const Schedule &How) {
          T.Rows = X.Form.Rows;
          Plans.add({In, Layout::RowMajor, Layout::RowMajor}, {Out}, depthwiseBlockedCost(S, T, X.Form, isBlocked(In), isBlocked(Out)), How);
        });
      }
}

void emitDepthwiseBlocked(const Graph &G, const Op &O, LayerWriter &W) {
  const DepthwiseTiling T = depthwiseTiling(G, O, W.stageSearch());
  checkObeyed(O, T.Output);
  DepthwiseNest(G, O, T, W).write();
}

} // namespace hexloom
