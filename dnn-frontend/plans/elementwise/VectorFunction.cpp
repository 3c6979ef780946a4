// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/VectorFunction.h"
#include "expr/Operators.h"
#include "plans/elementwise/Arithmetic.h"
#include "plans/elementwise/LinearAdd.h"
#include "plans/elementwise/Prelu.h"
#include "plans/elementwise/StagedProduct.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

bool isPlain32(const Graph &G, const Op &O) {
  return scaledOf(O.Kind) && !combines(O, Combines::Quotient) && G.in(O, 0).Type == DType::Int32;
}

bool isBoolEquality(const Graph &G, const Op &O) {
  return groupOf(O.Kind) == Group::Comparison && G.in(O, 0).Type == DType::Bool;
}

namespace {

Fields withoutLoops(Fields F) {
  F.erase(std::remove_if(F.begin(), F.end(), [](const auto &Field) { return Field.first == "loops"; }), F.end());
  return F;
}

/// {.a = 1, .b = 2}
std::string initializer(const Fields &F) {
  std::vector<std::string> Items;
  for (const auto &[Field, Value] : F)
    Items.push_back("." + Field + " = " + Value);
  return braces(Items);
}

VectorFunction withRows(VectorFunction F, const std::string &Name) {
  F.Operand = Name + "_operand";
  F.Operands = Name + "_operands";
  return F;
}

/// " narrow31 two-sided halves"
std::string formOf(const StageKind &K, bool Halves) {
  return std::string(" ") + (K.isReference() ? "reference" : traitsOf(K.Kind).Name) + (K.TwoSided ? " two-sided" : "") + (Halves ? " halves" : "");
}

/// MUL and SQUARED_DIFFERENCE of bytes (hexloom/hvx/binary_staged.h).
VectorFunction productFunction(const Graph &G, const Arithmetic &P, const Op &O, const Stage &S) {
  const std::string Name = combines(O, Combines::Product) ? "hl_vmul" : "hl_vsquared";
  const auto IsHalf = [](const Multiplier &M) { return M.Value == 1 << 30 && M.Shift == 0; }; // which a shift does
  const bool Scales = combines(O, Combines::Square) && !(IsHalf(P.Input[0]) && IsHalf(P.Input[1]));
  VectorFunction F = {Name + "_staged", "hl_staged", stagedFields(initializer(withoutLoops(P.fields())), G, O, S)};
  F.Form = formOf(S.Kind, hasHalfSums(G, O, S)) + (Scales ? " scaled" : "");
  return withRows(F, Name);
}

/// ADD and SUB of bytes. `Held`: the input whose vectors stay in registers, or whose words are made before, or -1.
VectorFunction linearFunction(const LinearAdd &L, int Held) {
  const bool CanHold = L.canHold();
  if (Held >= 0 && CanHold)
    return {"hl_vadd_held", "hl_add_held", Fields{{"linear", initializer(L.fields())}} + L.heldFields(Held)};
  VectorFunction F = withRows({L.isCoarse() ? "hl_vadd_coarse" : "hl_vadd_linear", "hl_add_linear", L.fields()}, "hl_vlinear");
  F.HeldName = CanHold ? "hl_vadd_held" : "";
  F.HoldsWords = CanHold;
  return F;
}

VectorFunction arithmeticFunction(const Graph &G, const Op &O, const Stage &S, int Held, Budget &Purse) {
  const Arithmetic A = arithmeticOf(G, O);
  const Fields P = withoutLoops(A.fields());
  const bool Wide = G.in(O, 0).Type == DType::Int16;
  const Scaled *Its = scaledOf(O.Kind);
  if (!Its)
    return {"hl_vcompare", "hl_comparison",
            {{"scales", initializer(P)}, {"relation", strf("HL_%s", text(O.Kind))}}};
  if (Its->How == Combines::Quotient) // its table is known on emission
    return {"hl_vdiv", "hl_vdivision", {{"scales", initializer(P)}}};
  if (Its->How != Combines::Sum)
    return Wide ? VectorFunction{"hl_vmul16", "hl_arithmetic", P} : productFunction(G, A, O, S);
  if (const std::optional<LinearAdd> L = Wide ? std::nullopt : linearAddOf(A, Purse))
    return linearFunction(*L, Held);
  return {"hl_vadd", "hl_arithmetic", P, Wide ? " i16" : " bytes"};
}

VectorFunction laneFunction(const Graph &G, const Op &O) {
  std::string Name = strf("HL_%s", text(O.Kind));
  if (groupOf(O.Kind) == Group::Extremum) {
    const DType Type = G.in(O, 0).Type;
    Name = strf("HL_%s_%s", O.Kind == OpKind::Maximum ? "MAX" : "MIN",
                Type == DType::UInt8  ? "U8"
                : Type == DType::Int8 ? "I8"
                : Type == DType::Int16 ? "I16"
                                       : "I32");
  }
  return {"hl_vlanes", "hl_lane_operation", {{"", Name}}, groupOf(O.Kind) == Group::Extremum ? "" : " bools"};
}

/// int32 without scales; the fused activation's bounds are real ones.
VectorFunction plain32Function(const Op &O) {
  const std::string Activation = O.Attrs.count(Attr::Activation) ? O.s(Attr::Activation) : "none";
  const std::string Min = Activation == "none" ? "INT32_MIN" : Activation == "relu_n1_to_1" ? "-1" : "0";
  const std::string Max = Activation == "relu6" ? "6" : Activation == "relu_n1_to_1" ? "1" : "INT32_MAX";
  return {"hl_vplain32", "hl_plain32", {{"operation", strf("HL_PLAIN_%s", text(O.Kind))}, {"min", Min}, {"max", Max}},
          strf(" %s %s", text(O.Kind), Activation.c_str())};
}

VectorFunction asOneInstruction(VectorFunction F) {
  F.IsOneInstruction = true;
  return F;
}

} // namespace

VectorFunction functionOf(const Graph &G, const Op &O, const Stage &S, int Held, Budget &Purse) {
  if (isPlain32(G, O))
    return combines(O, Combines::Sum) ? asOneInstruction(plain32Function(O)) : plain32Function(O);
  if (isBoolEquality(G, O))
    return asOneInstruction({"hl_vlanes", "hl_lane_operation", {{"", strf("HL_LANES_%s", text(O.Kind))}}, " bools"});
  if (groupOf(O.Kind) == Group::Extremum || groupOf(O.Kind) == Group::Logic)
    return asOneInstruction(laneFunction(G, O));
  if (O.Kind == OpKind::PRelu)
    return {"hl_vprelu", "hl_prelu_params", withoutLoops(preluFields(G, O))};
  return arithmeticFunction(G, O, S, Held, Purse);
}

} // namespace hexloom
