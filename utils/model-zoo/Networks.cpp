// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Networks of real architectures. References: Howard et al., MobileNets (2017), table 1; Sandler et
// al., MobileNetV2 (2018), table 2; He et al., Deep Residual Learning (2015), the CIFAR-10
// networks; Mehta and Rastegari, MobileViT (2021), for the block of convolutions around a
// transformer.
#include "Blocks.h"
#include "Zoo.h"

namespace zoo {

namespace {

void mobilenetV1(Net &N, TensorType T, double Width, int32_t Size, int32_t Classes, int32_t Batch) {
  struct Stage {
    int32_t Channels, Stride;
  };
  const Stage Stages[] = {{64, 1},  {128, 2}, {128, 1}, {256, 2}, {256, 1},  {512, 2}, {512, 1},
                          {512, 1}, {512, 1}, {512, 1}, {512, 1}, {1024, 2}, {1024, 1}};
  Simulation S(N, T);
  Map X = S.conv(S.image({Batch, Size, Size, 3}), widened(32, Width), 3, 2, Relu6);
  for (const Stage &St : Stages)
    X = S.conv(S.depthwise(X, 3, St.Stride, Relu6), widened(St.Channels, Width), 1, 1, Relu6);
  classify(S, N, X, Classes);
}

Map invertedResidual(Simulation &S, const Map &In, int32_t Expansion, int32_t Channels,
                     int32_t Stride) {
  Map X = Expansion == 1 ? In : S.conv(In, In.Dims[3] * Expansion, 1, 1, Relu6);
  X = S.conv(S.depthwise(X, 3, Stride, Relu6), Channels, 1, 1, None);
  return Stride == 1 && Channels == In.Dims[3] ? S.add(X, In) : X;
}

void mobilenetV2(Net &N, TensorType T, double Width, int32_t Size, int32_t Classes) {
  struct Stage {
    int32_t Expansion, Channels, Repeats, Stride;
  };
  const Stage Stages[] = {{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                          {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};
  Simulation S(N, T);
  Map X = S.conv(S.image({1, Size, Size, 3}), widened(32, Width), 3, 2, Relu6);
  for (const Stage &St : Stages)
    for (int32_t I = 0; I < St.Repeats; ++I)
      X = invertedResidual(S, X, St.Expansion, widened(St.Channels, Width), I ? 1 : St.Stride);
  classify(S, N, S.conv(X, Width > 1 ? widened(1280, Width) : 1280, 1, 1, Relu6), Classes);
}

Map basicBlock(Simulation &S, const Map &In, int32_t Channels, int32_t Stride) {
  const Map X = S.conv(S.conv(In, Channels, 3, Stride, Relu), Channels, 3, 1, None);
  const Map Shortcut =
      Stride == 1 && In.Dims[3] == Channels ? In : S.conv(In, Channels, 1, Stride, None);
  return S.add(X, Shortcut, Relu);
}

void resnet(Net &N, TensorType T) {
  Simulation S(N, T);
  Map X = S.conv(S.image({1, 32, 32, 3}), 16, 3, 1, Relu);
  for (int32_t Channels : {16, 32, 64})
    X = basicBlock(S, X, Channels, Channels == 16 ? 1 : 2);
  classify(S, N, X, 10);
}

/// ResNet-18 (table 1 of the paper): 11.7 million weights; 1.8 thousand million products at 224x224.
void resnet18(Simulation &S, Net &N, int32_t Height, int32_t Width) {
  Map X = S.maxPool(S.conv(S.image({1, Height, Width, 3}), 64, 7, 2, Relu), square(3, 2));
  for (int32_t Channels : {64, 128, 256, 512}) {
    X = basicBlock(S, X, Channels, Channels == 64 ? 1 : 2);
    X = basicBlock(S, X, Channels, 1);
  }
  classify(S, N, X, 1000);
}

/// ResNet-50 (table 1 of the paper): 25.5 million weights; 4.1 thousand million products at 224x224.
void resnet50(Net &N, TensorType T, int32_t Size) {
  const struct { int32_t Channels, Blocks; } Stages[] = {{64, 3}, {128, 4}, {256, 6}, {512, 3}};
  Simulation S(N, T);
  Map X = S.maxPool(S.conv(S.image({1, Size, Size, 3}), 64, 7, 2, Relu), 3, 2);
  for (const auto &St : Stages)
    for (int32_t I = 0; I < St.Blocks; ++I)
      X = bottleneck(S, X, St.Channels, I == 0 && St.Channels != 64 ? 2 : 1);
  classify(S, N, X, 1000);
}

Map attention(Simulation &S, const Map &In, int32_t Count) {
  const int32_t Channels = In.Dims[2];
  const Map Q = heads(S, S.fullyConnected(In, Channels, 0.7), Count),
            K = heads(S, S.fullyConnected(In, Channels, 0.7), Count);
  const Map V = heads(S, S.fullyConnected(In, Channels), Count);
  const Map Mixed = S.batchMatMul(S.softmax(S.batchMatMul(Q, K, true)), V, false);
  return S.fullyConnected(joined(S, Mixed), Channels);
}

void convTransformer(Net &N, TensorType T) {
  Simulation S(N, T);
  Map X = S.hardSwish(S.conv(S.image({1, 32, 32, 3}), 16, 3, 2, None));
  X = S.hardSwish(S.conv(S.depthwise(X, 3, 2, Relu6), 32, 1, 1, None));
  // squeeze and excitation
  const Map Gate = S.logistic(S.conv(S.conv(S.mean(X, {1, 2}), 8, 1, 1, Relu), 32, 1, 1, None));
  X = S.mul(X, Gate);
  const int32_t Tokens = X.Dims[1] * X.Dims[2];
  Map Y = S.reshape(X, {1, Tokens, 32});
  for (int Layer = 0; Layer < 2; ++Layer) {
    Y = S.add(Y, attention(S, S.layerNorm(Y), 4));
    Y = S.add(Y, S.fullyConnected(S.gelu(S.fullyConnected(S.layerNorm(Y), 64)), 32));
  }
  Y = S.reshape(S.layerNorm(Y), {1, 8, 8, 32});
  classify(S, N, S.conv(Y, 64, 1, 1, Relu), 100);
}

} // namespace

void addNetworks(std::vector<Entry> &Zoo) {
  const auto Int8 = TensorType::INT8, Uint8 = TensorType::UINT8;
  const auto Add = [&](const char *Name, const char *Description,
                       std::function<void(Net &)> Build) {
    Zoo.push_back({Name, Description, std::move(Build), false});
  };
  Add("mobilenet_v1_025_96_int8", "MobileNet v1, width 0.25, 96x96, 1000 classes",
      [=](Net &N) { mobilenetV1(N, Int8, 0.25, 96, 1000, 1); });
  Add("mobilenet_v1_025_96_uint8", "MobileNet v1, width 0.25, 96x96, 1000 classes",
      [=](Net &N) { mobilenetV1(N, Uint8, 0.25, 96, 1000, 1); });
  Add("mobilenet_v1_050_160_uint8", "MobileNet v1, width 0.5, 160x160, 1000 classes",
      [=](Net &N) { mobilenetV1(N, Uint8, 0.5, 160, 1000, 1); });
  Add("mobilenet_v1_025_64_batch3_int8", "MobileNet v1, width 0.25, three images of 64x64",
      [=](Net &N) { mobilenetV1(N, Int8, 0.25, 64, 20, 3); });
  Add("mobilenet_v2_035_96_int8", "MobileNet v2, width 0.35, 96x96, 1000 classes",
      [=](Net &N) { mobilenetV2(N, Int8, 0.35, 96, 1000); });
  Add("mobilenet_v2_035_96_uint8", "MobileNet v2, width 0.35, 96x96, 1000 classes",
      [=](Net &N) { mobilenetV2(N, Uint8, 0.35, 96, 1000); });
  Add("mobilenet_v2_100_224_int8", "MobileNet v2, width 1, 224x224, 1000 classes",
      [=](Net &N) { mobilenetV2(N, Int8, 1, 224, 1000); });
  Add("mobilenet_v2_100_224_uint8", "MobileNet v2, width 1, 224x224, 1000 classes",
      [=](Net &N) { mobilenetV2(N, Uint8, 1, 224, 1000); });
  Add("resnet_8_int8", "residual network for 32x32 images, 10 classes",
      [=](Net &N) { resnet(N, Int8); });
  Add("resnet_8_uint8", "residual network for 32x32 images, 10 classes",
      [=](Net &N) { resnet(N, Uint8); });
  Add("resnet_8_int16", "residual network for 32x32 images, 10 classes, 16-bit activations",
      [=](Net &N) { resnet(N, TensorType::INT16); });
  Add("resnet_50_64_int8", "ResNet-50, 25 MB of weights, 64x64, 1000 classes",
      [=](Net &N) { resnet50(N, Int8, 64); });
  Add("resnet_50_224_int8", "ResNet-50 at its real size, 224x224, 1000 classes",
      [=](Net &N) { resnet50(N, Int8, 224); });
  Zoo.back().IsLarge = true;
  Add("resnet_18_224_int8", "ResNet-18 at its real size, 224x224, 1000 classes",
      [=](Net &N) { calibrated(N, Int8, {224, 224}, {96, 96}, resnet18); });
  Zoo.back().IsLarge = true;
  Add("mobilenet_v1_100_224_int8", "MobileNet v1 at its real size, width 1, 224x224, 1000 classes",
      [=](Net &N) { mobilenetV1(N, Int8, 1, 224, 1000, 1); });
  Zoo.back().IsLarge = true;
  Add("conv_transformer_int8", "convolutions, squeeze and excitation, two transformer layers",
      [=](Net &N) { convTransformer(N, Int8); });
}

} // namespace zoo
