// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parameter structures of all kernels with sliding windows have in common.
#pragma once

#include "support/CText.h"

namespace hexloom {

/// Images, kernel, strides and padding.
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

} // namespace hexloom
