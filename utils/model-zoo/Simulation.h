// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds quantized networks with calibrated parameters: every layer is also evaluated in real
// numbers on a sample image, and its scale and zero point are chosen from the values seen, so that
// activations neither vanish nor saturate. Weights are normalized layer by layer as batch
// normalization, folded into a trained network's convolutions, leaves them.
//
// A network too large to be evaluated is calibrated on a smaller image first: the same builder runs
// twice, and what it chose the first time it takes the second (calibrated(), below). Counted, it has
// operators and shapes but no numbers: nothing is drawn or evaluated.
#pragma once

#include "Net.h"

#include <deque>
#include <functional>

namespace zoo {

/// An activation: the tensor, and its values on the sample, row-major.
struct Map {
  Value V;
  Shape Dims;
  std::vector<float> Sample;
};

/// What a window of CONV_2D, DEPTHWISE_CONV_2D and the pools covers.
struct Window {
  int32_t Height, Width, Stride = 1;
  zoo::Padding Padding = zoo::Padding::SAME;
};
Window square(int32_t Size, int32_t Stride = 1, Padding P = Padding::SAME);

/// What is chosen by the sample, in the order of the network's operators.
struct Calibration {
  struct Constant {
    TensorSpec Spec;
    std::vector<uint8_t> Data;
  };
  std::deque<Quantization> Results;
  std::deque<Constant> Constants;
};

/// What a counted network would have: elements of its constants, and multiply-accumulates.
struct Figures {
  int64_t Parameters = 0, Products = 0;
};

class Simulation {
public:
  /// Activations of this type: INT8 and INT16 (weights of int8 per channel) or UINT8 (weights per
  /// tensor, with a zero point). Known: what an earlier run chose; nothing is evaluated.
  Simulation(Net &N, TensorType Type, const Calibration *Known = nullptr)
      : N(N), Type(Type), IsKnown(Known) {
    if (Known)
      Chosen = *Known;
  }

  /// Counts into Into: constants are empty, and every quantization is the same.
  Simulation(Net &N, TensorType Type, Figures &Into) : N(N), Type(Type), IsKnown(true), Counted(&Into) {}

  /// What was chosen, for the same builder with another size of the image.
  const Calibration &chosen() const { return Chosen; }

  /// Graph input, values in [-1, 1]; the sample has smooth stripes beside noise, so that both find
  /// their range.
  Map image(const Shape &Dims);
  /// Like: a result of the same quantization, as converters give all operands of a concatenation.
  Map conv(const Map &In, int32_t Channels, const Window &W,
           ActivationFunctionType Activation = ActivationFunctionType::NONE, double Spread = 0, const Map *Like = nullptr);
  Map conv(const Map &In, int32_t Channels, int32_t Kernel, int32_t Stride,
           ActivationFunctionType Activation) {
    return conv(In, Channels, square(Kernel, Stride), Activation);
  }
  /// So many groups of channels, each of which makes its part of the results.
  Map convGrouped(const Map &In, int32_t Channels, int32_t Groups, const Window &W,
                  ActivationFunctionType Activation = ActivationFunctionType::NONE);
  Map depthwise(const Map &In, const Window &W,
                ActivationFunctionType Activation = ActivationFunctionType::NONE);
  Map depthwise(const Map &In, int32_t Kernel, int32_t Stride, ActivationFunctionType Activation) {
    return depthwise(In, square(Kernel, Stride), Activation);
  }
  /// TRANSPOSE_CONV with SAME padding: the image grows by the stride.
  Map transposeConv(const Map &In, int32_t Channels, int32_t Kernel, int32_t Stride,
                    ActivationFunctionType Activation = ActivationFunctionType::NONE);
  /// Over the last dimension, any rank. Spread: standard deviation of the results.
  Map fullyConnected(const Map &In, int32_t Channels, double Spread = 1);
  Map add(const Map &A, const Map &B,
          ActivationFunctionType Activation = ActivationFunctionType::NONE);
  Map mul(const Map &A, const Map &B,
          ActivationFunctionType Activation = ActivationFunctionType::NONE);
  Map sub(const Map &A, const Map &B);
  Map squaredDifference(const Map &A, const Map &B);
  Map div(const Map &A, const Map &B);
  Map mean(const Map &In, std::vector<int32_t> Axes) { return reduce(BuiltinOperator::MEAN, In, std::move(Axes)); } ///< keeps the dimensions
  Map sum(const Map &In, std::vector<int32_t> Axes) { return reduce(BuiltinOperator::SUM, In, std::move(Axes)); }
  Map maxPool(const Map &In, int32_t Kernel, int32_t Stride) {
    return maxPool(In, square(Kernel, Stride, Padding::VALID));
  }
  Map maxPool(const Map &In, const Window &W);
  Map averagePoolAll(const Map &In);
  Map batchMatMul(const Map &A, const Map &B, bool TransposeB);
  Map softmax(const Map &In);
  Map hardSwish(const Map &In);
  Map logistic(const Map &In);
  Map tanh(const Map &In);
  Map gelu(const Map &In);
  Map rsqrt(const Map &In);
  Map sqrt(const Map &In);
  Map relu(const Map &In);
  Map negative(const Map &In);

