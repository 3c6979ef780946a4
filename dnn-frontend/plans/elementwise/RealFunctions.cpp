// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/RealFunctions.h"
#include "ir/Quantize.h"

#include <cmath>

namespace hexloom {

namespace {

/// kernels/internal/reference/gelu.h
float gelu(float X) { return 0.5f * X * std::erfc(X * static_cast<float>(-M_SQRT1_2)); }

float geluByTanh(float X) {
  constexpr float kSqrtTwoOverPi = static_cast<float>(M_2_SQRTPI * M_SQRT1_2);
  return 0.5f * X * (1.0f + std::tanh(kSqrtTwoOverPi * (X + 0.044715f * X * X * X)));
}

/// kernels/elementwise.cc: what has no logarithm gives the least output.
RealFunction logarithm(const Tensor &Out) {
  const float Least = static_cast<float>(typeRange(Out.Type).Min - Out.Quant.zeroPoint()) * Out.Quant.scale();
  return [=](float X) { return X <= 0.0f ? Least : std::log(X); };
}

RealFunction inverseRoot(const Tensor &Out) {
  const float Greatest = static_cast<float>(typeRange(Out.Type).Max) * Out.Quant.scale();
  return [=](float X) { return X <= 0.0f ? Greatest : 1.0f / std::sqrt(X); };
}

} // namespace

RealFunction realFunctionOf(const Graph &G, const Op &O) {
  switch (O.Kind) {
  case OpKind::Elu:
    return [](float X) { return X < 0.0f ? std::exp(X) - 1.0f : X; };
  case OpKind::Logistic:
    return [](float X) { return 1.0f / (1.0f + std::exp(-X)); };
  case OpKind::Tanh:
    return [](float X) { return std::tanh(X); };
  case OpKind::Gelu:
    return O.b(Attr::Approximate) ? geluByTanh : gelu;
  case OpKind::Exp:
    return [](float X) { return std::exp(X); };
  case OpKind::Log:
    return logarithm(G.out(O, 0));
  case OpKind::Rsqrt:
    return inverseRoot(G.out(O, 0));
  default:
    return nullptr;
  }
}

} // namespace hexloom
