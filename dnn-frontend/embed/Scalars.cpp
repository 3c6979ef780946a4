// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "embed/Scalars.h"
#include "support/Checked.h"
#include "support/Rounding.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace hexloom {

namespace {

constexpr int64_t kMostProducts = 1 << 14; // of an instruction

/// A summand, at an index of the axis that its SUM is over.
struct Summand {
  const Expr *E;
  std::vector<int64_t> Index; ///< of the axes; that of the lanes is not known yet
};

/// The summands but for the result itself; false: it is added to another place.
bool collect(const Expr &E, const Definition &D, std::vector<int64_t> Index, std::vector<Summand> &All) {
  if (E.Kind == ExprKind::Saturate)
    return collect(E.Operands[0], D, std::move(Index), All);
  if (E.Kind == ExprKind::Element && E.Value == 0)
    return E == D.Result;
  bool IsGood = true;
  if (E.Kind == ExprKind::Add) {
    for (const Expr &Each : E.Operands)
      IsGood &= collect(Each, D, Index, All);
  } else if (E.Kind == ExprKind::Sum) {
    const auto Axis = static_cast<size_t>(E.Value);
    for (Index[Axis] = 0; Index[Axis] < D.Axes[Axis]; ++Index[Axis])
      IsGood &= collect(E.Operands[0], D, Index, All);
  } else {
    All.push_back({&E, std::move(Index)});
  }
  return IsGood;
}

/// The tensors whose elements E may be; nothing if it is no element that the axes decide.
std::set<int64_t> tensorsOf(const Expr &E) {
  if (E.Kind == ExprKind::Element && E.Place)
    return {E.Value};
  if (E.Kind != ExprKind::Select)
    return {};
  std::set<int64_t> Then = tensorsOf(E.Operands[1]), Else = tensorsOf(E.Operands[2]);
  if (Then.empty() || Else.empty())
    return {};
  Then.merge(Else);
  return Then;
}

/// The number that an expression of axes has; nullopt: it reads elements.
std::optional<int64_t> valueOf(const Expr &E, const std::vector<int64_t> &Index) {
  if (E.isNumber())
    return E.Value;
  if (E.Kind == ExprKind::Axis)
    return Index[static_cast<size_t>(E.Value)];
  if (E.Kind == ExprKind::Element || E.Kind == ExprKind::Sum)
    return std::nullopt;
  std::vector<int64_t> Of;
  for (const Expr &Each : E.Operands) {
    const std::optional<int64_t> V = valueOf(Each, Index);
    if (!V)
      return std::nullopt;
    Of.push_back(*V);
  }
  return compute(E.Kind, E.Value, Of);
}

int64_t valueOf(const IndexMap::Sum &S, const std::vector<int64_t> &Index) {
  int64_t Value = S.Constant;
  for (const IndexMap::Term &T : S.Terms) {
    const int64_t Part = Index[T.Dim] / T.Div;
    Value += T.Coefficient * (T.Mod ? Part % T.Mod : Part);
  }
  return Value;
}

struct Place {
  int64_t Tensor, Index;
};

std::optional<Place> placeOf(const Expr &E, const std::vector<int64_t> &Index) {
  if (E.Kind == ExprKind::Element)
    return Place{E.Value, valueOf(*E.Place, Index)};
  const std::optional<int64_t> If = valueOf(E.Operands[0], Index);
  return If ? placeOf(E.Operands[*If ? 1 : 2], Index) : std::nullopt;
}

/// A factor of all products.
class Factor {
public:
  /// False: the elements have several types.
  bool reads(const Expr &E) {
    for (const Expr &Each : E.Operands)
      if (E.Kind == ExprKind::Select && tensorsOf(Each).size() && !reads(Each))
        return false;
    if (E.Kind != ExprKind::Element)
      return true;
    Bytes = Bytes ? Bytes : E.Type.bytes();
    Tensors.insert(E.Value);
    return Bytes == E.Type.bytes();
  }
  ScalarInstruction::Operand operand(const Definition &D) {
    ScalarInstruction::Operand O{"", 0, {}};
    for (const int64_t T : Tensors) {
      First[T] = O.Elements;
      O.Name += T ? static_cast<char>('a' + T - 1) : 'd';
      O.Elements += D.Tensors[static_cast<size_t>(T)] / Bytes;
    }
    return O;
  }
  int element(const Place &P) const { return static_cast<int>(First.at(P.Tensor) + P.Index); }
  const std::set<int64_t> &tensors() const { return Tensors; }

private:
  std::set<int64_t> Tensors;
  std::map<int64_t, int64_t> First;
  int Bytes = 0;
};

/// Whether each operand's elements change places one for one if Other(product) takes each product's place.
template <class Function> bool isSame(const ScalarInstruction &I, const Function &Other) {
  for (const ScalarInstruction::Operand &O : I.Operands) {
    std::vector<int> To(static_cast<size_t>(O.Elements) + 1, -2), From = To; // the last one: the number 1
    const auto At = [&](int E) { return E < 0 ? static_cast<size_t>(O.Elements) : static_cast<size_t>(E); };
    for (int64_t Lane = 0; Lane < I.Lanes; ++Lane)
      for (int64_t Term = 0; Term < I.Terms; ++Term) {
        const int Is = O.Of[I.product(Lane, Term)], Becomes = O.Of[Other(Lane, Term)];
        int &Image = To[At(Is)], &Source = From[At(Becomes)];
        if ((Image != -2 && Image != Becomes) || (Source != -2 && Source != Is) || (Is < 0) != (Becomes < 0))
          return false;
        Image = Becomes;
        Source = Is;
      }
  }
  return true;
}

int64_t exchanged(int64_t Index, int64_t First) { return Index == First ? First + 1 : Index == First + 1 ? First : Index; }

void findSymmetries(ScalarInstruction &I) {
  I.LanesCommute = I.TermsCommute = true;
  for (int64_t First = 0; I.LanesCommute && First + 1 < I.Lanes; ++First)
    I.LanesCommute = isSame(I, [&](int64_t Lane, int64_t Term) { return I.product(exchanged(Lane, First), Term); });
  for (int64_t First = 0; I.TermsCommute && First + 1 < I.Terms; ++First)
    I.TermsCommute = isSame(I, [&](int64_t Lane, int64_t Term) { return I.product(Lane, exchanged(Term, First)); });
}

} // namespace

