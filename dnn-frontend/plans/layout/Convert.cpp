#include "plans/layout/Convert.h"
#include "plans/movement/BoxCopies.h"
#include "plans/movement/CopyEmit.h"

namespace hexloom {

namespace {

/// The conversion in one step, or through row-major memory where the borders of both layouts' blocks fall together too rarely.
std::vector<std::vector<StridedCopy>> stepsOf(const Tensor &T, Layout From, Layout To) {
  if (auto Direct = conversionCopies(T, From, To))
    return {std::move(*Direct)};
  return {conversionCopies(T, From, Layout::RowMajor).value(), conversionCopies(T, Layout::RowMajor, To).value()};
}

void planCopies(const Graph &G, const Op &O, PlanList &Plans, Target For) {
  const Tensor &In = G.in(O, 0);
  const Layout To = G.out(O, 0).Layout;
  if (hasOwnConversion(In.Layout, To))
    return Plans.reject("rm and d32 have conversions of their own");
  Plans.add({In.Layout}, {To}, copiesCost(In, In.Layout, To, For));
}

void emitSteps(const Graph &G, const Op &O, const CopyPrimitives &C, LayerWriter &W) {
  W.include(C.Header);
  const Tensor &In = G.in(O, 0);
  const auto Steps = stepsOf(In, In.Layout, G.out(O, 0).Layout);
  std::string From = W.input(0);
  for (size_t I = 0; I < Steps.size(); ++I) {
    const bool IsLast = I + 1 == Steps.size();
    const std::string To = IsLast ? W.output(0) : W.scratch(In.elements() * bytesOf(In.Type));
    emitCopies(Steps[I], Steps.size() == 1 ? "p" : strf("step%zu", I), From, To, C, W);
    From = To;
  }
}

} // namespace

Cost copiesCost(const Tensor &T, Layout From, Layout To, Target For) {
  Cost Sum;
  for (const auto &Step : stepsOf(T, From, To))
    for (const StridedCopy &C : Step)
      Sum += For == Target::Hexagon ? vectorCost(C) : scalarCost(C);
  return Sum;
}

void planConvertCopiesVector(const Graph &G, const Op &O, PlanList &Plans) {
  planCopies(G, O, Plans, Target::Hexagon);
}
void planConvertCopiesScalar(const Graph &G, const Op &O, PlanList &Plans) {
  planCopies(G, O, Plans, Target::Portable);
}
void emitConvertCopiesVector(const Graph &G, const Op &O, LayerWriter &W) { emitSteps(G, O, kVectorCopies, W); }
void emitConvertCopiesScalar(const Graph &G, const Op &O, LayerWriter &W) { emitSteps(G, O, kScalarCopies, W); }

} // namespace hexloom
