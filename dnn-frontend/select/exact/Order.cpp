// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/exact/Eliminate.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace hexloom {

namespace {

enum class By { Table, Fill };

class Ordering {
public:
  Ordering(const PairModel &M, const EliminationLimits &Limits, By Rule)
      : M(M), Limits(Limits), Rule(Rule), Neighbours(M.Variables.size()), Bits(M.Variables.size()), Key(M.Variables.size()) {
    for (size_t V = 0; V < M.Variables.size(); ++V)
      if (!M.Variables[V].IsGone)
        for (const auto &[Other, Edge] : M.Variables[V].Edges)
          Neighbours[V].insert(Other);
  }

  EliminationOrder run() {
    for (size_t V = 0; V < M.Variables.size(); ++V)
      if (!M.Variables[V].IsGone) {
        for (int Other : Neighbours[V])
          Bits[V] += bits(Other);
        queue(static_cast<int>(V));
      }
    EliminationOrder O;
    O.Fits = true;
    while (!Queue.empty() && O.Fits)
      take(Queue.begin()->second, O);
    return O;
  }

private:
  const PairModel &M;
  const EliminationLimits &Limits;
  const By Rule;
  std::vector<std::set<int>> Neighbours;
  std::vector<int64_t> Bits; ///< logarithm of the table's size, in units of 2^-20
  std::vector<std::pair<int64_t, int64_t>> Key;
  std::set<std::pair<std::pair<int64_t, int64_t>, int>> Queue;
  std::vector<double> Tables;                                      ///< entries of those made so far; 0: taken up in another one
  std::vector<std::vector<size_t>> TablesOf = std::vector<std::vector<size_t>>(M.Variables.size());
  double Live = 0;

  int64_t bits(int V) const {
    return std::llround(std::log2(static_cast<double>(M.size(V))) * (1 << 20));
  }

  /// New edges that taking the variable makes.
  int64_t fill(int V) const {
    const std::set<int> &Of = Neighbours[V];
    int64_t Count = 0;
    for (auto A = Of.begin(); A != Of.end(); ++A)
      for (auto B = std::next(A); B != Of.end(); ++B)
        Count += !Neighbours[*A].count(*B);
    return Count;
  }

  void queue(int V) {
    Queue.erase({Key[V], V});
    // Where the table is too large anyway, its fill does not matter.
    const bool Small = Bits[V] < (24 << 20) && Neighbours[V].size() < 64;
    Key[V] = Rule == By::Table ? std::make_pair(Bits[V], int64_t(0)) : std::make_pair(Small ? fill(V) : int64_t(1) << 40, Bits[V]);
    Queue.insert({Key[V], V});
  }

  int widest() const {
    int Most = Queue.begin()->second;
    for (const auto &[Key, V] : Queue)
      if (Bits[V] > Bits[Most] || (Bits[V] == Bits[Most] && V < Most))
        Most = V;
    return Most;
  }

  /// The new table takes up those with the variable.
  void replaceTables(int V, const std::vector<int> &Of, double Size) {
    for (size_t Id : TablesOf[V])
      Live -= std::exchange(Tables[Id], 0);
    TablesOf[V].clear();
    Live += Size;
    for (int Other : Of)
      TablesOf[Other].push_back(Tables.size());
    Tables.push_back(Size);
  }

  void take(int V, EliminationOrder &O) {
    const std::vector<int> Of(Neighbours[V].begin(), Neighbours[V].end());
    double Size = 1;
    for (int Other : Of)
      Size *= static_cast<double>(M.size(Other));
    O.Entries += Size;
    O.Steps += Size * static_cast<double>(M.size(V)) * static_cast<double>(Of.size() + 1);
    O.Width = std::max(O.Width, static_cast<int>(Of.size()));
    O.Fits = Live + Size <= Limits.Live && O.Entries <= Limits.Entries && O.Steps <= Limits.Steps;
    if (!O.Fits) {
      O.Widest = widest();
      return;
    }
    replaceTables(V, Of, Size);
    O.Variables.push_back(V);
    Queue.erase({Key[V], V});
    for (int A : Of) {
      Neighbours[A].erase(V);
      Bits[A] -= bits(V);
    }
    std::set<int> Changed(Of.begin(), Of.end());
    for (size_t A = 0; A < Of.size(); ++A)
      for (size_t B = A + 1; B < Of.size(); ++B)
        if (Neighbours[Of[A]].insert(Of[B]).second) {
          Neighbours[Of[B]].insert(Of[A]);
          Bits[Of[A]] += bits(Of[B]);
          Bits[Of[B]] += bits(Of[A]);
          if (Rule == By::Fill) // one edge fewer to make for those that see both
            for (int C : Neighbours[Of[A]])
              if (Neighbours[Of[B]].count(C))
                Changed.insert(C);
        }
    for (int A : Changed)
      queue(A);
  }
};

} // namespace

EliminationOrder orderFor(const PairModel &M, const EliminationLimits &Limits) {
  constexpr double kCheap = 1 << 18; ///< steps that are not worth a second order
  const EliminationOrder ByTable = Ordering(M, Limits, By::Table).run();
  if (ByTable.Fits && ByTable.Steps <= kCheap)
    return ByTable;
  const EliminationOrder ByFill = Ordering(M, Limits, By::Fill).run();
  if (!ByFill.Fits || (ByTable.Fits && ByTable.Steps <= ByFill.Steps))
    return ByTable;
  return ByFill;
}

} // namespace hexloom
