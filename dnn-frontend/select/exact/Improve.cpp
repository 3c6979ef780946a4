// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/exact/Improve.h"
#include "select/exact/Eliminate.h"
#include "select/exact/Reduce.h"

#include <algorithm>
#include <set>

namespace hexloom {

void improveSingly(const PairModel &M, std::vector<int> &Values) {
  constexpr int kRounds = 20;
  bool Changed = true;
  for (int Round = 0; Changed && Round < kRounds; ++Round) {
    Changed = false;
    for (size_t V = 0; V < M.Variables.size(); ++V) {
      const PairModel::Variable &Own = M.Variables[V];
      if (Own.IsGone)
        continue;
      std::vector<double> Costs = Own.Costs;
      for (const auto &[Other, Edge] : Own.Edges)
        for (size_t I = 0; I < Costs.size(); ++I)
          Costs[I] += M.cost(Edge, static_cast<int>(V), I, static_cast<size_t>(M.placeOf(Other, Values[Other])));
      const auto Best = std::min_element(Costs.begin(), Costs.end());
      const int Now = M.placeOf(static_cast<int>(V), Values[V]);
      if (Now >= 0 && Costs[Now] <= *Best)
        continue;
      Values[V] = Own.Values[static_cast<size_t>(Best - Costs.begin())];
      Changed = true;
    }
  }
}

namespace {

constexpr size_t kLargest = 128; ///< variables of a neighbourhood

/// The nearest variables, the given one first.
std::vector<int> neighbourhood(const PairModel &M, int V) {
  std::vector<int> Found = {V};
  std::set<int> Seen = {V};
  for (size_t At = 0; At < Found.size() && Found.size() < kLargest; ++At)
    for (const auto &[Other, Edge] : M.Variables[Found[At]].Edges)
      if (Found.size() < kLargest && Seen.insert(Other).second)
        Found.push_back(Other);
  return Found;
}

/// The variables of `Free` alone, the others as Values has them.
PairModel conditioned(const PairModel &M, const std::vector<int> &Free, const std::vector<int> &Values) {
  PairModel Part;
  std::map<int, int> Number;
  for (int V : Free) {
    Number[V] = Part.add(static_cast<int>(M.size(V)));
    Part.addUnary(Number[V], M.Variables[V].Costs);
  }
  for (int V : Free)
    for (const auto &[Other, Edge] : M.Variables[V].Edges) {
      const auto Found = Number.find(Other);
      if (Found == Number.end()) {
        const size_t Theirs = static_cast<size_t>(M.placeOf(Other, Values[Other]));
        for (size_t I = 0; I < M.size(V); ++I)
          Part.Variables[Number[V]].Costs[I] += M.cost(Edge, V, I, Theirs);
      } else if (M.Edges[Edge].A == V) {
        Part.addPair(Number[V], Found->second, M.Edges[Edge].Costs);
      }
    }
  return Part;
}

/// Whether a smaller cost was found, by solving as many of the variables as tables of this size serve.
bool improve(const PairModel &M, std::vector<int> Free, std::vector<int> &Values, int64_t &Steps) {
  const EliminationLimits Limits{1 << 14, 1 << 16, 1 << 19};
  for (; Free.size() >= 2; Free.resize(Free.size() * 2 / 3)) {
    PairModel Part = conditioned(M, Free, Values);
    std::vector<int> Places(Free.size());
    for (size_t I = 0; I < Free.size(); ++I)
      Places[I] = M.placeOf(Free[I], Values[Free[I]]);
    const double Before = Part.cost(Places);
    std::vector<Decision> Decisions;
    reduce(Part, Decisions);
    const EliminationOrder Order = orderFor(Part, Limits);
    Steps -= static_cast<int64_t>(Order.Steps) + static_cast<int64_t>(Free.size()) * 2048;
    if (!Order.Fits)
      continue;
    eliminate(Part, Order, Decisions);
    if (!(Part.Constant < Before))
      return false;
    replay(Decisions, Places);
    for (size_t I = 0; I < Free.size(); ++I)
      Values[Free[I]] = M.Variables[Free[I]].Values[static_cast<size_t>(Places[I])];
    return true;
  }
  return false;
}

} // namespace

void improveNeighbourhoods(const PairModel &M, std::vector<int> &Values, int64_t &Steps) {
  std::set<int> Left;
  for (size_t V = 0; V < M.Variables.size(); ++V)
    if (!M.Variables[V].IsGone)
      Left.insert(static_cast<int>(V));
  while (!Left.empty() && Steps > 0) {
    const std::vector<int> Near = neighbourhood(M, *Left.begin());
    if (improve(M, Near, Values, Steps)) // look at what is around once more
      Left.insert(Near.begin(), Near.end());
    else
      for (size_t I = 0; I < std::max<size_t>(1, Near.size() / 8); ++I) // those that were well inside
        Left.erase(Near[I]);
  }
}

} // namespace hexloom