  Map reshape(const Map &In, const Shape &Dims);
  Map transpose(const Map &In, const std::vector<int32_t> &Permutation);
  /// Like: has the result's quantization; null: it is chosen.
  Map concatenate(const std::vector<Map> &Parts, int32_t Axis, const Map *Like = nullptr);
  Map slice(const Map &In, const std::vector<int32_t> &Begin, const Shape &Size);
  /// Every Stride-th element of each dimension from Begin on, to the end.
  Map stridedSlice(const Map &In, const std::vector<int32_t> &Begin, const std::vector<int32_t> &Strides);
  Map pad(const Map &In, const std::vector<int32_t> &Before, const std::vector<int32_t> &After);
  /// PADV2 by a constant behind the last of these dimensions.
  Map extended(const Map &In, int32_t Axis, double Real);
  Map reflect(const Map &In, int32_t Border); ///< height and width by MIRROR_PAD
  std::vector<Map> split(const Map &In, int32_t Axis, int32_t Count);
  /// Places of the Count largest of each row, int32, by TOPK_V2.
  Map largest(const Map &In, int32_t Count);
  /// Entries of the first dimension, by places that are known at run time only.
  Map gather(const Map &In, const Map &Places);
  /// Rows of a constant table for Tokens words, a graph input; EMBEDDING_LOOKUP.
  Map words(int32_t Tokens, int32_t Vocabulary, int32_t Channels);
  Map spaceToDepth(const Map &In, int32_t Block);
  Map depthToSpace(const Map &In, int32_t Block);
  Map resizeNearest(const Map &In, int32_t Height, int32_t Width);

  Map scalar(double Real); ///< a quantized constant
  /// A small part of the largest value seen. Added to what is not negative, it gives a divisor that no rounding makes zero.
  Map small(const Map &Of);
  /// As exporters lower layer normalization (over the last axis) and instance normalization (over
  /// height and width): mean, squared difference, mean, add, rsqrt, products.
  Map normalize(const Map &In, const std::vector<int32_t> &Axes,
                ActivationFunctionType Activation = ActivationFunctionType::NONE);
  /// What normalize() makes before its last two operators, which scale and move each channel.
  Map standardized(const Map &In, const std::vector<int32_t> &Axes);
  Map layerNorm(const Map &In) { return normalize(In, {static_cast<int32_t>(In.Dims.size()) - 1}); }
  Map vector(int32_t Size, double Middle, double Spread);
  Map noise(const Shape &Dims, double Middle,
            double Spread); ///< a constant, of the image's size perhaps

private:
  Net &N;
  TensorType Type;
  bool IsKnown; ///< nothing is evaluated
  Figures *Counted = nullptr;
  Calibration Chosen; ///< with IsKnown: what is still to come

  Calibration::Constant noise(const Shape &Dims, double Middle, double Spread,
                              std::vector<float> &Reals);
  using Sampler = std::function<std::vector<float>()>;

  Quantization calibrate(const std::vector<float> &Sample) const;
  Quantization choose(const std::vector<float> &Sample); ///< calibrated, or as it is known
  Quantization probabilities() const;                    ///< of what lies in [0, 1]
  Quantization signedUnit() const;                       ///< of what lies in [-1, 1]
  Map finish(BuiltinOperator Code, const std::vector<Value> &Inputs, Shape Dims,
             const Sampler &Sample, BuiltinOptionsUnion Options,
             const Quantization *Fixed = nullptr);
  /// A constant that Make chooses, or that is known already.
  Value constant(const std::function<Calibration::Constant()> &Make);
  Value counted(TensorType Of, const Shape &Dims); ///< a constant without numbers
  Map reduce(BuiltinOperator Code, const Map &In, std::vector<int32_t> Axes);
  Map unary(BuiltinOperator Code, const Map &In, const std::function<double(double)> &F,
            const Quantization *Fixed = nullptr, BuiltinOptionsUnion Options = {});
  Map binary(BuiltinOperator Code, const Map &A, const Map &B,
             const std::function<double(double, double)> &F, BuiltinOptionsUnion Options = {});
  /// A movement: element I of the result is element From(its index) of the input, or zero if that
  /// is negative.
  Map moved(BuiltinOperator Code, const Map &In, const std::vector<Value> &Operands,
            const Shape &Out, const std::function<int64_t(const std::vector<int32_t> &)> &From,
            BuiltinOptionsUnion Options = {});
  struct Product;
  Map product(BuiltinOperator Code, const Map &In, Product &P, const Shape &Out,
              ActivationFunctionType Activation, double Spread, BuiltinOptionsUnion Options, const Map *Like = nullptr);
  Map window(BuiltinOperator Code, const Map &In, int32_t Channels, int32_t Groups, const Window &W,
             ActivationFunctionType Activation, double Spread, const Map *Like = nullptr);
};

/// A builder of a network, given the height and width of its image.
using Builder = std::function<void(Simulation &, Net &, int32_t Height, int32_t Width)>;
struct ImageSize {
  int32_t Height, Width;
};
/// Builds the network at its size, calibrated on an image of another one.
void calibrated(Net &N, TensorType Type, ImageSize Size, ImageSize Calibration,
                const Builder &Build);

} // namespace zoo
