// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/exact/Messages.h"

#include <algorithm>
#include <limits>

namespace hexloom {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Variables that say whether a layout is there come behind the first operator that they concern.
Messages::Messages(const PairModel &M) : M(M), Rank(M.Variables.size(), 0), Links(M.Variables.size()) {
  for (size_t V = 0; V < M.Variables.size(); ++V)
    if (!M.Variables[V].IsGone)
      Order.push_back(static_cast<int>(V));
  const auto Place = [&](int V) {
    const std::map<int, int> &Edges = M.Variables[V].Edges;
    return Edges.empty() ? V : std::min(V, Edges.begin()->first);
  };
  std::stable_sort(Order.begin(), Order.end(), [&](int A, int B) { return Place(A) < Place(B); });
  for (size_t I = 0; I < Order.size(); ++I)
    Rank[Order[I]] = static_cast<int>(I);
  for (const PairModel::Edge &E : M.Edges) {
    ToA.emplace_back(E.Costs.empty() ? 0 : M.size(E.A), 0.0);
    ToB.emplace_back(E.Costs.empty() ? 0 : M.size(E.B), 0.0);
    Steps += static_cast<int64_t>(E.Costs.size());
  }
  for (int V : Order)
    for (const auto &[Other, Edge] : M.Variables[V].Edges)
      Links[V].push_back({Other, Edge, M.Edges[Edge].A == V});
}

std::vector<double> Messages::gathered(int V) const {
  std::vector<double> Sum = M.Variables[V].Costs;
  for (const Link &L : Links[V])
    for (size_t I = 0; I < Sum.size(); ++I)
      Sum[I] += into(L)[I];
  return Sum;
}

double Messages::share(int V, bool Backwards, double &Rest) const {
  size_t Later = 0;
  for (const Link &L : Links[V])
    Later += isLater(L.Other, V, Backwards);
  const size_t Most = std::max<size_t>({Later, Links[V].size() - Later, 1});
  Rest = 1 - static_cast<double>(Later) / static_cast<double>(Most);
  return 1 / static_cast<double>(Most);
}

int Messages::decide(int V, bool Backwards, const std::vector<int> &Values) const {
  std::vector<double> Costs = M.Variables[V].Costs;
  for (const Link &L : Links[V]) {
    const bool Later = isLater(L.Other, V, Backwards);
    const size_t Theirs = Later ? 0 : static_cast<size_t>(M.placeOf(L.Other, Values[L.Other]));
    for (size_t I = 0; I < Costs.size(); ++I)
      Costs[I] += Later ? into(L)[I] : M.cost(L.Edge, V, I, Theirs);
  }
  return M.Variables[V].Values[static_cast<size_t>(std::min_element(Costs.begin(), Costs.end()) - Costs.begin())];
}

double Messages::pass(bool Backwards, std::vector<int> &Values) {
  double Bound = M.Constant;
  for (size_t K = 0; K < Order.size(); ++K) {
    const int V = Order[Backwards ? Order.size() - 1 - K : K];
    const std::vector<double> Sum = gathered(V);
    double Rest;
    const double Share = share(V, Backwards, Rest);
    Bound += Rest * *std::min_element(Sum.begin(), Sum.end());
    for (const Link &L : Links[V]) {
      if (!isLater(L.Other, V, Backwards))
        continue;
      std::vector<double> &Out = outOf(L);
      const std::vector<double> &In = into(L);
      std::fill(Out.begin(), Out.end(), kInfinity);
      for (size_t I = 0; I < Sum.size(); ++I) {
        const double Own = Share * Sum[I] - In[I];
        for (size_t J = 0; J < Out.size(); ++J)
          Out[J] = std::min(Out[J], Own + M.cost(L.Edge, V, I, J));
      }
      const double Least = *std::min_element(Out.begin(), Out.end());
      for (double &Cost : Out)
        Cost -= Least;
      Bound += Least;
    }
    Values[V] = decide(V, Backwards, Values);
  }
  return Proven = Bound;
}

std::vector<std::vector<double>> Messages::boundsOfValues(bool Backwards) const {
  std::vector<std::vector<double>> Bounds(M.Variables.size());
  for (int V : Order) {
    const std::vector<double> Sum = gathered(V);
    double Rest;
    const double Share = share(V, Backwards, Rest), Least = *std::min_element(Sum.begin(), Sum.end());
    for (size_t I = 0; I < Sum.size(); ++I)
      Bounds[V].push_back(Proven + Rest * (Sum[I] - Least));
    for (const Link &L : Links[V]) {
      if (!isLater(L.Other, V, Backwards))
        continue;
      std::vector<double> OfValue(Sum.size(), kInfinity);
      for (size_t I = 0; I < Sum.size(); ++I)
        for (size_t J = 0; J < outOf(L).size(); ++J)
          OfValue[I] = std::min(OfValue[I], Share * Sum[I] - into(L)[I] + M.cost(L.Edge, V, I, J) - outOf(L)[J]);
      const double LeastOfAll = *std::min_element(OfValue.begin(), OfValue.end());
      for (size_t I = 0; I < Sum.size(); ++I)
        Bounds[V][I] += OfValue[I] - LeastOfAll;
    }
  }
  return Bounds;
}

} // namespace hexloom
