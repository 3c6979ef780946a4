// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernels of this family share: parameter fields, window geometry, cost constants.
#pragma once

#include "ir/Quantize.h"
#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "plans/WindowFields.h"
#include "support/CText.h"

namespace hexloom {

/// Modelled cycles (costs.def).
namespace cost {
#define COST(NAME, CYCLES, UNIT) extern const CostConstant NAME;
#include "plans/windows/costs.def"
} // namespace cost

inline bool isPlainInteger(DType Type) { return Type == DType::Int32 || Type == DType::Int64; }
inline bool isQuantizedInteger(DType Type) { return is8Bit(Type) || Type == DType::Int16; }

/// "INT8 is not served" for the explanation of a rejected plan.
inline std::string unservedType(const Tensor &T) {
  return std::string("does not serve type ") + text(T.Type);
}

/// Sliding-window geometry of depthwise convolutions and pools, NHWC.
struct WindowShape {
  Nhwc In, Out;
  int KernelH, KernelW, StrideH, StrideW, DilationH, DilationW, PadTop, PadLeft;

  int64_t outputs() const { return int64_t(Out.N) * Out.H * Out.W * Out.C; }
  int64_t taps() const { return int64_t(KernelH) * KernelW; }
};
WindowShape windowOf(const Graph &G, const Op &O);

} // namespace hexloom
