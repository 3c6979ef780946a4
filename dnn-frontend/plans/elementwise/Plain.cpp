// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators on plain values, without scales: MAXIMUM, MINIMUM, SELECT_V2 and logic of any type; arithmetic and comparisons
// of integers and float.
#include "expr/Operators.h"
#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "plans/elementwise/Broadcast.h"
#include "plans/elementwise/Costs.h"
#include "support/CText.h"

namespace hexloom {

using namespace elementwise_cost;

namespace {

/// The fused activation around the expression, in real units (kernel_util.h, CalculateActivationRange).
std::string activated(const Op &O, DType Type, std::string Expression) {
  if (groupOf(O.Kind) != Group::Arithmetic)
    return Expression;
  if (Type == DType::Int16) // modulo its range first
    Expression = "(int16_t)" + Expression;
  const std::string &Activation = O.s(Attr::Activation);
  if (Activation == "relu")
    return "HL_MAX(" + Expression + ", 0)";
  if (Activation == "relu6")
    return "HL_CLAMP(" + Expression + ", 0, 6)";
  if (Activation == "relu_n1_to_1")
    return "HL_CLAMP(" + Expression + ", -1, 1)";
  return Expression;
}

std::string whyNotPlain(const Graph &G, const Op &O) {
  const DType Type = G.in(O, 0).Type;
  const bool Byte = Type == DType::UInt8 || Type == DType::Int8;
  const Group Its = groupOf(O.Kind);
  const bool Selects = Its == Group::Extremum, Comparison = Its == Group::Comparison, OfStored = Its == Group::Floored;
  if (!Comparison && G.out(O, 0).Type != Type)
    return strf("the result is %s, of fractions", text(G.out(O, 0).Type));
  if (Type == DType::Float32)
    return "of real numbers";
  if (Byte && !Selects && !OfStored)
    return "8-bit values have scales";
  if (Type == DType::Int16 && !Selects && !Comparison && !OfStored && G.in(O, 0).Quant.present())
    return "16-bit values have scales";
  return broadcastProblem(G, O);
}

} // namespace

void planPlainScalar(const Graph &G, const Op &O, PlanList &Plans) {
  const std::string WhyNot = whyNotPlain(G, O);
  if (!WhyNot.empty())
    return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, kCall + kScalarElement * double(G.out(O, 0).elements()));
}

void emitPlainScalar(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/plain.h");
  const Tensor &A = G.in(O, 0), &Out = G.out(O, 0);
  W.structure("hl_broadcast", "loops", broadcastLoops(G, O).fields());
  W.line(strf("HL_PLAIN_BINARY(&loops, %s, %s, %s, %s, %s, %s);", cType(A.Type), W.input(0).c_str(), W.input(1).c_str(),
              cType(Out.Type), W.output(0).c_str(), activated(O, Out.Type, integerC(O.Kind)).c_str()));
}

void planSelectScalar(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = broadcastProblem(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  const double Elements = double(G.out(O, 0).elements());
  Plans.add(O, Layout::RowMajor, kCall + Elements * kScalarElement);
}

void emitSelectScalar(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/plain.h");
  W.structure("hl_broadcast", "loops", broadcastLoops(G, O).fields());
  W.line(strf("HL_SELECT(&loops, %s, %s, %s, %s);", W.input(0).c_str(), W.input(1).c_str(), W.input(2).c_str(),
              W.output(0).c_str()));
}

/// CAST: a C expression of x.
static std::string castExpression(DType From, DType To) {
  if (To == DType::Bool || From == DType::Bool)
    return strf("(%s)(x != 0)", cType(To));
  if (From == DType::Float32 && To != DType::Float32)
    return To == DType::Int64 ? "hl_int64_of_float(x)" : strf("(%s)hl_int32_of_float(x)", cType(To));
  return strf("(%s)x", cType(To));
}

void planPlainUnary(const Graph &G, const Op &O, PlanList &Plans) {
  const DType Type = G.in(O, 0).Type;
  const bool Plain = Type == DType::Int32 || Type == DType::Int64;
  const bool Unscaled = Type == DType::Int16 && !G.in(O, 0).Quant.present();
  if (integerC(O.Kind) && Type == DType::Float32)
    return Plans.reject("of real numbers");
  if (O.Kind == OpKind::Abs && !Plain && !Unscaled)
    return Plans.reject(strf("%s values have scales", text(Type)));
  Plans.add(O, Layout::RowMajor, kCall + kScalarUnary * double(G.out(O, 0).elements()));
}

void emitPlainUnary(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/plain.h");
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const char *Integers = integerC(O.Kind);
  W.line(strf("for (size_t i = 0; i < %lld; ++i) {", static_cast<long long>(In.elements())));
  W.line(strf("  const %s x = %s[i];", cType(In.Type), W.input(0).c_str()));
  W.line(strf("  %s[i] = %s;", W.output(0).c_str(), (Integers ? Integers : castExpression(In.Type, Out.Type)).c_str()));
  W.line("}");
}

} // namespace hexloom
