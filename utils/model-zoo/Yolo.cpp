// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// YOLOv8n with dynamic-range quantization: the operators and shapes of Ultralytics' *_int8.tflite, weights that are random and keep the
// activations' spread. Its activations are floats, all convolutions have int8 weights with a scale for each channel.
#include "RealNet.h"

namespace zoo {

namespace tfl = hexloom::tflite;

namespace {

class Yolo : RealNet {
public:
  Yolo(Net &N, int32_t Side, int32_t Classes) : RealNet(N), Side(Side), Classes(Classes) {}
  void run();

private:
  const int32_t Side, Classes;
  static constexpr int32_t kBins = 16; ///< of the distribution of a box's side

  /// A convolution, and x * logistic(x) behind it.
  Value silu(Value X, int32_t Outputs, int32_t Kernel, int32_t Stride);
  Value concat(const std::vector<Value> &Parts, int32_t Axis);
  Value slice(Value X, int32_t From, int32_t Count);
  Value transpose(Value X, const std::vector<int32_t> &Perm);
  Value upsampled(Value X);
  Value c2f(Value X, int32_t Outputs, int Count, bool Adds);
  Value sppf(Value X, int32_t Outputs);
  Value boxes(const std::vector<Value> &Features, std::vector<Value> &Scores);
};

Value Yolo::silu(Value X, int32_t Outputs, int32_t Kernel, int32_t Stride) {
  const Value Y = conv(X, Outputs, Kernel, Stride);
  return binary(BuiltinOperator::MUL, Y, unary(BuiltinOperator::LOGISTIC, Y));
}

Value Yolo::concat(const std::vector<Value> &Parts, int32_t Axis) {
  Shape Out = dims(Parts[0]);
  for (size_t I = 1; I < Parts.size(); ++I)
    Out[static_cast<size_t>(Axis)] += dims(Parts[I])[static_cast<size_t>(Axis)];
  return N.op1(BuiltinOperator::CONCATENATION, Parts, real(Out), with<tfl::ConcatenationOptionsT>([&](auto &O) { O.axis = Axis; }));
}

Value Yolo::slice(Value X, int32_t From, int32_t Count) {
  Shape Begin(dims(X).size(), 0), Size = dims(X);
  Begin.back() = From;
  Size.back() = Count;
  return N.op1(BuiltinOperator::SLICE, {X, N.ints(Begin), N.ints(Size)}, real(Size));
}

Value Yolo::transpose(Value X, const std::vector<int32_t> &Perm) {
  Shape Out;
  for (int32_t D : Perm)
    Out.push_back(dims(X)[static_cast<size_t>(D)]);
  return N.op1(BuiltinOperator::TRANSPOSE, {X, N.ints(Perm)}, real(Out));
}

Value Yolo::upsampled(Value X) {
  Shape Out = dims(X);
  Out[1] *= 2;
  Out[2] *= 2;
  return N.op1(BuiltinOperator::RESIZE_NEAREST_NEIGHBOR, {X, N.ints({Out[1], Out[2]})}, real(Out),
               with<tfl::ResizeNearestNeighborOptionsT>([](auto &O) { O.half_pixel_centers = true; }));
}

/// Two convolutions around a row of bottlenecks, all of whose results are joined.
Value Yolo::c2f(Value X, int32_t Outputs, int Count, bool Adds) {
  const int32_t Half = Outputs / 2;
  const Value Both = silu(X, Outputs, 1, 1);
  std::vector<Value> Parts = {slice(Both, 0, Half), slice(Both, Half, Half)};
  for (int I = 0; I < Count; ++I) {
    const Value Y = silu(silu(Parts.back(), Half, 3, 1), Half, 3, 1);
    Parts.push_back(Adds ? binary(BuiltinOperator::ADD, Parts.back(), Y) : Y);
  }
  return silu(concat(Parts, 3), Outputs, 1, 1);
}

Value Yolo::sppf(Value X, int32_t Outputs) {
  std::vector<Value> Parts = {silu(X, Outputs / 2, 1, 1)};
  for (int I = 0; I < 3; ++I)
    Parts.push_back(N.op1(BuiltinOperator::MAX_POOL_2D, {Parts.back()}, real(dims(Parts.back())), with<tfl::Pool2DOptionsT>([](auto &O) {
                            O.padding = Padding::SAME;
                            O.stride_w = O.stride_h = 1;
                            O.filter_width = O.filter_height = 5;
                          })));
  return silu(concat(Parts, 3), Outputs, 1, 1);
}

/// The head: sides of boxes as distributions, their means by a convolution of fixed weights, and centres and sizes of that.
Value Yolo::boxes(const std::vector<Value> &Features, std::vector<Value> &Scores) {
  std::vector<Value> Sides;
  std::vector<float> Anchors, Strides;
  const int32_t Boxes = 4 * kBins, Middle = std::max(channels(Features[0]), std::min(Classes, 100));
  for (const Value F : Features) {
    const int32_t Places = dims(F)[1] * dims(F)[2];
    Sides.push_back(reshape(conv(silu(silu(F, Boxes, 3, 1), Boxes, 3, 1), Boxes, 1, 1), {1, Places, Boxes}));
    Scores.push_back(reshape(conv(silu(silu(F, Middle, 3, 1), Middle, 3, 1), Classes, 1, 1), {1, Places, Classes}));
    for (int32_t I = 0; I < Places; ++I) {
      Anchors.push_back(static_cast<float>(I % dims(F)[2]) + 0.5f);
      Anchors.push_back(static_cast<float>(I / dims(F)[2]) + 0.5f);
      Strides.push_back(static_cast<float>(Side / dims(F)[1]));
    }
  }
  const auto Places = static_cast<int32_t>(Strides.size());
  const Value Bins = softmax(reshape(concat(Sides, 1), {1, Places, 4, kBins}));
  std::vector<int8_t> Steps;
  for (int I = 0; I < kBins; ++I)
    Steps.push_back(static_cast<int8_t>(std::lround(127.0 * I / (kBins - 1))));
  const Value W = N.constant({TensorType::INT8, {1, 1, 1, kBins}, perTensor((kBins - 1) / 127.0f, 0)}, Steps);
  tfl::Conv2DOptionsT O;
  O.padding = Padding::VALID;
  O.stride_w = O.stride_h = 1;
  const Value Mean = reshape(N.op1(BuiltinOperator::CONV_2D, {Bins, W, reals({1}, {0})}, real({1, Places, 4, 1}), options(O)), {1, Places, 4});
  const Value At = reals({1, Places, 2}, Anchors), Stride = reals({1, Places, 1}, Strides), Half = reals({}, {0.5f});
  const Value Low = binary(BuiltinOperator::SUB, At, slice(Mean, 0, 2)), High = binary(BuiltinOperator::ADD, At, slice(Mean, 2, 2));
  const Value Centre = binary(BuiltinOperator::MUL, binary(BuiltinOperator::ADD, Low, High), Half);
  return binary(BuiltinOperator::MUL, concat({Centre, binary(BuiltinOperator::SUB, High, Low)}, 2), Stride);
}

void Yolo::run() {
  const Value Image = N.input(real({1, Side, Side, 3}));
  const Value P2 = c2f(silu(silu(Image, 16, 3, 2), 32, 3, 2), 32, 1, true);
  const Value P3 = c2f(silu(P2, 64, 3, 2), 64, 2, true), P4 = c2f(silu(P3, 128, 3, 2), 128, 2, true);
  const Value P5 = sppf(c2f(silu(P4, 256, 3, 2), 256, 1, true), 256);
  const Value Up4 = c2f(concat({upsampled(P5), P4}, 3), 128, 1, false), Up3 = c2f(concat({upsampled(Up4), P3}, 3), 64, 1, false);
  const Value Down4 = c2f(concat({silu(Up3, 64, 3, 2), Up4}, 3), 128, 1, false);
  const Value Down5 = c2f(concat({silu(Down4, 128, 3, 2), P5}, 3), 256, 1, false);
  std::vector<Value> Scores;
  const Value Boxes = boxes({Up3, Down4, Down5}, Scores);
  const Value All = concat(Scores, 1);
  N.output(transpose(concat({Boxes, unary(BuiltinOperator::LOGISTIC, All)}, 2), {0, 2, 1}));
}

} // namespace

void addYolo(std::vector<Entry> &Zoo) {
  for (int32_t Side : {64, 192})
    Zoo.push_back({"yolov8n_" + std::to_string(Side) + "_hybrid", "YOLOv8n of random weights with dynamic-range quantization, images of " + std::to_string(Side),
                   [Side](Net &N) { Yolo(N, Side, 80).run(); }, true});
}

} // namespace zoo
