// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What accesses say. Layouts matter to an operator that reads several elements for one, or that takes an element to another dimension; its output has a
// layout of its own choice if it computes.
#include "classes/Classes.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>

namespace hexloom {

namespace {

using Index = IndexMap::Index;
using Sum = IndexMap::Sum;

/// An access as the questions need it: of axes of one index nothing is asked.
class Reading {
public:
  Reading(const Graph &G, const Op &O, const Access &A) : A(A), InSizes(sizesOf(G.in(O, A.Input).Dims)), OutSizes(sizesOf(G.out(O, A.Output).Dims)) {}

  /// Whether some element of the output is made of several.
  bool readsSeveral() const { return anyAxis([&](size_t Axis) { return walks(A.In, Axis) && !walks(A.Out, Axis); }); }

  /// Whether some element may be read for several of the output.
  bool isReadOften() const {
    if (!isAffine())
      return false; // a view
    return anyAxis([&](size_t Axis) { return walks(A.Out, Axis) && !walks(A.In, Axis); }) || !tellsApart(A.In);
  }

  /// Whether each dimension's index follows from that dimension's index in the output.
  bool keepsDimensions() const {
    if (!isAffine())
      return A.In.outputs() == A.Out.outputs();
    if (A.In.outputs().size() != A.Out.outputs().size())
      return false;
    return !anyAxis([&](size_t Axis) {
      for (size_t D = 0; D < A.In.outputs().size(); ++D)
        if (hasTerm(A.In.outputs()[D], Axis) && !hasTerm(A.Out.outputs()[D], Axis))
          return true;
      return false;
    });
  }

  /// Whether elements follow one another as those made of them do, row-major.
  bool keepsOrder() const {
    const std::vector<int64_t> From = strides(A.In, InSizes), To = strides(A.Out, OutSizes);
    if (!isAffine())
      return true; // a view
    std::vector<size_t> Axes;
    for (size_t Axis = 0; Axis < A.In.sizes().size(); ++Axis)
      if (A.In.sizes()[Axis] > 1)
        Axes.push_back(Axis);
    std::stable_sort(Axes.begin(), Axes.end(), [&](size_t X, size_t Y) { return From[X] < From[Y]; });
    int64_t FromSpan = 0, ToSpan = 0;
    for (const size_t Axis : Axes) {
      if (From[Axis] <= FromSpan || To[Axis] <= ToSpan)
        return false;
      FromSpan += From[Axis] * (A.In.sizes()[Axis] - 1);
      ToSpan += To[Axis] * (A.In.sizes()[Axis] - 1);
    }
    return true;
  }

  /// Row-major places from the first to the last.
  IndexMap::Interval inPlaces() const { return places(A.In, InSizes); }
  IndexMap::Interval outPlaces() const { return places(A.Out, OutSizes); }
  const Access &access() const { return A; }

private:
  const Access &A;
  const Index InSizes, OutSizes;

