#include "select/Elimination.h"
#include "support/Error.h"

#include <algorithm>
#include <limits>

namespace hexloom {

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

int Minimizer::addVariable(int Size) {
  HEXLOOM_CHECK(Size > 0, "variable without values");
  Sizes.push_back(Size);
  Neighbours.emplace_back();
  return static_cast<int>(Sizes.size() - 1);
}

void Minimizer::addTerm(std::vector<int> Variables, std::vector<double> Costs) {
  HEXLOOM_CHECK(Costs.size() == tableSize(Variables), "term of the wrong size");
  connect(Variables);
  Terms.push_back({std::move(Variables), std::move(Costs)});
}

void Minimizer::connect(const std::vector<int> &Variables) {
  for (int A : Variables)
    for (int B : Variables)
      if (A != B)
        Neighbours[A].insert(B);
}

void Minimizer::disconnect(int Variable) {
  for (int Other : Neighbours[Variable])
    Neighbours[Other].erase(Variable);
  Neighbours[Variable].clear();
}

size_t Minimizer::tableSize(const std::vector<int> &Variables) const {
  size_t Size = 1;
  for (int V : Variables) {
    if (Size > (size_t(1) << 40))
      return Size; // far past any limit; avoids overflow
    Size *= static_cast<size_t>(Sizes[V]);
  }
  return Size;
}

double Minimizer::valueOf(const Term &T, const std::vector<int> &Values) const {
  size_t Index = 0;
  for (int V : T.Variables)
    Index = Index * Sizes[V] + Values[V];
  return T.Costs[Index];
}

/// Replaces all terms with `Variable` by one over its neighbours, the minimum over the variable's
/// values.
Minimizer::Decision Minimizer::eliminate(int Variable) {
  Decision D{Variable, {Neighbours[Variable].begin(), Neighbours[Variable].end()}, {}};
  const auto Mine = std::stable_partition(Terms.begin(), Terms.end(), [&](const Term &T) {
    return std::find(T.Variables.begin(), T.Variables.end(), Variable) == T.Variables.end();
  });
  const std::vector<Term> Gathered(Mine, Terms.end());
  Terms.erase(Mine, Terms.end());

  const size_t Size = tableSize(D.Others);
  Term Sum{D.Others, std::vector<double>(Size, kInfinity)};
  D.Best.assign(Size, 0);
  std::vector<int> Values(Sizes.size(), 0);
  for (size_t Index = 0; Index < Size; ++Index) {
    size_t Rest = Index;
    for (size_t I = D.Others.size(); I-- > 0; Rest /= Sizes[D.Others[I]])
      Values[D.Others[I]] = static_cast<int>(Rest % Sizes[D.Others[I]]);
    for (int Value = 0; Value < Sizes[Variable]; ++Value) {
      Values[Variable] = Value;
      double Cost = 0;
      for (const Term &T : Gathered)
        Cost += valueOf(T, Values);
      if (Cost < Sum.Costs[Index]) {
        Sum.Costs[Index] = Cost;
        D.Best[Index] = Value;
      }
    }
  }
  Terms.push_back(std::move(Sum));
  disconnect(Variable);
  connect(D.Others);
  return D;
}

/// Forbids all values of `Variable` but the one that its own terms like best.
void Minimizer::fix(int Variable) {
  std::vector<double> Own(Sizes[Variable], 0);
  for (const Term &T : Terms)
    if (T.Variables == std::vector<int>{Variable})
      for (int Value = 0; Value < Sizes[Variable]; ++Value)
        Own[Value] += T.Costs[Value];
  const int Best = static_cast<int>(std::min_element(Own.begin(), Own.end()) - Own.begin());
  for (Term &T : Terms) {
    const auto Found = std::find(T.Variables.begin(), T.Variables.end(), Variable);
    if (Found == T.Variables.end())
      continue;
    // Slice the table: keep the entries where the variable has its value.
    const size_t Place = static_cast<size_t>(Found - T.Variables.begin());
    size_t Inner = 1;
    for (size_t I = Place + 1; I < T.Variables.size(); ++I)
      Inner *= Sizes[T.Variables[I]];
    std::vector<double> Kept;
    for (size_t Index = 0; Index < T.Costs.size(); ++Index)
      if (static_cast<int>(Index / Inner % Sizes[Variable]) == Best)
        Kept.push_back(T.Costs[Index]);
    T.Variables.erase(Found);
    T.Costs = std::move(Kept);
  }
  std::vector<double> Only(Sizes[Variable], kInfinity);
  Only[Best] = 0;
  Terms.push_back({{Variable}, std::move(Only)});
  disconnect(Variable);
}

Minimizer::Result Minimizer::solve(size_t TableLimit) {
  std::vector<Decision> Decisions;
  std::vector<bool> Done(Sizes.size(), false);
  bool Exact = true;
  for (size_t Left = Sizes.size(); Left > 0;) {
    int Cheapest = -1, Widest = -1;
    size_t CheapestSize = 0, WidestDegree = 0;
    for (size_t V = 0; V < Sizes.size(); ++V) {
      if (Done[V])
        continue;
      const size_t Size = tableSize({Neighbours[V].begin(), Neighbours[V].end()});
      if (Cheapest < 0 || Size < CheapestSize)
        Cheapest = static_cast<int>(V), CheapestSize = Size;
      if (Widest < 0 || Neighbours[V].size() > WidestDegree)
        Widest = static_cast<int>(V), WidestDegree = Neighbours[V].size();
    }
    if (CheapestSize > TableLimit) {
      fix(Widest);
      Exact = false;
      continue;
    }
    Decisions.push_back(eliminate(Cheapest));
    Done[Cheapest] = true;
    --Left;
  }

  Result R{0, std::vector<int>(Sizes.size(), 0), Exact};
  for (const Term &T : Terms) // all variables are gone: each term is one number
    R.Cost += T.Costs.at(0);
  for (auto D = Decisions.rbegin(); D != Decisions.rend(); ++D) {
    size_t Index = 0;
    for (int V : D->Others)
      Index = Index * Sizes[V] + R.Values[V];
    R.Values[D->Variable] = D->Best[Index];
  }
  return R;
}

} // namespace hexloom
