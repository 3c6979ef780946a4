// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TFLite_Detection_PostProcess: three tensors that hang together, and options by name.
#include "Mutate.h"

namespace hexloom::fuzz {

namespace {

TensorRecipe real(std::vector<int32_t> Shape) {
  TensorRecipe T;
  T.Type = tflite::TensorType::FLOAT32;
  T.Shape = std::move(Shape);
  return T;
}

/// Floats, or bytes that are dequantized within.
TensorRecipe numbers(Random &Draw, std::vector<int32_t> Shape) {
  TensorRecipe T = real(std::move(Shape));
  if (Draw.below(2) == 0)
    return T;
  const bool IsSigned = Draw.below(2) == 0;
  T.Type = IsSigned ? tflite::TensorType::INT8 : tflite::TensorType::UINT8;
  T.Scales = {0.03f};
  T.Zeros = {static_cast<int64_t>(Draw.below(256)) - (IsSigned ? 128 : 0)};
  return T;
}

int32_t add(GraphRecipe &R, TensorRecipe T) {
  R.Tensors.push_back(std::move(T));
  return static_cast<int32_t>(R.Tensors.size() - 1);
}

} // namespace

void addDetection(GraphRecipe &R, Random &Draw) {
  const auto below = [&](uint64_t N) { return static_cast<int32_t>(Draw.below(N)); };
  const int32_t Boxes = 1 + below(30), Classes = 1 + below(5), Most = 1 + below(12);
  OpRecipe O;
  O.Code = tflite::BuiltinOperator::CUSTOM;
  O.Fields = {{"max_detections", Most},     {"max_classes_per_detection", 1 + below(3)}, {"detections_per_class", 1 + below(20)},
              {"num_classes", Classes},     {"use_regular_nms", below(2)},               {"nms_score_threshold", 0.25 * below(4)},
              {"nms_iou_threshold", 0.25 * (1 + below(4))}, {"y_scale", 10},             {"x_scale", 10},
              {"h_scale", 5},               {"w_scale", 5}};
  TensorRecipe Anchors = numbers(Draw, {Boxes, 4});
  Anchors.Fill = Draw.below(1000);
  O.Inputs = {add(R, numbers(Draw, {1, Boxes, 4 + below(2)})), add(R, numbers(Draw, {1, Boxes, Classes + below(2)})), add(R, Anchors)};
  R.Inputs.insert(R.Inputs.end(), O.Inputs.begin(), O.Inputs.begin() + 2);
  for (int K = 0; K < 4; ++K) {
    TensorRecipe T = real({});
    T.Open = true;
    O.Outputs.push_back(add(R, T));
    R.Outputs.push_back(O.Outputs.back());
  }
  R.Ops.push_back(std::move(O));
}

} // namespace hexloom::fuzz
