// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LAYOUT_CONVERT between any two layouts of layouts.def, by copies that follow from their maps.
#pragma once

#include "nests/LayerWriter.h"
#include "plans/Plan.h"

namespace hexloom {

/// Whether the pair has kernels of its own (hexloom/hvx/layout.h), too.
inline bool hasOwnConversion(Layout From, Layout To) {
  const auto Is = [](Layout A, Layout B) { return A == Layout::RowMajor && B == Layout::Depth32; };
  return Is(From, To) || Is(To, From);
}

/// The cost and the statement of a conversion between row-major and depth-blocked.
Cost ownConversionCost(const Tensor &T, Layout To, bool Vectors);
void emitOwnConversion(const Tensor &T, Layout To, bool Vectors, const std::string &In, const std::string &Out, LayerWriter &W);

/// The cost of the cheapest conversion between a pair of layouts on a target.
Cost routeCost(const Tensor &T, Layout From, Layout To, bool Vectors);

} // namespace hexloom
