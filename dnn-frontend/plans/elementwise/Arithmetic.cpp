// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/Arithmetic.h"
#include "expr/Operators.h"
#include "ir/Quantize.h"
#include "nests/LayerWriter.h"
#include "support/CText.h"
#include "support/Error.h"

#include <algorithm>
#include <cmath>

namespace hexloom {

namespace {

bool isByte(DType Type) { return Type == DType::Int8 || Type == DType::UInt8; }

bool isComparison(OpKind Kind) { return groupOf(Kind) == Group::Comparison; }

/// Brings both inputs to twice the larger one's scale (kernels/add.cc, sub.cc, squared_difference.cc).
void setCommonScale(Arithmetic &P, double Scale0, double Scale1) {
  const double Twice = 2 * std::max(Scale0, Scale1);
  P.Input = {quantizeMultiplier(Scale0 / Twice), quantizeMultiplier(Scale1 / Twice)};
}

void setSum(Arithmetic &P, int Sign, double Scale0, double Scale1, double ScaleOut) {
  P.LeftShift = P.Type == DType::Int16 ? 15 : 20;
  setCommonScale(P, Scale0, Scale1);
  P.Input[1].Value *= Sign; // which takes part in the rounding
  P.Output = quantizeMultiplier(2 * std::max(Scale0, Scale1) / (std::ldexp(1.0, P.LeftShift) * ScaleOut));
}

void setSquaredDifference(Arithmetic &P, double Scale0, double Scale1, double ScaleOut) {
  P.LeftShift = 7; // (255 << 7)^2 still fits into 31 bits
  setCommonScale(P, Scale0, Scale1);
  const double Twice = 2 * std::max(Scale0, Scale1);
  P.Output = quantizeMultiplier(Twice * Twice / (std::ldexp(1.0, 2 * P.LeftShift) * ScaleOut));
}

} // namespace

Arithmetic arithmeticOf(const Graph &G, const Op &O) {
  const Tensor &A = G.in(O, 0), &B = G.in(O, 1), &Out = G.out(O, 0);
  Arithmetic P;
  P.Type = A.Type;
  P.Loops = broadcastLoops(G, O);
  P.Zero = {A.Quant.zeroPoint(), B.Quant.zeroPoint(), 0};
  const float Scale0 = A.Quant.scale(), Scale1 = B.Quant.scale();
  if (isComparison(O.Kind)) {
    P.LeftShift = 8;
    P.Input = {quantizeMultiplier(Scale0), quantizeMultiplier(Scale1)};
    return P;
  }
  P.Zero[2] = Out.Quant.zeroPoint();
  P.Bounds = O.Attrs.count(Attr::Activation) ? activationRange(Out, O.s(Attr::Activation)) : typeRange(Out.Type);
  const float ScaleOut = Out.Quant.scale();
  const Scaled *S = scaledOf(O.Kind);
  HEXLOOM_CHECK(S, "no arithmetic parameters for this operator");
  switch (S->How) {
  case Combines::Sum:
    setSum(P, S->Sign, Scale0, Scale1, ScaleOut);
    break;
  case Combines::Product: // kernels/mul.cc multiplies and divides in float
    P.Output = quantizeMultiplier(Scale0 * Scale1 / ScaleOut);
    break;
  case Combines::Quotient: // kernels/div.cc, likewise
    P.Output = quantizeMultiplier(Scale0 / (Scale1 * ScaleOut));
    break;
  case Combines::Square:
    setSquaredDifference(P, Scale0, Scale1, ScaleOut);
  }
  return P;
}

bool addsByPowersOfTwo(const Graph &G, const Op &O) {
  if (!combines(O, Combines::Sum) || G.in(O, 0).Type != DType::Int16 || !O.b(Attr::PotScale))
    return false;
  for (const Tensor *T : {&G.in(O, 0), &G.in(O, 1), &G.out(O, 0)})
    if (!powerOfTwo(T->Quant.scale()) || T->Quant.zeroPoint() != 0)
      return false;
  return true;
}

int powerOfTwoShift(const Graph &G, const Op &O, size_t I) {
  return powerOfTwo(G.in(O, I).Quant.scale()).value() - powerOfTwo(G.out(O, 0).Quant.scale()).value();
}

static std::string whyNotPowersOfTwo(const Graph &G, const Op &O) {
  const int Shift0 = powerOfTwoShift(G, O, 0), Shift1 = powerOfTwoShift(G, O, 1);
  if (Shift0 > 0 || Shift1 > 0 || (Shift0 != 0 && Shift1 != 0))
    return "power-of-two scales: one input must have the output's scale, the other no larger one";
  return "";
}

std::string whyNotArithmetic(const Graph &G, const Op &O) {
  const Tensor &A = G.in(O, 0), &B = G.in(O, 1), &Out = G.out(O, 0);
  const bool Wide = combines(O, Combines::Sum) || combines(O, Combines::Product);
  if (!isByte(A.Type) && !(Wide && A.Type == DType::Int16))
    return strf("inputs are %s and %s", text(A.Type), text(B.Type));
  if (!isComparison(O.Kind) && Out.Type != A.Type)
    return strf("output is %s, inputs are %s", text(Out.Type), text(A.Type));
  for (const Tensor *T : {&A, &B, &Out})
    if (T->Type != DType::Bool && !T->Quant.present())
      return "needs one scale for each tensor";
  if (const std::string WhyNot = broadcastProblem(G, O); !WhyNot.empty())
    return WhyNot;
  return addsByPowersOfTwo(G, O) ? whyNotPowersOfTwo(G, O) : "";
}

std::vector<std::pair<std::string, std::string>> Arithmetic::fields() const {
  return {{"type", hlType(Type)},
          {"zero", braces({Zero[0], Zero[1], Zero[2]})},
          {"left_shift", std::to_string(LeftShift)},
          {"input", braces(std::vector<std::string>{cText(Input[0]), cText(Input[1])})},
          {"output", cText(Output)},
          {"min", std::to_string(Bounds.Min)},
          {"max", std::to_string(Bounds.Max)},
          {"loops", Loops.cText()}};
}

} // namespace hexloom
