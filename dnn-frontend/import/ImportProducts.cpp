// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions, pooling, fully connected, matrix product.
#include "import/OpReader.h"
#include "ir/Shapes.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

namespace {

void requirePositive(const OpReader &R, const char *What, int64_t H, int64_t W) {
  if (H < 1 || W < 1)
    R.fail(strf("%s is %lldx%lld", What, (long long)H, (long long)W));
}

bool isSame(const OpReader &R, tflite::Padding P) {
  if (P != tflite::Padding::SAME && P != tflite::Padding::VALID)
    R.fail(strf("unknown padding %d", static_cast<int>(P)));
  return P == tflite::Padding::SAME;
}

/// Resolves SAME and VALID for a window over an extent of Height x Width.
void setPads(OpReader &R, bool Same, int64_t Height, int64_t Width, const Ints &Kernel,
             const Ints &Stride, const Ints &Dilation) {
  const WindowPlacement Y = placeWindow(Same, Height, Kernel[0], Stride[0], Dilation[0]);
  const WindowPlacement X = placeWindow(Same, Width, Kernel[1], Stride[1], Dilation[1]);
  R.set(Attr::Pads, Ints{Y.Before, X.Before, Y.After, X.After});
}

/// What CONV_2D and DEPTHWISE_CONV_2D share.
template <typename Options> void setWindow(OpReader &R, const Options &P) {
  R.requireRank(0, 4);
  R.requireRank(1, 4);
  const Ints Stride = {P.stride_h(), P.stride_w()},
             Dilation = {P.dilation_h_factor(), P.dilation_w_factor()};
  const Ints Kernel = {R.in(1).Dims[1], R.in(1).Dims[2]};
  requirePositive(R, "stride", Stride[0], Stride[1]);
  requirePositive(R, "dilation", Dilation[0], Dilation[1]);
  requirePositive(R, "kernel", Kernel[0], Kernel[1]);
  R.set(Attr::Stride, Stride);
  R.set(Attr::Dilation, Dilation);
  setPads(R, isSame(R, P.padding()), R.in(0).Dims[1], R.in(0).Dims[2], Kernel, Stride, Dilation);
  R.setActivation(P.fused_activation_function());
}

} // namespace

void importConv2D(OpReader &R) {
  R.requireChannelsOfFile(0);
  setWindow(R, R.options<tflite::Conv2DOptions>());
}

void importDepthwiseConv2D(OpReader &R) {
  setWindow(R, R.options<tflite::DepthwiseConv2DOptions>());
  const int32_t Inputs = R.in(0).Dims[3], Outputs = R.in(1).Dims[3];
  if (Inputs == 0 || Outputs % Inputs != 0)
    R.fail(strf("filter has %d channels, which is no multiple of the input's %d", Outputs, Inputs));
  R.set(Attr::DepthMultiplier, int64_t(Outputs / Inputs));
}

void importConv3D(OpReader &R) {
  const auto &P = R.options<tflite::Conv3DOptions>();
  R.requireRank(0, 5);
  R.requireRank(1, 5);
  const Ints Stride = {P.stride_d(), P.stride_h(), P.stride_w()},
             Dilation = {P.dilation_d_factor(), P.dilation_h_factor(), P.dilation_w_factor()};
  Ints Pads(6);
  for (size_t D = 0; D < 3; ++D) {
    if (Stride[D] < 1 || Dilation[D] < 1 || R.in(1).Dims[D] < 1)
      R.fail(strf("stride %lld, dilation %lld, kernel %d", (long long)Stride[D], (long long)Dilation[D], R.in(1).Dims[D]));
    const WindowPlacement W = placeWindow(isSame(R, P.padding()), R.in(0).Dims[1 + D], R.in(1).Dims[D], Stride[D], Dilation[D]);
    Pads[D] = W.Before;
    Pads[D + 3] = W.After;
  }
  R.set(Attr::Stride, Stride);
  R.set(Attr::Dilation, Dilation);
  R.set(Attr::Pads, Pads);
  R.setActivation(P.fused_activation_function());
}

