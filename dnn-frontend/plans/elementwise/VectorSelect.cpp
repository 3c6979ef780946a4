// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SELECT_V2 by vectors.
#include "nests/Build.h"
#include "plans/NestPlans.h"
#include "plans/elementwise/AnyLayout.h"
#include "plans/elementwise/VectorOperand.h"

namespace hexloom {

namespace {

bool isByte(const Tensor &T) { return bytesOf(T.Type) == 1; }

/// Operands that are not of the output's size are repeated to it; among words one element may stand
/// for all.
OperandForm selectForm(const Graph &G, const Op &O, size_t I) {
  const Tensor &Operand = G.in(O, I), &Out = G.out(O, 0);
  if (Operand.elements() == Out.elements())
    return {OperandForm::Full};
  return {Operand.elements() == 1 && !isByte(Out) ? OperandForm::Scalar : OperandForm::Expanded};
}

/// The loops for the output in a layout.
OwnLoops loopsOf(const Tensor &Out, Layout L) {
  if (isByte(Out))
    return {{"hl_vselect_bytes", (storageBytes(Out.Type, Out.Dims, L) + 127) / 128}};
  return {{bytesOf(Out.Type) == 2 ? "hl_vselect_plain halfwords" : "hl_vselect_plain words", (Out.elements() + 127) / 128}};
}

/// Bytes of one shape, in one layout.
bool fitsLayout(const Graph &G, const Op &O, Layout L) {
  for (size_t I = 0; I < 3; ++I)
    if (G.in(O, I).isConst() || !sameInLayout(G.in(O, I), G.out(O, 0), L))
      return false;
  return true;
}

} // namespace

void planSelectVector(const Graph &G, const Op &O, PlanList &Plans) {
  const Tensor &Out = G.out(O, 0);
  if (Out.Type == DType::Int64)
    return Plans.reject("no vector form of int64 values");
  Cost Expanded;
  for (size_t I = 0; I < 3; ++I)
    Expanded += expansionCost(G.in(O, I), Out, selectForm(G, O, I));
  Plans.add(O, Layout::RowMajor, Expanded + costOf(loopsOf(Out, Layout::RowMajor)));
  for (Layout L : offeredLayouts())
    if (L != Layout::RowMajor && fitsLayout(G, O, L))
      Plans.follow(O, L, costOf(loopsOf(Out, L)));
}

void emitSelectVector(const Graph &G, const Op &O, LayerWriter &W) {
  const Tensor &Out = G.out(O, 0);
  std::string In[3];
  int One[3];
  for (size_t I = 0; I < 3; ++I) {
    const OperandForm F = selectForm(G, O, I);
    In[I] = vectorOperand(G, O, I, F, W);
    One[I] = F.Form == OperandForm::Scalar;
  }
  const OwnLoops Loops = loopsOf(Out, Out.Layout);
  NestBuilder N(W);
  if (isByte(Out)) {
    W.body("select.h");
    return N.primitive("hl_vselect_bytes", {In[0], In[1], In[2], W.output(0), (Out.bytes() + 127) / 128}, Loops);
  }
  W.body("plain.h");
  N.primitive("hl_vselect_plain", {hlType(Out.Type), In[0], One[0], In[1], One[1], In[2], One[2], W.output(0), Out.elements()}, Loops);
}

} // namespace hexloom
