// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions, pooling and resizing.
#include "ir/Diagnostics.h"
#include "ir/Shapes.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

namespace {

struct Window {
  int64_t Kernel[2], Stride[2], Dilation[2] = {1, 1};
  int64_t Before[2], After[2];
};

void requireRank4(const Graph &G, const Op &O, const Tensor &T, const std::string &Role) {
  if (T.rank() != 4)
    opError(G, O, strf("%s has rank %d where 4 is required", Role.c_str(), T.rank()));
}

/// Reads and checks the attributes that the window operators share.
Window readWindow(const Graph &G, const Op &O, int64_t KernelH, int64_t KernelW) {
  Window W;
  W.Kernel[0] = KernelH;
  W.Kernel[1] = KernelW;
  const std::vector<int64_t> &Stride = O.ints(Attr::Stride), &Pads = O.ints(Attr::Pads);
  const bool HasDilation = O.Attrs.count(Attr::Dilation) != 0;
  if (Stride.size() != 2 || Pads.size() != 4 || (HasDilation && O.ints(Attr::Dilation).size() != 2))
    opError(G, O, "stride and dilation have 2 elements, pads has 4");
  for (int D = 0; D < 2; ++D) {
    W.Stride[D] = Stride[D];
    W.Before[D] = Pads[D];
    W.After[D] = Pads[D + 2];
    if (HasDilation)
      W.Dilation[D] = O.ints(Attr::Dilation)[D];
    auto inRange = [](int64_t Value, int64_t Low) { return Value >= Low && Value <= INT32_MAX; };
    if (!inRange(W.Kernel[D], 1) || !inRange(W.Stride[D], 1) || !inRange(W.Dilation[D], 1) ||
        !inRange(W.Before[D], 0) || !inRange(W.After[D], 0))
      opError(G, O,
              strf("kernel %lld, stride %lld, dilation %lld, pads %lld and %lld along %s",
                   (long long)W.Kernel[D], (long long)W.Stride[D], (long long)W.Dilation[D],
                   (long long)W.Before[D], (long long)W.After[D], D ? "the width" : "the height"));
  }
  return W;
}

int32_t outputSize(const Graph &G, const Op &O, const Window &W, int D, int32_t Input) {
  if (Input == 0)
    return 0;
  const int64_t Extent = (W.Kernel[D] - 1) * W.Dilation[D] + 1;
  const int64_t Room = Input + W.Before[D] + W.After[D] - Extent;
  if (Room < 0)
    opError(G, O,
            strf("window of %lld elements along the %s is larger than the input's %d",
                 (long long)Extent, D ? "width" : "height", Input));
  return static_cast<int32_t>(Room / W.Stride[D] + 1);
}

void checkBias(const Graph &G, const Op &O, int32_t Outputs) {
  if (G.hasIn(O, 2) && G.in(O, 2).elements() != Outputs)
    opError(G, O,
            strf("bias has %lld elements where %d are required", (long long)G.in(O, 2).elements(),
                 Outputs));
}

Shape convolutionShape(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Filter = G.in(O, 1);
  requireRank4(G, O, In, "input");
  requireRank4(G, O, Filter, "filter");
  const int32_t Depth = In.Dims[3];
  int32_t Outputs = Filter.Dims[0];
  if (O.Kind == OpKind::DepthwiseConv2D) {
    Outputs = Filter.Dims[3];
    const int64_t Multiplier = O.i(Attr::DepthMultiplier);
    if (Filter.Dims[0] != 1)
      opError(G, O,
              strf("filter is %s where the first dimension must be 1", text(Filter.Dims).c_str()));
    if (Multiplier < 1 || Depth * Multiplier != Outputs)
      opError(
          G, O,
          strf("filter has %d channels, which is no multiple of the input's %d", Outputs, Depth));
  } else {
    const int32_t Group = Filter.Dims[3];
    if (Group < 1 || Depth % Group != 0 || Depth == 0)
      opError(G, O, strf("input has %d channels, the filter %d", Depth, Group));
    if (Outputs % (Depth / Group) != 0)
      opError(G, O,
              strf("%d output channels do not divide into %d groups", Outputs, Depth / Group));
  }
  checkBias(G, O, Outputs);
  const Window W = readWindow(G, O, Filter.Dims[1], Filter.Dims[2]);
  return {In.Dims[0], outputSize(G, O, W, 0, In.Dims[1]), outputSize(G, O, W, 1, In.Dims[2]),
          Outputs};
}

/// NDHWC; the filter is DHWIO.
Shape convolution3DShape(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Filter = G.in(O, 1);
  if (In.rank() != 5 || Filter.rank() != 5 || Filter.Dims[3] != In.Dims[4])
    opError(G, O, strf("input of %s and filter of %s", text(In.Dims).c_str(), text(Filter.Dims).c_str()));
  const std::vector<int64_t> &Stride = O.ints(Attr::Stride), &Dilation = O.ints(Attr::Dilation), &Pads = O.ints(Attr::Pads);
  if (Stride.size() != 3 || Dilation.size() != 3 || Pads.size() != 6)
    opError(G, O, "stride and dilation have 3 elements, pads has 6");
  checkBias(G, O, Filter.Dims[4]);
  Shape Result = {In.Dims[0]};
  for (size_t D = 0; D < 3; ++D) {
    for (int64_t Value : {Stride[D], Dilation[D], int64_t(Filter.Dims[D])})
      if (Value < 1 || Value > INT32_MAX)
        opError(G, O, strf("a kernel, stride or dilation of %lld", (long long)Value));
    for (int64_t Value : {Pads[D], Pads[D + 3]})
      if (Value < 0 || Value > INT32_MAX)
        opError(G, O, strf("pads of %lld", (long long)Value));
    const int64_t Extent = (int64_t(Filter.Dims[D]) - 1) * Dilation[D] + 1;
    const int64_t Room = In.Dims[1 + D] + Pads[D] + Pads[D + 3] - Extent;
    if (In.Dims[1 + D] > 0 && Room < 0)
      opError(G, O, strf("window of %lld elements is larger than the input's %d", (long long)Extent, In.Dims[1 + D]));
    Result.push_back(In.Dims[1 + D] == 0 ? 0 : static_cast<int32_t>(Room / Stride[D] + 1));
  }
  Result.push_back(Filter.Dims[4]);
  return Result;
}

Shape poolShape(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0);
  requireRank4(G, O, In, "input");
  const std::vector<int64_t> &Kernel = O.ints(Attr::Kernel);
  if (Kernel.size() != 2)
    opError(G, O, "kernel has 2 elements");
  const Window W = readWindow(G, O, Kernel[0], Kernel[1]);
  for (int D = 0; D < 2; ++D) // a window without any element has no average and no maximum
    if (W.Before[D] >= W.Kernel[D] || W.After[D] >= W.Kernel[D])
      opError(G, O, "padding is not smaller than the window");
  return {In.Dims[0], outputSize(G, O, W, 0, In.Dims[1]), outputSize(G, O, W, 1, In.Dims[2]),
          In.Dims[3]};
}

