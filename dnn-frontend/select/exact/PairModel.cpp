// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/exact/PairModel.h"
#include "support/Error.h"

#include <algorithm>
#include <cmath>

namespace hexloom {

int PairModel::add(int Values) {
  HEXLOOM_CHECK(Values > 0 && Values <= 1 << 16, "variable without values, or with too many");
  Variable V;
  for (int I = 0; I < Values; ++I)
    V.Values.push_back(I);
  V.Costs.assign(V.Values.size(), 0);
  Variables.push_back(std::move(V));
  return static_cast<int>(Variables.size() - 1);
}

void PairModel::addUnary(int V, const std::vector<double> &Costs) {
  for (size_t I = 0; I < Costs.size(); ++I)
    Variables[V].Costs[I] += Costs[I];
}

void PairModel::addPair(int A, int B, const std::vector<double> &Costs) {
  const size_t SizeB = size(B);
  const auto [Found, IsNew] = Variables[A].Edges.insert({B, static_cast<int>(Edges.size())});
  if (IsNew) {
    Variables[B].Edges[A] = Found->second;
    Edges.push_back({std::min(A, B), std::max(A, B), std::vector<double>(Costs.size(), 0)});
  }
  Edge &E = Edges[Found->second];
  for (size_t I = 0; I < Costs.size(); ++I)
    E.Costs[A < B ? I : I % SizeB * size(A) + I / SizeB] += Costs[I];
}

void PairModel::boundCosts() {
  double Sum = 1;
  const auto Count = [&](const std::vector<double> &Costs) {
    double Most = 0;
    for (double C : Costs)
      if (std::isfinite(C))
        Most = std::max(Most, C);
    Sum += Most;
  };
  const auto Replace = [&](std::vector<double> &Costs) {
    for (double &C : Costs)
      if (!std::isfinite(C))
        C = Forbidden;
  };
  for (const Variable &V : Variables)
    Count(V.Costs);
  for (const Edge &E : Edges)
    Count(E.Costs);
  Forbidden = std::ceil(Sum);
  for (Variable &V : Variables)
    Replace(V.Costs);
  for (Edge &E : Edges)
    Replace(E.Costs);
}

void PairModel::removeEdge(int Edge) {
  struct Edge &E = Edges[Edge];
  Variables[E.A].Edges.erase(E.B);
  Variables[E.B].Edges.erase(E.A);
  E.Costs = {};
}

void PairModel::keepValues(int V, const std::vector<char> &Keep) {
  for (const auto &[Other, Number] : Variables[V].Edges) {
    Edge &E = Edges[Number];
    std::vector<double> Kept;
    for (size_t I = 0; I < E.Costs.size(); ++I)
      if (Keep[E.A == V ? I / size(E.B) : I % size(E.B)])
        Kept.push_back(E.Costs[I]);
    E.Costs = std::move(Kept);
  }
  Variable &Of = Variables[V];
  size_t Left = 0;
  for (size_t I = 0; I < Keep.size(); ++I)
    if (Keep[I]) {
      Of.Values[Left] = Of.Values[I];
      Of.Costs[Left++] = Of.Costs[I];
    }
  HEXLOOM_CHECK(Left > 0, "no value of a variable is left");
  Of.Values.resize(Left);
  Of.Costs.resize(Left);
}

int PairModel::placeOf(int V, int Value) const {
  const std::vector<int> &Values = Variables[V].Values;
  const auto Found = std::lower_bound(Values.begin(), Values.end(), Value);
  return Found != Values.end() && *Found == Value ? static_cast<int>(Found - Values.begin()) : -1;
}

double PairModel::cost(const std::vector<int> &Values) const {
  double Sum = Constant;
  for (size_t V = 0; V < Variables.size(); ++V)
    if (!Variables[V].IsGone)
      Sum += Variables[V].Costs[placeOf(static_cast<int>(V), Values[V])];
  for (const Edge &E : Edges)
    if (!E.Costs.empty())
      Sum += cost(E, static_cast<size_t>(placeOf(E.A, Values[E.A])), static_cast<size_t>(placeOf(E.B, Values[E.B])));
  return Sum;
}

} // namespace hexloom
