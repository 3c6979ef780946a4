// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hybrid (dynamic-range quantized) products: float activations, weights of int8.
#include "Singles.h"

#include <cmath>

namespace zoo {

namespace tfl = hexloom::tflite;

namespace {

TensorSpec real(const Shape &S) { return {TensorType::FLOAT32, S, {}}; }

Value reals(Net &N, const Shape &S, double Spread) {
  std::vector<float> Values(static_cast<size_t>(elementsOf(S)));
  for (float &V : Values)
    V = static_cast<float>(Spread * N.random().normal());
  return N.constant(real(S), Values);
}

/// Scales of weights: one, one for each index of an axis, or as many that are all alike.
enum class Scales { One, Channels, Alike };

Value weights(Net &N, const Shape &S, int Axis, Scales Kind) {
  Quantization Q = perTensor(0.013f, 0);
  if (Kind != Scales::One) {
    Q = {{}, {}, Axis};
    for (int I = 0; I < S[static_cast<size_t>(Axis)]; ++I) {
      Q.Scales.push_back(Kind == Scales::Alike ? 0.013f : 0.01f * static_cast<float>(N.random().between(60, 140)) / 100);
      Q.ZeroPoints.push_back(0);
    }
  }
  return N.random({TensorType::INT8, S, Q}, -127, 127);
}

struct WindowRow {
  const char *Name;
  bool Depthwise;
  int32_t Batch, Height, Width, Depth, Channels, Kernel, Stride, Dilation, Groups;
  tfl::Padding Padding;
  tfl::ActivationFunctionType Activation;
  Scales Weights;
  bool Bias;
};

const auto None = ActivationFunctionType::NONE, Relu = ActivationFunctionType::RELU, Relu6 = ActivationFunctionType::RELU6,
           Unit = ActivationFunctionType::RELU_N1_TO_1;
const auto Same = Padding::SAME, Valid = Padding::VALID;

const WindowRow Windows[] = {
    //                              N  H   W   C   OC  k  s  d  g
    {"conv_3x3", false, 2, 9, 11, 5, 7, 3, 1, 1, 1, Same, None, Scales::One, true},
    {"conv_3x3_channels", false, 2, 9, 11, 5, 39, 3, 1, 1, 1, Same, Relu, Scales::Channels, true},
    {"conv_3x3_alike", false, 1, 6, 5, 8, 33, 3, 1, 1, 1, Same, Relu6, Scales::Alike, true},
    {"conv_3x3_stride2", false, 1, 14, 13, 3, 32, 3, 2, 1, 1, Same, Relu6, Scales::Channels, true},
    {"conv_3x3_dilated", false, 1, 13, 12, 8, 40, 3, 1, 2, 1, Valid, Unit, Scales::Channels, true},
    {"conv_1x1", false, 2, 5, 6, 68, 37, 1, 1, 1, 1, Valid, Relu6, Scales::Channels, true},
    {"conv_5x5_no_bias", false, 1, 8, 8, 3, 32, 5, 1, 1, 1, Same, None, Scales::One, false},
    {"conv_deep", false, 1, 4, 5, 200, 70, 3, 1, 1, 1, Same, None, Scales::Channels, true},
    {"conv_groups", false, 1, 6, 7, 12, 8, 3, 1, 1, 4, Same, None, Scales::Channels, true},
    {"conv_tall", false, 1, 7, 9, 6, 32, 4, 3, 1, 1, Same, None, Scales::Channels, true},
    {"depthwise_3x3", true, 2, 9, 11, 33, 33, 3, 1, 1, 1, Same, None, Scales::Channels, true},
    {"depthwise_3x3_stride2", true, 1, 14, 13, 128, 128, 3, 2, 1, 1, Same, Relu6, Scales::Channels, true},
    {"depthwise_5x5_no_bias", true, 1, 8, 9, 160, 160, 5, 1, 1, 1, Same, Relu, Scales::One, false},
    {"depthwise_multiplier", true, 1, 8, 9, 3, 12, 3, 1, 1, 1, Valid, None, Scales::Channels, true},
    {"depthwise_dilated", true, 1, 12, 13, 40, 40, 3, 1, 2, 1, Same, None, Scales::Channels, true},
};

int32_t outSize(int32_t Size, const WindowRow &R) {
  const int32_t Window = (R.Kernel - 1) * R.Dilation + 1;
  return R.Padding == Same ? (Size + R.Stride - 1) / R.Stride : (Size - Window) / R.Stride + 1;
}

template <typename Table> Table windowOptions(const WindowRow &R) {
  Table T;
  T.padding = R.Padding;
  T.stride_w = T.stride_h = R.Stride;
  T.fused_activation_function = R.Activation;
  T.dilation_w_factor = T.dilation_h_factor = R.Dilation;
  return T;
}

Value window(Net &N, const WindowRow &R, Value X) {
  const Shape Filter = R.Depthwise ? Shape{1, R.Kernel, R.Kernel, R.Channels} : Shape{R.Channels, R.Kernel, R.Kernel, R.Depth / R.Groups};
  const Value W = weights(N, Filter, R.Depthwise ? 3 : 0, R.Weights);
  const Value B = R.Bias ? reals(N, {R.Channels}, 0.4) : Value();
  const TensorSpec Out = real({R.Batch, outSize(R.Height, R), outSize(R.Width, R), R.Channels});
  if (!R.Depthwise)
    return N.op1(BuiltinOperator::CONV_2D, {X, W, B}, Out, options(windowOptions<tfl::Conv2DOptionsT>(R)));
  auto Options = windowOptions<tfl::DepthwiseConv2DOptionsT>(R);
  Options.depth_multiplier = R.Channels / R.Depth; // LiteRT's hybrid kernel reads it
  return N.op1(BuiltinOperator::DEPTHWISE_CONV_2D, {X, W, B}, Out, options(Options));
}

void windows(Net &N, const WindowRow &R) { N.output(window(N, R, N.input(real({R.Batch, R.Height, R.Width, R.Depth})))); }

struct DenseRow {
  const char *Name;
  Shape In;
  int32_t Depth, Channels;
  bool Keeps, Asymmetric, Bias;
  Scales Weights;
  tfl::ActivationFunctionType Activation;
};

const DenseRow Denses[] = {
    {"dense", {3, 20}, 20, 6, false, false, true, Scales::One, Relu},
    {"dense_asymmetric", {3, 20}, 20, 6, false, true, true, Scales::One, None},
    {"dense_channels", {5, 130}, 130, 70, false, false, true, Scales::Channels, None},
    {"dense_channels_asymmetric", {5, 132}, 132, 70, false, true, true, Scales::Channels, Relu6},
    {"dense_kept", {2, 3, 33}, 33, 32, true, true, false, Scales::Channels, None},
    {"dense_flattened", {2, 3, 2, 7}, 42, 9, false, false, false, Scales::One, Unit},
};

Value dense(Net &N, const DenseRow &R, Value X) {
  const Value W = weights(N, {R.Channels, R.Depth}, 0, R.Weights), B = R.Bias ? reals(N, {R.Channels}, 0.4) : Value();
  Shape Out = {static_cast<int32_t>(elementsOf(R.In) / R.Depth), R.Channels};
  if (R.Keeps) {
    Out = R.In;
    Out.back() = R.Channels;
  }
  return N.op1(BuiltinOperator::FULLY_CONNECTED, {X, W, B}, real(Out), with<tfl::FullyConnectedOptionsT>([&](auto &T) {
                 T.fused_activation_function = R.Activation;
                 T.keep_num_dims = R.Keeps;
                 T.asymmetric_quantize_inputs = R.Asymmetric;
               }));
}

struct MatrixRow {
  const char *Name;
  Shape In;
  int32_t Columns;
  bool AdjX, AdjY, Asymmetric;
  Scales Weights;
  Shape Stack = {}; ///< of matrices of weights
};

const MatrixRow Matrices[] = {
    {"matmul", {2, 4, 18}, 9, false, false, false, Scales::One},
    {"matmul_adj", {2, 18, 5}, 40, true, true, true, Scales::Channels},
    {"matmul_asymmetric", {3, 33}, 33, false, false, true, Scales::Channels},
    {"matmul_deep", {2, 3, 4000}, 34, false, true, true, Scales::One}, // sums of more than 24 bits
    {"matmul_stack", {2, 3, 4, 18}, 9, false, false, true, Scales::One, {3}},
    {"matmul_stack_wide", {18, 4}, 33, true, true, false, Scales::One, {2, 2}},
};

/// The weights have a sign, and so the sums are large.
void matmul(Net &N, const MatrixRow &R) {
  const size_t Rank = R.In.size();
  const int32_t Depth = R.In[Rank - (R.AdjX ? 2 : 1)];
  Shape Out = R.In;
  Out[Rank - 2] = R.In[Rank - (R.AdjX ? 1 : 2)];
  Out[Rank - 1] = R.Columns;
  Shape S = R.AdjY ? Shape{R.Columns, Depth} : Shape{Depth, R.Columns};
  S.insert(S.begin(), R.Stack.begin(), R.Stack.end());
  if (Out.size() < S.size())
    Out.insert(Out.begin(), R.Stack.begin(), R.Stack.end());
  const Value X = N.input(real(R.In));
  const Value W = Depth < 1000 ? weights(N, S, R.AdjY ? 0 : 1, R.Weights) : N.random({TensorType::INT8, S, perTensor(0.0007f, 0)}, 60, 127);
  N.output(N.op1(BuiltinOperator::BATCH_MATMUL, {X, W}, real(Out), with<tfl::BatchMatMulOptionsT>([&](auto &T) {
                   T.adj_x = R.AdjX;
                   T.adj_y = R.AdjY;
                   T.asymmetric_quantize_inputs = R.Asymmetric;
                 })));
}

void svdf(Net &N, int32_t Batches, int32_t Inputs, int32_t Units, int32_t Rank, int32_t Memory, bool Asymmetric) {
  const int32_t Filters = Units * Rank;
  const Value X = N.input(real({Batches, Inputs})), W = weights(N, {Filters, Inputs}, 0, Scales::One),
              T = weights(N, {Filters, Memory}, 0, Scales::One), B = Rank > 1 ? reals(N, {Units}, 0.4) : Value(),
              S = N.variable(real({Batches, Memory * Filters}));
  N.output(N.op1(BuiltinOperator::SVDF, {X, W, T, B, S}, real({Batches, Units}), with<tfl::SVDFOptionsT>([&](auto &O) {
                   O.rank = Rank;
                   O.fused_activation_function = Relu;
                   O.asymmetric_quantize_inputs = Asymmetric;
                 })));
}

/// A small classifier as the converter's dynamic-range option leaves it.
void classifier(Net &N) {
  const WindowRow Stem = {"", false, 1, 24, 24, 3, 16, 3, 2, 1, 1, Same, Relu6, Scales::Channels, true},
                  Depthwise = {"", true, 1, 12, 12, 16, 16, 3, 1, 1, 1, Same, Relu6, Scales::Channels, true},
                  Point = {"", false, 1, 12, 12, 16, 40, 1, 1, 1, 1, Same, None, Scales::Channels, true};
  Value V = N.input(real({1, 24, 24, 3}));
  for (const WindowRow *R : {&Stem, &Depthwise, &Point})
    V = window(N, *R, V);
  V = N.op1(BuiltinOperator::HARD_SWISH, {V}, real({1, 12, 12, 40}));
  V = N.op1(BuiltinOperator::MEAN, {V, N.ints({1, 2})}, real({1, 40}), with<tfl::ReducerOptionsT>([](auto &) {}));
  N.output(dense(N, {"", {1, 40}, 40, 10, false, false, true, Scales::One, None}, V));
}

} // namespace

void addHybridSingles(std::vector<Entry> &Zoo) {
  const auto named = [](const char *Name) { return std::string("hybrid_") + Name; };
  for (const WindowRow &R : Windows)
    Zoo.push_back({named(R.Name), R.Depthwise ? "DEPTHWISE_CONV_2D of floats by int8" : "CONV_2D of floats by int8", [&R](Net &N) { windows(N, R); }});
  for (const DenseRow &R : Denses)
    Zoo.push_back({named(R.Name), "FULLY_CONNECTED of floats by int8", [&R](Net &N) { N.output(dense(N, R, N.input(real(R.In)))); }});
  for (const MatrixRow &R : Matrices)
    Zoo.push_back({named(R.Name), "BATCH_MATMUL of floats by int8", [&R](Net &N) { matmul(N, R); }});
  Zoo.push_back({named("svdf"), "SVDF of floats by int8, of one filter a unit", [](Net &N) { svdf(N, 1, 40, 33, 1, 8, false); }});
  Zoo.push_back({named("svdf_asymmetric"), "SVDF of floats by int8, of two filters a unit", [](Net &N) { svdf(N, 3, 9, 5, 2, 3, true); }});
  Zoo.push_back({named("svdf_memory1"), "SVDF of floats by int8 that remembers nothing", [](Net &N) { svdf(N, 2, 130, 7, 3, 1, false); }});
  Zoo.push_back({named("classifier"), "a classifier with dynamic-range quantization", classifier});
}

} // namespace zoo
