// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ADD_N: the sum of any number of tensors of one shape, in plain C.
#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "plans/elementwise/ByteSum.h"
#include "plans/elementwise/Costs.h"

#include <cmath>

namespace hexloom {

using namespace elementwise_cost;

/// tflite-micro's cumsum.cc and add_n.cc: an element on half its scale with 20 more bits.
Fields byteSumFields(const Tensor &In, const Tensor &Out) {
  const double Twice = 2 * double(In.Quant.scale());
  const Multiplier Term = quantizeMultiplier(double(In.Quant.scale()) / Twice),
                   Result = quantizeMultiplier(Twice / (std::ldexp(1.0, 20) * double(Out.Quant.scale())));
  return {field("in_zero", In.Quant.zeroPoint()), field("out_zero", Out.Quant.zeroPoint()),
          field("in_multiplier", Term.Value),     field("in_shift", Term.Shift),
          field("out_multiplier", Result.Value),  field("out_shift", Result.Shift)};
}

void planAddN(const Graph &G, const Op &O, PlanList &Plans) {
  const CostConstant &Each = G.out(O, 0).Type == DType::Int8 ? kScalarArithmetic : kScalarElement;
  Plans.add(O, Layout::RowMajor,
            kCall + Each * (double(O.Inputs.size()) * double(G.out(O, 0).elements())));
}

void emitAddN(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/ordered.h");
  W.include("hexloom/portable/plain.h");
  const Tensor &Out = G.out(O, 0);
  const bool IsByte = Out.Type == DType::Int8;
  if (Out.Type == DType::Float32)
    W.include("hexloom/portable/real_bits.h");
  if (IsByte)
    W.structure("hl_byte_sum", "s", byteSumFields(G.in(O, 0), Out));
  W.line(strf("for (size_t i = 0; i < %lld; ++i) {", static_cast<long long>(Out.elements())));
  W.line(strf("  %s sum = 0;", IsByte ? "int32_t" : cType(Out.Type)));
  for (size_t I = 0; I < O.Inputs.size(); ++I) {
    const std::string X = W.input(I) + "[i]";
    W.line("  sum = " + (IsByte                         ? "hl_wrap_add(sum, hl_byte_term(&s, " + X + "))"
                         : Out.Type == DType::Float32 ? "sum + " + X
                                                        : "HL_WRAP(sum, +, " + X + ")") + ";");
  }
  W.line(strf("  %s[i] = %s;", W.output(0).c_str(), IsByte                         ? "hl_byte_result(&s, sum)"
                                                     : Out.Type == DType::Float32 ? "hl_real(sum)"
                                                                                  : "sum"));
  W.line("}");
}

} // namespace hexloom
