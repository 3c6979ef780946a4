// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Samples.h"
#include "Simulation.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace zoo {

namespace tfl = hexloom::tflite;
using Op = BuiltinOperator;

/// A linear operator under construction.
struct Simulation::Product {
  Shape Filter;
  size_t ChannelAxis;
  /// Real result of each output element with these weights.
  std::function<void(const std::vector<float> &Weights, std::vector<float> &Results)> Apply;
  std::vector<Value> Before = {};  ///< operands before the filter, ...
  bool FilterFirst = false;        ///< ... which comes before the input
  std::vector<float> Weights = {}; ///< as the quantized filter holds them
  std::vector<int64_t> Bias = {};  ///< quantized
  Quantization FilterQ = {}, BiasQ = {};

  size_t channels() const { return static_cast<size_t>(Filter[ChannelAxis]); }
  size_t channelOf(size_t I) const {
    size_t Inner = 1;
    for (size_t D = ChannelAxis + 1; D < Filter.size(); ++D)
      Inner *= static_cast<size_t>(Filter[D]);
    return I / Inner % channels();
  }
  /// A real result with its bias.
  double biased(double Result, size_t Channel) const {
    return Result + double(Bias[Channel]) * BiasQ.Scales[BiasQ.Scales.size() > 1 ? Channel : 0];
  }

  void draw(Random &R, size_t Count, double Spread, std::vector<double> &Offset);
  std::vector<uint8_t> quantize(Random &R, bool Unsigned);
  void quantizeBias(const std::vector<double> &Offset, double InputScale);
};

/// Draws weights and scales each channel to mean and spread of a normalized one, by its Count
/// results; Offset: the bias, a real number.
void Simulation::Product::draw(Random &R, size_t Count, double Spread,
                               std::vector<double> &Offset) {
  const size_t Channels = channels();
  Weights.resize(static_cast<size_t>(elementsOf(Filter)));
  for (float &W : Weights)
    W = static_cast<float>(R.normal());
  std::vector<float> Results(Count * Channels);
  Apply(Weights, Results);

  std::vector<double> Sum(Channels), Squares(Channels), Factor(Channels);
  Offset.resize(Channels);
  for (size_t I = 0; I < Results.size(); ++I) {
    Sum[I % Channels] += Results[I];
    Squares[I % Channels] += double(Results[I]) * Results[I];
  }
  double LayerSpread = 0; // of a channel that the sample leaves constant
  for (size_t C = 0; C < Channels; ++C)
    LayerSpread += std::sqrt(Squares[C] / double(Count) + 1e-6) / static_cast<double>(Channels);
  for (size_t C = 0; C < Channels; ++C) {
    const double Mean = Sum[C] / double(Count),
                 Variance = std::max(0.0, Squares[C] / double(Count) - Mean * Mean);
    const double Deviation = Count > 1 ? std::sqrt(Variance) : 0;
    Factor[C] = Spread / std::max(Deviation, LayerSpread / 4);
    Offset[C] = (Count > 1 ? -Mean * Factor[C] : 0) + Spread * R.between(-40, 60) / 100;
  }
  for (size_t I = 0; I < Weights.size(); ++I)
    Weights[I] = static_cast<float>(Weights[I] * Factor[channelOf(I)]);
}

/// int8 by channels, uint8 for the whole filter.
std::vector<uint8_t> Simulation::Product::quantize(Random &R, bool Unsigned) {
  std::vector<double> Largest(channels());
  double Overall = 0;
  for (size_t I = 0; I < Weights.size(); ++I) {
    Largest[channelOf(I)] = std::max(Largest[channelOf(I)], double(std::fabs(Weights[I])));
    Overall = std::max(Overall, double(std::fabs(Weights[I])));
  }
  const int Zero = Unsigned ? R.between(118, 137) : 0;
  FilterQ = Unsigned ? perTensor(rounded(Overall / 118), Zero)
                     : Quantization{{}, {}, static_cast<int>(ChannelAxis)};
  for (size_t C = 0; C < channels() && !Unsigned; ++C) {
    FilterQ.Scales.push_back(rounded(std::max(Largest[C], 1e-6) / 127));
    FilterQ.ZeroPoints.push_back(0);
  }
  std::vector<uint8_t> Codes;
  for (size_t I = 0; I < Weights.size(); ++I) {
    const double Scale = FilterQ.Scales[Unsigned ? 0 : channelOf(I)];
    const int Low = Unsigned ? 0 : -127, High = Unsigned ? 255 : 127;
    const int Quantized =
        std::min(std::max(static_cast<int>(std::round(Weights[I] / Scale)) + Zero, Low), High);
    Codes.push_back(static_cast<uint8_t>(Quantized));
    Weights[I] = static_cast<float>((Quantized - Zero) * Scale);
  }
  return Codes;
}

