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
    {"style_transfer", "fast style transfer", styleTransfer, {1024, 1024}, {64, 64}, {32, 32}},
    {"cyclegan", "CycleGAN's generator, nine blocks", cycleGan, {496, 496}, {48, 48}, {24, 24}},
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
};

std::string sizeText(const ImageSize &S) {
  return std::to_string(S.Height) + "x" + std::to_string(S.Width);
}

} // namespace

void addPublished(std::vector<Entry> &Zoo) {
  for (const Row &R : Rows)
    for (const bool IsReal : {true, false}) {
      const ImageSize Size = IsReal ? R.Size : R.Small;
      const auto Build = [=](Net &N) {
        calibrated(N, TensorType::INT8, Size, R.Calibration, R.Build);
      };
      const char *What = IsReal ? " at its real size, " : ", reduced to ";
      Zoo.push_back({R.Name + ("_" + sizeText(Size)) + "_int8",
                     R.Description + (What + sizeText(Size)), Build, true});
    }
}

} // namespace zoo
