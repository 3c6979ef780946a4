// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on the real numbers that a network under construction is evaluated with.
#pragma once

#include "Net.h"

#include <functional>

namespace zoo {

/// A scale with 12 significant bits: not sensitive to the last bits of a mean or a square root of
/// this machine.
float rounded(double Scale);
double activate(double X, ActivationFunctionType Activation);

/// Strides of In seen in Out's dimensions, 0 where it is broadcast.
std::vector<int64_t> broadcastStrides(const Shape &In, const Shape &Out);
Shape broadcastShape(const Shape &A, const Shape &B);

/// Calls F(linear index, index of each dimension) for all elements in row-major order.
void forEach(const Shape &S, const std::function<void(size_t, const std::vector<int32_t> &)> &F);
int64_t dot(const std::vector<int32_t> &Index, const std::vector<int64_t> &Strides);

/// Options with a fused activation.
template <typename Table> BuiltinOptionsUnion activated(ActivationFunctionType Activation) {
  Table T;
  T.fused_activation_function = Activation;
  return options(T);
}

} // namespace zoo