std::optional<ScalarInstruction> scalarsOf(const std::string &Name, const Definition &D) {
  std::vector<Summand> Terms;
  if (!collect(D.Body, D, std::vector<int64_t>(D.Axes.size()), Terms) || Terms.empty() ||
      D.Axes[0] * static_cast<int64_t>(Terms.size()) > kMostProducts)
    return std::nullopt;
  const auto IsProduct = [](const Expr &E) { return E.Kind == ExprKind::Multiply && E.Operands.size() == 2; };
  const auto FactorOf = [&](const Expr &E, size_t Which) -> const Expr & { return IsProduct(E) ? E.Operands[Which] : E; };
  bool HasProducts = false;
  Factor Factors[3];
  Factors[0].reads(D.Result);
  for (const Summand &T : Terms) {
    HasProducts |= IsProduct(*T.E);
    for (const size_t Which : {0, 1})
      if (Which == 0 || IsProduct(*T.E)) {
        const Expr &F = FactorOf(*T.E, Which);
        if (tensorsOf(F).empty() || !Factors[1 + Which].reads(F))
          return std::nullopt;
      }
  }
  for (const int64_t T : Factors[1].tensors())
    if (Factors[2].tensors().count(T))
      return std::nullopt;
  if (!HasProducts)
    return std::nullopt;

  ScalarInstruction I{Name, D.Axes[0], static_cast<int64_t>(Terms.size()), {}};
  for (Factor &F : Factors)
    I.Operands.push_back(F.operand(D));
  for (int64_t Lane = 0; Lane < I.Lanes; ++Lane)
    for (Summand &T : Terms) {
      T.Index[0] = Lane;
      const std::optional<Place> Of[] = {placeOf(D.Result, T.Index), placeOf(FactorOf(*T.E, 0), T.Index),
                                         IsProduct(*T.E) ? placeOf(T.E->Operands[1], T.Index) : std::nullopt};
      if (!Of[1] || (IsProduct(*T.E) && !Of[2]))
        return std::nullopt;
      for (size_t O = 0; O < 3; ++O)
        I.Operands[O].Of.push_back(Of[O] ? Factors[O].element(*Of[O]) : -1);
    }
  findSymmetries(I);
  return I;
}

