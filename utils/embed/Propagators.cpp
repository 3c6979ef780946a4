// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Propagators.h"
#include "support/Rounding.h"

#include <algorithm>

namespace hexloom {

using namespace Gecode;

namespace {

struct Bounds {
  int64_t Least, Greatest;
};

Bounds boundsOf(const IndexMap::Term &T, const Int::IntView &V) {
  int64_t Least = V.min() / T.Div, Greatest = V.max() / T.Div;
  if (T.Mod && Least / T.Mod == Greatest / T.Mod) {
    Least %= T.Mod;
    Greatest %= T.Mod;
  } else if (T.Mod) {
    Least = 0;
    Greatest = T.Mod - 1;
  }
  return T.Coefficient > 0 ? Bounds{T.Coefficient * Least, T.Coefficient * Greatest}
                           : Bounds{T.Coefficient * Greatest, T.Coefficient * Least};
}

/// False: nothing is left.
bool within(Space &Home, Int::IntView &V, Bounds B, bool &IsChanged) {
  if (B.Least > V.max() || B.Greatest < V.min())
    return false;
  const ModEvent Raised = V.gq(Home, static_cast<int>(std::max<int64_t>(B.Least, V.min())));
  if (me_failed(Raised))
    return false;
  const ModEvent Lowered = V.lq(Home, static_cast<int>(std::min<int64_t>(B.Greatest, V.max())));
  IsChanged |= me_modified(Raised) || me_modified(Lowered);
  return !me_failed(Lowered);
}

} // namespace

bool EdgePropagator::tighten(Space &Home, const IndexMap::Sum &S, Int::IntView &Element, bool &IsChanged) {
  Bounds All{S.Constant, S.Constant};
  for (const IndexMap::Term &T : S.Terms) {
    const Bounds B = boundsOf(T, X[static_cast<int>(T.Dim)]);
    All.Least += B.Least;
    All.Greatest += B.Greatest;
  }
  if (!within(Home, Element, All, IsChanged))
    return false;
  for (const IndexMap::Term &T : S.Terms) {
    Int::IntView &V = X[static_cast<int>(T.Dim)];
    if (T.Mod || V.assigned())
      continue;
    const Bounds Its = boundsOf(T, V);
    const int64_t Least = Element.min() - (All.Greatest - Its.Greatest), Greatest = Element.max() - (All.Least - Its.Least);
    const int64_t C = T.Coefficient; // C * (V / Div) is within these
    const Bounds Part = C > 0 ? Bounds{ceilDiv(Least, C), floorDiv(Greatest, C)} : Bounds{ceilDiv(-Greatest, -C), floorDiv(-Least, -C)};
    if (!within(Home, V, {Part.Least * T.Div, Part.Greatest * T.Div + T.Div - 1}, IsChanged))
      return false;
  }
  return true;
}

ExecStatus EdgePropagator::propagate(Space &Home, const ModEventDelta &) {
  const auto First = static_cast<int>(Map->sizes().size());
  for (bool IsChanged = true; IsChanged;) {
    IsChanged = false;
    for (size_t D = 0; D < Map->outputs().size(); ++D)
      if (!tighten(Home, Map->outputs()[D], X[First + static_cast<int>(D)], IsChanged))
        return ES_FAILED;
  }
  return X.assigned() ? Home.ES_SUBSUMED(*this) : ES_FIX;
}

bool RectanglePropagator::isAssigned(int Point) {
  for (int D = 0; D < Rank; ++D)
    if (!at(Point, D).assigned())
      return false;
  return true;
}

/// Where the point is if the last side goes on.
std::vector<int> RectanglePropagator::next(int Point, const Known &K) {
  std::vector<int> To;
  for (int D = 0; D < Rank; ++D)
    To.push_back(at(0, D).val());
  int Rest = Point;
  for (size_t S = 0; S < K.Sides.size(); ++S) {
    const bool IsLast = S + 1 == K.Sides.size();
    const Side &Each = K.Sides[S];
    To[static_cast<size_t>(Each.Along)] += Each.Step * (IsLast ? Rest : Rest % Each.Count);
    Rest = IsLast ? 0 : Rest / Each.Count;
  }
  return To;
}

/// Whether a further side may begin at the point.
bool RectanglePropagator::mayBegin(int Point, const Known &K) {
  if (Point % K.Inner || points() % Point)
    return false;
  for (int D = 0; D < Rank; ++D)
    if (!K.IsUsed[static_cast<size_t>(D)] && at(Point, D).max() > at(0, D).val())
      return true;
  return false;
}

/// The assigned point begins a side; false: it cannot.
bool RectanglePropagator::begin(int Point, Known &K) {
  int Along = -1;
  for (int D = 0; D < Rank; ++D) {
    const int Step = at(Point, D).val() - at(0, D).val();
    if (Step == 0)
      continue;
    if (Along >= 0 || K.IsUsed[static_cast<size_t>(D)] || Step < 0 || (IsDense && Step != 1))
      return false;
    Along = D;
  }
  if (Along < 0)
    return false;
  if (!K.Sides.empty()) {
    K.Sides.back().Count = Point / K.Inner;
    K.Inner = Point;
  }
  K.Sides.push_back({Along, at(Point, Along).val() - at(0, Along).val(), 0});
  K.IsUsed[static_cast<size_t>(Along)] = true;
  return true;
}

ExecStatus RectanglePropagator::force(Space &Home, int Point, const std::vector<int> &To) {
  for (int D = 0; D < Rank; ++D)
    GECODE_ME_CHECK(at(Point, D).eq(Home, To[static_cast<size_t>(D)]));
  return ES_OK;
}

/// The point goes on, or is one step from the first point along a dimension that is not used yet.
ExecStatus RectanglePropagator::prune(Space &Home, int Point, const Known &K, bool MayGoOn, const std::vector<int> &Next) {
  int Moved = -1;
  for (int D = 0; D < Rank; ++D) {
    Int::IntView &V = at(Point, D);
    const int Origin = at(0, D).val(), On = MayGoOn ? Next[static_cast<size_t>(D)] : Origin;
    if (K.IsUsed[static_cast<size_t>(D)]) {
      GECODE_ME_CHECK(V.gq(Home, std::min(Origin, On)));
      GECODE_ME_CHECK(V.lq(Home, std::max(Origin, On)));
    } else {
      GECODE_ME_CHECK(V.gq(Home, Origin));
      if (IsDense)
        GECODE_ME_CHECK(V.lq(Home, Origin + 1));
      Moved = V.min() > Origin ? D : Moved;
    }
  }
  for (int D = 0; Moved >= 0 && D < Rank; ++D)
    if (D != Moved)
      GECODE_ME_CHECK(at(Point, D).eq(Home, at(0, D).val()));
  return ES_OK;
}

ExecStatus RectanglePropagator::propagate(Space &Home, const ModEventDelta &) {
  if (!isAssigned(0))
    return ES_FIX;
  Known K{{}, std::vector<bool>(static_cast<size_t>(Rank)), 1};
  for (int Point = 1; Point < points(); ++Point) {
    const std::vector<int> Next = next(Point, K);
    bool MayGoOn = !K.Sides.empty();
    for (int D = 0; MayGoOn && D < Rank; ++D)
      MayGoOn = at(Point, D).in(Next[static_cast<size_t>(D)]);
    const bool MayBegin = mayBegin(Point, K);
    if (!MayGoOn && !MayBegin)
      return ES_FAILED;
    if (!MayBegin) {
      if (!Forces && !isAssigned(Point))
        return ES_FIX;
      GECODE_ES_CHECK(force(Home, Point, Next));
      continue;
    }
    if (Forces && !isAssigned(Point))
      GECODE_ES_CHECK(prune(Home, Point, K, MayGoOn, Next));
    if (!isAssigned(Point))
      return ES_FIX;
    bool IsOn = MayGoOn;
    for (int D = 0; IsOn && D < Rank; ++D)
      IsOn = at(Point, D).val() == Next[static_cast<size_t>(D)];
    if (!IsOn && !begin(Point, K))
      return ES_FAILED;
  }
  return Home.ES_SUBSUMED(*this);
}

ExecStatus DifferentPropagator::propagate(Space &Home, const ModEventDelta &) {
  std::vector<std::vector<int>> Assigned;
  for (int Point = 0; Point < X.size() / Rank; ++Point) {
    std::vector<int> At;
    for (int D = 0; D < Rank && X[Point * Rank + D].assigned(); ++D)
      At.push_back(X[Point * Rank + D].val());
    if (static_cast<int>(At.size()) == Rank)
      Assigned.push_back(std::move(At));
  }
  const bool AreAll = static_cast<int>(Assigned.size()) * Rank == X.size();
  std::sort(Assigned.begin(), Assigned.end());
  if (std::adjacent_find(Assigned.begin(), Assigned.end()) != Assigned.end())
    return ES_FAILED;
  return AreAll ? Home.ES_SUBSUMED(*this) : ES_FIX;
}

} // namespace hexloom
