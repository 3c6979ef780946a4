#include "plans/layout/Convert.h"
#include "plans/movement/BoxCopies.h"
#include "plans/movement/CopyEmit.h"

namespace hexloom {

namespace {

/// Layouts one after the other, and what the steps between them cost.
struct Route {
  std::vector<Layout> Stops;
  hexloom::Cost Cost;
};

/// Empty: the borders of both layouts' blocks fall together too rarely.
std::optional<Cost> stepCost(const Tensor &T, Layout From, Layout To, bool Vectors) {
  if (hasOwnConversion(From, To))
    return ownConversionCost(T, To, Vectors);
  const auto Copies = conversionCopies(T, From, To);
  if (!Copies)
    return std::nullopt;
  return Vectors ? vectorCost(*Copies) : scalarCost(*Copies);
}

/// The cheapest one: straight, or through a layout that has fast conversions on both sides.
Route routeOf(const Tensor &T, Layout From, Layout To, bool Vectors) {
  std::optional<Route> Best;
  const auto Try = [&](const std::vector<Layout> &Stops) {
    Route R{Stops, {}};
    for (size_t I = 1; I < Stops.size(); ++I) {
      const std::optional<Cost> Step = stepCost(T, Stops[I - 1], Stops[I], Vectors);
      if (!Step)
        return;
      R.Cost += *Step;
    }
    if (!Best || R.Cost.cycles() < Best->Cost.cycles())
      Best = std::move(R);
  };
  Try({From, To});
  for (Layout Between : {Layout::RowMajor, Layout::Depth32})
    if (Between != From && Between != To && T.elements() > 0)
      Try({From, Between, To});
  return Best.value();
}

void planRoute(const Graph &G, const Op &O, PlanList &Plans, bool Vectors) {
  const Tensor &In = G.in(O, 0);
  const Layout To = G.out(O, 0).Layout;
  if (hasOwnConversion(In.Layout, To))
    return Plans.reject("rm and d32 have conversions of their own");
  Plans.add({In.Layout}, {To}, routeCost(In, In.Layout, To, Vectors));
}

void emitRoute(const Graph &G, const Op &O, bool Vectors, LayerWriter &W) {
  const CopyPrimitives &C = Vectors ? kVectorCopies : kScalarCopies;
  const Tensor &In = G.in(O, 0);
  const std::vector<Layout> Stops = routeOf(In, In.Layout, G.out(O, 0).Layout, Vectors).Stops;
  std::string At = W.input(0);
  includeCopies(C, W);
  for (size_t I = 1; I < Stops.size(); ++I) {
    const bool IsLast = I + 1 == Stops.size();
    const std::string Next = IsLast ? W.output(0) : W.scratch(storageBytes(In.Type, In.Dims, Stops[I]));
    if (hasOwnConversion(Stops[I - 1], Stops[I]))
      emitOwnConversion(In, Stops[I], Vectors, At, Next, W);
    else
      emitCopies(conversionCopies(In, Stops[I - 1], Stops[I]).value(), strf("to_%s", text(Stops[I])), At, Next, C, W);
    At = Next;
  }
}

} // namespace

Cost routeCost(const Tensor &T, Layout From, Layout To, bool Vectors) { return routeOf(T, From, To, Vectors).Cost; }

void planConvertCopiesVector(const Graph &G, const Op &O, PlanList &Plans) { planRoute(G, O, Plans, true); }
void planConvertCopiesScalar(const Graph &G, const Op &O, PlanList &Plans) { planRoute(G, O, Plans, false); }
void emitConvertCopiesVector(const Graph &G, const Op &O, LayerWriter &W) { emitRoute(G, O, true, W); }
void emitConvertCopiesScalar(const Graph &G, const Op &O, LayerWriter &W) { emitRoute(G, O, false, W); }

} // namespace hexloom
