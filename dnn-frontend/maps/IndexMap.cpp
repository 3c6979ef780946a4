// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "maps/IndexMap.h"
#include "support/Checked.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace hexloom {

namespace {

using Sum = IndexMap::Sum;
using Term = IndexMap::Term;

int64_t floorDiv(int64_t A, int64_t B) { return A / B - (A % B < 0); }
int64_t floorMod(int64_t A, int64_t B) { return A % B < 0 ? A % B + B : A % B; }

void add(Sum &S, const Sum &More, int64_t Times) {
  S.Constant = checkedAdd(S.Constant, checkedMul(More.Constant, Times));
  for (Term T : More.Terms) {
    T.Coefficient = checkedMul(T.Coefficient, Times);
    S.Terms.push_back(T);
  }
}

/// Whether A is the lower part of what B has the upper part of: one term serves for both. It becomes A.
bool joins(Term &A, const Term &B) {
  if (A.Dim != B.Dim || B.Div % A.Div != 0)
    return false;
  const int64_t Between = B.Div / A.Div;
  if (A.Mod == Between && B.Coefficient == checkedMul(A.Coefficient, A.Mod)) { // x % m + m * (x / m % k) is x % (m k)
    A.Mod = B.Mod ? checkedMul(A.Mod, B.Mod) : 0;
    return true;
  }
  if (A.Mod == 0 && B.Mod == 0 && Between > 1 && B.Coefficient == checkedMul(A.Coefficient, -Between)) { // x - m * (x / m) is x % m
    A.Mod = Between;
    return true;
  }
  return false;
}

/// Terms that only differ in their coefficient, and parts of one index, become one each.
void unite(std::vector<Term> &Terms) {
  for (size_t I = 0; I < Terms.size(); ++I)
    for (size_t K = 0; K < Terms.size(); ++K) {
      Term Same = Terms[K];
      Same.Coefficient = Terms[I].Coefficient;
      if (I == K)
        continue;
      if (Same == Terms[I])
        Terms[I].Coefficient = checkedAdd(Terms[I].Coefficient, Terms[K].Coefficient);
      else if (!joins(Terms[I], Terms[K]))
        continue;
      Terms.erase(Terms.begin() + static_cast<long>(K));
      return unite(Terms);
    }
}

} // namespace

IndexMap::IndexMap(Index BoxSizes, std::vector<Sum> Sums) : Sizes(std::move(BoxSizes)), Outputs(std::move(Sums)) {
  for (const Sum &S : Outputs)
    for (const Term &T : S.Terms)
      HEXLOOM_CHECK(T.Dim < Sizes.size() && T.Coefficient > INT64_MIN && T.Div > 0 && T.Mod >= 0, "a term of an index map");
}

IndexMap IndexMap::identity(Index Sizes) {
  std::vector<Sum> Outputs;
  for (size_t D = 0; D < Sizes.size(); ++D)
    Outputs.push_back({0, {{D}}});
  return IndexMap(std::move(Sizes), std::move(Outputs));
}

IndexMap IndexMap::rowMajor(Index Sizes) {
  Sum Place;
  int64_t Step = 1;
  for (size_t D = Sizes.size(); D-- > 0; Step = checkedMul(Step, Sizes[D]))
    Place.Terms.push_back({D, Step});
  return IndexMap(std::move(Sizes), {std::move(Place)});
}

std::optional<IndexMap> IndexMap::reshape(const Index &From, const Index &To) {
  std::vector<Sum> Parts(To.size());
  int64_t Inner = 1;
  for (size_t D = To.size(); D-- > 0; Inner = checkedMul(Inner, To[D]))
    Parts[D].Terms.push_back({0, 1, Inner, To[D]});
  HEXLOOM_CHECK(Inner > 0, "a reshape without elements");
  return IndexMap({Inner}, std::move(Parts)).after(rowMajor(From));
}

int64_t IndexMap::at(size_t Output, const Index &I) const {
  int64_t Result = Outputs[Output].Constant;
  for (const Term &T : Outputs[Output].Terms) {
    const int64_t Quotient = T.Div == 1 ? I[T.Dim] : I[T.Dim] / T.Div;
    Result = checkedAdd(Result, checkedMul(T.Coefficient, T.Mod ? Quotient % T.Mod : Quotient));
  }
  return Result;
}

