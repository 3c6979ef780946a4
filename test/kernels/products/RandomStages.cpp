// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a Hexagon program that compares the output stages of products with the portable kernels where
// they are most likely to differ: sums at the ends of their ranges, results that are ties.
//
//   RandomStages FOLDER COUNT [SEED]
//
// Factors are powers of two, one code more or less, or any; biases put sums on either side of zero, on
// ties, or near 2^30 and 2^31; all zero points, activations and types; one channel up to several blocks.
#include "../RandomOps.h"
#include "ir/Quantize.h"

#include <cmath>

using namespace hexloom;

namespace {

constexpr int kRunsOfEach = 8; ///< with other inputs

struct Layer {
  DType Type;
  int Taps, Channels; ///< products of one sum; output channels
};

DType byteType() { return uniform(0, 1) ? DType::UInt8 : DType::Int8; }
int anyDepth() { return oneOf({1, 2, 3, 4, 8, 17, 31, 32, 33, 64, 96, 130}); }
const char *anyActivation() {
  static const char *const Names[] = {"none", "none", "relu", "relu6", "relu_n1_to_1"};
  return Names[uniform(0, 4)];
}

Tensor bytes(DType Type, Shape Dims, float Scale) {
  Tensor T = activation(Type, std::move(Dims), Scale);
  const Range R = typeRange(Type);
  if (const int Which = uniform(0, 3); Which < 2)
    T.Quant.ZeroPoints = {Which ? R.Max : R.Min};
  return T;
}

/// Random weights; in some layers those of a channel have one sign, so that equal activations reach
/// the ends of its sums, or are the largest, or but few differ from zero.
Tensor weights(DType Type, Shape Dims, int ChannelDim, const std::vector<float> &Scales) {
  Tensor T = bytes(Type, std::move(Dims), Scales[0]);
  if (Type == DType::Int8) {
    T.Quant = {Scales, std::vector<int64_t>(Scales.size(), 0), ChannelDim};
  }
  const int Zero = static_cast<int>(T.Quant.zeroPoint()), Kind = uniform(0, 3),
            Channels = T.Dims[ChannelDim], Size = oneOf({1, 9, 127, 255});
  const int64_t Block = ChannelDim ? 1 : T.elements() / Channels;
  const auto [Min, Max] = Type == DType::UInt8 ? Range{0, 255} : Range{-127, 127};
  std::vector<uint8_t> Data;
  for (int64_t I = 0; I < T.elements(); ++I) {
    const int Sign = I / Block % Channels % 2 ? -1 : 1;
    const int Value = Kind == 0   ? uniform(Min, Max)
                      : Kind == 1 ? Zero + Sign * uniform(0, Size)
                      : Kind == 2 ? (Sign < 0 ? Min : Max)
                                  : Zero + (uniform(0, 5) ? 0 : uniform(-Size, Size));
    Data.push_back(static_cast<uint8_t>(std::clamp(Value, Min, Max)));
  }
  fill(T, Data);
  return T;
}

/// Factors for which a layer's sums have a few results, or all, or many times as many.
std::vector<float> factors(const Layer &L) {
  const double Span = 128.0 * 128 * L.Taps;
  const double Around = 256 / Span * std::exp2(uniform(-6, 4));
  const bool Powers = uniform(0, 1), Each = L.Type == DType::Int8 && uniform(0, 1);
  std::vector<float> Result;
  for (int C = 0; C < (Each ? L.Channels : 1); ++C) {
    const double Factor = Around * std::exp2(-uniform(0, Each ? 3 : 0));
    const float Power = static_cast<float>(std::exp2(std::round(std::log2(Factor))));
    const float Near = oneOf({0, 0, 1}) ? std::nextafter(Power, oneOf({0, 1}) ? 2 * Power : 0) : Power;
    Result.push_back(Powers ? Near : static_cast<float>(Factor * real(0.7, 1.4)));
  }
  return Result;
}

Tensor biases(const Layer &L, const std::vector<float> &Factors) {
  Tensor T;
  T.Type = DType::Int32;
  T.Dims = {L.Channels};
  const int Kind = uniform(0, 9);
  std::vector<uint8_t> Data;
  for (int C = 0; C < L.Channels; ++C) {
    const double Step = 1 / double(Factors[Factors.size() > 1 ? C : 0]);
    int64_t Value = std::llround((uniform(-300, 300) + 0.5) * Step) + uniform(-1, 1); // a tie
    if (Kind == 1)
      Value = uniform(-40000, 40000);
    else if (Kind == 2)
      Value = (uniform(0, 1) ? -1 : 1) * (int64_t(1) << uniform(28, 30)) + uniform(-1000, 1000);
    else if (Kind == 3 && uniform(0, 7) == 0)
      Value = uniform(0, 1) ? INT32_MAX : INT32_MIN;
    else if (Kind == 4)
      Value = 0;
    Value = std::clamp<int64_t>(Value, INT32_MIN, INT32_MAX);
    for (int B = 0; B < 4; ++B)
      Data.push_back(static_cast<uint8_t>(Value >> (8 * B)));
  }
  fill(T, Data);
  return T;
}

/// A product with random factors. If scales are one, the filter's are the factors; otherwise the
/// multipliers have all their bits.
Graph layer(OpKind Kind, Shape In, Shape Filter, int ChannelDim, Shape Out, int Taps) {
  const Layer L{byteType(), Taps, Filter[ChannelDim]};
  const std::vector<float> Factors = factors(L);
  const bool Plain = uniform(0, 1);
  const float InScale = Plain ? 1 : 0.1f;
  const float OutScale = Plain ? 1 : 0.1f;
  return withOp(Kind,
                {bytes(L.Type, std::move(In), InScale),
                 weights(L.Type, std::move(Filter), ChannelDim, Factors), biases(L, Factors)},
                bytes(L.Type, std::move(Out), OutScale * static_cast<float>(oneOf({1, 1, 3}))));
}

struct Side {
  int Kernel, Stride, Dilation, In, Out;
  int64_t Before, After;
};
Side side(int MostIn) {
  Side S;
  S.Kernel = oneOf({1, 1, 2, 3, 3, 5});
  S.Stride = oneOf({1, 1, 2});
  S.Dilation = oneOf({1, 1, 1, 2});
  const int Reach = (S.Kernel - 1) * S.Dilation;
  S.Before = uniform(0, Reach);
  S.After = uniform(0, Reach);
  S.In = uniform(1, MostIn) + std::max(0, Reach - int(S.Before + S.After));
  S.Out = static_cast<int>((S.In + S.Before + S.After - Reach - 1) / S.Stride + 1);
  return S;
}

void setWindow(Op &O, const Side &Y, const Side &X) {
  O.Attrs[Attr::Stride] = std::vector<int64_t>{Y.Stride, X.Stride};
  O.Attrs[Attr::Dilation] = std::vector<int64_t>{Y.Dilation, X.Dilation};
  O.Attrs[Attr::Pads] = std::vector<int64_t>{Y.Before, X.Before, Y.After, X.After};
}

Graph convolution() {
  const Side Y = side(4), X = side(9);
  const int Groups = oneOf({1, 1, 1, 2}), CI = anyDepth() * Groups, CO = anyDepth() * Groups;
  Graph G = layer(OpKind::Conv2D, {1, Y.In, X.In, CI}, {CO, Y.Kernel, X.Kernel, CI / Groups}, 0,
                  {1, Y.Out, X.Out, CO}, Y.Kernel * X.Kernel * CI / Groups);
  setWindow(G.Ops[0], Y, X);
  return G;
}

Graph depthwise() {
  const Side Y = side(6), X = side(11);
  const int Multiplier = oneOf({1, 1, 2, 3}), C = anyDepth(), CO = C * Multiplier;
  Graph G = layer(OpKind::DepthwiseConv2D, {1, Y.In, X.In, C}, {1, Y.Kernel, X.Kernel, CO}, 3,
                  {1, Y.Out, X.Out, CO}, Y.Kernel * X.Kernel);
  setWindow(G.Ops[0], Y, X);
  G.Ops[0].Attrs[Attr::DepthMultiplier] = int64_t(Multiplier);
  return G;
}

Graph fullyConnected() {
  const int Rows = oneOf({1, 2, 5, 9}), CI = anyDepth() * oneOf({1, 1, 8}), CO = anyDepth();
  return layer(OpKind::FullyConnected, {Rows, CI}, {CO, CI}, 0, {Rows, CO}, CI);
}

Graph transposeConv() {
  const int KH = uniform(1, 4), KW = uniform(1, 4), SH = uniform(1, 3), SW = uniform(1, 3);
  const int H = uniform(1, 4), W = uniform(1, 6), CI = anyDepth(), CO = anyDepth();
  Graph G = layer(OpKind::TransposeConv, {1, H, W, CI}, {CO, KH, KW, CI}, 0,
                  {1, (H - 1) * SH + KH, (W - 1) * SW + KW, CO}, KH * KW * CI);
  G.Ops[0].Attrs[Attr::Stride] = std::vector<int64_t>{SH, SW};
  G.Ops[0].Attrs[Attr::Pads] = std::vector<int64_t>(4, 0);
  return G;
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc < 3)
    return std::fprintf(stderr, "usage: RandomStages FOLDER COUNT [SEED]\n"), 2;
  Random.seed(Argc > 3 ? std::atoi(Argv[3]) : 1);
  Writer W(Argv[1], kRunsOfEach, true);
  Graph (*const Makers[])() = {convolution, depthwise, convolution, fullyConnected, depthwise, transposeConv};
  for (int I = 0; I < std::atoi(Argv[2]); ++I) {
    Graph G = Makers[I % 6]();
    G.Ops[0].Attrs[Attr::Activation] = std::string(anyActivation());
    W.add(std::move(G));
  }
  W.finish();
  std::printf("%d variants\n", W.variants());
  return 0;
}
