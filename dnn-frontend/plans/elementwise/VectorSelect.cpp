// SELECT_V2 of bytes by vectors.
#include "emit/LayerWriter.h"
#include "plans/Plan.h"
#include "plans/elementwise/Costs.h"
#include "plans/elementwise/VectorOperand.h"

namespace hexloom {

using namespace elementwise_cost;

/// Operands that are not of the output's size are repeated to it.
static OperandForm selectForm(const Graph &G, const Op &O, size_t I) {
  const bool Full = G.in(O, I).elements() == G.out(O, 0).elements();
  return {Full ? OperandForm::Full : OperandForm::Expanded};
}

void planSelectVector(const Graph &G, const Op &O, PlanList &Plans) {
  const Tensor &Out = G.out(O, 0);
  if (bytesOf(Out.Type) != 1)
    return Plans.reject(strf("%s values are no bytes", text(Out.Type)));
  double Expanded = 0;
  for (size_t I = 0; I < 3; ++I)
    Expanded += static_cast<double>(expandedBytes(G.in(O, I), Out, selectForm(G, O, I)));
  const double Vectors = static_cast<double>((Out.elements() + 127) / 128);
  Plans.add(O, Layout::RowMajor, kCall + Expanded * kExpandByte + Vectors * kVectorSelect);
}

void emitSelectVector(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/hvx/select.h");
  std::string In[3];
  for (size_t I = 0; I < 3; ++I)
    In[I] = vectorOperand(G, O, I, selectForm(G, O, I), W);
  W.line(strf("hl_vselect_bytes(%s, %s, %s, %s, %lld);", In[0].c_str(), In[1].c_str(), In[2].c_str(), W.output(0).c_str(),
              static_cast<long long>((G.out(O, 0).elements() + 127) / 128)));
}

} // namespace hexloom
