#include "select/Elimination.h"
#include "support/Error.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace hexloom {

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

int Minimizer::addVariable(int Size) {
  HEXLOOM_CHECK(Size > 0, "variable without values");
  Sizes.push_back(Size);
  Neighbours.emplace_back();
  TermsOf.emplace_back();
  return static_cast<int>(Sizes.size() - 1);
}

/// Variables of one value say nothing: they are left out, or a tensor that thousands read would
/// connect all of them.
void Minimizer::addTerm(std::vector<int> Variables, std::vector<double> Costs) {
  HEXLOOM_CHECK(Costs.size() == tableSize(Variables), "term of the wrong size");
  Variables.erase(std::remove_if(Variables.begin(), Variables.end(),
                                 [&](int V) { return Sizes[V] == 1; }),
                  Variables.end());
  connect(Variables);
  append({std::move(Variables), std::move(Costs)});
}

void Minimizer::append(Term T) {
  for (int V : T.Variables)
    TermsOf[V].push_back(Terms.size());
  Terms.push_back(std::move(T));
}

bool Minimizer::Term::uses(int Variable) const {
  return !Costs.empty() && std::find(Variables.begin(), Variables.end(), Variable) != Variables.end();
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

void Minimizer::queue(int Variable) {
  SizeOf[Variable] = tableSize(Neighbours[Variable]);
  DegreeOf[Variable] = ~Neighbours[Variable].size();
  BySize.insert({SizeOf[Variable], Variable});
  ByDegree.insert({DegreeOf[Variable], Variable});
}

void Minimizer::dequeue(int Variable) {
  BySize.erase({SizeOf[Variable], Variable});
  ByDegree.erase({DegreeOf[Variable], Variable});
}

void Minimizer::requeue(const std::vector<int> &Variables) {
  for (int V : Variables) {
    dequeue(V);
    queue(V);
  }
}

template <typename Variables> size_t Minimizer::tableSize(const Variables &Of) const {
  size_t Size = 1;
  for (int V : Of) {
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
  std::vector<Term> Gathered;
  for (size_t Id : TermsOf[Variable])
    if (Terms[Id].uses(Variable))
      Gathered.push_back(std::exchange(Terms[Id], {}));

  const size_t Size = tableSize(D.Others);
  Term Sum{D.Others, std::vector<double>(Size, kInfinity)};
  D.Best.assign(Size, 0);
  std::vector<int> &Values = Scratch;
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
  append(std::move(Sum));
  disconnect(Variable);
  connect(D.Others);
  return D;
}

/// Forbids all values of `Variable` but the one that its own terms like best.
void Minimizer::fix(int Variable) {
  std::vector<double> Own(Sizes[Variable], 0);
  for (size_t Id : TermsOf[Variable])
    if (const Term &T = Terms[Id]; !T.Costs.empty() && T.Variables == std::vector<int>{Variable})
      for (int Value = 0; Value < Sizes[Variable]; ++Value)
        Own[Value] += T.Costs[Value];
  const int Best = static_cast<int>(std::min_element(Own.begin(), Own.end()) - Own.begin());
  for (size_t Id : TermsOf[Variable]) {
    Term &T = Terms[Id];
    const auto Found = std::find(T.Variables.begin(), T.Variables.end(), Variable);
    if (!T.uses(Variable))
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
  append({{Variable}, std::move(Only)});
  disconnect(Variable);
}

Minimizer::Result Minimizer::solve(size_t TableLimit, size_t AllTables) {
  constexpr size_t kSmallTable = 256;
  std::vector<Decision> Decisions;
  bool Exact = true;
  size_t Entries = 0;
  Scratch.assign(Sizes.size(), 0);
  SizeOf.resize(Sizes.size());
  DegreeOf.resize(Sizes.size());
  for (size_t V = 0; V < Sizes.size(); ++V)
    queue(static_cast<int>(V));
  while (!BySize.empty()) {
    const auto [Size, Cheapest] = *BySize.begin();
    if (Size > (Entries < AllTables ? TableLimit : std::min(TableLimit, kSmallTable))) {
      const int Widest = ByDegree.begin()->second;
      std::vector<int> Changed(Neighbours[Widest].begin(), Neighbours[Widest].end());
      fix(Widest);
      Changed.push_back(Widest);
      requeue(Changed);
      Exact = false;
      continue;
    }
    Entries += Size;
    dequeue(Cheapest);
    Decisions.push_back(eliminate(Cheapest));
    requeue(Decisions.back().Others);
  }

  Result R{0, std::vector<int>(Sizes.size(), 0), Exact};
  for (const Term &T : Terms) // all variables are gone: each term left is one number
    R.Cost += T.Costs.empty() ? 0 : T.Costs[0];
  for (auto D = Decisions.rbegin(); D != Decisions.rend(); ++D) {
    size_t Index = 0;
    for (int V : D->Others)
      Index = Index * Sizes[V] + R.Values[V];
    R.Values[D->Variable] = D->Best[Index];
  }
  return R;
}

} // namespace hexloom
