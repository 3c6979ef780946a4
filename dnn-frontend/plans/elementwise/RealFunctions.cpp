// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/RealFunctions.h"
#include "ir/Quantize.h"

#include <cmath>

namespace hexloom {

RealFunction realFunctionOf(const Graph &G, const Op &O) {
  [[maybe_unused]] constexpr float kSqrtTwoOverPi = static_cast<float>(M_2_SQRTPI * M_SQRT1_2);
  const Tensor &Out = G.out(O, 0);
  const Range R = typeRange(Out.Type);
  const float least = static_cast<float>(R.Min - Out.Quant.zeroPoint()) * Out.Quant.scale(),
              greatest = static_cast<float>(R.Max) * Out.Quant.scale();
  const bool approximate = O.Attrs.count(Attr::Approximate) && O.b(Attr::Approximate);
  switch (O.Kind) {
#define TABULATED(KIND, INT16, ...)                                                                                          \
  case OpKind::KIND:                                                                                                         \
    return [=]([[maybe_unused]] float x) -> float { return __VA_ARGS__; };
#include "expr/operators.def"
  default:
    return nullptr;
  }
}

} // namespace hexloom
