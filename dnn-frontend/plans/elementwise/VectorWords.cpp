// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HVX kernels that see their elements as words, whatever the types: CAST, ABS and NEG,
// DEQUANTIZE and the sampled functions of int16, comparisons of plain values.
#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "plans/elementwise/Costs.h"
#include "plans/elementwise/SixteenBit.h"
#include "plans/elementwise/VectorOperand.h"

#include <algorithm>
#include <cmath>

namespace hexloom {

using namespace elementwise_cost;

namespace {

double groups(const Graph &G, const Op &O) {
  return static_cast<double>((G.out(O, 0).elements() + 127) / 128);
}

long long count(const Graph &G, const Op &O) {
  return static_cast<long long>(G.out(O, 0).elements());
}

bool isFloat(const Tensor &T) { return T.Type == DType::Float32; }

} // namespace

void planCastVector(const Graph &G, const Op &O, PlanList &Plans) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const bool Negates16 = O.Kind == OpKind::Neg && In.Type == DType::Int16;
  if (O.Kind != OpKind::Cast && In.Type != DType::Int32 && !Negates16)
    return Plans.reject(strf("%s values have no such vector instruction", text(In.Type)));
  const bool From64 = In.Type == DType::Int64, To64 = Out.Type == DType::Int64;
  if ((From64 && isFloat(Out)) || (isFloat(In) && To64))
    return Plans.reject("no vector form of int64 to or from float");
  if (From64 && Out.Type == DType::Bool)
    return Plans.reject("int64 counts as words, whose upper half would not be seen");
  const bool FromFloat = isFloat(In) && !isFloat(Out) && Out.Type != DType::Bool,
             ToFloat = isFloat(Out) && !isFloat(In), ToBool = Out.Type == DType::Bool;
  const CostConstant &Each = FromFloat                        ? kVectorCastFromFloat
                             : ToFloat                        ? kVectorCastToFloat
                             : bytesOf(In.Type) + bytesOf(Out.Type) > 2 && !ToBool ? kVectorCastWords
                                                              : kVectorCast;
  Plans.add(O, Layout::RowMajor, kCall + groups(G, O) * Each);
}

void emitCastVector(const Graph &G, const Op &O, LayerWriter &W) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if (O.Kind == OpKind::Cast) {
    W.body("cast.h");
    return W.line(strf("hl_vcast(%s, %s, %s, %s, %lld);", hlType(In.Type), hlType(Out.Type),
                       W.input(0).c_str(), W.output(0).c_str(), count(G, O)));
  }
  W.body("plain.h");
  const char *Function = O.Kind == OpKind::Abs     ? "hl_vabs32"
                         : In.Type == DType::Int16 ? "hl_vneg16"
                                                   : "hl_vneg32";
  W.line(strf("%s(%s, %s, %lld);", Function, W.input(0).c_str(), W.output(0).c_str(),
              static_cast<long long>((Out.bytes() + 127) / 128)));
}

/// The scale as mantissa * 2^(Exponent - 150), the mantissa of 24 bits.
struct ScaleParts {
  int32_t Mantissa;
  int Exponent;
};
static ScaleParts partsOf(float Scale) {
  int Exponent;
  const float Fraction = std::frexp(Scale, &Exponent); // in [1/2, 1)
  return {static_cast<int32_t>(std::ldexp(Fraction, 24)), Exponent + 126};
}

void planDequantize16Vector(const Graph &G, const Op &O, PlanList &Plans) {
  constexpr int kLeast = 1, kMost = 237; // hl_vscaled_float
  const Tensor &In = G.in(O, 0);
  if (In.Type != DType::Int16 || !In.Quant.present() || In.Quant.perChannel() ||
      In.Quant.zeroPoint() != 0)
    return Plans.reject("not int16 with one scale");
  const int Exponent = partsOf(In.Quant.scale()).Exponent;
  if (Exponent < kLeast || Exponent > kMost)
    return Plans.reject("results may be denormal or infinite");
  Plans.add(O, Layout::RowMajor, kCall + groups(G, O) * kVectorDequantize16);
}

