// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Portable kernels of the operators with one input: plans and emission.
#include "ir/Quantize.h"
#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "plans/elementwise/ByteFunction.h"
#include "plans/elementwise/Costs.h"
#include "plans/elementwise/Rescale.h"
#include "plans/elementwise/SixteenBit.h"
#include "support/CText.h"

namespace hexloom {

using namespace elementwise_cost;

namespace {

Cost cycles(const Graph &G, const Op &O, const CostConstant &PerElement) {
  return kCall + PerElement * static_cast<double>(G.in(O, 0).elements());
}

long long count(const Graph &G, const Op &O) { return static_cast<long long>(G.in(O, 0).elements()); }

} // namespace

void planTable8Scalar(const Graph &G, const Op &O, PlanList &Plans) {
  if (!byteTable(G, O))
    return Plans.reject(byteTableFault(G, O));
  Plans.add(O, Layout::RowMajor, cycles(G, O, kScalarElement));
}

void emitTable8Scalar(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/unary.h");
  const std::string Table = W.blob(*byteTable(G, O), "uint8_t", "value of each byte");
  W.line(strf("hl_table8(%s, (const uint8_t *)%s, (uint8_t *)%s, %lld);", Table.c_str(), W.input(0).c_str(),
              W.output(0).c_str(), count(G, O)));
}

void planDequantizeScalar(const Graph &G, const Op &O, PlanList &Plans) {
  const Tensor &In = G.in(O, 0);
  const bool Int16 = In.Type == DType::Int16 && In.Quant.present() && !In.Quant.perChannel();
  if (!Int16 && !dequantizeTable(G, O))
    return Plans.reject(strf("%s to %s, or not one scale", text(In.Type), text(G.out(O, 0).Type)));
  Plans.add(O, Layout::RowMajor, cycles(G, O, kScalarElement));
}

void emitDequantizeScalar(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/unary.h");
  const Tensor &In = G.in(O, 0);
  if (In.Type == DType::Int16)
    return W.line(strf("hl_dequantize16(%s, %d, %s, %s, %lld);", cText(In.Quant.scale()).c_str(), In.Quant.zeroPoint(),
                       W.input(0).c_str(), W.output(0).c_str(), count(G, O)));
  const std::string Table = W.blobOf(*dequantizeTable(G, O), "uint32_t", "real value of each byte");
  W.line(strf("hl_table8_u32(%s, (const uint8_t *)%s, (uint32_t *)%s, %lld);", Table.c_str(), W.input(0).c_str(),
              W.output(0).c_str(), count(G, O)));
}

void planRescaleScalar(const Graph &G, const Op &O, PlanList &Plans) {
  if (!rescaleOf(G, O))
    return Plans.reject("not between quantized integers with one scale each");
  Plans.add(O, Layout::RowMajor, cycles(G, O, kScalarScaled));
}

void emitRescaleScalar(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/unary.h");
  W.structure("hl_rescale_params", "p", rescaleOf(G, O)->fields());
  W.line(strf("hl_rescale(&p, %s, %s, %lld);", W.input(0).c_str(), W.output(0).c_str(), count(G, O)));
}

void planQuantizeScalar(const Graph &G, const Op &O, PlanList &Plans) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if (In.Type != DType::Float32 || !Out.Quant.present() || Out.Quant.perChannel())
    return Plans.reject("not from float to one scale");
  Plans.add(O, Layout::RowMajor, cycles(G, O, kScalarDivide));
}

void emitQuantizeScalar(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/unary.h");
  const Tensor &Out = G.out(O, 0);
  const Range R = typeRange(Out.Type);
  W.structure("hl_quantize_params", "p",
              {{"type", hlType(Out.Type)},
               {"scale", cText(Out.Quant.scale())},
               {"zero", std::to_string(Out.Quant.zeroPoint())},
               {"min", std::to_string(R.Min)},
               {"max", std::to_string(R.Max)}});
  W.line(strf("hl_quantize(&p, %s, %s, %lld);", W.input(0).c_str(), W.output(0).c_str(), count(G, O)));
}

void planInterpolate16(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotInt16(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, cycles(G, O, kScalarScaled));
}

void emitInterpolate16(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/unary.h");
  const auto Samples = interpolationSamples(G.in(O, 0), G.out(O, 0), realFunctionOf(G, O));
  const std::string Table = W.blobOf(Samples, "int16_t", "samples");
  W.line(strf("hl_interpolate16(%s, %s, %s, %lld);", Table.c_str(), W.input(0).c_str(), W.output(0).c_str(), count(G, O)));
}

void planTable16(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotInt16(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, cycles(G, O, kScalarScaled));
}

void emitTable16(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/unary.h");
  const std::string Table = W.blobOf(sqrtTable16(G.in(O, 0), G.out(O, 0)), "int16_t", "value of each halfword");
  W.line(strf("hl_table16(%s, %s, %s, %lld);", Table.c_str(), W.input(0).c_str(), W.output(0).c_str(), count(G, O)));
}

void planSigmoid16(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotSigmoid16(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, cycles(G, O, kScalarScaled));
}

void emitSigmoid16(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/unary.h");
  const bool IsTanh = O.Kind == OpKind::Tanh;
  const SigmoidScale S = sigmoidScale(G.in(O, 0), IsTanh);
  W.structure("hl_sigmoid16", "p", {{"multiplier", std::to_string(S.Multiplier)}, {"shift", std::to_string(S.Shift)}});
  const std::string Table = W.blobOf(sigmoidSamples(), "uint16_t", "sigmoid(i / 24)");
  W.line(strf("%s(&p, %s, %s, %s, %lld);", IsTanh ? "hl_tanh16" : "hl_logistic16", Table.c_str(), W.input(0).c_str(),
              W.output(0).c_str(), count(G, O)));
}

} // namespace hexloom
