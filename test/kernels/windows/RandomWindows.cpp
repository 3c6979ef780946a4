// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a Hexagon program that compares the vector kernels of sliding windows, reductions, softmax
// and resizing with the portable ones on random operators.
//
//   RandomWindows FOLDER COUNT [SEED [OPERATOR]]
#include "../RandomOps.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace hexloom;

namespace {

DType byteType() { return uniform(0, 1) ? DType::UInt8 : DType::Int8; }
int anyDepth() { return oneOf({1, 2, 5, 8, 19, 31, 32, 33, 48, 64, 70, 96, 130, 160}); }

struct Window {
  int Kernel[2], Stride[2], Dilation[2] = {1, 1}, Pads[4], In[2], Out[2];
};

/// `MostPad`: how much of the (dilated) kernel the padding may hold.
Window randomWindow(int MostKernel, bool Dilated, bool WholePadding) {
  Window W;
  for (int D = 0; D < 2; ++D) {
    W.Kernel[D] = uniform(0, 2) ? oneOf({1, 2, 3, 3, 5}) : uniform(1, MostKernel);
    W.Stride[D] = oneOf({1, 1, 1, 2, 2, 3});
    W.Dilation[D] = Dilated && uniform(0, 3) == 0 ? uniform(2, 3) : 1;
    const int Reach = (W.Kernel[D] - 1) * W.Dilation[D];
    const int Pad = WholePadding ? Reach : W.Kernel[D] - 1;
    W.Pads[D] = uniform(0, 2) ? Pad / 2 : uniform(0, Pad);
    W.Pads[D + 2] = uniform(0, 2) ? Pad / 2 : uniform(0, Pad);
    W.In[D] = uniform(1, D ? 21 : 9) + std::max(0, Reach - W.Pads[D] - W.Pads[D + 2]);
    W.Out[D] = (W.In[D] + W.Pads[D] + W.Pads[D + 2] - Reach - 1) / W.Stride[D] + 1;
  }
  return W;
}

void setWindow(Op &O, const Window &W) {
  O.Attrs[Attr::Stride] = std::vector<int64_t>{W.Stride[0], W.Stride[1]};
  O.Attrs[Attr::Pads] = std::vector<int64_t>(W.Pads, W.Pads + 4);
  O.Attrs[Attr::Activation] = std::string(randomActivation());
}

Tensor depthwiseFilter(DType Type, int KernelH, int KernelW, int Channels) {
  const bool Unsigned = Type == DType::UInt8,
             Wide = uniform(0, 1); // wide: weights less their zero point exceed int8
  Tensor T =
      activation(Unsigned ? DType::UInt8 : DType::Int8, {1, KernelH, KernelW, Channels}, 0.02f);
  if (!Unsigned) {
    T.Quant = {{}, {}, 3};
    const int Scales = uniform(0, 1) ? Channels : 1;
    for (int C = 0; C < Scales; ++C) {
      T.Quant.Scales.push_back(real(0.001, 0.04));
      T.Quant.ZeroPoints.push_back(0);
    }
  }
  const int Zero = Unsigned ? T.Quant.zeroPoint() : 0, Least = Unsigned ? 0 : -127,
            Greatest = Unsigned ? 255 : 127;
  std::vector<uint8_t> Data;
  for (int64_t I = 0; I < T.elements(); ++I) {
    const bool Any = Unsigned && Wide && uniform(0, 9) == 0;
    Data.push_back(static_cast<uint8_t>(
        Any ? uniform(0, 255) : std::clamp(Zero + uniform(-127, 127), Least, Greatest)));
  }
  fill(T, Data);
  return T;
}

/// int32, or int64 of int16 activations; sometimes more than 32-bit sums can take.
Tensor depthwiseBias(DType Activations, int Channels) {
  const bool Is16 = Activations == DType::Int16, Large = Is16 && uniform(0, 3) == 0;
  Tensor Bias;
  Bias.Type = Is16 ? DType::Int64 : DType::Int32;
  Bias.Dims = {Channels};
  std::vector<uint8_t> Data;
  for (int C = 0; C < Channels; ++C) {
    const int64_t Value = uniform(-20000, 20000) * int64_t(Large ? 1 << 20 : Is16 ? 100 : 1);
    for (int B = 0; B < bytesOf(Bias.Type); ++B)
      Data.push_back(static_cast<uint8_t>(Value >> (8 * B)));
  }
  fill(Bias, Data);
  return Bias;
}

Graph randomDepthwise() {
  const DType Type = uniform(0, 2) ? byteType() : DType::Int16;
  const Window W = randomWindow(7, true, true);
  const int N = oneOf({1, 1, 2}), Multiplier = uniform(0, 2) ? 1 : oneOf({2, 3, 4, 8, 40});
  const int C = Multiplier == 1 ? anyDepth() : uniform(1, 12), Channels = C * Multiplier;
  const double Most = Type == DType::Int16 ? 32768 : 128;
  const double Spread =
      0.02 * 0.02 * Most * 0.6 * 75 * std::sqrt(double(W.Kernel[0] * W.Kernel[1]));
  const auto Scale =
      static_cast<float>(4 * Spread / Most * (uniform(0, 9) ? 1 : oneOf({1, 100, 10000}) / 100.0));
  Graph G = withOp(OpKind::DepthwiseConv2D,
                   {activation(Type, {N, W.In[0], W.In[1], C}, 0.02f),
                    depthwiseFilter(Type, W.Kernel[0], W.Kernel[1], Channels),
                    depthwiseBias(Type, Channels)},
                   activation(Type, {N, W.Out[0], W.Out[1], Channels}, Scale));
  setWindow(G.Ops[0], W);
  G.Ops[0].Attrs[Attr::Dilation] = std::vector<int64_t>{W.Dilation[0], W.Dilation[1]};
  G.Ops[0].Attrs[Attr::DepthMultiplier] = int64_t(Multiplier);
  return G;
}

Graph randomPool(bool Average) {
  const DType Type = uniform(0, 3) ? byteType() : DType::Int16;
  Window W = randomWindow(16, false, false);
  if (uniform(0, 4) == 0) // the whole image
    for (int D = 0; D < 2; ++D)
      W.In[D] = W.Kernel[D] = uniform(1, 40), W.Pads[D] = W.Pads[D + 2] = 0, W.Out[D] = 1;
  const int N = oneOf({1, 1, 2}), C = anyDepth();
  const Tensor In = activation(Type, {N, W.In[0], W.In[1], C}, 0.02f);
  Tensor Out = In;
  Out.Dims = {N, W.Out[0], W.Out[1], C};
  Graph G = withOp(Average ? OpKind::AveragePool2D : OpKind::MaxPool2D, {In}, Out);
  setWindow(G.Ops[0], W);
  G.Ops[0].Attrs[Attr::Kernel] = std::vector<int64_t>{W.Kernel[0], W.Kernel[1]};
  return G;
}

/// Over height and width, over the channels, or over any dimensions.
std::vector<int64_t> randomAxes() {
  static const std::vector<int64_t> Common[] = {{1, 2}, {1, 2}, {3}};
  if (const int I = uniform(0, 5); I < 3)
    return Common[I];
  std::vector<int64_t> Axes;
  for (int64_t Axis = 0; Axis < 4; ++Axis)
    if (uniform(0, 1))
      Axes.push_back(Axis);
  return Axes;
}

Graph randomReduction() {
  static const OpKind Kinds[] = {OpKind::Mean, OpKind::Sum, OpKind::ReduceMax, OpKind::ReduceMin};
  const OpKind Kind = Kinds[uniform(0, 3)];
  const bool Sums = Kind == OpKind::Mean || Kind == OpKind::Sum, Keep = uniform(0, 1);
  const DType Type = uniform(0, 3)                           ? byteType()
                     : uniform(0, 1) || Kind == OpKind::Mean ? DType::Int16
                                                             : DType::Int32;
  const Shape Dims = {oneOf({1, 1, 2}), uniform(1, 20), uniform(1, 40), anyDepth()};
  const std::vector<int64_t> Axes = randomAxes();
  Shape Out;
  double Count = 1;
  for (int I = 0; I < 4; ++I) {
    const bool Reduced = std::count(Axes.begin(), Axes.end(), I);
    Count *= Reduced ? double(Dims[I]) : 1;
    if (!Reduced || Keep)
      Out.push_back(Reduced ? 1 : Dims[I]);
  }
  const Tensor In = activation(Type, Dims, 0.02f);
  Tensor Result = activation(
      Type, Out, static_cast<float>(0.02 * (Kind == OpKind::Sum ? std::sqrt(Count) * 4 : 0.3)));
  if (!Sums)
    Result.Quant = In.Quant;
  Graph G = withOp(Kind, {In}, Result);
  G.Ops[0].Attrs[Attr::Axes] = Axes;
  G.Ops[0].Attrs[Attr::KeepDims] = Keep;
  return G;
}

Graph randomArg() {
  const int N = oneOf({1, 2}), H = uniform(1, 5), W = uniform(1, 80),
            C = anyDepth() + uniform(0, 1) * oneOf({100, 200, 400});
  const Shape Dims = {N, H, W, C};
  const int Axis = uniform(0, 1) ? 3 : uniform(0, 3);
  Tensor Out;
  Out.Type = uniform(0, 1) ? DType::Int64 : DType::Int32;
  for (int I = 0; I < 4; ++I)
    if (I != Axis)
      Out.Dims.push_back(Dims[I]);
  const Tensor In = activation(uniform(0, 3) ? byteType() : DType::Int32, Dims, 0.02f);
  Graph G = withOp(uniform(0, 1) ? OpKind::ArgMax : OpKind::ArgMin, {In}, Out);
  G.Ops[0].Attrs[Attr::Axis] = int64_t(Axis);
  return G;
}

Graph randomSoftmax() {
  const bool Logarithm = uniform(0, 2) == 0, Int16 = !Logarithm && uniform(0, 3) == 0;
  const float Scale = static_cast<float>(std::pow(10, real(-2.5, 0)) * (Int16 ? 0.01 : 1));
  const int Depth = uniform(0, 1) ? uniform(3, 400) : uniform(0, 1) ? uniform(1, 65)
                    : oneOf({1, 2, 2, 2, 4, 8, 16, 32, 64, 127, 128, 129, 256});
  const int Rows = uniform(0, 2) ? uniform(1, 9) : oneOf({16, 17, 31, 32, 33, 50});
  const Tensor In =
      activation(Int16 ? DType::Int16 : byteType(), {oneOf({1, 2}), Rows, Depth}, Scale);
  Tensor Out = In;
  if (!Logarithm && uniform(0, 2) == 0)
    Out.Type = DType::Int16;
  Graph G = withOp(Logarithm ? OpKind::LogSoftmax : OpKind::Softmax, {In}, Out);
  if (!Logarithm)
    G.Ops[0].Attrs[Attr::Beta] = double(real(0.5, 2));
  return G;
}

Graph randomL2Norm() {
  const Tensor In =
      activation(byteType(), {oneOf({1, 2}), uniform(1, 5), uniform(1, 9), anyDepth()}, 0.02f);
  Graph G = withOp(OpKind::L2Normalization, {In}, In);
  G.Ops[0].Attrs[Attr::Activation] = std::string("none");
  return G;
}

Graph randomResize() {
  const bool Bilinear = uniform(0, 1);
  const int N = oneOf({1, 2}), H = uniform(1, 9), W = uniform(1, 20), C = anyDepth(),
            Factor = oneOf({1, 2, 2, 4, 8});
  const bool Corners = uniform(0, 1), HalfPixel = !Corners && uniform(0, 1);
  const auto Size = [&](int In) {
    return uniform(0, 2) == 0 ? uniform(1, 30) : Corners ? (In - 1) * Factor + 1 : In * Factor;
  };
  const DType Type = uniform(0, 3)               ? byteType()
                     : Bilinear || uniform(0, 1) ? DType::Int16
                                                 : DType::Float32;
  const Tensor In = activation(Type, {N, H, W, C}, 0.02f);
  Tensor Out = In;
  Out.Dims = {N, Size(H), Size(W), C};
  Graph G = withOp(Bilinear ? OpKind::ResizeBilinear : OpKind::ResizeNearest, {In}, Out);
  G.Ops[0].Attrs[Attr::AlignCorners] = Corners;
  G.Ops[0].Attrs[Attr::HalfPixel] = HalfPixel;
  return G;
}

Graph randomOperator(int Kind) {
  switch (Kind) {
  case 0:
    return randomPool(true);
  case 1:
    return randomPool(false);
  case 2:
    return randomReduction();
  case 3:
    return randomArg();
  case 4:
    return randomSoftmax();
  case 5:
    return randomResize();
  case 6:
    return randomL2Norm();
  default:
    return randomDepthwise();
  }
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc < 3)
    return std::fprintf(stderr, "usage: RandomWindows FOLDER COUNT [SEED [OPERATOR]]\n"), 2;
  Random.seed(Argc > 3 ? std::atoi(Argv[3]) : 1);
  Writer W(Argv[1]);
  for (int I = 0; I < std::atoi(Argv[2]); ++I)
    W.add(randomOperator(Argc > 4 ? std::atoi(Argv[4]) : I % 10));
  W.finish();
  std::printf("%d variants\n", W.variants());
  return 0;
}
