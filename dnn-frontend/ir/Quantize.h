// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arithmetic by which TensorFlow Lite's kernels prepare their integer parameters from real scales.
#pragma once

#include "ir/Graph.h"

#include <cstdint>
#include <optional>

namespace hexloom {

/// real = Value * 2^(Shift - 31); Value is 0 or in [2^30, 2^31).
struct Multiplier {
  int32_t Value = 0;
  int Shift = 0; ///< positive: to the left
};
/// Kernels shift no further to the left: a shift of 31 places and up would not be defined, and factors of 2^30 and more leave nothing
/// but overflow.
inline constexpr int kMostShift = 30;
/// The C initializer of hl_factor (hexloom/portable/binary.h) and structures like it: "{value, shift}".
std::string cText(const Multiplier &M);
/// TFLite's QuantizeMultiplier (kernels/internal/quantization_util): round half away from zero to 31 bits; factors
/// below 2^-32 become zero, those of 2^30 and more (infinity too) the largest multiplier.
Multiplier quantizeMultiplier(double Real);

/// The exponent of a scale that is a power of two, or so near that TFLite takes it for one: within a thousandth of its logarithm
/// (CheckedLog2 of kernels/internal/quantization_util).
std::optional<int> powerOfTwo(float Scale);

/// Factors from a convolution's sums to its output, one for each output channel. For uint8, TensorFlow Lite
/// multiplies the two scales in single precision first (kernel_util, GetQuantizedConvolutionMultipler); for int8 and
/// int16 everything is double.
std::vector<Multiplier> convolutionMultipliers(const Tensor &Input, const Tensor &Filter, const Tensor &Output,
                                               int Channels);

inline bool is8Bit(DType Type) { return Type == DType::UInt8 || Type == DType::Int8; }

/// Bounds of the output in quantized units, from the type and the fused activation.
struct Range {
  int32_t Min, Max;
};
Range typeRange(DType Type);
Range activationRange(const Tensor &Output, const std::string &Activation);

/// The bias (third input, int32 or int64) of a convolution or product by output channel; zeros where it is absent.
std::vector<int64_t> biasOf(const Graph &G, const Op &O, int Channels);

/// Value + Zero within the range; the sum may leave 32 bits.
int32_t shiftedInto(const Range &R, int32_t Value, int32_t Zero);

} // namespace hexloom
