// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom operators: TFLite_Detection_PostProcess, whose options are a flexbuffer, and those of the user.
#include "import/FlexMap.h"
#include "import/OpReader.h"
#include "support/Error.h"

#include <cmath>
#include <limits>

namespace hexloom {

namespace {

class DetectionOptions {
public:
  explicit DetectionOptions(OpReader &R) : R(R) {
    const auto Read = readFlexMap(R.customOptions());
    if (!Read)
      R.fail("the options are no map");
    Map = *Read;
  }
  bool has(const char *Name) const { return Map.count(Name) != 0; }
  double real(const char *Name) const {
    const double Value = has(Name) ? Map.at(Name) : 0;
    if (!(std::abs(Value) <= std::numeric_limits<float>::max()))
      R.fail(strf("%s is %g", Name, Value));
    return static_cast<float>(Value);
  }
  int64_t whole(const char *Name) const {
    constexpr double kMost = 4096;
    const double Value = real(Name);
    if (Value < 1 || Value > kMost)
      R.fail(strf("%s is %g", Name, Value));
    return static_cast<int64_t>(Value);
  }
  double scale(const char *Name) const {
    if (real(Name) == 0)
      R.fail(strf("%s is 0", Name));
    return real(Name);
  }

private:
  OpReader &R;
  std::map<std::string, double> Map;
};

} // namespace

void importDetection(OpReader &R) {
  const DetectionOptions P(R);
  constexpr int64_t kPerClass = 100; // where the options do not say
  R.set(Attr::MaxDetections, P.whole("max_detections"));
  R.set(Attr::MaxClasses, P.whole("max_classes_per_detection"));
  R.set(Attr::PerClass, P.has("detections_per_class") ? P.whole("detections_per_class") : kPerClass);
  R.set(Attr::Classes, P.whole("num_classes"));
  R.set(Attr::Regular, P.real("use_regular_nms") != 0);
  R.set(Attr::ScoreThreshold, P.real("nms_score_threshold"));
  R.set(Attr::IouThreshold, P.real("nms_iou_threshold"));
  R.set(Attr::YScale, P.scale("y_scale"));
  R.set(Attr::XScale, P.scale("x_scale"));
  R.set(Attr::HScale, P.scale("h_scale"));
  R.set(Attr::WScale, P.scale("w_scale"));
}

/// What the function gets are the file's bytes; the shapes of what it makes are those that the file states.
void importCustom(OpReader &R) {
  const Bytes Options = R.customOptions();
  R.set(Attr::CustomOptions, Ints(Options.begin(), Options.end()));
  R.set(Attr::Function, R.customName());
  for (size_t I = 0; I < R.outputs(); ++I)
    R.requireKnownShape(I);
}

} // namespace hexloom
