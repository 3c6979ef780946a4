// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SELECT_V2 by vectors.
#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "plans/elementwise/AnyLayout.h"
#include "plans/elementwise/Costs.h"
#include "plans/elementwise/VectorOperand.h"

namespace hexloom {

using namespace elementwise_cost;

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
  const double Vectors = static_cast<double>((Out.elements() + 127) / 128);
  Plans.add(O, Layout::RowMajor,
            kCall + Expanded +
                Vectors * (isByte(Out) ? kVectorSelect : bytesOf(Out.Type) == 2 ? kVectorSelect16 : kVectorSelect32));
  for (Layout L : offeredLayouts())
    if (L != Layout::RowMajor && fitsLayout(G, O, L))
      Plans.follow(O, L, kCall + static_cast<double>(storageBytes(Out.Type, Out.Dims, L)) / 128 * kVectorSelect);
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
  if (isByte(Out)) {
    W.body("select.h");
    return W.line(strf("hl_vselect_bytes(%s, %s, %s, %s, %lld);", In[0].c_str(), In[1].c_str(),
                       In[2].c_str(), W.output(0).c_str(),
                       static_cast<long long>((Out.bytes() + 127) / 128)));
  }
  W.body("plain.h");
  W.line(strf("hl_vselect_plain(%s, %s, %d, %s, %d, %s, %d, %s, %lld);", hlType(Out.Type),
              In[0].c_str(), One[0], In[1].c_str(), One[1], In[2].c_str(), One[2],
              W.output(0).c_str(), static_cast<long long>(Out.elements())));
}

} // namespace hexloom
