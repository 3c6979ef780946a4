// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/Rescale.h"
#include "expr/Operators.h"
#include "ir/Quantize.h"
#include "nests/LayerWriter.h"
#include "support/CText.h"

#include <hexloom/portable/requantize.h>

#include <algorithm>

namespace hexloom {

static bool isQuantized(const Tensor &T) {
  const bool Integer = T.Type == DType::UInt8 || T.Type == DType::Int8 || T.Type == DType::Int16 || T.Type == DType::Int32;
  return Integer && T.Quant.present() && !T.Quant.perChannel();
}

std::optional<Rescale> rescaleOf(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if (!isQuantized(In) || !isQuantized(Out))
    return std::nullopt;
  Rescale R;
  R.InType = In.Type;
  R.OutType = Out.Type;
  R.InZero = In.Quant.zeroPoint();
  R.OutZero = Out.Quant.zeroPoint();
  R.Bounds = typeRange(Out.Type);
  const float Ratio = In.Quant.scale() / Out.Quant.scale(); // in float (kernels/activations.cc, elementwise.cc)
  R.Positive = R.Negative = quantizeMultiplier(Ratio);
  switch (O.Kind) {
  case OpKind::Quantize: // kernels/quantize.cc divides in double
    R.Positive = R.Negative = quantizeMultiplier(double(In.Quant.scale()) / double(Out.Quant.scale()));
    return R;
  case OpKind::LeakyRelu:
    R.Negative = quantizeMultiplier(In.Quant.scale() * static_cast<float>(O.f(Attr::Alpha)) / Out.Quant.scale());
    return R;
  case OpKind::Abs:
    R.NegativeSign = -1;
    return R;
  default:
    const char *Activation = activationOf(O.Kind);
    if (!Activation)
      return std::nullopt;
    R.Bounds = activationRange(Out, Activation);
    return R;
  }
}

int32_t Rescale::operator()(int32_t In) const {
  const int32_t X = In - InZero;
  const int32_t Y = X >= 0 ? hl_requantize(X, Positive.Value, Positive.Shift)
                           : hl_requantize(NegativeSign * X, Negative.Value, Negative.Shift);
  return shiftedInto(Bounds, Y, OutZero);
}

std::vector<std::pair<std::string, std::string>> Rescale::fields() const {
  return {{"in_type", hlType(InType)},       {"out_type", hlType(OutType)},
          {"in_zero", std::to_string(InZero)}, {"out_zero", std::to_string(OutZero)},
          {"positive", cText(Positive)},     {"negative", cText(Negative)},
          {"negative_sign", std::to_string(NegativeSign)},
          {"min", std::to_string(Bounds.Min)}, {"max", std::to_string(Bounds.Max)}};
}

} // namespace hexloom
