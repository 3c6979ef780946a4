// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions, products of matrices, pooling, reductions and resizing, one operator a network.
#include "Singles.h"

#include <cmath>

namespace zoo {

namespace tfl = hexloom::tflite;

namespace {

float inputScale(TensorType T) { return T == TensorType::INT16 ? 0.0002f : 0.03f; }

/// Scale with which a sum of `Terms` products of uniform noise fills the output's range, with a few per cent saturated.
float outputScale(TensorType T, int64_t Terms, float WeightScale) {
  const double Input = inputScale(T) * (highest(T) - lowest(T)) / std::sqrt(12.0), Weight = WeightScale * 73;
  return static_cast<float>(4.4 * Input * Weight * std::sqrt(static_cast<double>(Terms)) / (highest(T) - lowest(T)));
}

/// Weights of a product: uint8 with a zero point, int8 with one scale or one for each index of Axis, unlike each other.
Value weights(Net &N, TensorType T, const Shape &S, int Axis, bool PerChannel) {
  if (T == TensorType::UINT8)
    return N.random({T, S, perTensor(0.01f, 131)}, 0, 255);
  Quantization Q = perTensor(0.01f, 0);
  if (PerChannel) {
    Q = {{}, {}, Axis};
    for (int I = 0; I < S[static_cast<size_t>(Axis)]; ++I) {
      Q.Scales.push_back(0.01f * static_cast<float>(N.random().between(60, 140)) / 100);
      Q.ZeroPoints.push_back(0);
    }
  }
  return N.random({TensorType::INT8, S, Q}, -127, 127);
}

/// Bias in units of input scale times weight scale; of int16 activations it has 64 bits or, `Narrow`, 32.
Value bias(Net &N, TensorType T, int32_t Channels, Value Weights, bool Narrow = false) {
  Quantization Q = N.spec(Weights).Quantization;
  Q.Axis = 0;
  for (float &S : Q.Scales)
    S *= inputScale(T);
  Q.ZeroPoints.assign(Q.Scales.size(), 0);
  const TensorType Wide = T == TensorType::INT16 && !Narrow ? TensorType::INT64 : TensorType::INT32;
  const int Range = T == TensorType::INT16 ? 2000000 : 9000;
  return N.random({Wide, {Channels}, Q}, -Range, Range);
}

struct ConvRow {
  const char *Name;
  int32_t Batch, Height, Width, Depth, Channels, Kernel, Stride, Dilation, Groups;
  tfl::Padding Padding;
  tfl::ActivationFunctionType Activation;
  bool PerChannel, Bias, NarrowBias = false;
};

int32_t outSize(int32_t Size, const ConvRow &R) {
  const int32_t Window = (R.Kernel - 1) * R.Dilation + 1;
  return R.Padding == Padding::SAME ? (Size + R.Stride - 1) / R.Stride : (Size - Window) / R.Stride + 1;
}

template <typename Table> Table convOptions(const ConvRow &R) {
  Table T;
  T.padding = R.Padding;
  T.stride_w = T.stride_h = R.Stride;
  T.fused_activation_function = R.Activation;
  return T;
}

void conv(Net &N, const ConvRow &R, TensorType T) {
  const Shape In = {R.Batch, R.Height, R.Width, R.Depth}, Out = {R.Batch, outSize(R.Height, R), outSize(R.Width, R), R.Channels};
  const int32_t Depth = R.Depth / R.Groups;
  const Value X = N.input(quantized(T, In, inputScale(T), -7));
  const Value W = weights(N, T, {R.Channels, R.Kernel, R.Kernel, Depth}, 0, R.PerChannel);
  const Value B = R.Bias ? bias(N, T, R.Channels, W, R.NarrowBias) : Value();
  auto Options = convOptions<tfl::Conv2DOptionsT>(R);
  Options.dilation_w_factor = Options.dilation_h_factor = R.Dilation;
  const float Scale = outputScale(T, int64_t(R.Kernel) * R.Kernel * Depth, 0.01f);
  N.output(N.op1(BuiltinOperator::CONV_2D, {X, W, B}, quantized(T, Out, Scale, 4), options(Options)));
}

void depthwise(Net &N, const ConvRow &R, TensorType T) {
  const Shape In = {R.Batch, R.Height, R.Width, R.Depth}, Out = {R.Batch, outSize(R.Height, R), outSize(R.Width, R), R.Channels};
  const Value X = N.input(quantized(T, In, inputScale(T), -7));
  const Value W = weights(N, T, {1, R.Kernel, R.Kernel, R.Channels}, 3, R.PerChannel);
  const Value B = R.Bias ? bias(N, T, R.Channels, W) : Value();
  auto Options = convOptions<tfl::DepthwiseConv2DOptionsT>(R);
  Options.depth_multiplier = R.Channels / R.Depth;
  Options.dilation_w_factor = Options.dilation_h_factor = R.Dilation;
  const float Scale = outputScale(T, int64_t(R.Kernel) * R.Kernel, 0.01f);
  N.output(N.op1(BuiltinOperator::DEPTHWISE_CONV_2D, {X, W, B}, quantized(T, Out, Scale, 4), options(Options)));
}

void transposeConv(Net &N, const ConvRow &R, TensorType T) {
  const bool Same = R.Padding == Padding::SAME;
  const auto Size = [&](int32_t S) { return Same ? S * R.Stride : (S - 1) * R.Stride + R.Kernel; };
  const Shape In = {R.Batch, R.Height, R.Width, R.Depth}, Out = {R.Batch, Size(R.Height), Size(R.Width), R.Channels};
  const Value X = N.input(quantized(T, In, inputScale(T), -7));
  const Value W = weights(N, T, {R.Channels, R.Kernel, R.Kernel, R.Depth}, 0, R.PerChannel);
  std::vector<Value> Inputs = {N.ints(Out), W, X};
  if (R.Bias)
    Inputs.push_back(bias(N, T, R.Channels, W, R.NarrowBias));
  const float Scale = outputScale(T, int64_t(R.Kernel) * R.Kernel * R.Depth / R.Stride / R.Stride + 1, 0.01f);
  N.output(N.op1(BuiltinOperator::TRANSPOSE_CONV, Inputs, quantized(T, Out, Scale, 4),
                 options(convOptions<tfl::TransposeConvOptionsT>(R))));
}

void addConvolutions(std::vector<Entry> &Zoo) {
  const auto None = ActivationFunctionType::NONE, Relu = ActivationFunctionType::RELU, Relu6 = ActivationFunctionType::RELU6;
  const auto Same = Padding::SAME, Valid = Padding::VALID;
  //      name        N  H   W   C   OC  k  s  d  g
  const ConvRow Convs[] = {
      {"3x3", 1, 9, 11, 5, 7, 3, 1, 1, 1, Same, None, true, true},
      {"3x3_stride2", 1, 14, 13, 35, 33, 3, 2, 1, 1, Same, Relu, true, true},
      {"3x3_dilated", 1, 13, 12, 8, 40, 3, 1, 2, 1, Valid, None, false, true},
      {"1x1", 2, 5, 6, 67, 37, 1, 1, 1, 1, Valid, Relu6, true, true},
      {"5x5_no_bias", 1, 8, 8, 3, 32, 5, 1, 1, 1, Same, None, true, false},
      {"3x3_deep", 1, 4, 5, 200, 33, 3, 1, 1, 1, Same, None, true, true},
      {"3x3_bias32", 1, 7, 6, 70, 9, 3, 1, 1, 1, Same, None, true, true, true},
      {"groups", 1, 6, 7, 12, 8, 3, 1, 1, 4, Same, None, true, true},
      {"groups_apart", 1, 9, 7, 120, 120, 3, 1, 1, 5, Same, None, true, true},
      {"7x7_stem", 1, 21, 22, 3, 17, 7, 2, 1, 1, Same, Relu, true, true}};
  const ConvRow Depthwises[] = {
      {"3x3", 1, 9, 11, 37, 37, 3, 1, 1, 1, Same, None, true, true},
      {"3x3_stride2", 2, 14, 13, 64, 64, 3, 2, 1, 1, Same, Relu, true, true},
      {"multiplier", 1, 7, 6, 5, 15, 3, 1, 1, 1, Valid, None, false, true},
      {"5x5_dilated", 1, 13, 12, 33, 33, 5, 1, 2, 1, Same, Relu6, true, false}};
  const ConvRow Transposed[] = {
      {"3x3_stride2", 1, 5, 6, 9, 11, 3, 2, 1, 1, Same, None, true, true},
      {"4x4_valid", 2, 4, 3, 8, 5, 4, 3, 1, 1, Valid, None, false, false},
      {"3x3_bias32", 1, 4, 5, 34, 9, 3, 2, 1, 1, Same, Relu, true, true, true}};
  for (TensorType T : Quantized) {
    for (const ConvRow &R : Convs)
      if (!R.NarrowBias || T == TensorType::INT16)
        Zoo.push_back({std::string("conv_2d_") + R.Name + "_" + text(T), "convolution", [R, T](Net &N) { conv(N, R, T); }});
    for (const ConvRow &R : Depthwises)
      Zoo.push_back({std::string("depthwise_conv_2d_") + R.Name + "_" + text(T), "depthwise convolution",
                     [R, T](Net &N) { depthwise(N, R, T); }});
    for (const ConvRow &R : Transposed)
      if (!R.NarrowBias || T == TensorType::INT16)
        Zoo.push_back({std::string("transpose_conv_") + R.Name + "_" + text(T), "transposed convolution",
                       [R, T](Net &N) { transposeConv(N, R, T); }});
  }
}

/// The first object of the SwiftDSP paper's figure 13: a convolution and a pool.
void convAndPool(Net &N) {
  const TensorType T = TensorType::INT8;
  const ConvRow R = {"", 1, 28, 28, 16, 32, 3, 1, 1, 1, Padding::SAME, ActivationFunctionType::RELU, true, true};
  const Value X = N.input(quantized(T, {1, 28, 28, 16}, inputScale(T), -7));
  const Value W = weights(N, T, {32, 3, 3, 16}, 0, true);
  const float Scale = outputScale(T, 9 * 16, 0.01f);
  const Value Y = N.op1(BuiltinOperator::CONV_2D, {X, W, bias(N, T, 32, W)}, quantized(T, {1, 28, 28, 32}, Scale, -128),
                        options(convOptions<tfl::Conv2DOptionsT>(R)));
  tfl::Pool2DOptionsT Pool;
  Pool.stride_w = Pool.stride_h = Pool.filter_width = Pool.filter_height = 2;
  N.output(N.op1(BuiltinOperator::MAX_POOL_2D, {Y}, quantized(T, {1, 14, 14, 32}, Scale, -128), options(Pool)));
}

/// Layers of common networks at full size, by which implementations are compared.
void addLayers(std::vector<Entry> &Zoo) {
  const auto None = ActivationFunctionType::NONE;
  const auto Same = Padding::SAME;
  const ConvRow Convs[] = {
      {"3x3_56x56_64_64", 1, 56, 56, 64, 64, 3, 1, 1, 1, Same, None, true, true},
      {"3x3_14x14_128_256", 1, 14, 14, 128, 256, 3, 1, 1, 1, Same, None, true, true},
      {"3x3_14x14_256_256", 1, 14, 14, 256, 256, 3, 1, 1, 1, Same, None, true, true},
      {"1x1_112x112_32_64", 1, 112, 112, 32, 64, 1, 1, 1, 1, Same, None, true, true},
      {"1x1_56x56_128_128", 1, 56, 56, 128, 128, 1, 1, 1, 1, Same, None, true, true},
      {"1x1_28x28_256_256", 1, 28, 28, 256, 256, 1, 1, 1, 1, Same, None, true, true},
      {"1x1_14x14_512_512", 1, 14, 14, 512, 512, 1, 1, 1, 1, Same, None, true, true}};
  const ConvRow Depthwises[] = {
      {"3x3_56x56_128", 1, 56, 56, 128, 128, 3, 1, 1, 1, Same, None, true, true},
      {"3x3_14x14_512", 1, 14, 14, 512, 512, 3, 1, 1, 1, Same, None, true, true}};
  for (TensorType T : {TensorType::UINT8, TensorType::INT8}) {
    for (const ConvRow &R : Convs)
      Zoo.push_back({std::string("layer_conv_") + R.Name + "_" + text(T), "a layer at full size", [R, T](Net &N) { conv(N, R, T); }});
    for (const ConvRow &R : Depthwises)
      Zoo.push_back({std::string("layer_depthwise_") + R.Name + "_" + text(T), "a layer at full size",
                     [R, T](Net &N) { depthwise(N, R, T); }});
  }
  Zoo.push_back({"layer_conv_pool_28x28_16_32_int8", "a convolution and a pool", convAndPool});
}

void fullyConnected(Net &N, TensorType T, int32_t Rows, int32_t Depth, int32_t Channels, bool PerChannel, bool Bias,
                    bool NarrowBias = false) {
  const Value X = N.input(quantized(T, {Rows, Depth}, inputScale(T), -7));
  const Value W = weights(N, T, {Channels, Depth}, 0, PerChannel);
  const Value B = Bias ? bias(N, T, Channels, W, NarrowBias) : Value();
  tfl::FullyConnectedOptionsT Options;
  Options.fused_activation_function = Bias ? ActivationFunctionType::RELU : ActivationFunctionType::NONE;
  N.output(N.op1(BuiltinOperator::FULLY_CONNECTED, {X, W, B},
                 quantized(T, {Rows, Channels}, outputScale(T, Depth, 0.01f), 4), options(Options)));
}

/// Weights are an activation.
void fullyConnectedByActivation(Net &N, TensorType T) {
  const int32_t Rows = 9, Depth = 43, Channels = 35;
  const TensorType Weights = T == TensorType::INT16 ? TensorType::INT8 : T;
  const Value X = N.input(quantized(T, {Rows, Depth}, inputScale(T), -7));
  const Value W = N.input(quantized(Weights, {Channels, Depth}, 0.01f, T == TensorType::INT16 ? 0 : 5));
  N.output(N.op1(BuiltinOperator::FULLY_CONNECTED, {X, W, Value()},
                 quantized(T, {Rows, Channels}, outputScale(T, Depth, 0.01f), 4), options(tfl::FullyConnectedOptionsT())));
}

/// A product of three matrices by three, as TensorFlow's converter unfolds it.
void unfoldedProduct(Net &N) {
  const TensorType T = TensorType::INT8;
  const TensorSpec X = quantized(T, {3, 9, 44}, 0.03f, -7), Y = quantized(T, {3, 35, 44}, 0.01f, 5),
                   Out = quantized(T, {9, 35}, outputScale(T, 44, 0.01f), 4);
  tfl::UnpackOptionsT Parts;
  Parts.num = 3;
  tfl::PackOptionsT Together;
  Together.values_count = 3;
  const std::vector<Value> Xs = N.op(BuiltinOperator::UNPACK, {N.input(X)}, std::vector<TensorSpec>(3, quantized(T, {9, 44}, 0.03f, -7)), options(Parts));
  const std::vector<Value> Ys = N.op(BuiltinOperator::UNPACK, {N.input(Y)}, std::vector<TensorSpec>(3, quantized(T, {35, 44}, 0.01f, 5)), options(Parts));
  std::vector<Value> Products;
  for (size_t I = 0; I < 3; ++I)
    Products.push_back(N.op1(BuiltinOperator::FULLY_CONNECTED, {Xs[I], Ys[I], Value()}, Out, options(tfl::FullyConnectedOptionsT())));
  N.output(N.op1(BuiltinOperator::PACK, Products, quantized(T, {3, 9, 35}, outputScale(T, 44, 0.01f), 4), options(Together)));
}

void batchMatMul(Net &N, TensorType T, bool AdjX, bool AdjY) {
  const int32_t M = 7, K = 19, L = 13;
  const Value X = N.input(quantized(T, AdjX ? Shape{2, 3, K, M} : Shape{2, 3, M, K}, inputScale(T), -7));
  const Value Y = N.input(quantized(T, AdjY ? Shape{2, 3, L, K} : Shape{2, 3, K, L}, inputScale(T), 5));
  tfl::BatchMatMulOptionsT Options;
  Options.adj_x = AdjX;
  Options.adj_y = AdjY;
  const float Range = static_cast<float>(highest(T) - lowest(T));
  const float Scale = inputScale(T) * inputScale(T) * Range * std::sqrt(float(K)) * 4.4f / 12;
  N.output(N.op1(BuiltinOperator::BATCH_MATMUL, {X, Y}, quantized(T, {2, 3, M, L}, Scale, -2), options(Options)));
}

/// Sums that nothing scales.
void batchMatMulToSums(Net &N) {
  const Value X = N.input(quantized(TensorType::INT8, {2, 7, 19}, 0.05f, -7)), Y = N.input(quantized(TensorType::INT8, {1, 13, 19}, 0.05f, 5));
  tfl::BatchMatMulOptionsT Options;
  Options.adj_y = true;
  N.output(N.op1(BuiltinOperator::BATCH_MATMUL, {X, Y}, {TensorType::INT32, {2, 7, 13}, {}}, options(Options)));
}

void addMatrices(std::vector<Entry> &Zoo) {
  for (TensorType T : Quantized) {
    Zoo.push_back({std::string("fully_connected_") + text(T), "product with constant weights",
                   [T](Net &N) { fullyConnected(N, T, 3, 133, 41, false, true); }});
    Zoo.push_back({std::string("fully_connected_no_bias_") + text(T), "product with constant weights",
                   [T](Net &N) { fullyConnected(N, T, 1, 64, 10, false, false); }});
    Zoo.push_back({std::string("fully_connected_by_activation_") + text(T), "product of two activations",
                   [T](Net &N) { fullyConnectedByActivation(N, T); }});
  }
  Zoo.push_back({"fully_connected_bias32_int16", "product with constant weights",
                 [](Net &N) { fullyConnected(N, TensorType::INT16, 6, 900, 35, false, true, true); }});
  Zoo.push_back({"fully_connected_per_channel_int8", "product with constant weights",
                 [](Net &N) { fullyConnected(N, TensorType::INT8, 5, 70, 33, true, true); }});
  for (TensorType T : {TensorType::INT8, TensorType::INT16})
    for (int Form = 0; Form < 4; ++Form)
      Zoo.push_back({std::string("batch_matmul_") + (Form & 1 ? "t" : "n") + (Form & 2 ? "t_" : "n_") + text(T),
                     "product of two activations", [T, Form](Net &N) { batchMatMul(N, T, Form & 1, Form & 2); }});
  Zoo.push_back({"fully_connected_unfolded_int8", "product of two activations, a matrix at a time", unfoldedProduct});
  Zoo.push_back({"batch_matmul_to_int32_int8", "product of two activations", batchMatMulToSums});
}

void pool(Net &N, BuiltinOperator Code, TensorType T, int32_t Kernel, int32_t Stride, Padding P) {
  const ConvRow R = {"", 2, 11, 10, 37, 37, Kernel, Stride, 1, 1, P, ActivationFunctionType::NONE, false, false};
  tfl::Pool2DOptionsT Options;
  Options.padding = P;
  Options.stride_w = Options.stride_h = Stride;
  Options.filter_width = Options.filter_height = Kernel;
  const Value X = N.input(quantized(T, {2, 11, 10, 37}, 0.05f, 3));
  N.output(N.op1(Code, {X}, quantized(T, {2, outSize(11, R), outSize(10, R), 37}, 0.05f, 3), options(Options)));
}

void addPools(std::vector<Entry> &Zoo) {
  const std::pair<const char *, BuiltinOperator> Kinds[] = {{"average_pool_2d", BuiltinOperator::AVERAGE_POOL_2D},
                                                            {"max_pool_2d", BuiltinOperator::MAX_POOL_2D}};
  for (const auto &[Name, Code] : Kinds)
    for (TensorType T : {TensorType::UINT8, TensorType::INT8, TensorType::INT16, TensorType::FLOAT32}) {
      Zoo.push_back({std::string(Name) + "_same_" + text(T), "windows of 3x3 at the borders too",
                     [Code = Code, T](Net &N) { pool(N, Code, T, 3, 1, Padding::SAME); }});
      Zoo.push_back({std::string(Name) + "_valid_" + text(T), "windows of 4x4 every 2",
                     [Code = Code, T](Net &N) { pool(N, Code, T, 4, 2, Padding::VALID); }});
    }
}

void reduction(Net &N, BuiltinOperator Code, TensorType T, std::vector<int32_t> Axes, bool Keep, float Scale) {
  const Shape In = {2, 6, 7, 37};
  Shape Out;
  for (int32_t I = 0; I < 4; ++I)
    if (std::find(Axes.begin(), Axes.end(), I) == Axes.end())
      Out.push_back(In[static_cast<size_t>(I)]);
    else if (Keep)
      Out.push_back(1);
  tfl::ReducerOptionsT Options;
  Options.keep_dims = Keep;
  const bool Same = Scale == 0;
  const Value X = N.input(quantized(T, In, 0.05f, 3)), A = N.ints(Axes);
  N.output(N.op1(Code, {X, A}, quantized(T, Out, Same ? 0.05f : Scale, Same ? 3 : -8), options(Options)));
}

void addReductions(std::vector<Entry> &Zoo) {
  struct Row {
    const char *Name;
    BuiltinOperator Code;
    float Scale; ///< 0: the input's parameters
  };
  const Row Rows[] = {{"mean", BuiltinOperator::MEAN, 0.011f}, {"sum", BuiltinOperator::SUM, 0.6f},
                      {"reduce_max", BuiltinOperator::REDUCE_MAX, 0}, {"reduce_min", BuiltinOperator::REDUCE_MIN, 0}};
  for (const Row &R : Rows) {
    std::vector<TensorType> Types = Quantized;
    Types.insert(Types.end(), {TensorType::INT32, TensorType::INT64, TensorType::FLOAT32});
    for (TensorType T : Types) {
      Zoo.push_back({std::string(R.Name) + "_image_" + text(T), "over height and width",
                     [R, T](Net &N) { reduction(N, R.Code, T, {1, 2}, true, R.Scale); }});
      Zoo.push_back({std::string(R.Name) + "_depth_" + text(T), "over the channels",
                     [R, T](Net &N) { reduction(N, R.Code, T, {3}, false, R.Scale); }});
    }
  }
}

void addArgs(std::vector<Entry> &Zoo) {
  const auto Add = [&](const char *Name, BuiltinOperator Code, TensorType T, TensorType Index, int32_t Axis) {
    Zoo.push_back({std::string(Name) + "_" + text(T) + "_" + text(Index), "index of the first extreme value", [=](Net &N) {
                     const Value X = N.input(quantized(T, {3, 5, 37}, 0.05f, 3)), A = N.intScalar(Axis);
                     BuiltinOptionsUnion Options;
                     tfl::ArgMaxOptionsT Max;
                     tfl::ArgMinOptionsT Min;
                     Max.output_type = Min.output_type = Index;
                     Options = Code == BuiltinOperator::ARG_MAX ? options(Max) : options(Min);
                     N.output(N.op1(Code, {X, A}, {Index, Axis == 2 ? Shape{3, 5} : Shape{3, 37}, {}}, std::move(Options)));
                   }});
  };
  for (TensorType T : {TensorType::UINT8, TensorType::INT8, TensorType::INT32, TensorType::FLOAT32, TensorType::BOOL})
    for (TensorType Index : {TensorType::INT32, TensorType::INT64}) {
      Add("arg_max", BuiltinOperator::ARG_MAX, T, Index, 2);
      Add("arg_min", BuiltinOperator::ARG_MIN, T, Index, 1);
    }
}

void addResizes(std::vector<Entry> &Zoo) {
  const auto Add = [&](TensorType T, bool Bilinear, int Mode) {
    const char *const Modes[] = {"_", "_corners_", "_centres_"};
    Zoo.push_back({std::string(Bilinear ? "resize_bilinear" : "resize_nearest_neighbor") + Modes[Mode] + text(T), "to 13x7", [=](Net &N) {
                     const TensorSpec In = quantized(T, {1, 5, 9, 11}, 0.05f, 3), Out = quantized(T, {1, 13, 7, 11}, 0.05f, 3);
                     const Value X = N.input(In), Size = N.ints({13, 7});
                     tfl::ResizeBilinearOptionsT Linear;
                     tfl::ResizeNearestNeighborOptionsT Nearest;
                     Linear.align_corners = Nearest.align_corners = Mode == 1;
                     Linear.half_pixel_centers = Nearest.half_pixel_centers = Mode == 2;
                     N.output(Bilinear ? N.op1(BuiltinOperator::RESIZE_BILINEAR, {X, Size}, Out, options(Linear))
                                       : N.op1(BuiltinOperator::RESIZE_NEAREST_NEIGHBOR, {X, Size}, Out, options(Nearest)));
                   }});
  };
  for (int Mode = 0; Mode < 3; ++Mode) {
    for (TensorType T : {TensorType::UINT8, TensorType::INT8, TensorType::INT16, TensorType::FLOAT32})
      for (bool Bilinear : {true, false})
        Add(T, Bilinear, Mode);
  }
}

} // namespace

void addProductSingles(std::vector<Entry> &Zoo) {
  addConvolutions(Zoo);
  addLayers(Zoo);
  addMatrices(Zoo);
  addPools(Zoo);
  addReductions(Zoo);
  addArgs(Zoo);
  addResizes(Zoo);
}

} // namespace zoo