void importTransposeConv(OpReader &R) {
  const auto &P = R.options<tflite::TransposeConvOptions>();
  R.requireRank(0, 4);
  R.requireRank(1, 4);
  const Ints Output = R.param(0, "output shape");
  if (Output.size() != 4)
    R.fail(strf("output shape has %zu elements where 4 are required", Output.size()));
  const Ints Stride = {P.stride_h(), P.stride_w()}, Kernel = {R.in(1).Dims[1], R.in(1).Dims[2]};
  requirePositive(R, "stride", Stride[0], Stride[1]);
  requirePositive(R, "kernel", Kernel[0], Kernel[1]);
  Shape S;
  for (int64_t Dim : Output) {
    if (Dim < 0 || Dim > INT32_MAX)
      R.fail(strf("output shape has a dimension of %lld", (long long)Dim));
    S.push_back(static_cast<int32_t>(Dim));
  }
  R.setShape(0, S);
  // The padding is that of the convolution which this one reverses. What the filter then reaches
  // beyond the output is cut off at the far side too.
  const bool Same = isSame(R, P.padding());
  Ints Pads(4);
  for (int D = 0; D < 2; ++D) {
    Pads[D] = placeWindow(Same, S[1 + D], Kernel[D], Stride[D], 1).Before;
    const int64_t Full = (int64_t(R.in(0).Dims[1 + D]) - 1) * Stride[D] + Kernel[D];
    Pads[D + 2] = std::max<int64_t>(0, Full - Pads[D] - S[1 + D]);
  }
  R.set(Attr::Stride, Stride);
  R.set(Attr::Pads, Pads);
  R.setActivation(P.fused_activation_function());
}

void importPool2D(OpReader &R) {
  const auto &P = R.options<tflite::Pool2DOptions>();
  R.requireRank(0, 4);
  const Ints Stride = {P.stride_h(), P.stride_w()}, Kernel = {P.filter_height(), P.filter_width()};
  requirePositive(R, "stride", Stride[0], Stride[1]);
  requirePositive(R, "kernel", Kernel[0], Kernel[1]);
  R.set(Attr::Kernel, Kernel);
  R.set(Attr::Stride, Stride);
  setPads(R, isSame(R, P.padding()), R.in(0).Dims[1], R.in(0).Dims[2], Kernel, Stride, {1, 1});
  R.setActivation(P.fused_activation_function());
}

void importFullyConnected(OpReader &R) {
  const auto &P = R.options<tflite::FullyConnectedOptions>();
  if (P.weights_format() != tflite::FullyConnectedOptionsWeightsFormat::DEFAULT)
    R.fail("unsupported shuffled weights");
  R.setActivation(P.fused_activation_function());
  R.requireRank(1, 2);
  const Shape &In = R.in(0).Dims, &Filter = R.in(1).Dims;
  if (Filter[1] == 0 || R.in(0).elements() % Filter[1] != 0)
    R.fail(
        strf("input of %s does not divide into rows of %d elements", text(In).c_str(), Filter[1]));
  if (!P.keep_num_dims()) {
    R.setShape(0, {static_cast<int32_t>(R.in(0).elements() / Filter[1]), Filter[0]});
    return;
  }
  if (In.empty() || In.back() != Filter[1])
    R.fail(strf("keeps the dimensions of an input of %s, the filter has %d columns",
                text(In).c_str(), Filter[1]));
  Shape S = In;
  S.back() = Filter[0];
  R.setShape(0, S);
}

void importBatchMatMul(OpReader &R) {
  const auto &P = R.options<tflite::BatchMatMulOptions>();
  R.set(Attr::AdjX, P.adj_x());
  R.set(Attr::AdjY, P.adj_y());
}

} // namespace hexloom