void Simulation::Product::quantizeBias(const std::vector<double> &Offset, double InputScale) {
  BiasQ = FilterQ;
  BiasQ.Axis = 0;
  BiasQ.ZeroPoints.assign(FilterQ.Scales.size(), 0);
  for (float &S : BiasQ.Scales)
    S = static_cast<float>(S * static_cast<float>(InputScale));
  for (size_t C = 0; C < Offset.size(); ++C)
    Bias.push_back(std::llround(Offset[C] / BiasQ.Scales[BiasQ.Scales.size() > 1 ? C : 0]));
}

namespace {

/// A filter [outputs, ...] as [..., outputs].
std::vector<float> outputsLast(const std::vector<float> &Weights, int32_t Outputs) {
  const size_t Inputs = Weights.size() / static_cast<size_t>(Outputs);
  std::vector<float> Turned(Weights.size());
  for (size_t K = 0; K < static_cast<size_t>(Outputs); ++K)
    for (size_t I = 0; I < Inputs; ++I)
      Turned[I * static_cast<size_t>(Outputs) + K] = Weights[K * Inputs + I];
  return Turned;
}

/// Adds products of Depth numbers to Count results. Each sum is made in order, so that neighbours together give the same as one alone.
void addProducts(const float *From, int32_t Depth, const float *Rows, int32_t Pitch, int32_t Count, float *To) {
  constexpr int32_t Together = 16;
  using Vector = float __attribute__((vector_size(4 * Together)));
  int32_t K = 0;
  for (; K + Together <= Count; K += Together) {
    Vector Sums = {}, Row;
    for (int32_t D = 0; D < Depth; ++D) {
      std::memcpy(&Row, &Rows[size_t(D) * Pitch + K], sizeof Row);
      Sums += From[D] * Row;
    }
    for (int32_t I = 0; I < Together; ++I)
      To[K + I] += Sums[I];
  }
  for (; K < Count; ++K) {
    float Sum = 0;
    for (int32_t D = 0; D < Depth; ++D)
      Sum += From[D] * Rows[size_t(D) * Pitch + K];
    To[K] += Sum;
  }
}

template <typename Element> std::vector<uint8_t> bytes(const std::vector<int64_t> &Numbers) {
  std::vector<uint8_t> Bytes;
  for (int64_t Number : Numbers)
    for (size_t Byte = 0; Byte < sizeof(Element); ++Byte)
      Bytes.push_back(static_cast<uint8_t>(static_cast<uint64_t>(Number) >> (8 * Byte)));
  return Bytes;
}
} // namespace

/// Chooses filter and bias and adds the operator.
Map Simulation::product(Op Code, const Map &In, Product &P, const Shape &Out,
                        ActivationFunctionType Activation, double Spread,
                        BuiltinOptionsUnion Options, const Map *Like) {
  const size_t Channels = P.channels();
  const bool Unsigned = Type == TensorType::UINT8, Wide = Type == TensorType::INT16;
  const auto Filter = [&] {
    std::vector<double> Offset;
    P.draw(N.random(), static_cast<size_t>(elementsOf(Out)) / Channels, Spread, Offset);
    std::vector<uint8_t> Codes = P.quantize(N.random(), Unsigned);
    P.quantizeBias(Offset, N.spec(In.V).Quantization.Scales[0]);
    return Calibration::Constant{
        {Unsigned ? TensorType::UINT8 : TensorType::INT8, P.Filter, P.FilterQ}, std::move(Codes)};
  };
  const auto Bias = [&] {
    return Calibration::Constant{
        {Wide ? TensorType::INT64 : TensorType::INT32, {Out.back()}, P.BiasQ},
        Wide ? bytes<int64_t>(P.Bias) : bytes<int32_t>(P.Bias)};
  };
  if (Counted)
    Counted->Products += elementsOf(Code == Op::TRANSPOSE_CONV ? In.Dims : Out) * elementsOf(P.Filter) /
                         (Code == Op::TRANSPOSE_CONV ? In.Dims.back() : P.Filter[P.ChannelAxis]);
  const Value W = Counted ? counted(TensorType::INT8, P.Filter) : constant(Filter);
  const Value B = Counted ? counted(TensorType::INT32, {Out.back()}) : constant(Bias);
  std::vector<Value> Inputs = P.Before;
  for (Value V : P.FilterFirst ? std::vector<Value>{W, In.V, B} : std::vector<Value>{In.V, W, B})
    Inputs.push_back(V);
  const auto Sample = [&] {
    std::vector<float> Results(static_cast<size_t>(elementsOf(Out)));
    P.Apply(P.Weights, Results);
    for (size_t I = 0; I < Results.size(); ++I)
      Results[I] = static_cast<float>(activate(P.biased(Results[I], I % Channels), Activation));
    return Results;
  };
  const Quantization Own = N.spec((Like ? *Like : In).V).Quantization;
  return finish(Code, Inputs, Out, Sample, std::move(Options), Like ? &Own : nullptr);
}