  static Index sizesOf(const Shape &S) { return Index(S.begin(), S.end()); }
  static bool hasTerm(const Sum &S, size_t Axis) {
    return std::any_of(S.Terms.begin(), S.Terms.end(), [&](const IndexMap::Term &T) { return T.Dim == Axis && T.Coefficient; });
  }
  static bool walks(const IndexMap &M, size_t Axis) {
    return std::any_of(M.outputs().begin(), M.outputs().end(), [&](const Sum &S) { return hasTerm(S, Axis); });
  }
  bool isAffine() const { return A.In.isAffine() && A.Out.isAffine(); }
  bool isChosen(size_t Axis) const { return !A.Chosen.empty() && A.Chosen[Axis]; }
  template <class Function> bool anyAxis(Function F) const {
    for (size_t Axis = 0; Axis < A.In.sizes().size(); ++Axis)
      if (A.In.sizes()[Axis] > 1 && !isChosen(Axis) && F(Axis))
        return true;
    return false;
  }
  /// Whether an element's index says which index each of its axes has: a dimension does as digits do, of axes that no other one tells.
  bool tellsApart(const IndexMap &M) const {
    std::set<size_t> Told;
    size_t Before = 0;
    do {
      Before = Told.size();
      for (const Sum &S : M.outputs())
        tell(S, M.sizes(), Told);
    } while (Told.size() > Before);
    return !anyAxis([&](size_t Axis) { return walks(M, Axis) && !Told.count(Axis); });
  }
  void tell(const Sum &S, const Index &Sizes, std::set<size_t> &Told) const {
    std::vector<IndexMap::Term> Terms;
    const auto IsAsked = [&](const IndexMap::Term &T) { return Sizes[T.Dim] > 1 && !isChosen(T.Dim) && !Told.count(T.Dim); };
    std::copy_if(S.Terms.begin(), S.Terms.end(), std::back_inserter(Terms), IsAsked);
    std::sort(Terms.begin(), Terms.end(), [](const auto &X, const auto &Y) { return std::abs(X.Coefficient) < std::abs(Y.Coefficient); });
    int64_t Span = 0;
    for (const IndexMap::Term &T : Terms) {
      if (std::abs(T.Coefficient) <= Span)
        return;
      Span += std::abs(T.Coefficient) * (Sizes[T.Dim] - 1);
    }
    for (const IndexMap::Term &T : Terms)
      Told.insert(T.Dim);
  }
  /// How far a step of each axis goes, row-major.
  static std::vector<int64_t> strides(const IndexMap &M, const Index &Sizes) {
    std::vector<int64_t> All(M.sizes().size(), 0);
    int64_t Behind = 1;
    for (size_t D = M.outputs().size(); D-- > 0; Behind *= D < Sizes.size() ? Sizes[D] : 1)
      for (const IndexMap::Term &T : M.outputs()[D].Terms)
        All[T.Dim] += T.Coefficient * Behind;
    return All;
  }
  static IndexMap::Interval places(const IndexMap &M, const Index &Sizes) {
    IndexMap::Interval All{0, 0};
    int64_t Behind = 1;
    for (size_t D = M.outputs().size(); D-- > 0; Behind *= D < Sizes.size() ? Sizes[D] : 1) {
      const IndexMap::Interval I = M.bounds(D);
      All.Least += I.Least * Behind;
      All.Greatest += I.Greatest * Behind;
    }
    return All;
  }
};

/// The greatest number that divides all steps along an output; 0: there are none.
int64_t stepOf(const Sum &S, const Index &Sizes) {
  int64_t Step = 0;
  for (const IndexMap::Term &T : S.Terms)
    if (Sizes[T.Dim] > 1)
      Step = std::gcd(Step, std::abs(T.Coefficient));
  return Step;
}

/// Whether no element is an output of both, as the bounds or the steps along some dimension tell.
bool areApart(const IndexMap &A, const IndexMap &B) {
  for (size_t D = 0; D < A.outputs().size(); ++D) {
    const IndexMap::Interval I = A.bounds(D), J = B.bounds(D);
    const int64_t Step = std::gcd(stepOf(A.outputs()[D], A.sizes()), stepOf(B.outputs()[D], B.sizes()));
    if (I.Greatest < J.Least || J.Greatest < I.Least || (Step > 1 && (I.Least - J.Least) % Step != 0))
      return true;
  }
  return false;
}

/// What all accesses of one input say together.
class Input {
public:
  void add(const Reading &R) { All.push_back(R); }
  bool isEmpty() const { return All.empty(); }
  bool isIndex() const { return All[0].access().Decides; }
  bool readsSeveral() const { return any(&Reading::readsSeveral); }
  bool isReadOften() const {
    return any(&Reading::isReadOften) || anyPair([](const Access &A, const Access &B) { return !areApart(A.In, B.In); });
  }
  bool keepsDimensions() const { return !anyNot(&Reading::keepsDimensions) && !anyPair(mixesDimensions); }
  bool keepsOrder() const {
    if (anyNot(&Reading::keepsOrder))
      return false;
    std::vector<const Reading *> InOrder;
    for (const Reading &R : All)
      InOrder.push_back(&R);
    std::stable_sort(InOrder.begin(), InOrder.end(), [](const Reading *A, const Reading *B) {
      return std::make_pair(A->access().Output, A->outPlaces().Least) < std::make_pair(B->access().Output, B->outPlaces().Least);
    });
    for (size_t I = 1; I < InOrder.size(); ++I) {
      const Reading &A = *InOrder[I - 1], &B = *InOrder[I];
      if (A.access().Output == B.access().Output &&
          (A.outPlaces().Greatest >= B.outPlaces().Least || A.inPlaces().Greatest >= B.inPlaces().Least))
        return false;
    }
    return true;
  }
  Mapping mapping() const {
    return readsSeveral()      ? Mapping::ManyToMany
           : isReadOften()     ? Mapping::OneToMany
           : keepsDimensions() ? Mapping::OneToOne
           : keepsOrder()      ? Mapping::Reorganize
                               : Mapping::Shuffle;
  }

private:
  std::vector<Reading> All;

