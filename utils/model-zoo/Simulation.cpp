#include "Simulation.h"

#include <algorithm>
#include <cmath>

namespace zoo {

namespace tfl = hexloom::tflite;
using Op = BuiltinOperator;

namespace {

/// A scale with 12 significant bits: not sensitive to the last bits of a mean or a square root of
/// this machine.
float rounded(double Scale) {
  int Exponent;
  const double Fraction = std::frexp(Scale, &Exponent);
  return static_cast<float>(std::ldexp(std::round(Fraction * 4096) / 4096, Exponent));
}

double activate(double X, ActivationFunctionType Activation) {
  if (Activation == ActivationFunctionType::NONE)
    return X;
  return std::min(std::max(X, 0.0), Activation == ActivationFunctionType::RELU6 ? 6.0 : 1e30);
}

/// Strides of In seen in Out's dimensions, 0 where it is broadcast.
std::vector<int64_t> broadcastStrides(const Shape &In, const Shape &Out) {
  std::vector<int64_t> Strides(Out.size(), 0);
  int64_t Stride = 1;
  for (size_t I = 0; I < In.size(); ++I) {
    const size_t From = In.size() - 1 - I, To = Out.size() - 1 - I;
    Strides[To] = In[From] == 1 ? 0 : Stride;
    Stride *= In[From];
  }
  return Strides;
}

Shape broadcastShape(const Shape &A, const Shape &B) {
  Shape Out(std::max(A.size(), B.size()), 1);
  for (const Shape *S : {&A, &B})
    for (size_t I = 0; I < S->size(); ++I) {
      int32_t &Dim = Out[Out.size() - S->size() + I];
      Dim = std::max(Dim, (*S)[I]);
    }
  return Out;
}

/// Calls F(linear index, index of each dimension) for all elements in row-major order.
void forEach(const Shape &S, const std::function<void(size_t, const std::vector<int32_t> &)> &F) {
  std::vector<int32_t> Index(S.size(), 0);
  for (int64_t I = 0; I < elementsOf(S); ++I) {
    F(static_cast<size_t>(I), Index);
    for (size_t D = S.size(); D-- > 0 && ++Index[D] == S[D];)
      Index[D] = 0;
  }
}

int64_t dot(const std::vector<int32_t> &Index, const std::vector<int64_t> &Strides) {
  int64_t Offset = 0;
  for (size_t D = 0; D < Index.size(); ++D)
    Offset += Index[D] * Strides[D];
  return Offset;
}

template <typename Table> BuiltinOptionsUnion activated(ActivationFunctionType Activation) {
  Table T;
  T.fused_activation_function = Activation;
  return options(T);
}

} // namespace

Quantization Simulation::calibrate(const std::vector<float> &Sample) const {
  const auto [Low, High] = std::minmax_element(Sample.begin(), Sample.end());
  // Few values say little about the range: statistics of tokens, logits.
  const double Margin = Sample.size() < 2000 ? 1.8 : 1.05;
  const double Min = Margin * std::min(0.0, double(*Low)),
               Max = std::max(1e-6 + Min, Margin * double(*High));
  if (Type == TensorType::INT16)
    return perTensor(rounded(std::max(Max, -Min) / 32767), 0);
  const float Scale = rounded((std::max(Max, 0.0) - Min) / 255);
  const double Zero = lowest(Type) - Min / Scale;
  return perTensor(Scale, static_cast<int64_t>(std::round(Zero)));
}

/// Adds the operator; the sample goes on as the quantized tensor holds it.
Map Simulation::finish(Op Code, const std::vector<Value> &Inputs, Shape Dims,
                       std::vector<float> Sample, BuiltinOptionsUnion Options,
                       const Quantization *Fixed) {
  const Quantization Q = Fixed ? *Fixed : calibrate(Sample);
  const double Scale = Q.Scales[0], Zero = static_cast<double>(Q.ZeroPoints[0]);
  for (float &X : Sample) {
    const double Code8 = std::min(std::max(std::round(X / Scale) + Zero, double(lowest(Type))),
                                  double(highest(Type)));
    X = static_cast<float>((Code8 - Zero) * Scale);
  }
  return {N.op1(Code, Inputs, {Type, Dims, Q}, std::move(Options)), Dims, std::move(Sample)};
}

Map Simulation::image(const Shape &Dims) {
  Map M{{}, Dims, std::vector<float>(static_cast<size_t>(elementsOf(Dims)))};
  forEach(Dims, [&](size_t I, const std::vector<int32_t> &At) {
    const int X = At[At.size() - 2], C = At.back(), Y = At.size() > 3 ? At[At.size() - 3] : 0;
    const int Wave = std::abs((X * 3 + Y * 5 + C * 29) % 128 - 64) +
                     std::abs((Y * 2 - X + C * 11 + 512) % 96 - 48);
    const int Noise = N.random().between(0, 255);
    M.Sample[I] =
        static_cast<float>(X % 16 < 8 ? (Wave * 255 / 112 + Noise / 16) : Noise) / 135 - 1;
  });
  const float Steps = Type == TensorType::INT16 ? 32768 : 128;
  M.V = N.input({Type, Dims, perTensor(1 / Steps, Type == TensorType::UINT8 ? 128 : 0)});
  return M;
}

/// A linear operator under construction: Terms products a result, of input values and weights.
struct Simulation::Product {
  Shape Filter;
  size_t ChannelAxis;
  std::vector<float> Weights;
  /// Real result of each output element with the weights of channel C.
  std::function<void(const std::vector<float> &Weights, std::vector<float> &Results)> Apply;
};

/// Draws weights, scales each channel to mean and spread of a normalized one, quantizes, and adds
/// the operator.
Map Simulation::product(Op Code, const Map &In, Product &P, const Shape &Out,
                        ActivationFunctionType Activation, double Spread,
                        BuiltinOptionsUnion Options) {
  const auto Channels = static_cast<size_t>(Out.back());
  P.Weights.resize(static_cast<size_t>(elementsOf(P.Filter)));
  for (float &W : P.Weights)
    W = static_cast<float>(N.random().normal());
  std::vector<float> Results(static_cast<size_t>(elementsOf(Out)));
  P.Apply(P.Weights, Results);

  std::vector<double> Sum(Channels), Squares(Channels), Factor(Channels), Offset(Channels);
  for (size_t I = 0; I < Results.size(); ++I) {
    Sum[I % Channels] += Results[I];
    Squares[I % Channels] += double(Results[I]) * Results[I];
  }
  const double Count = static_cast<double>(Results.size() / Channels);
  double LayerSpread = 0; // of a channel that the sample leaves constant
  for (size_t C = 0; C < Channels; ++C)
    LayerSpread += std::sqrt(Squares[C] / Count + 1e-6) / static_cast<double>(Channels);
  for (size_t C = 0; C < Channels; ++C) {
    const double Mean = Sum[C] / Count, Variance = std::max(0.0, Squares[C] / Count - Mean * Mean);
    const double Deviation = Count > 1 ? std::sqrt(Variance) : 0;
    Factor[C] = Spread / std::max(Deviation, LayerSpread / 4);
    Offset[C] = (Count > 1 ? -Mean * Factor[C] : 0) + Spread * N.random().between(-40, 60) / 100;
  }

  // Quantization of the weights: int8 by channels, uint8 for the whole filter.
  size_t Inner = 1;
  for (size_t D = P.ChannelAxis + 1; D < P.Filter.size(); ++D)
    Inner *= static_cast<size_t>(P.Filter[D]);
  const auto ChannelOf = [&](size_t I) { return I / Inner % Channels; };
  std::vector<double> Largest(Channels);
  double Overall = 0;
  for (size_t I = 0; I < P.Weights.size(); ++I) {
    P.Weights[I] = static_cast<float>(P.Weights[I] * Factor[ChannelOf(I)]);
    Largest[ChannelOf(I)] = std::max(Largest[ChannelOf(I)], double(std::fabs(P.Weights[I])));
    Overall = std::max(Overall, double(std::fabs(P.Weights[I])));
  }
  const bool Unsigned = Type == TensorType::UINT8;
  const int Zero = Unsigned ? N.random().between(118, 137) : 0;
  Quantization Q = Unsigned ? perTensor(rounded(Overall / 118), Zero)
                            : Quantization{{}, {}, static_cast<int>(P.ChannelAxis)};
  for (size_t C = 0; C < Channels && !Unsigned; ++C) {
    Q.Scales.push_back(rounded(std::max(Largest[C], 1e-6) / 127));
    Q.ZeroPoints.push_back(0);
  }
  std::vector<uint8_t> Codes;
  for (size_t I = 0; I < P.Weights.size(); ++I) {
    const double Scale = Q.Scales[Unsigned ? 0 : ChannelOf(I)];
    const int Low = Unsigned ? 0 : -127, High = Unsigned ? 255 : 127;
    const int Quantized =
        std::min(std::max(static_cast<int>(std::round(P.Weights[I] / Scale)) + Zero, Low), High);
    Codes.push_back(static_cast<uint8_t>(Quantized));
    P.Weights[I] = static_cast<float>((Quantized - Zero) * Scale);
  }
  Quantization BiasQ = Q;
  BiasQ.Axis = 0;
  BiasQ.ZeroPoints.assign(Q.Scales.size(), 0);
  for (float &S : BiasQ.Scales)
    S *= N.spec(In.V).Quantization.Scales[0];
  std::vector<int64_t> Bias;
  for (size_t C = 0; C < Channels; ++C)
    Bias.push_back(std::llround(Offset[C] / BiasQ.Scales[Unsigned ? 0 : C]));

  const TensorType WeightType = Unsigned ? TensorType::UINT8 : TensorType::INT8;
  const Value W = N.constant({WeightType, P.Filter, Q}, Codes);
  const Value B = Type == TensorType::INT16
                      ? N.constant({TensorType::INT64, {Out.back()}, BiasQ}, Bias)
                      : N.constant({TensorType::INT32, {Out.back()}, BiasQ},
                                   std::vector<int32_t>(Bias.begin(), Bias.end()));
  P.Apply(P.Weights, Results);
  for (size_t I = 0; I < Results.size(); ++I)
    Results[I] = static_cast<float>(activate(
        Results[I] + double(Bias[I % Channels]) * BiasQ.Scales[Unsigned ? 0 : I % Channels],
        Activation));
  return finish(Code, {In.V, W, B}, Out, std::move(Results), std::move(Options));
}

/// CONV_2D and DEPTHWISE_CONV_2D with SAME padding; Channels 0: depthwise.
Map Simulation::window(Op Code, const Map &In, int32_t Channels, int32_t Kernel, int32_t Stride,
                       ActivationFunctionType Activation) {
  const bool Depthwise = Code == Op::DEPTHWISE_CONV_2D;
  const int32_t Batch = In.Dims[0], H = In.Dims[1], W = In.Dims[2], C = In.Dims[3];
  const Shape Out = {Batch, (H + Stride - 1) / Stride, (W + Stride - 1) / Stride, Channels};
  const int32_t Top = std::max(0, (Out[1] - 1) * Stride + Kernel - H) / 2,
                Left = std::max(0, (Out[2] - 1) * Stride + Kernel - W) / 2;
  Product P{Depthwise ? Shape{1, Kernel, Kernel, C} : Shape{Channels, Kernel, Kernel, C},
            size_t(Depthwise ? 3 : 0),
            {},
            {}};
  P.Apply = [=, &In](const std::vector<float> &Weights, std::vector<float> &Results) {
    float *To = Results.data();
    for (int32_t B = 0; B < Batch; ++B)
      for (int32_t Y = 0; Y < Out[1]; ++Y)
        for (int32_t X = 0; X < Out[2]; ++X, To += Channels) {
          std::fill(To, To + Channels, 0.0f);
          for (int32_t Tap = 0; Tap < Kernel * Kernel; ++Tap) {
            const int32_t SY = Y * Stride - Top + Tap / Kernel,
                          SX = X * Stride - Left + Tap % Kernel;
            if (SY < 0 || SY >= H || SX < 0 || SX >= W)
              continue;
            const float *From = &In.Sample[((size_t(B) * H + SY) * W + SX) * C];
            for (int32_t K = 0; K < Channels; ++K) {
              if (Depthwise) {
                To[K] += From[K] * Weights[size_t(Tap) * C + K];
                continue;
              }
              const float *Row = &Weights[(size_t(K) * Kernel * Kernel + Tap) * C];
              float Sum = 0;
              for (int32_t D = 0; D < C; ++D)
                Sum += From[D] * Row[D];
              To[K] += Sum;
            }
          }
        }
  };
  const auto Fill = [&](auto T) {
    T.padding = Padding::SAME;
    T.stride_w = T.stride_h = Stride;
    T.fused_activation_function = Activation;
    return T;
  };
  tfl::DepthwiseConv2DOptionsT ByDepth;
  ByDepth.depth_multiplier = 1;
  BuiltinOptionsUnion Options =
      Depthwise ? options(Fill(ByDepth)) : options(Fill(tfl::Conv2DOptionsT()));
  return product(Code, In, P, Out, Activation, Activation == ActivationFunctionType::NONE ? 1 : 1.5,
                 std::move(Options));
}

Map Simulation::conv(const Map &In, int32_t Channels, int32_t Kernel, int32_t Stride,
                     ActivationFunctionType Activation) {
  return window(Op::CONV_2D, In, Channels, Kernel, Stride, Activation);
}

Map Simulation::depthwise(const Map &In, int32_t Kernel, int32_t Stride,
                          ActivationFunctionType Activation) {
  return window(Op::DEPTHWISE_CONV_2D, In, In.Dims[3], Kernel, Stride, Activation);
}

Map Simulation::fullyConnected(const Map &In, int32_t Channels, double Spread) {
  const int32_t Depth = In.Dims.back();
  Shape Out = In.Dims;
  Out.back() = Channels;
  Product P{{Channels, Depth}, 0, {}, {}};
  P.Apply = [=, &In](const std::vector<float> &Weights, std::vector<float> &Results) {
    for (size_t I = 0; I < Results.size(); ++I) {
      const float *From = &In.Sample[I / Channels * Depth], *Row = &Weights[I % Channels * Depth];
      float Sum = 0;
      for (int32_t D = 0; D < Depth; ++D)
        Sum += From[D] * Row[D];
      Results[I] = Sum;
    }
  };
  tfl::FullyConnectedOptionsT Options;
  Options.keep_num_dims = In.Dims.size() > 2;
  return product(Op::FULLY_CONNECTED, In, P, Out, ActivationFunctionType::NONE, Spread,
                 options(Options));
}

Map Simulation::unary(Op Code, const Map &In, const std::function<double(double)> &F,
                      const Quantization *Fixed, BuiltinOptionsUnion Options) {
  std::vector<float> Sample;
  for (float X : In.Sample)
    Sample.push_back(static_cast<float>(F(X)));
  return finish(Code, {In.V}, In.Dims, std::move(Sample), std::move(Options), Fixed);
}

Map Simulation::binary(Op Code, const Map &A, const Map &B,
                       const std::function<double(double, double)> &F,
                       BuiltinOptionsUnion Options) {
  const Shape Out = broadcastShape(A.Dims, B.Dims);
  const auto StridesA = broadcastStrides(A.Dims, Out), StridesB = broadcastStrides(B.Dims, Out);
  std::vector<float> Sample(static_cast<size_t>(elementsOf(Out)));
  forEach(Out, [&](size_t I, const std::vector<int32_t> &At) {
    Sample[I] = static_cast<float>(
        F(A.Sample[size_t(dot(At, StridesA))], B.Sample[size_t(dot(At, StridesB))]));
  });
  return finish(Code, {A.V, B.V}, Out, std::move(Sample), std::move(Options));
}

Map Simulation::add(const Map &A, const Map &B, ActivationFunctionType Activation) {
  return binary(
      Op::ADD, A, B, [&](double X, double Y) { return activate(X + Y, Activation); },
      activated<tfl::AddOptionsT>(Activation));
}
Map Simulation::sub(const Map &A, const Map &B) {
  return binary(
      Op::SUB, A, B, [](double X, double Y) { return X - Y; }, options(tfl::SubOptionsT()));
}
Map Simulation::mul(const Map &A, const Map &B) {
  return binary(
      Op::MUL, A, B, [](double X, double Y) { return X * Y; }, options(tfl::MulOptionsT()));
}
Map Simulation::squaredDifference(const Map &A, const Map &B) {
  return binary(Op::SQUARED_DIFFERENCE, A, B, [](double X, double Y) { return (X - Y) * (X - Y); });
}

Map Simulation::mean(const Map &In, std::vector<int32_t> Axes) {
  Shape Out = In.Dims;
  double Count = 1;
  for (int32_t Axis : Axes) {
    Count *= Out[size_t(Axis)];
    Out[size_t(Axis)] = 1;
  }
  const auto Strides = broadcastStrides(Out, In.Dims);
  std::vector<float> Sample(static_cast<size_t>(elementsOf(Out)));
  forEach(In.Dims, [&](size_t I, const std::vector<int32_t> &At) {
    Sample[size_t(dot(At, Strides))] += static_cast<float>(In.Sample[I] / Count);
  });
  tfl::ReducerOptionsT Options;
  Options.keep_dims = true;
  return finish(Op::MEAN, {In.V, N.ints(Axes)}, Out, std::move(Sample), options(Options));
}

static BuiltinOptionsUnion poolOptions(int32_t Height, int32_t Width, int32_t Stride) {
  tfl::Pool2DOptionsT Options;
  Options.padding = Padding::VALID;
  Options.filter_height = Height;
  Options.filter_width = Width;
  Options.stride_w = Options.stride_h = Stride;
  return options(Options);
}

Map Simulation::maxPool(const Map &In, int32_t Kernel, int32_t Stride) {
  const Shape Out = {In.Dims[0], (In.Dims[1] - Kernel) / Stride + 1,
                     (In.Dims[2] - Kernel) / Stride + 1, In.Dims[3]};
  std::vector<float> Sample(static_cast<size_t>(elementsOf(Out)), -1e30f);
  forEach(Out, [&](size_t I, const std::vector<int32_t> &At) {
    for (int32_t Y = 0; Y < Kernel; ++Y)
      for (int32_t X = 0; X < Kernel; ++X)
        Sample[I] = std::max(
            Sample[I], In.Sample[((size_t(At[0]) * In.Dims[1] + At[1] * Stride + Y) * In.Dims[2] +
                                  At[2] * Stride + X) *
                                     In.Dims[3] +
                                 At[3]]);
  });
  const Quantization Same = N.spec(In.V).Quantization;
  return finish(Op::MAX_POOL_2D, {In.V}, Out, std::move(Sample),
                poolOptions(Kernel, Kernel, Stride), &Same);
}

Map Simulation::averagePoolAll(const Map &In) {
  const Shape Out = {In.Dims[0], 1, 1, In.Dims[3]};
  const auto Strides = broadcastStrides(Out, In.Dims);
  std::vector<float> Sample(static_cast<size_t>(elementsOf(Out)));
  const float Count = static_cast<float>(In.Dims[1] * In.Dims[2]);
  forEach(In.Dims, [&](size_t I, const std::vector<int32_t> &At) {
    Sample[size_t(dot(At, Strides))] += In.Sample[I] / Count;
  });
  const Quantization Same = N.spec(In.V).Quantization;
  return finish(Op::AVERAGE_POOL_2D, {In.V}, Out, std::move(Sample),
                poolOptions(In.Dims[1], In.Dims[2], 1), &Same);
}

Map Simulation::reshape(const Map &In, const Shape &Dims) {
  const Quantization Same = N.spec(In.V).Quantization;
  return finish(Op::RESHAPE, {In.V, N.ints(Dims)}, Dims, In.Sample, {}, &Same);
}

Map Simulation::transpose(const Map &In, const std::vector<int32_t> &Permutation) {
  Shape Out;
  for (int32_t D : Permutation)
    Out.push_back(In.Dims[size_t(D)]);
  const auto Strides = broadcastStrides(In.Dims, In.Dims);
  std::vector<float> Sample(In.Sample.size());
  forEach(Out, [&](size_t I, const std::vector<int32_t> &At) {
    int64_t From = 0;
    for (size_t D = 0; D < At.size(); ++D)
      From += At[D] * (In.Dims[size_t(Permutation[D])] == 1 ? 0 : Strides[size_t(Permutation[D])]);
    Sample[I] = In.Sample[size_t(From)];
  });
  const Quantization Same = N.spec(In.V).Quantization;
  return finish(Op::TRANSPOSE, {In.V, N.ints(Permutation)}, Out, std::move(Sample), {}, &Same);
}

Map Simulation::batchMatMul(const Map &A, const Map &B, bool TransposeB) {
  const size_t Rank = A.Dims.size();
  const int32_t Depth = A.Dims[Rank - 1], Rows = A.Dims[Rank - 2],
                Columns = TransposeB ? B.Dims[Rank - 2] : B.Dims[Rank - 1];
  Shape Out = A.Dims;
  Out.back() = Columns;
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
  tfl::BatchMatMulOptionsT Options;
  Options.adj_y = TransposeB;
  return finish(Op::BATCH_MATMUL, {A.V, B.V}, Out, std::move(Sample), options(Options));
}

Quantization Simulation::probabilities() const {
  return Type == TensorType::INT16 ? perTensor(1.0f / 32768, 0)
                                   : perTensor(1.0f / 256, lowest(Type));
}

Map Simulation::softmax(const Map &In) {
  const size_t Depth = static_cast<size_t>(In.Dims.back());
  std::vector<float> Sample(In.Sample.size());
  for (size_t Row = 0; Row < Sample.size(); Row += Depth) {
    const float Max = *std::max_element(&In.Sample[Row], &In.Sample[Row] + Depth);
    double Sum = 0;
    for (size_t I = 0; I < Depth; ++I)
      Sum += std::exp(double(In.Sample[Row + I]) - Max);
    for (size_t I = 0; I < Depth; ++I)
      Sample[Row + I] = static_cast<float>(std::exp(double(In.Sample[Row + I]) - Max) / Sum);
  }
  tfl::SoftmaxOptionsT Options;
  Options.beta = 1;
  const Quantization Fixed = probabilities();
  return finish(Op::SOFTMAX, {In.V}, In.Dims, std::move(Sample), options(Options), &Fixed);
}

Map Simulation::hardSwish(const Map &In) {
  return unary(Op::HARD_SWISH, In,
               [](double X) { return X * std::min(std::max(X + 3, 0.0), 6.0) / 6; });
}
Map Simulation::logistic(const Map &In) {
  const Quantization Fixed = probabilities();
  return unary(
      Op::LOGISTIC, In, [](double X) { return 1 / (1 + std::exp(-X)); }, &Fixed);
}
Map Simulation::gelu(const Map &In) {
  tfl::GeluOptionsT Options;
  Options.approximate = true;
  return unary(
      Op::GELU, In,
      [](double X) { return 0.5 * X * (1 + std::tanh(0.7978845608 * (X + 0.044715 * X * X * X))); },
      nullptr, options(Options));
}
Map Simulation::rsqrt(const Map &In) {
  return unary(Op::RSQRT, In, [](double X) { return 1 / std::sqrt(std::max(X, 1e-3)); });
}

Map Simulation::scalar(double Real) {
  const Quantization Q = perTensor(rounded(Real / 100), lowest(Type));
  return {
      N.constant({Type, {1}, Q}, std::vector<uint8_t>{static_cast<uint8_t>(lowest(Type) + 100)}),
      {1},
      {static_cast<float>(100 * Q.Scales[0])}};
}

Map Simulation::vector(int32_t Size, double Middle, double Spread) {
  const Quantization Q =
      perTensor(rounded((std::fabs(Middle) + Spread) / 127), Type == TensorType::UINT8 ? 128 : 0);
  Map M{{}, {Size}, {}};
  std::vector<uint8_t> Codes;
  for (int32_t I = 0; I < Size; ++I) {
    const double Real = Middle + Spread * N.random().between(-100, 100) / 100;
    const int Code = static_cast<int>(std::round(Real / Q.Scales[0]));
    Codes.push_back(static_cast<uint8_t>(Code + Q.ZeroPoints[0]));
    M.Sample.push_back(static_cast<float>(Code * Q.Scales[0]));
  }
  M.V = N.constant({Type, {Size}, Q}, Codes);
  return M;
}

Map Simulation::layerNorm(const Map &In) {
  const auto Last = static_cast<int32_t>(In.Dims.size() - 1);
  const Map Mean = mean(In, {Last});
  const Map Variance = mean(squaredDifference(In, Mean), {Last});
  const Map Factor = rsqrt(add(Variance, scalar(0.01)));
  const Map Normal = mul(sub(In, Mean), Factor);
  return add(mul(Normal, vector(In.Dims.back(), 1, 0.3)), vector(In.Dims.back(), 0, 0.5));
}

} // namespace zoo
