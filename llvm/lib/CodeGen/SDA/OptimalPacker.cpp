//===- SDA/OptimalPacker.cpp - Provably best packings ---------------------===//
//
// Time is counted from the region's end. Members of a packet are added one at a time: in the order
// of their numbers among those that are free together, so that no set is tried twice, and freely
// among those that a member has set free.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/SDA/OptimalPacker.h"
#include <algorithm>
#include <set>

namespace llvm::sda {

namespace {

class Search {
public:
  Search(const IDG &G, PackingPolicy &Policy, unsigned IssueLimit, unsigned UpperBound,
         unsigned NodeLimit)
      : G(G), Policy(Policy), IssueLimit(IssueLimit), NodeLimit(NodeLimit), Best(UpperBound),
        IssuedAt(G.size(), -1), Remaining(G.size()) {}

  OptimalResult run() {
    Result.Proven = true;
    if (Best)
      descend(-1);
    Result.Cycles = Best;
    return std::move(Result);
  }

private:
  using Set = std::vector<unsigned>;

  bool placed(unsigned N) const { return IssuedAt[N] >= 0; }

  /// Whether N may be in the packet Current (or, if that is empty, begin one).
  bool isFree(unsigned N, const Packet &Current) const {
    if (placed(N))
      return false;
    for (unsigned I : G.succs(N)) {
      const Edge &E = G.edge(I);
      if (!placed(E.Dst))
        return false;
      if (E.Kind == EdgeKind::Hard && llvm::is_contained(Current, E.Dst))
        return false;
    }
    return true;
  }

  /// The earliest cycle at which N can issue, those of its own packet aside.
  int64_t readyAt(unsigned N, const Packet &Current) const {
    int64_t T = 0;
    for (unsigned I : G.succs(N))
      if (const Edge &E = G.edge(I); !llvm::is_contained(Current, E.Dst))
        T = std::max(T, IssuedAt[E.Dst] + int64_t(E.Latency));
    return T;
  }

  /// Cycles that any completion needs: the longest path of an unplaced node, from its earliest
  /// place on; and the packets that the remaining instructions fill.
  int64_t lowerBound(int64_t Last) const {
    int64_t Bound = 0;
    unsigned Width = 0;
    for (unsigned N = 0; N != G.size(); ++N) {
      if (placed(N))
        continue;
      Width += Policy.width(N);
      // Edges to packets that are closed; those to unplaced nodes are in the path of these.
      int64_t Earliest = Last + 1;
      for (unsigned I : G.succs(N))
        if (const Edge &E = G.edge(I); placed(E.Dst))
          Earliest = std::max(Earliest, IssuedAt[E.Dst] + int64_t(E.Latency));
      int64_t BeforeIt = G.pathLength(N) - G.latency(N);
      Bound = std::max(Bound, Earliest + BeforeIt + 1);
    }
    return std::max<int64_t>(Bound, Last + 1 + (Width + IssueLimit - 1) / IssueLimit);
  }

  /// Last: the cycle of the last closed packet.
  void descend(int64_t Last) {
    if (++Result.NodesVisited > NodeLimit) {
      Result.Proven = false;
      return;
    }
    if (!Remaining) {
      if (Last + 1 < Best) {
        Best = Last + 1;
        Result.Best.assign(Chosen.rbegin(), Chosen.rend());
      }
      return;
    }
    if (lowerBound(Last) >= Best)
      return;
    std::vector<unsigned> Seeds;
    Packet None;
    for (unsigned N = 0; N != G.size(); ++N)
      if (isFree(N, None))
        Seeds.push_back(N);
    // The most promising first.
    llvm::stable_sort(Seeds, [&](unsigned A, unsigned B) {
      return G.pathLength(A) > G.pathLength(B);
    });
    std::set<Set> Tried;
    Packet Current;
    enumerate(Last, Current, Last + 1, Seeds, Tried);
  }

  /// Extends Current by each free instruction, largest packets first, then closes it.
  void enumerate(int64_t Last, Packet &Current, int64_t At, ArrayRef<unsigned> Order,
                 std::set<Set> &Tried) {
    if (Result.NodesVisited > NodeLimit)
      return;
    unsigned Width = 0;
    for (unsigned N : Current)
      Width += Policy.width(N);
    for (unsigned N = 0, E = Width < IssueLimit || Current.empty() ? G.size() : 0; N != E; ++N) {
      unsigned Candidate = Current.empty() && N < Order.size() ? Order[N] : N;
      if (Current.empty() && N >= Order.size())
        break;
      if (!isFree(Candidate, Current) || (!Current.empty() && !Policy.fits(Current, Candidate)))
        continue;
      Packet Next = Current;
      Next.insert(llvm::upper_bound(Next, Candidate), Candidate);
      if (!Tried.insert(Set(Next.begin(), Next.end())).second)
        continue;
      int64_t When = std::max(At, readyAt(Candidate, Current));
      place(Next, Candidate, When);
      enumerate(Last, Next, When, Order, Tried);
      unplace(Current, Candidate, At);
    }
    if (Current.empty() || !partnersInside(Current))
      return;
    unsigned Penalty = 0;
    for (unsigned N : Current)
      for (unsigned I : G.succs(N))
        if (llvm::is_contained(Current, G.edge(I).Dst))
          Penalty = std::max(Penalty, G.edge(I).Penalty);
    Chosen.push_back(Current);
    descend(At + Penalty);
    Chosen.pop_back();
  }

  void place(const Packet &P, unsigned N, int64_t When) {
    --Remaining;
    for (unsigned M : P)
      IssuedAt[M] = When;
    IssuedAt[N] = When;
  }
  void unplace(const Packet &P, unsigned N, int64_t When) {
    ++Remaining;
    IssuedAt[N] = -1;
    for (unsigned M : P)
      IssuedAt[M] = When;
  }

  bool partnersInside(const Packet &P) const {
    return llvm::all_of(P, [&](unsigned N) {
      int Partner = Policy.partner(N);
      return Partner < 0 || llvm::is_contained(P, unsigned(Partner));
    });
  }

  const IDG &G;
  PackingPolicy &Policy;
  const unsigned IssueLimit, NodeLimit;
  int64_t Best;
  std::vector<int64_t> IssuedAt;
  unsigned Remaining;
  std::vector<Packet> Chosen;
  OptimalResult Result;
};

} // namespace

OptimalResult packOptimal(const IDG &G, PackingPolicy &Policy, unsigned IssueLimit,
                          unsigned UpperBound, unsigned NodeLimit) {
  return Search(G, Policy, IssueLimit, UpperBound, NodeLimit).run();
}

} // namespace llvm::sda