  bool any(bool (Reading::*Is)() const) const {
    return std::any_of(All.begin(), All.end(), [&](const Reading &R) { return (R.*Is)(); });
  }
  bool anyNot(bool (Reading::*Is)() const) const {
    return std::any_of(All.begin(), All.end(), [&](const Reading &R) { return !(R.*Is)(); });
  }
  template <class Function> bool anyPair(Function F) const {
    for (size_t I = 0; I < All.size(); ++I)
      for (size_t K = 0; K < I; ++K)
        if (F(All[I].access(), All[K].access()))
          return true;
    return false;
  }
  /// Whether where two accesses read differs in a dimension in which they write the same indices.
  static bool mixesDimensions(const Access &A, const Access &B) {
    if (A.Output != B.Output)
      return false;
    for (size_t D = 0; D < A.In.outputs().size(); ++D) {
      const IndexMap::Interval In[] = {A.In.bounds(D), B.In.bounds(D)}, Out[] = {A.Out.bounds(D), B.Out.bounds(D)};
      const bool Reads = In[0].Least != In[1].Least || In[0].Greatest != In[1].Greatest;
      if (Reads && Out[0].Greatest >= Out[1].Least && Out[1].Greatest >= Out[0].Least)
        return true;
    }
    return false;
  }
};

} // namespace

const char *text(Mapping M) {
  static const char *const Texts[] = {
#define MAPPING(NAME, TEXT, WHAT) TEXT,
#include "classes/mappings.def"
  };
  return Texts[static_cast<size_t>(M)];
}

const char *text(LayoutClass C) {
  static const char *const Texts[] = {
#define CLASS(NAME, TEXT, WHAT) TEXT,
#include "classes/pairs.def"
      "none"};
  return Texts[static_cast<size_t>(C)];
}

std::optional<OperatorClass> classOf(const Graph &G, const Op &O) {
  const std::optional<Accesses> Its = accessesOf(G, O);
  if (!Its || Its->All.empty())
    return std::nullopt;
  constexpr size_t kMostAccesses = 1 << 10; // pairs of which are asked for
  if (Its->All.size() > kMostAccesses)
    return std::nullopt;
  std::vector<Input> Inputs(O.Inputs.size());
  for (const Access &A : Its->All)
    Inputs[A.Input].add(Reading(G, O, A));
  // Constants can have any order, and indices say where others go: they count where there is nothing else.
  const auto Counts = [&](size_t I, int Rank) {
    return !Inputs[I].isEmpty() && (Rank > 0 || !G.in(O, I).isConst()) && (Rank > 1 || !Inputs[I].isIndex());
  };
  int Rank = 0;
  const auto IsAny = [&] {
    for (size_t I = 0; I < Inputs.size(); ++I)
      if (Counts(I, Rank))
        return true;
    return false;
  };
  while (!IsAny())
    ++Rank;
  OperatorClass C{Mapping::OneToOne, LayoutClass::IldVariable};
  bool Depends = false;
  for (size_t I = 0; I < Inputs.size(); ++I)
    if (Counts(I, Rank)) {
      C.Its = std::max(C.Its, Inputs[I].mapping());
      Depends |= Inputs[I].readsSeveral() || !Inputs[I].keepsDimensions();
    }
  C.Layout = Its->Computes ? (Depends ? LayoutClass::IldVariable : LayoutClass::IliVariable) : (Depends ? LayoutClass::IldFixed : LayoutClass::IliFixed);
  return C;
}

} // namespace hexloom
