// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One form for definitions that compute the same by the laws of whole numbers:
//
//   d.w[i] = SUM(2, b.h[j] * a.h[i*2+j]) + d.w[i]    becomes
//   d.w[i] = d.w[i] + a.h[i*2] * b.h[0] + a.h[i*2 + 1] * b.h[1]
//
// Two definitions of one meaning may still differ: laws of division, shifts and bits are not among these.
#include "expr/Definition.h"
#include "support/Checked.h"

#include <algorithm>

namespace hexloom {

namespace {

/// An index with an axis that is a number.
void fix(IndexMap::Sum &S, size_t Axis, int64_t Number) {
  for (const IndexMap::Term &T : S.Terms)
    if (T.Dim == Axis)
      S.Constant = checkedAdd(S.Constant, checkedMul(T.Coefficient, T.Mod ? Number / T.Div % T.Mod : Number / T.Div));
  S.Terms.erase(std::remove_if(S.Terms.begin(), S.Terms.end(), [&](const IndexMap::Term &T) { return T.Dim == Axis; }), S.Terms.end());
}

Expr fixed(Expr E, size_t Axis, int64_t Number) {
  if (E.Kind == ExprKind::Axis && E.Value == static_cast<int64_t>(Axis))
    return Expr::number(Number);
  if (E.Place)
    fix(*E.Place, Axis, Number);
  for (Expr &Each : E.Operands)
    Each = fixed(std::move(Each), Axis, Number);
  return E;
}

/// A factor, and what it is a factor of: no number, or the number 1.
std::pair<int64_t, Expr> factorOf(const Expr &E) {
  if (E.isNumber())
    return {E.Value, Expr::number(1)};
  if (E.Kind != ExprKind::Multiply || !E.Operands[0].isNumber())
    return {1, E};
  if (E.Operands.size() == 2)
    return {E.Operands[0].Value, E.Operands[1]};
  return {E.Operands[0].Value, Expr::of(ExprKind::Multiply, {E.Operands.begin() + 1, E.Operands.end()})};
}

Expr multiplied(int64_t Factor, const Expr &E) {
  if (Factor == 0 || E.isNumber())
    return Expr::number(Factor ? checkedMul(Factor, E.Value) : 0);
  if (Factor == 1)
    return E;
  std::vector<Expr> Of = E.Kind == ExprKind::Multiply ? E.Operands : std::vector<Expr>{E};
  Of.insert(Of.begin(), Expr::number(Factor));
  return Expr::of(ExprKind::Multiply, std::move(Of));
}

class Canon {
public:
  explicit Canon(const Definition &D) : Axes(D.Axes) {}

  Expr form(const Expr &E) const {
    if (E.Kind == ExprKind::Element)
      return element(E);
    if (E.Kind == ExprKind::Sum)
      return form(written(E));
    if (const std::optional<IndexMap::Sum> Index = indexSum(E, Axes))
      return ofIndex(*Index);
    Expr Result = E;
    for (Expr &Each : Result.Operands)
      Each = form(Each);
    const auto IsNumber = [](const Expr &Each) { return Each.isNumber(); };
    if (Result.Operands.size() <= 3 && !Result.Operands.empty() && std::all_of(Result.Operands.begin(), Result.Operands.end(), IsNumber))
      return folded(Result);
    switch (E.Kind) {
    case ExprKind::Add:
      return sum(Result.Operands);
    case ExprKind::Multiply:
      return product(Result.Operands);
    case ExprKind::Select:
      return choice(std::move(Result));
    case ExprKind::Less:
      return less(std::move(Result));
    default:
      return commutes(E.Kind) ? sorted(std::move(Result)) : Result;
    }
  }

private:
  const std::vector<int64_t> &Axes;

  Expr element(const Expr &E) const {
    Expr Result = E;
    if (!E.Place)
      Result.Operands[0] = form(E.Operands[0]);
    if (const std::optional<IndexMap::Sum> Index = E.Place ? E.Place : indexSum(Result.Operands[0], Axes)) {
      Result.Place = IndexMap(Axes, {*Index}).simplified().outputs()[0];
      Result.Operands.clear();
    }
    return Result;
  }

  Expr written(const Expr &Sum) const {
    std::vector<Expr> Terms;
    for (int64_t J = 0; J < Axes[static_cast<size_t>(Sum.Value)]; ++J)
      Terms.push_back(fixed(Sum.Operands[0], static_cast<size_t>(Sum.Value), J));
    return Terms.size() == 1 ? Terms[0] : Expr::of(ExprKind::Add, std::move(Terms));
  }

  /// What reads no element, from the sum that it is.
  Expr ofIndex(const IndexMap::Sum &Index) const {
    std::vector<Expr> Terms = {Expr::number(Index.Constant)};
    for (const IndexMap::Term &T : Index.Terms) {
      Expr Part = Expr::axis(T.Dim);
      if (T.Div > 1)
        Part = Expr::of(ExprKind::Divide, {std::move(Part), Expr::number(T.Div)});
      if (T.Mod)
        Part = Expr::of(ExprKind::Remainder, {std::move(Part), Expr::number(T.Mod)});
      Terms.push_back(multiplied(T.Coefficient, Part));
    }
    return sum(Terms);
  }

