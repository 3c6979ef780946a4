// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/exact/Eliminate.h"

#include <algorithm>
#include <limits>
#include <memory>

namespace hexloom {

namespace {

struct Table {
  std::vector<int> Variables;
  std::vector<double> Costs; ///< the last variable fastest
};

class Eliminator {
public:
  Eliminator(PairModel &M, const EliminationOrder &Order, std::vector<Decision> &Decisions)
      : M(M), Order(Order), Decisions(Decisions), Rank(M.Variables.size(), -1), Buckets(M.Variables.size()) {
    for (size_t I = 0; I < Order.Variables.size(); ++I)
      Rank[Order.Variables[I]] = static_cast<int>(I);
    for (int V : Order.Variables)
      put({{V}, M.Variables[V].Costs});
    for (const PairModel::Edge &E : M.Edges)
      if (!E.Costs.empty())
        put({{E.A, E.B}, E.Costs});
  }

  void run() {
    for (int V : Order.Variables) {
      eliminate(V);
      M.Variables[V].IsGone = true;
      M.Variables[V].Edges.clear();
    }
    for (PairModel::Edge &E : M.Edges)
      E.Costs = {};
  }

private:
  PairModel &M;
  const EliminationOrder &Order;
  std::vector<Decision> &Decisions;
  std::vector<int> Rank;
  std::vector<std::vector<Table>> Buckets; ///< by the variable of the table that goes first

  void put(Table T) {
    if (T.Variables.empty()) {
      M.Constant += T.Costs[0];
      return;
    }
    const int First = *std::min_element(T.Variables.begin(), T.Variables.end(), [&](int A, int B) { return Rank[A] < Rank[B]; });
    Buckets[First].push_back(std::move(T));
  }

  /// How far apart in a table the values of each of these variables are; 0: it has no such variable.
  std::vector<size_t> strides(const Table &T, const std::vector<int> &Of) const {
    std::vector<size_t> Strides(Of.size(), 0);
    size_t Stride = 1;
    for (size_t I = T.Variables.size(); I-- > 0; Stride *= M.size(T.Variables[I]))
      for (size_t K = 0; K < Of.size(); ++K)
        if (Of[K] == T.Variables[I])
          Strides[K] = Stride;
    return Strides;
  }

  void eliminate(int V) {
    const std::vector<Table> Tables = std::move(Buckets[V]);
    Buckets[V] = {};
    Decision D{V, {}, {}, M.Variables[V].Values, {}};
    for (const Table &T : Tables)
      D.Others.insert(D.Others.end(), T.Variables.begin(), T.Variables.end());
    std::sort(D.Others.begin(), D.Others.end());
    D.Others.erase(std::unique(D.Others.begin(), D.Others.end()), D.Others.end());
    D.Others.erase(std::find(D.Others.begin(), D.Others.end(), V));
    size_t Size = 1;
    for (int Other : D.Others) {
      D.OtherValues.push_back(M.Variables[Other].Values);
      Size *= M.size(Other);
    }
    Table Least{D.Others, std::vector<double>(Size)};
    D.Best.resize(Size);
    minimize(V, Tables, Least, D.Best);
    put(std::move(Least));
    Decisions.push_back(std::move(D));
  }

  void minimize(int V, const std::vector<Table> &Tables, Table &Least, std::vector<uint16_t> &Best) const {
    const std::vector<int> &Others = Least.Variables;
    std::vector<std::vector<size_t>> Strides;
    std::vector<size_t> OwnStride, At(Tables.size(), 0), Place(Others.size(), 0);
    for (const Table &T : Tables) {
      Strides.push_back(strides(T, Others));
      OwnStride.push_back(strides(T, {V})[0]);
    }
    std::vector<double> Sum(M.size(V));
    for (size_t Index = 0;; ++Index) {
      std::fill(Sum.begin(), Sum.end(), 0);
      for (size_t K = 0; K < Tables.size(); ++K) {
        const double *From = Tables[K].Costs.data() + At[K];
        for (size_t I = 0; I < Sum.size(); ++I)
          Sum[I] += From[I * OwnStride[K]];
      }
      const size_t Found = static_cast<size_t>(std::min_element(Sum.begin(), Sum.end()) - Sum.begin());
      Least.Costs[Index] = Sum[Found];
      Best[Index] = static_cast<uint16_t>(Found);
      size_t I = Others.size();
      for (; I-- > 0;) { // the next combination
        const bool Turns = ++Place[I] == M.size(Others[I]);
        for (size_t K = 0; K < Tables.size(); ++K)
          At[K] += Turns ? size_t(0) - Strides[K][I] * (Place[I] - 1) : Strides[K][I];
        if (!Turns)
          break;
        Place[I] = 0;
      }
      if (I == size_t(-1))
        return;
    }
  }
};

} // namespace

void eliminate(PairModel &M, const EliminationOrder &Order, std::vector<Decision> &Decisions) {
  Eliminator(M, Order, Decisions).run();
}

} // namespace hexloom
