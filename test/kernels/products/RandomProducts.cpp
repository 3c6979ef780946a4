// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a Hexagon program that compares vector product kernels with the portable ones on random
// operators.
//
//   RandomProducts FOLDER COUNT [SEED [KIND [KERNELS]]]
//
// Writes for each case one network per plan (every plan of every Hexagon kernel that serves the
// operator, in its layouts, the conversions around it), and the portable network, all with the same
// constants; and main.c, which runs them on random inputs between guard pages and compares the
// outputs byte for byte.
#include "../RandomOps.h"

#include <algorithm>
#include <cmath>

using namespace hexloom;

namespace {

Tensor filter(DType Type, Shape Dims, bool PerChannel) {
  Tensor T = activation(Type == DType::UInt8 ? DType::UInt8 : DType::Int8, std::move(Dims), 0.02f);
  if (T.Type == DType::Int8)
    T.Quant.ZeroPoints = {0};
  if (PerChannel) {
    T.Quant.Scales.clear();
    for (int I = 0; I < T.Dims[0]; ++I)
      T.Quant.Scales.push_back(real(0.001, 0.04));
    T.Quant.ZeroPoints.assign(T.Dims[0], 0);
  }
  // Some filters of uint8 have mostly weights, or only such, that are signed bytes less their zero point.
  const bool IsNear = T.Type == DType::UInt8 && uniform(0, 1);
  const int Zero = uniform(90, 165), Far = uniform(0, 4);
  if (IsNear)
    T.Quant.ZeroPoints = {Zero};
  std::vector<uint8_t> Data;
  for (int64_t I = 0; I < T.elements(); ++I) {
    int Value = uniform(0, 255);
    if (IsNear && uniform(0, static_cast<int>(T.elements())) >= Far)
      Value = std::clamp(Zero + uniform(-128, 127), 0, 255);
    if (T.Type == DType::Int8 && Value == 128)
      Value = 129; // -128 does not occur in symmetric weights
    Data.push_back(static_cast<uint8_t>(Value));
  }
  fill(T, Data);
  return T;
}

/// `NarrowToo`: int16 activations may have an int32 bias.
Tensor bias(DType Activations, int Channels, bool NarrowToo = false) {
  const bool Wide = Activations == DType::Int16 && !(NarrowToo && uniform(0, 2) == 0);
  Tensor T;
  T.Type = Wide ? DType::Int64 : DType::Int32;
  T.Dims = {Channels};
  std::vector<uint8_t> Data;
  for (int C = 0; C < Channels; ++C) {
    const int64_t Value = uniform(-20000, 20000) * (Wide ? 100 : 1);
    for (int B = 0; B < bytesOf(T.Type); ++B)
      Data.push_back(static_cast<uint8_t>(Value >> (8 * B)));
  }
  fill(T, Data);
  return T;
}

/// An output scale at which results neither vanish nor saturate, or (rarely) an odd one.
float outputScale(DType Type, float InScale, float WeightScale, int64_t Depth) {
  const double Steps = Type == DType::Int16 ? 32768 : 128;
  const double Spread =
      InScale * WeightScale * (Type == DType::Int16 ? 15000 : 75) * 75 * std::sqrt(double(Depth));
  return static_cast<float>(4 * Spread / Steps *
                            (uniform(0, 9) ? 1 : oneOf({1, 2, 100, 10000}) / 100.0));
}

bool OnlyInt16 = false;
DType randomType() {
  return OnlyInt16 || uniform(0, 6) == 0 ? DType::Int16
         : uniform(0, 1)                 ? DType::UInt8
                                         : DType::Int8;
}

Graph randomConvolution() {
  const DType Type = randomType();
  const int Groups = uniform(0, 4) ? 1 : oneOf({2, 3, 4});
  const int CI =
      Groups * (Groups > 1
                    ? oneOf({1, 3, 8, 16, 32, 64})
                    : oneOf({1, 2, 3, 4, 5, 8, 13, 16, 17, 24, 31, 32, 33, 40, 64, 96, 130}));
  const int CO = Groups * (Groups > 1 ? oneOf({1, 5, 8, 16, 32, 64})
                                      : oneOf({1, 3, 16, 24, 31, 32, 33, 64, 70, 128, 130}));
  const int KH = oneOf({1, 1, 1, 2, 3, 3, 5}), KW = uniform(0, 3) ? KH : oneOf({1, 2, 3, 7});
  const int SH = oneOf({1, 1, 1, 2, 3}), SW = uniform(0, 3) ? SH : oneOf({1, 2});
  const int DH = oneOf({1, 1, 1, 2}), DW = uniform(0, 3) ? DH : oneOf({1, 3});
  const int Longer = CI <= 4 && uniform(0, 1) ? oneOf({60, 90, 170}) : 0; // rows as those of pictures, in several vectors
  const int H = uniform(1, 9) + (KH - 1) * DH, W = uniform(1, 21) + Longer + (KW - 1) * DW, N = oneOf({1, 1, 1, 2});
  int64_t Pads[4] = {};
  if (uniform(0, 1))
    for (int I = 0; I < 4; ++I)
      Pads[I] = uniform(0, I % 2 ? (KW - 1) * DW : (KH - 1) * DH);
  const auto Size = [](int In, int64_t Before, int64_t After, int Kernel, int Stride,
                       int Dilation) {
    return static_cast<int32_t>((In + Before + After - (Kernel - 1) * Dilation - 1) / Stride + 1);
  };
  const Shape Out = {N, Size(H, Pads[0], Pads[2], KH, SH, DH),
                     Size(W, Pads[1], Pads[3], KW, SW, DW), CO};
  const Tensor In = activation(Type, {N, H, W, CI}, 0.02f);
  const Tensor Filter =
      filter(Type, {CO, KH, KW, CI / Groups}, Type != DType::UInt8 && uniform(0, 1));
  const float Scale = outputScale(Type, 0.02f, 0.02f, int64_t(KH) * KW * CI / Groups);
  Graph G =
      withOp(OpKind::Conv2D, {In, Filter, bias(Type, CO, true)}, activation(Type, Out, Scale));
  Op &O = G.Ops[0];
  O.Attrs[Attr::Stride] = std::vector<int64_t>{SH, SW};
  O.Attrs[Attr::Dilation] = std::vector<int64_t>{DH, DW};
  O.Attrs[Attr::Pads] = std::vector<int64_t>(Pads, Pads + 4);
  O.Attrs[Attr::Activation] = std::string(randomActivation());
  return G;
}

/// A convolution of stride 1. KeepsSize: it has as many outputs as inputs; else rows of at least 32 and any padding. Weights are of all
/// kinds: unsigned ones, such as fit into a byte less their zero point, and others.
Graph randomFlat(int KH, int KW, bool KeepsSize) {
  const DType Type = uniform(0, 2) ? DType::UInt8 : DType::Int8;
  const int CI = oneOf({1, 2, 3, 4, 5, 8, 16, 17, 24, 31, 32, 33, 40, 64, 65, 96}),
            CO = oneOf({1, 2, 3, 4, 5, 16, 24, 31, 32, 33, 48}), N = oneOf({1, 1, 2});
  const int DH = KH > 1 ? oneOf({1, 1, 2}) : 1, DW = KW > 1 ? oneOf({1, 1, 3}) : 1;
  const int Down = (KH - 1) * DH, Right = (KW - 1) * DW;
  const int H = uniform(1, 6) + (KeepsSize ? 0 : Down), W = KeepsSize ? uniform(1, 37) : Right + oneOf({32, 33, 61, 64, 65, 96, 131});
  const int Top = uniform(0, Down), Left = uniform(0, Right);
  const bool IsPadded = KeepsSize || uniform(0, 1);
  const int64_t Pads[4] = {IsPadded ? Top : 0, IsPadded ? Left : 0, KeepsSize ? Down - Top : IsPadded ? uniform(0, Down) : 0,
                           KeepsSize ? Right - Left : IsPadded ? uniform(0, Right) : 0};
  const Shape Out = {N, static_cast<int>(H + Pads[0] + Pads[2]) - Down, static_cast<int>(W + Pads[1] + Pads[3]) - Right, CO};
  Tensor Filter = filter(Type, {CO, KH, KW, CI}, Type == DType::Int8);
  const int Form = uniform(0, 2);
  if (Type == DType::UInt8 && Form < 2) {
    const int Zero = Form == 0 ? 0 : uniform(100, 155);
    Filter.Quant.ZeroPoints = {Zero};
    std::vector<uint8_t> Data;
    for (int64_t I = 0; I < Filter.elements(); ++I)
      Data.push_back(static_cast<uint8_t>(Form == 0 ? uniform(0, 255) : Zero + uniform(-100, 100)));
    fill(Filter, Data);
  }
  Graph G = withOp(OpKind::Conv2D,
                   {activation(Type, {N, H, W, CI}, 0.02f), Filter, bias(Type, CO)},
                   activation(Type, Out, outputScale(Type, 0.02f, 0.02f, int64_t(KH) * KW * CI)));
  Op &O = G.Ops[0];
  O.Attrs[Attr::Stride] = std::vector<int64_t>{1, 1};
  O.Attrs[Attr::Dilation] = std::vector<int64_t>{DH, DW};
  O.Attrs[Attr::Pads] = std::vector<int64_t>(Pads, Pads + 4);
  O.Attrs[Attr::Activation] = std::string(randomActivation());
  return G;
}

Graph randomTransposeConv() {
  const DType Type = randomType();
  const int CI = oneOf({1, 3, 8, 17, 32, 40}), CO = oneOf({1, 3, 8, 31, 32, 33, 64, 140});
  const int KH = uniform(1, 5), KW = uniform(1, 5), SH = uniform(1, 3), SW = uniform(1, 3);
  const int H = uniform(1, 6), W = uniform(1, 9), N = oneOf({1, 1, 2});
  int64_t Pads[4];
  Shape Out = {N, 0, 0, CO};
  for (int D = 0; D < 2; ++D) {
    const int Full = ((D ? W : H) - 1) * (D ? SW : SH) + (D ? KW : KH), Reach = (D ? KW : KH) - 1;
    Pads[D] = uniform(0, Reach / 2);
    Pads[D + 2] = uniform(0, std::min<int>(Reach / 2, Full - 1 - static_cast<int>(Pads[D])));
    Out[1 + D] = Full - static_cast<int>(Pads[D] + Pads[D + 2]);
  }
  const float Scale = outputScale(Type, 0.02f, 0.02f, int64_t(KH) * KW * CI / (SH * SW) + 1);
  Graph G = withOp(OpKind::TransposeConv,
                   {activation(Type, {N, H, W, CI}, 0.02f),
                    filter(Type, {CO, KH, KW, CI}, Type != DType::UInt8 && uniform(0, 1)),
                    bias(Type, CO)},
                   activation(Type, Out, Scale));
  Op &O = G.Ops[0];
  O.Attrs[Attr::Stride] = std::vector<int64_t>{SH, SW};
  O.Attrs[Attr::Pads] = std::vector<int64_t>(Pads, Pads + 4);
  O.Attrs[Attr::Activation] = std::string(randomActivation());
  return G;
}

Graph randomFullyConnected() {
  const DType Type = randomType();
  const int CO = oneOf({1, 7, 31, 32, 33, 64, 100}), N = oneOf({1, 1, 2}), H = uniform(1, 4),
            W = uniform(1, 9);
  const int Form = uniform(0, 5);
  const int Channels = Type == DType::Int16 && uniform(0, 1)
                           ? uniform(500, 2500) // more than a 32-bit sum holds
                           : oneOf({1, 3, 8, 31, 32, 40, 64, 100, 129, 257});
  Shape In = {N, H, W, Channels}, Out = {N, H, W, CO};
  if (Form == 0) { // whole images are rows
    Out = {N, CO};
  } else if (Form == 1) {
    Out = {N * H * W, CO};
  } else if (Form != 2) {
    const int Rows = oneOf({1, 1, 2, 3, 4, 5, 7, 8, 9, 33, 300});
    In = {Rows, Channels};
    Out = {Rows, CO};
  }
  const int CI = Form == 0 ? H * W * Channels : Channels;
  Tensor Weights = filter(Type, {CO, CI}, Type == DType::Int8 && uniform(0, 1));
  if (Type != DType::UInt8 && !Weights.Quant.perChannel() && uniform(0, 2) == 0)
    Weights.Quant.ZeroPoints = {uniform(-20, 20)};
  Graph G =
      withOp(OpKind::FullyConnected, {activation(Type, In, 0.02f), Weights, bias(Type, CO, true)},
             activation(Type, Out, outputScale(Type, 0.02f, 0.02f, CI)));
  G.Ops[0].Attrs[Attr::Activation] = std::string(randomActivation());
  return G;
}

Graph randomMatmul() {
  const DType Type = !OnlyInt16 && uniform(0, 4) ? DType::Int8 : DType::Int16;
  const int Rows = oneOf({1, 3, 4, 8, 9, 17, 40}),
            Depth = oneOf({1, 4, 7, 32, 33, 64, 130, Type == DType::Int16 ? 700 : 3}),
            Columns = oneOf({1, 5, 31, 32, 33, 64, 100});
  const bool AdjX = uniform(0, 1), AdjY = uniform(0, 1);
  Shape X = AdjX ? Shape{Depth, Rows} : Shape{Rows, Depth},
        Y = AdjY ? Shape{Columns, Depth} : Shape{Depth, Columns}, Out = {Rows, Columns};
  for (int D = uniform(0, 3); D > 0; --D) {
    const int Batch = uniform(1, 3), Which = uniform(0, 2);
    X.insert(X.begin(), Which == 1 ? 1 : Batch);
    Y.insert(Y.begin(), Which == 2 ? 1 : Batch);
    Out.insert(Out.begin(), Batch);
  }
  Tensor TY = activation(Type, Y, 0.02f);
  if (uniform(0, 2) == 0) {
    std::vector<uint8_t> Data;
    const bool Extreme = uniform(0, 3) == 0; // the largest products
    for (int64_t I = 0; I < TY.elements() * bytesOf(Type); ++I)
      Data.push_back(static_cast<uint8_t>(!Extreme                             ? uniform(0, 255)
                                          : Type == DType::Int16 && I % 2 == 0 ? 255
                                                                               : 128));
    fill(TY, Data);
  }
  Graph G = withOp(
      OpKind::BatchMatMul, {activation(Type, X, 0.02f), TY},
      activation(Type, Out, outputScale(Type, 0.02f, Type == DType::Int16 ? 4.f : 0.02f, Depth)));
  G.Ops[0].Attrs[Attr::AdjX] = AdjX;
  G.Ops[0].Attrs[Attr::AdjY] = AdjY;
  return G;
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc < 3)
    return std::fprintf(stderr, "usage: RandomProducts FOLDER COUNT [SEED [KIND [KERNELS]]]\n"), 2;
  Random.seed(Argc > 3 ? std::atoi(Argv[3]) : 1);
  Writer W(Argv[1], 1, false, Argc > 5 ? Argv[5] : "");
  const int Kind = Argc > 4 ? std::atoi(Argv[4])
                            : -1; // each operator's number: 5 to 9 or another; 10 more: of int16
  OnlyInt16 = Kind >= 10;
  for (int I = 0; I < std::atoi(Argv[2]); ++I) {
    switch (Kind < 0 ? I % 8 : Kind % 10) {
    case 5:
      W.add(randomFullyConnected());
      break;
    case 6:
      W.add(randomMatmul());
      break;
    case 7:
      W.add(randomTransposeConv());
      break;
    case 8:
      W.add(randomFlat(1, 1, true));
      break;
    case 9:
      W.add(randomFlat(oneOf({1, 2, 3, 3, 5}), oneOf({1, 2, 3, 3, 4}), I % 2 == 0));
      break;
    default:
      W.add(randomConvolution());
    }
  }
  W.finish();
  std::printf("%d variants\n", W.variants());
  return 0;
}
