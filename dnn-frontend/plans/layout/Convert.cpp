// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/layout/Convert.h"
#include "plans/movement/BoxCopies.h"
#include "plans/movement/CopyEmit.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

namespace {

/// From one layout to the next: by a conversion of its own, or by copies.
struct Step {
  bool IsOwn;
  CopyGroup Copies;
};

/// Nothing: the borders of both layouts' blocks fall together too rarely.
std::optional<Step> stepOf(const Tensor &T, Layout From, Layout To) {
  if (hasOwnConversion(From, To))
    return Step{true, {}};
  auto Copies = conversionCopies(T, From, To);
  return Copies ? std::optional(Step{false, std::move(*Copies)}) : std::nullopt;
}

/// Layouts one after the other, and the steps between them.
struct Route {
  std::vector<Layout> Stops;
  std::vector<Step> Steps;

  const char *name() const { return Stops.size() == 2 ? "straight" : text(Stops[1]); }
  bool movesNothing() const { return Steps.size() == 1 && !Steps[0].IsOwn && areInPlace(Steps[0].Copies); }
  std::vector<CopyOrder> orders(bool Vectors) const;
  Cost cost(const Tensor &T, bool Vectors, CopyOrder Order) const;
};

std::vector<CopyOrder> Route::orders(bool Vectors) const {
  if (movesNothing())
    return {CopyOrder::AsStored};
  std::vector<CopyGroup> Groups;
  for (const Step &S : Steps)
    Groups.push_back(S.Copies);
  return Vectors ? copyOrders(Groups) : std::vector<CopyOrder>{CopyOrder::AsStored};
}

Cost Route::cost(const Tensor &T, bool Vectors, CopyOrder Order) const {
  Cost Sum;
  for (size_t I = 0; I < Steps.size() && !movesNothing(); ++I)
    Sum += Steps[I].IsOwn ? ownConversionCost(T, Stops[I + 1], Vectors)
           : Vectors      ? vectorCost(Steps[I].Copies, Order)
                          : scalarCost(Steps[I].Copies);
  return Sum;
}

/// Layouts that have fast conversions to others. Planes of four channels are planes of one with their bytes in turn, and have faster ways
/// to the others than these; between others they are no shorter way.
std::vector<Layout> between(Layout From, Layout To) {
  std::vector<Layout> All = {Layout::RowMajor, Layout::Depth32};
  if (From == Layout::Planes1 || To == Layout::Planes1)
    All.push_back(Layout::Planes4);
  return All;
}

/// Straight, or through a layout that has fast conversions on both sides; where a pair has a conversion of its own, beside that.
std::vector<Route> routesOf(const Tensor &T, Layout From, Layout To) {
  std::vector<Route> Routes;
  if (hasOwnConversion(From, To)) {
    Routes.push_back({{From, To}, {{false, conversionCopies(T, From, To).value()}}});
    return Routes;
  }
  const auto Try = [&](const std::vector<Layout> &S) {
    Route R{S, {}};
    for (size_t I = 1; I < S.size(); ++I) {
      std::optional<Step> Next = stepOf(T, S[I - 1], S[I]);
      if (!Next)
        return;
      R.Steps.push_back(std::move(*Next));
    }
    Routes.push_back(std::move(R));
  };
  Try({From, To});
  for (Layout Between : between(From, To))
    if (Between != From && Between != To && T.elements() > 0)
      Try({From, Between, To});
  HEXLOOM_CHECK(!Routes.empty(), strf("no way from %s to %s", text(From), text(To)));
  return Routes;
}

/// Whether copies between rm and d32 may cost less than their own conversions: a pixel has few blocks, whole ones.
bool areCopies(const Tensor &T) {
  constexpr int32_t kBlock = 32, kMostBlocks = 4;
  const int32_t Channels = asNhwc(T.Dims).C;
  return T.elements() > 0 && Channels % kBlock == 0 && Channels <= kMostBlocks * kBlock;
}

Cost leastCost(const std::vector<Route> &Routes, const Tensor &T, bool Vectors) {
  std::optional<Cost> Best;
  for (const Route &R : Routes)
    for (CopyOrder Order : R.orders(Vectors))
      if (Cost C = R.cost(T, Vectors, Order); !Best || C.isLessThan(*Best))
        Best = std::move(C);
  return Best.value();
}

/// A plan's schedule while it is put together.
struct RoutePoint {
  const std::vector<Route> &Routes;
  bool Vectors;
  const Route *Taken = nullptr;
  CopyOrder Order = CopyOrder::AsStored;
};

constexpr AxisRow kRoute = {ScheduleField::Route, "", "straight, rm, d32, c4", TakenBy::Cost,
                            "straight to the other layout, or through one that has fast conversions on both sides"};

const std::vector<Axis<RoutePoint>> &routeAxes(bool Vectors) {
  static const std::vector<Axis<RoutePoint>> All = {
      {kRoute,
       [](const RoutePoint &X) {
         std::vector<std::string> Names;
         for (const Route &R : X.Routes)
           if (X.Routes.size() > 1)
             Names.push_back(R.name());
         return Names;
       },
       [](RoutePoint &X, const std::string &Value) {
         X.Taken = &*std::find_if(X.Routes.begin(), X.Routes.end(), [&](const Route &R) { return Value.empty() || Value == R.name(); });
       }},
      {kCopyOrderRow, [](const RoutePoint &X) { return choice(X.Taken->orders(X.Vectors)); },
       [](RoutePoint &X, const std::string &Value) { X.Order = chosen(X.Taken->orders(X.Vectors), Value); }}},
                                             Scalar = {All.front()};
  return Vectors ? All : Scalar;
}

void planRoutes(const Graph &G, const Op &O, PlanList &Plans, bool Vectors) {
  const Tensor &In = G.in(O, 0);
  const Layout To = G.out(O, 0).Layout;
  if (hasOwnConversion(In.Layout, To) && !(Vectors && areCopies(In)))
    return Plans.reject("rm and d32 have conversions of their own");
  const std::vector<Route> Routes = routesOf(In, In.Layout, To);
  RoutePoint Point = {Routes, Vectors};
  Plans.addPoints(routeAxes(Vectors), Point, O, [&](const RoutePoint &X, const Schedule &How) {
    Plans.add({In.Layout}, {To}, X.Taken->cost(In, Vectors, X.Order), How);
  });
}

void emitRoute(const Graph &G, const Op &O, bool Vectors, LayerWriter &W) {
  const CopyPrimitives &C = Vectors ? kVectorCopies : kScalarCopies;
  const Tensor &In = G.in(O, 0);
  const std::vector<Route> Routes = routesOf(In, In.Layout, G.out(O, 0).Layout);
  RoutePoint Point = {Routes, Vectors};
  obey(routeAxes(Vectors), Point, O.Schedule);
  const Route &R = *Point.Taken;
  std::string At = W.input(0);
  if (R.movesNothing()) // a copy only between two of the caller's buffers
    W.aliasOutputToInput();
  includeCopies(C, W);
  for (size_t I = 0; I < R.Steps.size(); ++I) {
    const Layout To = R.Stops[I + 1];
    const bool IsLast = I + 1 == R.Steps.size();
    const std::string Next = IsLast ? W.output(0) : W.scratch(storageBytes(In.Type, In.Dims, To));
    if (R.Steps[I].IsOwn)
      emitOwnConversion(In, To, Vectors, At, Next, W);
    else
      emitCopies(R.Steps[I].Copies, strf("to_%s", text(To)), At, Next, C, Point.Order, W);
    At = Next;
  }
}

} // namespace

Cost routeCost(const Tensor &T, Layout From, Layout To, bool Vectors) {
  if (!hasOwnConversion(From, To))
    return leastCost(routesOf(T, From, To), T, Vectors);
  Cost Own = ownConversionCost(T, To, Vectors);
  if (!Vectors || !areCopies(T))
    return Own;
  Cost Copies = leastCost(routesOf(T, From, To), T, Vectors);
  return Copies.isLessThan(Own) ? Copies : Own;
}

Space routeSpace() { return declaredSpace("convert_copies_hvx", routeAxes(true)); }
Space scalarRouteSpace() { return declaredSpace("convert_copies_scalar", routeAxes(false)); }

void planConvertCopiesVector(const Graph &G, const Op &O, PlanList &Plans) { planRoutes(G, O, Plans, true); }
void planConvertCopiesScalar(const Graph &G, const Op &O, PlanList &Plans) { planRoutes(G, O, Plans, false); }
void emitConvertCopiesVector(const Graph &G, const Op &O, LayerWriter &W) { emitRoute(G, O, true, W); }
void emitConvertCopiesScalar(const Graph &G, const Op &O, LayerWriter &W) { emitRoute(G, O, false, W); }

} // namespace hexloom
