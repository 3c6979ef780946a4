// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AVERAGE_POOL_2D and MAX_POOL_2D: parameters, and the portable kernel.
#include "plans/windows/Pool.h"

namespace hexloom {

/// Whether a window of one dimension lies wholly in the padding.
static bool hasEmptyWindow(int In, int Out, int Kernel, int Stride, int Pad) {
  for (int I = 0; I < Out; ++I)
    if (I * Stride - Pad >= In || I * Stride - Pad + Kernel <= 0)
      return true;
  return false;
}

std::string poolWindowProblem(const WindowShape &S) {
  const bool IsEmpty = hasEmptyWindow(S.In.H, S.Out.H, S.KernelH, S.StrideH, S.PadTop) ||
                       hasEmptyWindow(S.In.W, S.Out.W, S.KernelW, S.StrideW, S.PadLeft);
  return IsEmpty ? "a window lies wholly in the padding" : "";
}

std::string poolProblem(const Graph &G, const Op &O) {
  return isQuantizedInteger(G.in(O, 0).Type) ? poolWindowProblem(windowOf(G, O)) : unservedType(G.in(O, 0));
}

Fields poolFields(const Graph &G, const Op &O) {
  const WindowShape S = windowOf(G, O);
  const Tensor &Out = G.out(O, 0);
  const Range Bounds = activationRange(Out, O.s(Attr::Activation));
  return Fields{{"type", hlType(Out.Type)}, field("depth", S.In.C)} + windowFields(S) +
         Fields{field("min", Bounds.Min), field("max", Bounds.Max)};
}

void planPoolPortable(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = poolProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const WindowShape S = windowOf(G, O);
  const auto Taps = static_cast<double>(S.taps());
  // Windows that the image clips have bounds of their own.
  const bool Clipped = S.PadTop || S.PadLeft || int64_t(S.Out.H - 1) * S.StrideH + S.KernelH > S.In.H ||
                       int64_t(S.Out.W - 1) * S.StrideW + S.KernelW > S.In.W;
  const Cost PerOutput =
      Clipped ? cost::ScalarClipped + Taps * cost::ScalarElement : Taps * cost::ScalarStraight;
  Plans.add(O, Layout::RowMajor, PerOutput * static_cast<double>(S.outputs()));
}

void emitPoolPortable(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/pool.h");
  W.structure("hl_pool", "p", poolFields(G, O));
  W.line(strf("hl_%s_pool_portable(&p, %s, out0);", isAverage(O) ? "average" : "max",
              W.input(0).c_str()));
}

} // namespace hexloom