int64_t ScalarOperator::products() const {
  int64_t Count = 1;
  for (const Axis &A : Axes)
    Count = checkedMul(Count, A.Filled);
  return Count;
}

std::vector<int64_t> ScalarOperator::extents() const {
  std::vector<int64_t> All;
  for (const Axis &A : Axes)
    All.push_back(A.Extent);
  return All;
}

size_t ScalarOperator::axisNamed(const std::string &Name) const {
  std::string Names;
  for (size_t A = 0; A < Axes.size(); ++A) {
    if (Axes[A].Name == Name)
      return A;
    Names += (A ? ", " : "") + Axes[A].Name;
  }
  throw UserError("no axis '" + Name.substr(0, 40) + "': the operator has " + Names);
}

namespace {

/// The tensors with sizes that have room for all indices.
void resize(ScalarOperator &O) {
  for (ScalarOperator::Tensor &T : O.Tensors) {
    T.Map = IndexMap(O.extents(), T.Map.outputs());
    T.Sizes.clear();
    for (size_t D = 0; D < T.Map.outputs().size(); ++D)
      T.Sizes.push_back(T.Map.bounds(D).Greatest + 1);
  }
}

} // namespace

ScalarOperator ScalarOperator::padded(int64_t Least) const {
  ScalarOperator O = *this;
  for (Axis &A : O.Axes)
    A.Extent = A.Reduces ? std::max(A.Extent, Least) : A.Extent;
  for (Tensor &T : O.Tensors) // an axis that is subtracted begins later
    for (size_t D = 0; D < T.Sizes.size(); ++D) {
      std::vector<IndexMap::Sum> Outputs = T.Map.outputs();
      Outputs[D].Constant -= std::min<int64_t>(0, IndexMap(O.extents(), Outputs).bounds(D).Least);
      T.Map = IndexMap(T.Map.sizes(), std::move(Outputs));
    }
  resize(O);
  return O;
}

ScalarOperator ScalarOperator::fused(const std::vector<size_t> &Run) const {
  ScalarOperator O;
  std::vector<size_t> NewOf(Axes.size());
  const auto IsInRun = [&](size_t A) { return std::find(Run.begin(), Run.end(), A) != Run.end(); };
  const size_t At = *std::min_element(Run.begin(), Run.end());
  Axis Whole{"(", 1, Axes[Run[0]].Reduces, 1};
  std::vector<int64_t> Div(Axes.size(), 1), Mod(Axes.size(), 0);
  for (size_t R = Run.size(); R-- > 0;) {
    Div[Run[R]] = Whole.Extent;
    Mod[Run[R]] = R ? Axes[Run[R]].Extent : 0;
    Whole.Extent = checkedMul(Whole.Extent, Axes[Run[R]].Extent);
  }
  Whole.Filled = Whole.Extent;
  for (const size_t A : Run)
    Whole.Name += (A == Run[0] ? "" : ".") + Axes[A].Name;
  Whole.Name += ")";
  for (size_t A = 0; A < Axes.size(); ++A) {
    if (A == At)
      O.Axes.push_back(Whole);
    if (!IsInRun(A)) {
      NewOf[A] = O.Axes.size();
      O.Axes.push_back(Axes[A]);
    }
  }
  for (const size_t A : Run)
    NewOf[A] = At;
  for (const Tensor &T : Tensors) {
    std::vector<IndexMap::Sum> Outputs = T.Map.outputs();
    for (IndexMap::Sum &S : Outputs)
      for (IndexMap::Term &Each : S.Terms) {
        if (IsInRun(Each.Dim)) {
          HEXLOOM_CHECK(Each.Div == 1 && !Each.Mod, "an axis fused twice");
          Each.Div = Div[Each.Dim];
          Each.Mod = Mod[Each.Dim];
        }
        Each.Dim = NewOf[Each.Dim];
      }
    O.Tensors.push_back({T.Name, IndexMap(O.extents(), std::move(Outputs)), T.Sizes});
  }
  resize(O);
  return O;
}

} // namespace hexloom
