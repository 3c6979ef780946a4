// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/exact/Reduce.h"

#include <algorithm>
#include <limits>
#include <set>

namespace hexloom {

namespace {

constexpr int kRounds = 8; ///< of looking at everything that changed

class Reducer {
public:
  Reducer(PairModel &M, std::vector<Decision> &Decisions) : M(M), Decisions(Decisions) {
    for (size_t V = 0; V < M.Variables.size(); ++V)
      if (!M.Variables[V].IsGone)
        touch(static_cast<int>(V));
  }

  void run() {
    eliminateLowDegrees();
    for (int Round = 0; Round < kRounds && !Changed.empty(); ++Round) {
      const std::set<int> Now = std::move(Changed);
      Changed.clear();
      for (int V : Now)
        if (!M.Variables[V].IsGone) {
          dropDominated(V);
          dropSeparable(V);
        }
      eliminateLowDegrees();
    }
  }

private:
  PairModel &M;
  std::vector<Decision> &Decisions;
  std::set<int> Changed;               ///< their values may be dominated, their edges separable now
  std::set<std::pair<size_t, int>> Low; ///< degree and variable: those of degree 2 at most, perhaps out of date

  size_t degree(int V) const { return M.Variables[V].Edges.size(); }

  void touch(int V) {
    Changed.insert(V);
    if (degree(V) <= 2)
      Low.insert({degree(V), V});
  }

  void eliminateLowDegrees() {
    while (!Low.empty()) {
      const auto [Degree, V] = *Low.begin();
      Low.erase(Low.begin());
      if (!M.Variables[V].IsGone && degree(V) == Degree)
        eliminate(V);
    }
  }

  /// The least cost of V and its edges by its neighbours' values becomes a table of theirs.
  void eliminate(int V) {
    PairModel::Variable &Own = M.Variables[V];
    Decision D{V, {}, {}, Own.Values, {}};
    std::vector<int> Edges;
    for (const auto &[Other, Edge] : Own.Edges) {
      D.Others.push_back(Other);
      D.OtherValues.push_back(M.Variables[Other].Values);
      Edges.push_back(Edge);
    }
    const size_t First = Edges.empty() ? 1 : M.size(D.Others[0]), Second = Edges.size() < 2 ? 1 : M.size(D.Others[1]);
    std::vector<double> Table;
    for (size_t A = 0; A < First; ++A)
      for (size_t B = 0; B < Second; ++B) {
        double Least = std::numeric_limits<double>::infinity();
        size_t Best = 0;
        for (size_t I = 0; I < Own.Values.size(); ++I) {
          double Cost = Own.Costs[I];
          if (!Edges.empty())
            Cost += M.cost(Edges[0], V, I, A);
          if (Edges.size() == 2)
            Cost += M.cost(Edges[1], V, I, B);
          if (Cost < Least) {
            Least = Cost;
            Best = I;
          }
        }
        Table.push_back(Least);
        D.Best.push_back(static_cast<uint16_t>(Best));
      }
    for (int Edge : Edges)
      M.removeEdge(Edge);
    Own.IsGone = true;
    if (Edges.empty())
      M.Constant += Table[0];
    else if (Edges.size() == 1)
      M.addUnary(D.Others[0], Table);
    else
      M.addPair(D.Others[0], D.Others[1], Table);
    for (int Other : D.Others)
      touch(Other);
    Decisions.push_back(std::move(D));
  }

  /// Whether `With` never costs more than `Without`; of equals the first one stays.
  bool isDominated(int V, size_t Without, size_t With) const {
    const PairModel::Variable &Own = M.Variables[V];
    double Most = Own.Costs[With] - Own.Costs[Without];
    for (const auto &[Other, Edge] : Own.Edges) {
      double Here = -std::numeric_limits<double>::infinity();
      for (size_t I = 0; I < M.size(Other); ++I)
        Here = std::max(Here, M.cost(Edge, V, With, I) - M.cost(Edge, V, Without, I));
      Most += Here;
    }
    return Most < 0 || (Most == 0 && With < Without);
  }

  void dropDominated(int V) {
    const size_t Size = M.size(V);
    std::vector<char> Keep(Size, 1);
    for (size_t I = 0; I < Size; ++I)
      for (size_t J = 0; J < Size && Keep[I]; ++J)
        if (I != J && Keep[J] && isDominated(V, I, J))
          Keep[I] = 0;
    if (std::find(Keep.begin(), Keep.end(), 0) == Keep.end())
      return;
    M.keepValues(V, Keep);
    touch(V);
    for (const auto &[Other, Edge] : M.Variables[V].Edges)
      touch(Other);
  }

  void dropSeparable(int V) {
    const std::map<int, int> Edges = M.Variables[V].Edges;
    for (const auto &[Other, Number] : Edges) {
      const PairModel::Edge &E = M.Edges[Number];
      const size_t SizeA = M.size(E.A), SizeB = M.size(E.B);
      std::vector<double> OfA, OfB;
      for (size_t I = 0; I < SizeA; ++I)
        OfA.push_back(M.cost(E, I, 0));
      for (size_t I = 0; I < SizeB; ++I)
        OfB.push_back(M.cost(E, 0, I) - OfA[0]);
      bool Is = true;
      for (size_t I = 0; I < SizeA && Is; ++I)
        for (size_t J = 0; J < SizeB && Is; ++J)
          Is = M.cost(E, I, J) == OfA[I] + OfB[J];
      if (!Is)
        continue;
      M.addUnary(E.A, OfA);
      M.addUnary(E.B, OfB);
      M.removeEdge(Number);
      touch(V);
      touch(Other);
    }
  }
};

} // namespace

void reduce(PairModel &M, std::vector<Decision> &Decisions) { Reducer(M, Decisions).run(); }

} // namespace hexloom
