// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expr/Definition.h"
#include "support/Checked.h"

#include <algorithm>
#include <numeric>

namespace hexloom {

template <class Function> static void forEachElement(const Expr &E, const Function &Do) {
  if (E.Kind == ExprKind::Element)
    Do(E);
  for (const Expr &Each : E.Operands)
    forEachElement(Each, Do);
}

std::vector<Definition::Access> Definition::accesses() const {
  std::vector<Access> All;
  forEachElement(Body, [&](const Expr &E) {
    All.push_back({static_cast<int>(E.Value), E.Type, E.Place ? std::optional(IndexMap(Axes, {*E.Place})) : std::nullopt});
  });
  return All;
}

bool Definition::isMapped() const {
  const std::vector<Access> All = accesses();
  return std::all_of(All.begin(), All.end(), [](const Access &A) { return A.Map.has_value(); });
}

bool Definition::readsResult() const {
  bool Reads = false;
  forEachElement(Body, [&](const Expr &E) { Reads |= E.Value == 0; });
  return Reads;
}

namespace {

using Sum = IndexMap::Sum;

/// A part of a sum that is never negative.
std::optional<Sum> partOf(const Sum &S, const std::vector<int64_t> &Axes, int64_t Div, int64_t Mod) {
  const IndexMap Inner(Axes, {S});
  const IndexMap::Interval Bounds = Inner.bounds(0);
  if (Bounds.Least < 0)
    return std::nullopt;
  const std::optional<IndexMap> Whole = IndexMap({checkedAdd(Bounds.Greatest, 1)}, {{0, {{0, 1, Div, Mod}}}}).after(Inner);
  return Whole ? std::optional(Whole->outputs()[0]) : std::nullopt;
}

Sum scaled(Sum S, int64_t By) {
  S.Constant = checkedMul(S.Constant, By);
  for (IndexMap::Term &T : S.Terms)
    T.Coefficient = checkedMul(T.Coefficient, By);
  if (By == 0)
    S.Terms.clear();
  return S;
}

Sum added(Sum A, const Sum &B) {
  A.Constant = checkedAdd(A.Constant, B.Constant);
  A.Terms.insert(A.Terms.end(), B.Terms.begin(), B.Terms.end());
  return A;
}

Sum plain(Sum S, const std::vector<int64_t> &Axes) { return IndexMap(Axes, {std::move(S)}).simplified().outputs()[0]; }

/// The sum Then where If is 1, Else where it is 0. Nullopt: If has other values, or the two differ by more than a constant.
std::optional<Sum> chosen(const Sum &If, const Sum &Then, const Sum &Else, const std::vector<int64_t> &Axes) {
  const IndexMap::Interval Bounds = IndexMap(Axes, {If}).bounds(0);
  const Sum Apart = plain(added(Then, scaled(Else, -1)), Axes);
  if (Bounds.Least < 0 || Bounds.Greatest > 1 || !Apart.Terms.empty())
    return std::nullopt;
  return added(Else, scaled(If, Apart.Constant));
}

/// The expression as a sum that is not simplified; nullopt: it is none.
std::optional<Sum> rawSum(const Expr &E, const std::vector<int64_t> &Axes) {
  if (E.isNumber())
    return Sum{E.Value};
  if (E.Kind == ExprKind::Axis)
    return Sum{0, {{static_cast<size_t>(E.Value)}}};
  if (E.Kind == ExprKind::Element || E.Kind == ExprKind::Sum)
    return std::nullopt;
  std::vector<Sum> Of;
  for (const Expr &Each : E.Operands)
    if (std::optional<Sum> S = rawSum(Each, Axes))
      Of.push_back(std::move(*S));
    else
      return std::nullopt;
  const auto IsConstant = [&](size_t I) { return Of[I].Terms.empty(); };
  if (E.Kind == ExprKind::Add)
    return std::accumulate(Of.begin() + 1, Of.end(), Of[0], added);
  if (E.Kind == ExprKind::Select)
    return IsConstant(0) ? Of[0].Constant ? Of[1] : Of[2] : chosen(Of[0], Of[1], Of[2], Axes);
  if (E.Kind == ExprKind::Multiply && Of.size() == 2 && (IsConstant(0) || IsConstant(1)))
    return IsConstant(0) ? scaled(Of[1], Of[0].Constant) : scaled(Of[0], Of[1].Constant);
  if ((E.Kind == ExprKind::Divide || E.Kind == ExprKind::Remainder) && IsConstant(1) && Of[1].Constant > 0)
    return E.Kind == ExprKind::Divide ? partOf(Of[0], Axes, Of[1].Constant, 0) : partOf(Of[0], Axes, 1, Of[1].Constant);
  return std::nullopt;
}

} // namespace

std::optional<IndexMap::Sum> indexSum(const Expr &E, const std::vector<int64_t> &Axes) {
  std::optional<Sum> S = rawSum(E, Axes);
  const bool IsPlain = !S || E.isNumber() || E.Kind == ExprKind::Axis;
  return IsPlain ? S : plain(std::move(*S), Axes);
}

} // namespace hexloom