void emitDequantize16Vector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("cast.h");
  const ScaleParts S = partsOf(G.in(O, 0).Quant.scale());
  W.line(strf("hl_vdequantize16(%d, %d, %s, %s, %lld);", S.Mantissa, S.Exponent, W.input(0).c_str(),
              W.output(0).c_str(), count(G, O)));
}

void planSigmoid16Vector(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotSigmoid16(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, kCall + groups(G, O) * kVectorSigmoid16);
}

void emitSigmoid16Vector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("sigmoid16.h");
  const bool IsTanh = O.Kind == OpKind::Tanh;
  const SigmoidScale S = sigmoidScale(G.in(O, 0), IsTanh);
  W.structure("hl_sigmoid16", "p",
              {{"multiplier", std::to_string(S.Multiplier)}, {"shift", std::to_string(S.Shift)}});
  const std::string Table = W.blobOf(sigmoidSamples(), "uint16_t", "sigmoid(i / 24)");
  W.line(strf("%s(&p, %s, %s, %s, %lld);", IsTanh ? "hl_vtanh16" : "hl_vlogistic16", Table.c_str(),
              W.input(0).c_str(), W.output(0).c_str(), count(G, O)));
}

void planInterpolate16Vector(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotInt16(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  const auto Samples = interpolationSamples(G.in(O, 0), G.out(O, 0), realFunctionOf(G, O));
  for (size_t I = 1; I < Samples.size(); ++I)
    if (std::abs(Samples[I] - Samples[I - 1]) > 32767)
      return Plans.reject("a step between samples has more than 16 bits");
  Plans.add(O, Layout::RowMajor, kCall + groups(G, O) * kVectorInterpolate16);
}

void emitInterpolate16Vector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("sigmoid16.h");
  const auto Samples = interpolationSamples(G.in(O, 0), G.out(O, 0), realFunctionOf(G, O));
  const std::string Table = W.blobOf(Samples, "int16_t", "samples");
  W.line(strf("hl_vinterpolate16(%s, %s, %s, %lld);", Table.c_str(), W.input(0).c_str(),
              W.output(0).c_str(), count(G, O)));
}

/// The form of an operand with one element for all, or as many as the output has; others are
/// expanded.
static OperandForm plainForm(const Tensor &Operand, const Tensor &Output) {
  if (Operand.elements() == Output.elements())
    return {OperandForm::Full};
  return {Operand.elements() == 1 ? OperandForm::Scalar : OperandForm::Expanded};
}

void planComparePlainVector(const Graph &G, const Op &O, PlanList &Plans) {
  const Tensor &A = G.in(O, 0), &B = G.in(O, 1), &Out = G.out(O, 0);
  const bool Equality = O.Kind == OpKind::Equal || O.Kind == OpKind::NotEqual;
  const bool Raw =
      A.Type == DType::Int32 || (A.Type == DType::Int16 && (!Equality || A.Quant == B.Quant));
  if (!Raw)
    return Plans.reject(strf("no comparison of raw %s", text(A.Type)));
  Cost Expanded;
  for (const Tensor *T : {&A, &B})
    Expanded += expansionCost(*T, Out, plainForm(*T, Out));
  Plans.add(O, Layout::RowMajor, kCall + Expanded + groups(G, O) * kVectorPlain);
}

void emitComparePlainVector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("plain.h");
  std::string In[2];
  int One[2];
  for (size_t I = 0; I < 2; ++I) {
    const OperandForm F = plainForm(G.in(O, I), G.out(O, 0));
    In[I] = vectorOperand(G, O, I, F, W);
    One[I] = F.Form == OperandForm::Scalar;
  }
  W.line(strf("hl_vcompare_plain(HL_%s, %s, %s, %d, %s, %d, %s, %lld);", text(O.Kind),
              hlType(G.in(O, 0).Type), In[0].c_str(), One[0], In[1].c_str(), One[1],
              W.output(0).c_str(), count(G, O)));
}

} // namespace hexloom
