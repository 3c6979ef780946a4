// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the solver does not have by itself: propagators over the coordinates of nodes. Points are arrays of variables, one point's
// coordinates side by side.
#pragma once

#include "embed/Scalars.h"

#include <gecode/int.hh>

namespace hexloom {

using Views = Gecode::ViewArray<Gecode::Int::IntView>;

/// A propagator of one array of variables that is woken by `Wakes`. Its own class has `run`.
template <class Its, Gecode::PropCond Wakes> class ArrayPropagator : public Gecode::Propagator {
public:
  void reschedule(Gecode::Space &Home) override { X.reschedule(Home, *this, Wakes); }
  size_t dispose(Gecode::Space &Home) override {
    X.cancel(Home, *this, Wakes);
    (void)Propagator::dispose(Home);
    return sizeof(Its);
  }
  Gecode::Propagator *copy(Gecode::Space &Home) override { return new (Home) Its(Home, static_cast<Its &>(*this)); }
  Gecode::PropCost cost(const Gecode::Space &, const Gecode::ModEventDelta &) const override {
    return Gecode::PropCost::linear(Gecode::PropCost::HI, X.size());
  }

protected:
  Views X;
  ArrayPropagator(Gecode::Home Home, Views &Of) : Propagator(Home), X(Of) { X.subscribe(Home, *this, Wakes); }
  ArrayPropagator(Gecode::Space &Home, ArrayPropagator &From) : Propagator(Home, From) { X.update(Home, From.X); }
};

/// An edge of the data flow: the element's coordinates are the map of the product's. From the product it is functional: an assigned product
/// assigns the element. From the element it is not: it bounds the products that may use it.
class EdgePropagator : public ArrayPropagator<EdgePropagator, Gecode::Int::PC_INT_BND> {
public:
  /// The array has the product's coordinates, then the element's. The map lives longer than the space.
  static void post(Gecode::Home Home, Views Of, const IndexMap &Map) { (void)new (Home) EdgePropagator(Home, Of, Map); }
  EdgePropagator(Gecode::Space &Home, EdgePropagator &From) : ArrayPropagator(Home, From), Map(From.Map) {}
  Gecode::ExecStatus propagate(Gecode::Space &Home, const Gecode::ModEventDelta &) override;

private:
  const IndexMap *Map;
  EdgePropagator(Gecode::Home Home, Views &Of, const IndexMap &Of2) : ArrayPropagator(Home, Of), Map(&Of2) {}
  bool tighten(Gecode::Space &Home, const IndexMap::Sum &S, Gecode::Int::IntView &Element, bool &IsChanged);
};

/// The axis-parallel rectangle of figure 3, with any number of dimensions: as soon as the first points of a line tell its direction, what
/// follows is forced.
class RectanglePropagator : public ArrayPropagator<RectanglePropagator, Gecode::Int::PC_INT_VAL> {
public:
  static void post(Gecode::Home Home, Views Of, int Rank, bool IsDense, bool Forces) {
    (void)new (Home) RectanglePropagator(Home, Of, Rank, IsDense, Forces);
  }
  RectanglePropagator(Gecode::Space &Home, RectanglePropagator &From)
      : ArrayPropagator(Home, From), Rank(From.Rank), IsDense(From.IsDense), Forces(From.Forces) {}
  Gecode::ExecStatus propagate(Gecode::Space &Home, const Gecode::ModEventDelta &) override;

private:
  int Rank;
  bool IsDense, Forces;
  /// A dimension of the rectangle; the last one's count is not known yet.
  struct Side {
    int Along, Step, Count;
  };
  struct Known {
    std::vector<Side> Sides;
    std::vector<bool> IsUsed;
    int Inner = 1; ///< points of all sides but the last
  };
  RectanglePropagator(Gecode::Home Home, Views &Of, int Dimensions, bool Dense, bool Force)
      : ArrayPropagator(Home, Of), Rank(Dimensions), IsDense(Dense), Forces(Force) {}
  int points() const { return X.size() / Rank; }
  Gecode::Int::IntView &at(int Point, int Dimension) { return X[Point * Rank + Dimension]; }
  bool isAssigned(int Point);
  std::vector<int> next(int Point, const Known &K);
  bool mayBegin(int Point, const Known &K);
  bool begin(int Point, Known &K);
  Gecode::ExecStatus force(Gecode::Space &Home, int Point, const std::vector<int> &To);
  Gecode::ExecStatus prune(Gecode::Space &Home, int Point, const Known &K, bool MayGoOn, const std::vector<int> &Next);
};

/// No two points are the same.
class DifferentPropagator : public ArrayPropagator<DifferentPropagator, Gecode::Int::PC_INT_VAL> {
public:
  static void post(Gecode::Home Home, Views Of, int Rank) { (void)new (Home) DifferentPropagator(Home, Of, Rank); }
  DifferentPropagator(Gecode::Space &Home, DifferentPropagator &From) : ArrayPropagator(Home, From), Rank(From.Rank) {}
  Gecode::ExecStatus propagate(Gecode::Space &Home, const Gecode::ModEventDelta &) override;

private:
  int Rank;
  DifferentPropagator(Gecode::Home Home, Views &Of, int Dimensions) : ArrayPropagator(Home, Of), Rank(Dimensions) {}
};

} // namespace hexloom
