// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Published.h"
#include "Zoo.h"

namespace zoo {

namespace {

struct Row {
  const char *Name, *Description;
  Builder Build;
  ImageSize Size;        ///< the real one
  ImageSize Calibration; ///< large enough for what it says about ranges
  ImageSize Small;       ///< for tests
  ImageSize Middle = {}; ///< where the real one takes minutes, what is run often in its place
};

const Row Rows[] = {
    {"mobilenet_v3_large",
     "MobileNetV3-Large, 1000 classes",
     mobileNetV3,
     {224, 224},
     {160, 160},
     {64, 64}},
    {"efficientnet_b0",
     "EfficientNet-b0, 1000 classes",
     efficientNet,
     {224, 224},
     {160, 160},
     {64, 64}},
    {"style_transfer",
     "fast style transfer",
     styleTransfer,
     {1024, 1024},
     {64, 64},
     {32, 32},
     {128, 128}},
    {"cyclegan",
     "CycleGAN's generator, nine blocks",
     cycleGan,
     {496, 496},
     {48, 48},
     {24, 24},
     {128, 128}},
    {"wdsr_b",
     "WDSR-b, twice the height and width",
     superResolution,
     {540, 960},
     {36, 60},
     {36, 60}},
    {"efficientdet_d0",
     "EfficientDet-d0, 90 classes",
     efficientDet,
     {512, 512},
     {256, 256},
     {128, 128}},
    {"pixor", "PIXOR, a bird's-eye view of 36 channels", pixor, {352, 304}, {144, 128}, {48, 32}},
    {"tinybert", "TinyBERT, four layers, so many tokens", tinyBert, {1, 256}, {1, 128}, {1, 24}},
    {"conformer_s",
     "Conformer (S), so many frames of 80 bands",
     conformer,
     {1464, 80},
     {400, 80},
     {96, 80}},
    {"shufflenet_v2", "ShuffleNet V2, width 1, 1000 classes", shuffleNetV2, {224, 224}, {128, 128}, {64, 64}},
};

std::string sizeText(const ImageSize &S) {
  return std::to_string(S.Height) + "x" + std::to_string(S.Width);
}

/// The convolutions of ResNet-50 that GCD2's table III and figure 7 are about; images by 224, and a
/// quarter of that.
struct ConvRow {
  int32_t Kernel, Stride, Size, Depth, Channels;
};
const ConvRow Convs[] = {
    {7, 2, 224, 3, 64},   {1, 1, 56, 64, 64},   {3, 1, 56, 64, 64},
    {1, 1, 56, 64, 256},  {1, 1, 56, 256, 64},  {1, 1, 56, 256, 128},
    {3, 2, 56, 128, 128}, {1, 1, 28, 128, 512}, {3, 1, 28, 128, 128},
};

void addConv(std::vector<Entry> &Zoo, const ConvRow &R, int32_t Size) {
  const auto Build = [=](Simulation &S, Net &N, int32_t Height, int32_t Width) {
    const Map In = S.image({1, Height, Width, R.Depth});
    N.output(S.conv(In, R.Channels, square(R.Kernel, R.Stride)).V);
  };
  const std::string Window = std::to_string(R.Kernel) + "x" + std::to_string(R.Kernel) + "s" +
                             std::to_string(R.Stride),
                    Channels = std::to_string(R.Depth) + "_" + std::to_string(R.Channels);
  Zoo.push_back(
      {"resnet_50_conv_" + Window + "_" + sizeText({Size, Size}) + "_" + Channels + "_int8",
       "a convolution of ResNet-50",
       [=](Net &N) {
         calibrated(N, TensorType::INT8, {Size, Size}, {16, 16}, Build);
       },
       true});
}

} // namespace

void addPublished(std::vector<Entry> &Zoo) {
  const auto Add = [&](const Row &R, const ImageSize &Size, const char *What) {
    Zoo.push_back(
        {R.Name + ("_" + sizeText(Size)) + "_int8", R.Description + (What + sizeText(Size)),
         [=](Net &N) { calibrated(N, TensorType::INT8, Size, R.Calibration, R.Build); }, true,
         [=](Simulation &S, Net &N) { R.Build(S, N, Size.Height, Size.Width); }});
  };
  for (const Row &R : Rows) {
    Add(R, R.Size, " at its real size, ");
    Add(R, R.Small, ", reduced to ");
    if (R.Middle.Height)
      Add(R, R.Middle, ", for many runs, ");
  }
  for (const ConvRow &R : Convs)
    for (const int32_t Part : {1, 4})
      addConv(Zoo, R, R.Size / Part);
}

} // namespace zoo