/// CONV_2D and DEPTHWISE_CONV_2D.
Map Simulation::window(Op Code, const Map &In, int32_t Channels, int32_t Groups, const Window &Win,
                       ActivationFunctionType Activation, double Spread, const Map *Like) {
  const bool Depthwise = Code == Op::DEPTHWISE_CONV_2D;
  const int32_t Batch = In.Dims[0], H = In.Dims[1], W = In.Dims[2], C = In.Dims[3];
  const int32_t Stride = Win.Stride, KH = Win.Height, KW = Win.Width;
  const bool Same = Win.Padding == Padding::SAME;
  const auto Size = [=](int32_t In, int32_t Kernel) {
    return ((Same ? In : In - Kernel + 1) + Stride - 1) / Stride;
  };
  const Shape Out = {Batch, Size(H, KH), Size(W, KW), Channels};
  const int32_t Top = Same ? std::max(0, (Out[1] - 1) * Stride + KH - H) / 2 : 0,
                Left = Same ? std::max(0, (Out[2] - 1) * Stride + KW - W) / 2 : 0;
  const int32_t Depth = C / Groups, Together = Channels / Groups; // of a group
  Product P{Depthwise ? Shape{1, KH, KW, C} : Shape{Channels, KH, KW, Depth}, size_t(Depthwise ? 3 : 0),
            [=, &In](const std::vector<float> &Weights, std::vector<float> &Results) {
              const std::vector<float> Turned = Depthwise ? Weights : outputsLast(Weights, Channels);
              float *To = Results.data();
              for (int32_t B = 0; B < Batch; ++B)
                for (int32_t Y = 0; Y < Out[1]; ++Y)
                  for (int32_t X = 0; X < Out[2]; ++X, To += Channels) {
                    std::fill(To, To + Channels, 0.0f);
                    for (int32_t Tap = 0; Tap < KH * KW; ++Tap) {
                      const int32_t SY = Y * Stride - Top + Tap / KW,
                                    SX = X * Stride - Left + Tap % KW;
                      if (SY < 0 || SY >= H || SX < 0 || SX >= W)
                        continue;
                      const float *From = &In.Sample[((size_t(B) * H + SY) * W + SX) * C];
                      const float *Rows = &Turned[size_t(Tap) * (Depthwise ? C : Depth * Channels)];
                      for (int32_t K = 0; K < Channels && Depthwise; ++K)
                        To[K] += From[K] * Rows[K];
                      for (int32_t G = 0; G < Groups && !Depthwise; ++G)
                        addProducts(From + G * Depth, Depth, Rows + G * Together, Channels, Together, To + G * Together);
                    }
                  }
            }};
  const auto Fill = [&](auto T) {
    T.padding = Win.Padding;
    T.stride_w = T.stride_h = Stride;
    T.fused_activation_function = Activation;
    return T;
  };
  tfl::DepthwiseConv2DOptionsT ByDepth;
  ByDepth.depth_multiplier = 1;
  BuiltinOptionsUnion Options =
      Depthwise ? options(Fill(ByDepth)) : options(Fill(tfl::Conv2DOptionsT()));
  if (Spread == 0)
    Spread = Activation == ActivationFunctionType::NONE ? 1 : 1.5;
  return product(Code, In, P, Out, Activation, Spread, std::move(Options), Like);
}

Map Simulation::conv(const Map &In, int32_t Channels, const Window &W,
                     ActivationFunctionType Activation, double Spread, const Map *Like) {
  return window(Op::CONV_2D, In, Channels, 1, W, Activation, Spread, Like);
}

Map Simulation::convGrouped(const Map &In, int32_t Channels, int32_t Groups, const Window &W,
                            ActivationFunctionType Activation) {
  return window(Op::CONV_2D, In, Channels, Groups, W, Activation, 0);
}