IndexMap::Index IndexMap::operator()(const Index &I) const {
  Index Result(Outputs.size());
  for (size_t K = 0; K < Outputs.size(); ++K)
    Result[K] = at(K, I);
  return Result;
}

IndexMap::Interval IndexMap::boundsOf(const Term &T) const {
  const int64_t Quotient = std::max<int64_t>(Sizes[T.Dim] - 1, 0) / T.Div;
  const int64_t End = checkedMul(T.Coefficient, T.Mod ? std::min(Quotient, T.Mod - 1) : Quotient);
  return {std::min<int64_t>(End, 0), std::max<int64_t>(End, 0)};
}

IndexMap::Interval IndexMap::boundsOf(const Sum &S) const {
  Interval All{S.Constant, S.Constant};
  for (const Term &T : S.Terms) {
    const Interval Own = boundsOf(T);
    All = {checkedAdd(All.Least, Own.Least), checkedAdd(All.Greatest, Own.Greatest)};
  }
  return All;
}

IndexMap::Interval IndexMap::bounds(size_t Output) const { return boundsOf(Outputs.at(Output)); }

bool IndexMap::isAffine() const {
  return std::all_of(Outputs.begin(), Outputs.end(), [](const Sum &S) {
    return std::all_of(S.Terms.begin(), S.Terms.end(), [](const Term &T) { return T.Div == 1 && T.Mod == 0; });
  });
}

IndexMap::Sum IndexMap::simplified(Sum S) const {
  const auto Reduce = [&](Term &T) { // a modulus that the quotient does not reach changes nothing
    if (T.Mod && std::max<int64_t>(Sizes[T.Dim] - 1, 0) / T.Div < T.Mod)
      T.Mod = 0;
  };
  std::for_each(S.Terms.begin(), S.Terms.end(), Reduce);
  unite(S.Terms);
  std::for_each(S.Terms.begin(), S.Terms.end(), Reduce);
  const auto IsZero = [&](const Term &T) {
    const Interval Own = boundsOf(T);
    return Own.Least == 0 && Own.Greatest == 0;
  };
  S.Terms.erase(std::remove_if(S.Terms.begin(), S.Terms.end(), IsZero), S.Terms.end());
  std::sort(S.Terms.begin(), S.Terms.end(), [](const Term &A, const Term &B) {
    return A.Dim != B.Dim ? A.Dim < B.Dim : A.Div != B.Div ? A.Div > B.Div : A.Mod < B.Mod;
  });
  return S;
}

IndexMap IndexMap::simplified() const {
  std::vector<Sum> Plain;
  for (const Sum &S : Outputs)
    Plain.push_back(simplified(S));
  return IndexMap(Sizes, std::move(Plain));
}

/// The ways to see S as High * Unit + Low with a Unit that divides `By` and 0 <= Low < Unit: whatever is done in steps of Unit leaves
/// Low alone.
std::vector<IndexMap::Split> IndexMap::splits(const Sum &S, int64_t By) const {
  std::vector<Term> Terms = S.Terms;
  std::stable_sort(Terms.begin(), Terms.end(), [](const Term &A, const Term &B) { return std::abs(A.Coefficient) > std::abs(B.Coefficient); });
  std::vector<Split> Found;
  int64_t Unit = By;
  for (size_t I = 0; I < Terms.size(); ++I) {
    Unit = std::gcd(Unit, Terms[I].Coefficient);
    Split Parts{Unit, {floorDiv(S.Constant, Unit)}, {floorMod(S.Constant, Unit)}};
    for (size_t K = 0; K < Terms.size(); ++K) {
      (K <= I ? Parts.High : Parts.Low).Terms.push_back(Terms[K]);
      if (K <= I)
        Parts.High.Terms.back().Coefficient /= Unit;
    }
    const Interval Rest = boundsOf(Parts.Low);
    if (Rest.Least >= 0 && Rest.Greatest < Unit)
      Found.push_back(std::move(Parts));
  }
  return Found;
}

/// The only term of a sum that is nothing else, with coefficient 1; null: it is more.
static const Term *onlyTerm(const Sum &S) {
  return S.Constant == 0 && S.Terms.size() == 1 && S.Terms[0].Coefficient == 1 ? &S.Terms[0] : nullptr;
}

