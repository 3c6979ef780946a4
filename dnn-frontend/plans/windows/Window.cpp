// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/windows/Window.h"

namespace hexloom {

WindowShape windowOf(const Graph &G, const Op &O) {
  WindowShape S{};
  S.In = asNhwc(G.in(O, 0).Dims);
  S.Out = asNhwc(G.out(O, 0).Dims);
  const bool Depthwise = O.Kind == OpKind::DepthwiseConv2D;
  const auto Ints = [&](Attr A, size_t I) { return static_cast<int>(O.ints(A).at(I)); };
  S.KernelH = Depthwise ? G.in(O, 1).Dims.at(1) : Ints(Attr::Kernel, 0);
  S.KernelW = Depthwise ? G.in(O, 1).Dims.at(2) : Ints(Attr::Kernel, 1);
  S.StrideH = Ints(Attr::Stride, 0);
  S.StrideW = Ints(Attr::Stride, 1);
  S.DilationH = Depthwise ? Ints(Attr::Dilation, 0) : 1;
  S.DilationW = Depthwise ? Ints(Attr::Dilation, 1) : 1;
  S.PadTop = Ints(Attr::Pads, 0);
  S.PadLeft = Ints(Attr::Pads, 1);
  return S;
}

} // namespace hexloom
