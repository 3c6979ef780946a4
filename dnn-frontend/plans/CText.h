// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small pieces of C text for the parameter structures of kernels.
#pragma once

#include "ir/Quantize.h"

#include <string>
#include <utility>
#include <vector>

namespace hexloom {

/// Fields of a parameter structure and their values, for LayerWriter::structure.
using Fields = std::vector<std::pair<std::string, std::string>>;
inline std::pair<std::string, std::string> field(const char *Name, int64_t Value) {
  return {Name, Value < -2147483647 ? "INT32_MIN" : std::to_string(Value)};
}

/// What the structures of all kernels with sliding windows have: images, kernel, strides and
/// padding.
template <typename Geometry> Fields windowFields(const Geometry &S) {
  return {field("batches", S.In.N),         field("in_height", S.In.H),
          field("in_width", S.In.W),        field("out_height", S.Out.H),
          field("out_width", S.Out.W),      field("kernel_height", S.KernelH),
          field("kernel_width", S.KernelW), field("stride_height", S.StrideH),
          field("stride_width", S.StrideW), field("pad_top", S.PadTop),
          field("pad_left", S.PadLeft)};
}
template <typename Geometry> Fields dilationFields(const Geometry &S) {
  return {field("dilation_height", S.DilationH), field("dilation_width", S.DilationW)};
}

inline Fields operator+(Fields A, const Fields &B) {
  A.insert(A.end(), B.begin(), B.end());
  return A;
}

/// "{1, 2, 3}"
std::string braces(const std::vector<std::string> &Items);
std::string braces(const std::vector<int64_t> &Values);

/// Of hl_factor (hexloom/portable/binary.h) and alike: "{value, shift}".
std::string cText(const Multiplier &M);

/// A float that reads back to the same bits: "0x1.8p-3f".
std::string cText(float Value);

} // namespace hexloom