  static Expr folded(const Expr &E) {
    if (E.Kind == ExprKind::Add || E.Kind == ExprKind::Multiply) { // of three, perhaps
      int64_t All = E.Operands[0].Value;
      for (size_t I = 1; I < E.Operands.size(); ++I)
        All = compute(E.Kind, 0, {All, E.Operands[I].Value});
      return Expr::number(All);
    }
    std::vector<int64_t> Of;
    for (const Expr &Each : E.Operands)
      Of.push_back(Each.Value);
    return Of.size() == 3 && commutes(E.Kind) ? sorted(E) : Expr::number(compute(E.Kind, E.Value, Of));
  }

  /// The operands of E's own kind among its operands are its operands.
  static std::vector<Expr> flattened(ExprKind Kind, const std::vector<Expr> &Of) {
    std::vector<Expr> All;
    for (const Expr &Each : Of)
      if (Each.Kind == Kind)
        All.insert(All.end(), Each.Operands.begin(), Each.Operands.end());
      else
        All.push_back(Each);
    return All;
  }

  static Expr sorted(Expr E) {
    if (E.Kind != ExprKind::Maximum && E.Kind != ExprKind::Minimum && E.Kind != ExprKind::Equal)
      E.Operands = flattened(E.Kind, E.Operands);
    std::sort(E.Operands.begin(), E.Operands.end());
    return E;
  }

  /// The sum of `Of` with each summand once, by its factor. Products of a sum and a number are such sums already.
  static Expr sum(const std::vector<Expr> &Of) {
    std::vector<std::pair<Expr, int64_t>> Parts;
    for (const Expr &Each : flattened(ExprKind::Add, Of)) {
      const auto [Factor, Part] = factorOf(Each);
      const auto Same = std::find_if(Parts.begin(), Parts.end(), [&, &P = Part](const auto &Known) { return Known.first == P; });
      if (Same == Parts.end())
        Parts.emplace_back(Part, Factor);
      else
        Same->second = checkedAdd(Same->second, Factor);
    }
    std::sort(Parts.begin(), Parts.end(), [](const auto &A, const auto &B) { // the number is the last one, to be read as an offset
      return A.first.isNumber() != B.first.isNumber() ? B.first.isNumber() : A.first < B.first;
    });
    std::vector<Expr> Terms;
    for (const auto &[Part, Factor] : Parts)
      if (Factor)
        Terms.push_back(multiplied(Factor, Part));
    return Terms.empty() ? Expr::number(0) : Terms.size() == 1 ? Terms[0] : Expr::of(ExprKind::Add, std::move(Terms));
  }

  static Expr product(const std::vector<Expr> &Of) {
    int64_t Factor = 1;
    std::vector<Expr> Factors;
    for (const Expr &Each : flattened(ExprKind::Multiply, Of))
      if (Each.isNumber())
        Factor = checkedMul(Factor, Each.Value);
      else
        Factors.push_back(Each);
    if (Factors.size() == 1 && Factors[0].Kind == ExprKind::Add) {
      std::vector<Expr> Terms;
      for (const Expr &Each : Factors[0].Operands) {
        const auto [Own, Part] = factorOf(Each);
        Terms.push_back(multiplied(checkedMul(Factor, Own), Part));
      }
      return sum(Terms);
    }
    std::sort(Factors.begin(), Factors.end());
    return multiplied(Factor, Factors.size() == 1 ? Factors[0] : Expr::of(ExprKind::Multiply, std::move(Factors)));
  }

  /// A comparison's result, 0 or 1, if it follows from the bounds of its sides, which then read no element; otherwise E.
  Expr less(Expr E) const {
    const std::optional<IndexMap::Sum> A = indexSum(E.Operands[0], Axes), B = indexSum(E.Operands[1], Axes);
    if (!A || !B)
      return E;
    const IndexMap::Interval Low = IndexMap(Axes, {*A}).bounds(0), High = IndexMap(Axes, {*B}).bounds(0);
    return Low.Greatest < High.Least ? Expr::number(1) : Low.Least >= High.Greatest ? Expr::number(0) : E;
  }

  static Expr choice(Expr E) {
    Expr &If = E.Operands[0], &Then = E.Operands[1], &Else = E.Operands[2];
    if (If.isNumber())
      return If.Value ? Then : Else;
    if (Then == Else)
      return Then;
    if (If.Kind != ExprKind::Less)
      return E;
    if ((If.Operands[0] == Else && If.Operands[1] == Then) || (If.Operands[0] == Then && If.Operands[1] == Else))
      return sorted(Expr::of(If.Operands[0] == Else ? ExprKind::Maximum : ExprKind::Minimum, {Then, Else}));
    if (If.Operands[0].isNumber() && !If.Operands[1].isNumber()) { // n < x is no x < n + 1
      If = Expr::of(ExprKind::Less, {If.Operands[1], Expr::number(checkedAdd(If.Operands[0].Value, 1))});
      std::swap(Then, Else);
    }
    return E;
  }
};

} // namespace

Definition Definition::canonical() const {
  const Canon Of(*this);
  Definition D;
  D.Tensors = Tensors;
  D.Axes = {Axes[0]};
  D.Result = Of.form(Result);
  D.Body = Of.form(Body);
  return D;
}

} // namespace hexloom
