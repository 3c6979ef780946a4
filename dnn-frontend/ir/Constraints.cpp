// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Constraints.h"
#include "ir/Diagnostics.h"
#include "support/Error.h"
#include "support/Identifier.h"

#include <cmath>

namespace hexloom {

namespace {

/// Operators whose results have one possible range and therefore a fixed quantization.
struct FixedOutput {
  OpKind Kind;
  DType Input, Output;
  double Scale;
  int32_t ZeroPoint;
  double Tolerance; ///< of the scale, relative
};
const FixedOutput FixedOutputs[] = {
    {OpKind::Softmax, DType::Int8, DType::Int8, 1.0 / 256, -128, 0.001},
    {OpKind::Softmax, DType::Int16, DType::Int16, 1.0 / 32768, 0, 0.001},
    {OpKind::LogSoftmax, DType::UInt8, DType::UInt8, 16.0 / 256, 255, 0},
    {OpKind::LogSoftmax, DType::Int8, DType::Int8, 16.0 / 256, 127, 0},
    {OpKind::Logistic, DType::Int16, DType::Int16, 1.0 / 32768, 0, 0.00069},
    {OpKind::Tanh, DType::Int16, DType::Int16, 1.0 / 32768, 0, 0.00069},
    {OpKind::L2Normalization, DType::UInt8, DType::UInt8, 1.0 / 128, 128, 0},
    {OpKind::L2Normalization, DType::Int8, DType::Int8, 1.0 / 128, 0, 0},
};

void checkFixedOutput(const Graph &G, const Op &O) {
  for (const FixedOutput &F : FixedOutputs) {
    if (O.Kind != F.Kind || G.in(O, 0).Type != F.Input || G.out(O, 0).Type != F.Output)
      continue;
    const Quant &Q = G.out(O, 0).Quant;
    if (std::abs(Q.scale() - F.Scale) > F.Tolerance * F.Scale || Q.zeroPoint() != F.ZeroPoint)
      opError(G, O,
              strf("output has scale %.9g and zero point %d where %.9g and %d are required",
                   Q.scale(), Q.zeroPoint(), F.Scale, F.ZeroPoint));
  }
}

/// uint8 is rescaled, int8 and int16 are copied.
void checkConcatenation(const Graph &G, const Op &O) {
  for (size_t I = 0; I < O.Inputs.size(); ++I) {
    const Quant &In = G.in(O, I).Quant, &Out = G.out(O, 0).Quant;
    if (In == Out)
      continue;
    if (G.out(O, 0).Type == DType::Int8)
      opError(G, O, strf("input %zu is quantized differently from the output", I));
    if (G.out(O, 0).Type == DType::UInt8 &&
        (!In.present() || !Out.present() || In.perChannel() || Out.perChannel()))
      opError(G, O, strf("input %zu and the output need one scale each", I));
  }
}

/// Checks operators whose tensors need not have scales: all of them have any, or none. int16 without scales are plain integers.
void checkPresence(const Graph &G, const Op &O) {
  const bool IsReduction = O.Kind == OpKind::Mean || O.Kind == OpKind::Sum;
  if (O.Kind != OpKind::Add && O.Kind != OpKind::Mul && O.Kind != OpKind::Abs && !IsReduction)
    return;
  if (G.out(O, 0).Type != G.in(O, 0).Type)
    return;
  for (size_t I = 0; I < O.Inputs.size(); ++I)
    if ((G.in(O, I).Type == DType::Int16 || (IsReduction && bytesOf(G.in(O, I).Type) == 1)) && G.in(O, I).Quant.present() != G.out(O, 0).Quant.present())
      opError(G, O, strf("input %zu or the output has no quantization parameters, but not both", I));
}

/// MUL of int16 to int8: the kernel walks over all three tensors alike.
void checkNarrowing(const Graph &G, const Op &O) {
  const bool IsNarrowing = G.in(O, 0).Type == DType::Int16 && G.out(O, 0).Type == DType::Int8;
  if (IsNarrowing && G.in(O, 0).elements() != G.in(O, 1).elements())
    opError(G, O, strf("int16 of %s by %s to int8 does not broadcast", text(G.in(O, 0).Dims).c_str(), text(G.in(O, 1).Dims).c_str()));
}

/// The kernel knows one scale of all inputs.
void checkAddN(const Graph &G, const Op &O) {
  for (size_t I = 1; I < O.Inputs.size(); ++I)
    if (G.out(O, 0).Type == DType::Int8 && !(G.in(O, I).Quant == G.in(O, 0).Quant))
      opError(G, O, strf("input %zu is quantized differently from input 0", I));
}

void checkTable(const Graph &G, const Op &O) {
  constexpr size_t kBytes = 256;
  const std::vector<int64_t> &Values = O.ints(Attr::Values);
  if (Values.size() != kBytes)
    opError(G, O, strf("%zu values where a byte has %zu", Values.size(), kBytes));
  const int64_t Most = G.out(O, 0).Type == DType::Bool ? 1 : 255;
  for (int64_t Value : Values)
    if (Value < 0 || Value > Most)
      opError(G, O, strf("a value of %lld, which is no byte of %s", (long long)Value, text(G.out(O, 0).Type)));
}

/// What reaches the emitted C.
void checkCustom(const Graph &G, const Op &O) {
  if (!isFunctionName(O.s(Attr::Function)))
    opError(G, O, "no function of C can have the name that is given");
  for (int64_t Byte : O.ints(Attr::CustomOptions))
    if (Byte < 0 || Byte > 255)
      opError(G, O, strf("a byte of %lld among the options", (long long)Byte));
  for (size_t I = 0; I < O.Inputs.size(); ++I)
    if (!G.hasIn(O, I))
      opError(G, O, strf("input %zu is absent", I));
}

} // namespace

void checkConstraints(const Graph &G, const Op &O) {
  const bool IsConcatenation = O.Kind == OpKind::Concatenation;
  if ((IsConcatenation || O.Kind == OpKind::L2Normalization) && O.s(Attr::Activation) != "none")
    opError(G, O, "unsupported fused activation '" + O.s(Attr::Activation) + "'");
  if (IsConcatenation)
    checkConcatenation(G, O);
  checkFixedOutput(G, O);
  checkPresence(G, O);
  if (O.Kind == OpKind::Custom)
    checkCustom(G, O);
  if (O.Kind == OpKind::Table)
    checkTable(G, O);
  if (O.Kind == OpKind::AddN)
    checkAddN(G, O);
  if (O.Kind == OpKind::Mul)
    checkNarrowing(G, O);
}

} // namespace hexloom