/// S / By, rounded down; S must not be negative.
std::optional<IndexMap::Sum> IndexMap::quotient(const Sum &S, int64_t By) const {
  Sum Whole{floorDiv(S.Constant, By)}, Rest{floorMod(S.Constant, By)};
  for (Term T : S.Terms) {
    const int64_t Times = T.Coefficient / By;
    T.Coefficient -= Times * By;
    if (Times)
      Whole.Terms.push_back({T.Dim, Times, T.Div, T.Mod});
    if (T.Coefficient)
      Rest.Terms.push_back(T);
  }
  Rest = simplified(std::move(Rest));
  const Interval Left = boundsOf(Rest);
  if (floorDiv(Left.Least, By) == floorDiv(Left.Greatest, By)) {
    Whole.Constant = checkedAdd(Whole.Constant, floorDiv(Left.Least, By));
    return simplified(std::move(Whole));
  }
  for (const Split &P : splits(Rest, By)) {
    const Term *Only = onlyTerm(P.High);
    const int64_t Steps = By / P.Unit;
    if (!Only || Only->Mod % Steps != 0) // x % m / k is x / k % (m / k) where k divides m
      continue;
    Whole.Terms.push_back({Only->Dim, 1, checkedMul(Only->Div, Steps), Only->Mod / Steps});
    return simplified(std::move(Whole));
  }
  return std::nullopt;
}

/// S % By; S must not be negative.
std::optional<IndexMap::Sum> IndexMap::remainder(const Sum &S, int64_t By) const {
  Sum Rest{floorMod(S.Constant, By)};
  for (Term T : S.Terms) {
    T.Coefficient %= By;
    if (T.Coefficient)
      Rest.Terms.push_back(T);
  }
  Rest = simplified(std::move(Rest));
  const Interval Left = boundsOf(Rest);
  if (floorDiv(Left.Least, By) == floorDiv(Left.Greatest, By)) {
    Rest.Constant -= floorDiv(Left.Least, By) * By;
    return Rest;
  }
  for (const Split &P : splits(Rest, By)) {
    const Term *Only = onlyTerm(P.High);
    const int64_t Steps = By / P.Unit;
    if (!Only || Only->Mod % Steps != 0) // x % m % k is x % k where k divides m
      continue;
    Sum Result = P.Low;
    Result.Terms.push_back({Only->Dim, P.Unit, Only->Div, Steps});
    return simplified(std::move(Result));
  }
  return std::nullopt;
}

/// S / Div % Mod, the one first or the other.
std::optional<IndexMap::Sum> IndexMap::part(const Sum &S, int64_t Div, int64_t Mod) const {
  const std::optional<Sum> Quotient = quotient(S, Div);
  if (Mod == 0)
    return Quotient;
  if (const std::optional<Sum> Result = Quotient ? remainder(*Quotient, Mod) : std::nullopt)
    return Result;
  const std::optional<Sum> Remainder = remainder(S, checkedMul(Div, Mod));
  return Remainder ? quotient(*Remainder, Div) : std::nullopt;
}

std::optional<IndexMap> IndexMap::after(const IndexMap &First) const {
  HEXLOOM_CHECK(First.Outputs.size() == Sizes.size(), "index maps of other dimensions one after the other");
  std::vector<Sum> Between;
  for (size_t D = 0; D < Sizes.size(); ++D) {
    Between.push_back(First.simplified(First.Outputs[D]));
    const Interval Reached = First.boundsOf(Between[D]);
    if (Reached.Least < 0 || Reached.Greatest >= std::max<int64_t>(Sizes[D], 1))
      return std::nullopt;
  }
  std::vector<Sum> Results;
  for (const Sum &S : Outputs) {
    Sum Result{S.Constant};
    for (const Term &T : S.Terms) {
      const std::optional<Sum> Part = First.part(Between[T.Dim], T.Div, T.Mod);
      if (!Part)
        return std::nullopt;
      add(Result, *Part, T.Coefficient);
    }
    Results.push_back(First.simplified(std::move(Result)));
  }
  return IndexMap(First.Sizes, std::move(Results));
}