Map Simulation::depthwise(const Map &In, const Window &W, ActivationFunctionType Activation) {
  return window(Op::DEPTHWISE_CONV_2D, In, In.Dims[3], 1, W, Activation, 0);
}

Map Simulation::transposeConv(const Map &In, int32_t Channels, int32_t Kernel, int32_t Stride,
                              ActivationFunctionType Activation) {
  const int32_t H = In.Dims[1], W = In.Dims[2], C = In.Dims[3];
  const Shape Out = {1, H * Stride, W * Stride, Channels};
  const int32_t Border = std::max(0, Kernel - Stride) / 2;
  Product P{{Channels, Kernel, Kernel, C},
            0,
            [=, &In](const std::vector<float> &Weights, std::vector<float> &Results) {
              std::fill(Results.begin(), Results.end(), 0.0f);
              for (int32_t I = 0; I < H * W * Kernel * Kernel; ++I) {
                const int32_t Tap = I % (Kernel * Kernel), At = I / (Kernel * Kernel);
                const int32_t Y = At / W * Stride - Border + Tap / Kernel,
                              X = At % W * Stride - Border + Tap % Kernel;
                if (Y < 0 || Y >= Out[1] || X < 0 || X >= Out[2])
                  continue;
                const float *From = &In.Sample[size_t(At) * C];
                float *To = &Results[(size_t(Y) * Out[2] + X) * Channels];
                for (int32_t K = 0; K < Channels; ++K)
                  To[K] += std::inner_product(
                      From, From + C, &Weights[(size_t(K) * Kernel * Kernel + Tap) * C], 0.0f);
              }
            }};
  P.Before = {N.ints(Out)};
  P.FilterFirst = true;
  tfl::TransposeConvOptionsT Options;
  Options.padding = Padding::SAME;
  Options.stride_w = Options.stride_h = Stride;
  Options.fused_activation_function = Activation;
  return product(Op::TRANSPOSE_CONV, In, P, Out, Activation,
                 Activation == ActivationFunctionType::NONE ? 1 : 1.5, options(Options));
}

Map Simulation::fullyConnected(const Map &In, int32_t Channels, double Spread) {
  const int32_t Depth = In.Dims.back();
  Shape Out = In.Dims;
  Out.back() = Channels;
  Product P{{Channels, Depth},
            0,
            [=, &In](const std::vector<float> &Weights, std::vector<float> &Results) {
              const std::vector<float> Turned = outputsLast(Weights, Channels);
              std::fill(Results.begin(), Results.end(), 0.0f);
              for (size_t Row = 0; Row < Results.size() / Channels; ++Row)
                addProducts(&In.Sample[Row * Depth], Depth, Turned.data(), Channels, Channels, &Results[Row * Channels]);
            }};
  tfl::FullyConnectedOptionsT Options;
  Options.keep_num_dims = In.Dims.size() > 2;
  return product(Op::FULLY_CONNECTED, In, P, Out, ActivationFunctionType::NONE, Spread,
                 options(Options));
}

Map Simulation::batchMatMul(const Map &A, const Map &B, bool TransposeB) {
  const size_t Rank = A.Dims.size();
  const int32_t Depth = A.Dims[Rank - 1], Rows = A.Dims[Rank - 2],
                Columns = TransposeB ? B.Dims[Rank - 2] : B.Dims[Rank - 1];
  Shape Out = A.Dims;
  Out.back() = Columns;
  const auto Multiply = [&] {
    std::vector<float> Sample(static_cast<size_t>(elementsOf(Out)));
    for (size_t I = 0; I < Sample.size(); ++I) {
      const size_t Column = I % Columns, Row = I / Columns % Rows, Matrix = I / Columns / Rows;
      double Sum = 0;
      for (int32_t K = 0; K < Depth; ++K)
        Sum += double(A.Sample[(Matrix * Rows + Row) * Depth + K]) *
               B.Sample[TransposeB ? (Matrix * Columns + Column) * Depth + K
                                   : (Matrix * Depth + K) * Columns + Column];
      Sample[I] = static_cast<float>(Sum);
    }
    return Sample;
  };
  if (Counted)
    Counted->Products += elementsOf(Out) * Depth;
  tfl::BatchMatMulOptionsT Options;
  Options.adj_y = TransposeB;
  return finish(Op::BATCH_MATMUL, {A.V, B.V}, Out, Multiply, options(Options));
}

} // namespace zoo
