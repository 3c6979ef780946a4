// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HVX kernels that see their elements as words, whatever the types: CAST, ABS and NEG,
// DEQUANTIZE and the sampled functions of int16, comparisons of plain values.
#include "nests/Build.h"
#include "plans/NestPlans.h"
#include "plans/elementwise/SixteenBit.h"
#include "plans/elementwise/VectorOperand.h"

#include <algorithm>
#include <cmath>

namespace hexloom {

namespace {

int64_t count(const Graph &G, const Op &O) { return G.out(O, 0).elements(); }

/// The loop of a primitive that takes 128 elements in each turn.
OwnLoops groupsOf(const std::string &Primitive, const Graph &G, const Op &O) { return {{Primitive, (count(G, O) + 127) / 128}}; }

bool isFloat(const Tensor &T) { return T.Type == DType::Float32; }

const char *nameOf(DType T) { return is8Bit(T) ? "bytes" : text(T); }

bool isCast(const Op &O) { return O.Kind == OpKind::Cast; }

/// The loop of CAST by its types, of ABS and NEG.
OwnLoops castLoops(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if (isCast(O))
    return groupsOf(strf("hl_vcast from-%s to-%s", nameOf(In.Type), nameOf(Out.Type)), G, O);
  const char *const Function = O.Kind == OpKind::Abs ? "hl_vabs32" : In.Type == DType::Int16 ? "hl_vneg16" : "hl_vneg32";
  return {{Function, (Out.bytes() + 127) / 128}};
}

} // namespace

void planCastVector(const Graph &G, const Op &O, PlanList &Plans) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const bool Negates16 = O.Kind == OpKind::Neg && In.Type == DType::Int16;
  if (!isCast(O) && In.Type != DType::Int32 && !Negates16)
    return Plans.reject(strf("%s values have no such vector instruction", text(In.Type)));
  const bool From64 = In.Type == DType::Int64, To64 = Out.Type == DType::Int64;
  if ((From64 && isFloat(Out)) || (isFloat(In) && To64))
    return Plans.reject("no vector form of int64 to or from float");
  if (From64 && Out.Type == DType::Bool)
    return Plans.reject("int64 counts as words, whose upper half would not be seen");
  Plans.add(O, Layout::RowMajor, costOf(castLoops(G, O)));
}

void emitCastVector(const Graph &G, const Op &O, LayerWriter &W) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const OwnLoops Loops = castLoops(G, O);
  NestBuilder N(W);
  if (isCast(O)) {
    W.body("cast.h");
    return N.primitive("hl_vcast", {hlType(In.Type), hlType(Out.Type), W.input(0), W.output(0), count(G, O)}, Loops);
  }
  W.body("plain.h");
  N.primitive(Loops[0].What, {W.input(0), W.output(0), Loops[0].Turns}, Loops);
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
  Plans.add(O, Layout::RowMajor, costOf(groupsOf("hl_vdequantize16", G, O)));
}

void emitDequantize16Vector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("cast.h");
  const ScaleParts S = partsOf(G.in(O, 0).Quant.scale());
  NestBuilder(W).primitive("hl_vdequantize16", {S.Mantissa, S.Exponent, W.input(0), W.output(0), count(G, O)},
                     groupsOf("hl_vdequantize16", G, O));
}

static bool isTanh(const Op &O) { return O.Kind == OpKind::Tanh; }
static const char *sigmoid(const Op &O) { return isTanh(O) ? "hl_vtanh16" : "hl_vlogistic16"; }

void planSigmoid16Vector(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotSigmoid16(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, costOf(groupsOf(sigmoid(O), G, O)));
}

void emitSigmoid16Vector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("sigmoid16.h");
  const SigmoidScale S = sigmoidScale(G.in(O, 0), isTanh(O));
  W.structure("hl_sigmoid16", "p",
              {{"multiplier", std::to_string(S.Multiplier)}, {"shift", std::to_string(S.Shift)}});
  const std::string Table = W.blobOf(sigmoidSamples(), "uint16_t", "sigmoid(i / 24)");
  NestBuilder(W).primitive(sigmoid(O), {"&p", Table, W.input(0), W.output(0), count(G, O)}, groupsOf(sigmoid(O), G, O));
}

void planInterpolate16Vector(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotInt16(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  const auto Samples = interpolationSamples(G.in(O, 0), G.out(O, 0), realFunctionOf(G, O));
  for (size_t I = 1; I < Samples.size(); ++I)
    if (std::abs(Samples[I] - Samples[I - 1]) > 32767)
      return Plans.reject("a step between samples has more than 16 bits");
  Plans.add(O, Layout::RowMajor, costOf(groupsOf("hl_vinterpolate16", G, O)));
}

void emitInterpolate16Vector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("sigmoid16.h");
  const auto Samples = interpolationSamples(G.in(O, 0), G.out(O, 0), realFunctionOf(G, O));
  const std::string Table = W.blobOf(Samples, "int16_t", "samples");
  NestBuilder(W).primitive("hl_vinterpolate16", {Table, W.input(0), W.output(0), count(G, O)}, groupsOf("hl_vinterpolate16", G, O));
}

/// The form of an operand with one element for all, or as many as the output has; others are
/// expanded.
static OperandForm plainForm(const Tensor &Operand, const Tensor &Output) {
  if (Operand.elements() == Output.elements())
    return {OperandForm::Full};
  return {Operand.elements() == 1 ? OperandForm::Scalar : OperandForm::Expanded};
}

static OwnLoops comparisonLoops(const Graph &G, const Op &O) {
  return groupsOf(strf("hl_vcompare_plain %s", text(G.in(O, 0).Type)), G, O);
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
  Plans.add(O, Layout::RowMajor, Expanded + costOf(comparisonLoops(G, O)));
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
  NestBuilder(W).primitive("hl_vcompare_plain", {strf("HL_%s", text(O.Kind)), hlType(G.in(O, 0).Type), In[0], One[0], In[1], One[1], W.output(0), count(G, O)},
                     comparisonLoops(G, O));
}

} // namespace hexloom