std::optional<IndexMap> IndexMap::within(const Index &From, const Index &Part) const {
  HEXLOOM_CHECK(From.size() == Sizes.size() && Part.size() == Sizes.size(), "a part of another box");
  std::vector<Sum> Moved;
  for (size_t D = 0; D < Sizes.size(); ++D)
    Moved.push_back({From[D], {{D}}});
  return after(IndexMap(Part, std::move(Moved)));
}

namespace {

/// A part of a dimension, dimension / Div % Mod, as a sum over outputs.
struct Digit {
  int64_t Div, Mod;
  Sum Value;
};

/// What the terms of an output are, told by the output's value: they must be digits of it, each in its place.
bool readDigits(size_t Output, const Sum &S, const std::function<IndexMap::Interval(const Term &)> &BoundsOf,
                std::vector<std::vector<Digit>> &ByDim) {
  std::vector<Term> Terms = S.Terms;
  std::sort(Terms.begin(), Terms.end(), [](const Term &A, const Term &B) { return A.Coefficient < B.Coefficient; });
  if (Terms.size() == 1 && Terms[0].Coefficient == -1) {
    ByDim[Terms[0].Dim].push_back({Terms[0].Div, Terms[0].Mod, {S.Constant, {{Output, -1}}}});
    return true;
  }
  int64_t Below = 0; // the greatest sum of the terms that were read
  for (size_t I = 0; I < Terms.size(); ++I) {
    const int64_t Unit = Terms[I].Coefficient, Next = I + 1 < Terms.size() ? Terms[I + 1].Coefficient : 0;
    const int64_t Before = floorDiv(S.Constant, std::max<int64_t>(Unit, 1));
    if (Unit <= 0 || checkedAdd(Below, floorMod(S.Constant, Unit)) >= Unit)
      return false;
    Below = checkedAdd(Below, BoundsOf(Terms[I]).Greatest);
    if (Next && (Next % Unit != 0 || Before % (Next / Unit) != 0 || Below >= Next))
      return false;
    ByDim[Terms[I].Dim].push_back({Terms[I].Div, Terms[I].Mod, {Next ? 0 : -Before, {{Output, 1, Unit, Next ? Next / Unit : 0}}}});
  }
  return true;
}

/// A dimension from its digits, the lowest first; nullopt: some are missing.
std::optional<Sum> assemble(const std::vector<Digit> &Digits) {
  Sum Result;
  for (int64_t Reached = 1;;) {
    const auto Next = std::find_if(Digits.begin(), Digits.end(), [&](const Digit &D) { return D.Div == Reached; });
    if (Next == Digits.end())
      return std::nullopt;
    add(Result, Next->Value, Reached);
    if (Next->Mod == 0)
      return Result;
    Reached = checkedMul(Reached, Next->Mod);
  }
}

} // namespace

std::optional<IndexMap> IndexMap::inverse(const Index &Extents) const {
  const IndexMap Plain = simplified();
  std::vector<std::vector<Digit>> ByDim(Sizes.size());
  for (size_t K = 0; K < Outputs.size(); ++K)
    readDigits(K, Plain.Outputs[K], [&](const Term &T) { return boundsOf(T); }, ByDim);
  std::vector<Sum> Back;
  for (size_t D = 0; D < Sizes.size(); ++D) {
    const std::optional<Sum> Own = Sizes[D] <= 1 ? Sum() : assemble(ByDim[D]);
    if (!Own)
      return std::nullopt;
    Back.push_back(*Own);
  }
  return IndexMap(Extents, std::move(Back)).simplified();
}

std::string IndexMap::text() const {
  std::string Box, Results;
  for (int64_t Size : Sizes)
    Box += (Box.empty() ? "" : "x") + std::to_string(Size);
  for (const Sum &S : Outputs) {
    std::string Text;
    for (const Term &T : S.Terms) {
      Text += (Text.empty() ? "" : " + ") + strf("d%zu", T.Dim);
      Text += T.Div == 1 ? "" : " / " + std::to_string(T.Div);
      Text += T.Mod == 0 ? "" : " % " + std::to_string(T.Mod);
      Text += T.Coefficient == 1 ? "" : " * " + std::to_string(T.Coefficient);
    }
    if (S.Constant || Text.empty())
      Text += (Text.empty() ? "" : " + ") + std::to_string(S.Constant);
    Results += (Results.empty() ? "" : ", ") + Text;
  }
  return "[" + Box + "] -> (" + Results + ")";
}

} // namespace hexloom