/// The output's height and width are the network's choice among those that the stride rounds to the
/// input's.
Shape transposeConvShape(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Filter = G.in(O, 1), &Out = G.out(O, 0);
  requireRank4(G, O, In, "input");
  requireRank4(G, O, Filter, "filter");
  requireRank4(G, O, Out, "output");
  if (Filter.Dims[3] != In.Dims[3])
    opError(G, O, strf("input has %d channels, the filter %d", In.Dims[3], Filter.Dims[3]));
  checkBias(G, O, Filter.Dims[0]);
  const Window W = readWindow(G, O, Filter.Dims[1], Filter.Dims[2]);
  for (int D = 0; D < 2; ++D) {
    if (W.Before[D] >= W.Kernel[D] || W.After[D] >= W.Kernel[D])
      opError(G, O, "padding is not smaller than the window");
    const int64_t Full = (int64_t(In.Dims[1 + D]) - 1) * W.Stride[D] + W.Kernel[D];
    const int64_t Size = Full - W.Before[D] - W.After[D];
    if (In.Dims[1 + D] == 0 ? Out.Dims[1 + D] != 0
                            : Out.Dims[1 + D] < Size || Out.Dims[1 + D] > Size + W.Stride[D])
      opError(G, O,
              strf("an input of %s does not give an output of %s", text(In.Dims).c_str(),
                   text(Out.Dims).c_str()));
  }
  return {In.Dims[0], Out.Dims[1], Out.Dims[2], Filter.Dims[0]};
}

} // namespace

WindowPlacement placeWindow(bool Same, int64_t Input, int64_t Kernel, int64_t Stride,
                            int64_t Dilation) {
  const int64_t Extent = (Kernel - 1) * Dilation + 1;
  if (Input == 0)
    return {0, 0, 0};
  if (!Same)
    return {Input < Extent ? 0 : (Input - Extent) / Stride + 1, 0, 0};
  const int64_t Size = (Input + Stride - 1) / Stride;
  const int64_t Total = std::max<int64_t>(0, (Size - 1) * Stride + Extent - Input);
  return {Size, Total / 2, Total - Total / 2};
}

Shape windowShape(const Graph &G, const Op &O) {
  if (O.Kind == OpKind::Conv3D)
    return convolution3DShape(G, O);
  if (O.Kind == OpKind::AveragePool2D || O.Kind == OpKind::MaxPool2D || O.Kind == OpKind::L2Pool2D)
    return poolShape(G, O);
  return O.Kind == OpKind::TransposeConv ? transposeConvShape(G, O) : convolutionShape(G, O);
}

Shape resizedShape(const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims, &Out = G.out(O, 0).Dims;
  if (In.size() != 4 || Out.size() != 4)
    opError(G, O,
            strf("resizes %s to %s; rank 4 is required", text(In).c_str(), text(Out).c_str()));
  if (O.b(Attr::AlignCorners) && O.b(Attr::HalfPixel))
    opError(G, O, "align_corners and half_pixel exclude each other");
  for (int D = 1; D < 3; ++D)
    if (In[D] < 1 || Out[D] < 1)
      opError(G, O, strf("an input of %s does not give an output of %s", text(In).c_str(), text(Out).c_str()));
  return {In[0], Out[1], Out[2], In[3]};
}

} // namespace hexloom
