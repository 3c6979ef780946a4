//===- SDA/OptimalPacker.cpp - Provably best packings ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Time is counted from the region's end. A packet is a subset of the free instructions and of those
// that its members set free: each is tried with the next instruction and then without it, so that
// no set comes twice.
//
// Two ways to place the same instructions differ only in when the others become ready. Of those the
// later one (in all respects) need not be followed. A loop's price depends on the order of all
// packets, so that there this holds for a lower bound only: the price without the back edge. A loop
// is searched for that bound first, which often proves that there is nothing to find.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/SDA/OptimalPacker.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <array>
#include <tuple>

namespace llvm::sda {

namespace {

using Mask = uint64_t;
constexpr Mask bit(unsigned N) { return Mask(1) << N; }

/// Calls Fn for each node of a set; what Fn returns true for ends the loop.
template <typename Function> bool anyNode(Mask Set, Function Fn) {
  for (; Set; Set &= Set - 1)
    if (Fn(unsigned(llvm::countr_zero(Set))))
      return true;
  return false;
}

bool isFeed(const Edge &E) { return E.Kind == EdgeKind::Soft; }

/// The first node that feeds N and others, or -1.
int feederOfSeveral(const IDG &G, unsigned N) {
  for (unsigned I : G.preds(N)) {
    const unsigned Src = G.edge(I).Src;
    auto Feeds = [&](unsigned J) { return isFeed(G.edge(J)); };
    if (Feeds(I) && llvm::count_if(G.succs(Src), Feeds) > 1)
      return Src;
  }
  return -1;
}

/// What is placed, and when the rest can follow.
struct Partial {
  Mask Unplaced = 0;
  /// The last closed packet's cycle, from the region's end.
  int Last = -1;
  /// Cycles that the placed instructions need at least, by what comes before the region.
  int Need = 0;
  /// The earliest cycle that closed packets allow, by node.
  std::array<int16_t, MaxOptimalNodes> Ready = {};

  int earliest(unsigned N) const { return std::max<int>(Ready[N], Last + 1); }
};

/// Nodes are numbered by path length here: the most promising first, and so that a packet's first
/// member is its seed. Only packets and what is asked of the policy have the graph's numbers.
class Search {
public:
  /// BackEdge: the price is that of a loop in its steady state.
  Search(const IDG &G, PackingPolicy &Policy, unsigned UpperBound, unsigned NodeLimit,
         bool BackEdge, bool Together)
      : G(G), Policy(Policy), IssueWidth(Policy.issueWidth()), NodeLimit(NodeLimit),
        BackEdge(BackEdge), Together(Together), Best(UpperBound), Nodes(G.size()),
        RankOf(G.size()) {
    std::vector<unsigned> Rank = ranked();
    for (unsigned I = 0; I != G.size(); ++I)
      RankOf[Rank[I]] = I;
    for (unsigned I = 0; I != G.size(); ++I) {
      unsigned N = Rank[I];
      Nodes[I].Number = N;
      Nodes[I].Width = Policy.width(N);
      Nodes[I].Path = G.earliestIssue(N) + 1;
    }
    for (const Edge &E : G.edges()) {
      Node &Src = Nodes[RankOf[E.Src]];
      Src.Succs |= bit(RankOf[E.Dst]);
      if (E.Kind == EdgeKind::Hard)
        Src.HardSuccs |= bit(RankOf[E.Dst]);
      Nodes[RankOf[E.Dst]].Preds |= bit(RankOf[E.Src]);
    }
    takeResources();
  }

  OptimalResult run() {
    Result.Proven = true;
    Partial All;
    All.Unplaced = G.size() == MaxOptimalNodes ? ~Mask(0) : bit(G.size()) - 1;
    for (unsigned I = 0; I != G.size(); ++I)
      All.Ready[I] = G.exitDelay(Nodes[I].Number);
    if (Best > 0)
      descend(All);
    Result.Cycles = Best;
    return std::move(Result);
  }

private:
  struct Node {
    unsigned Number = 0; // in the graph
    unsigned Width = 0;
    /// Cycles of the longest path from the region's begin to its issue, that one included.
    int Path = 0;
    Mask Preds = 0, Succs = 0, HardSuccs = 0;
  };
  struct Resource {
    SmallVector<Mask, 2> Users; // one set for each place that a node takes
    unsigned Capacity;

    /// Whether this resource never needs more packets than Other.
    bool isWithin(const Resource &Other) const {
      if (Capacity < Other.Capacity || Users.size() > Other.Users.size())
        return false;
      for (unsigned I = 0; I != Users.size(); ++I)
        if (Users[I] & ~Other.Users[I])
          return false;
      return true;
    }
  };

  /// The nodes by path length; Together: those that one node feeds are as near as the nearest.
  std::vector<unsigned> ranked() const {
    std::vector<unsigned> Rank, Feeder(G.size());
    std::vector<int> Path(G.size());
    for (unsigned N = 0; N != G.size(); ++N) {
      Rank.push_back(N);
      const int Fed = Together ? feederOfSeveral(G, N) : -1;
      Feeder[N] = Fed < 0 ? N : Fed;
    }
    for (unsigned N = 0; N != G.size(); ++N)
      Path[Feeder[N]] = std::max<int>(Path[Feeder[N]], G.pathLength(N));
    llvm::stable_sort(Rank, [&](unsigned A, unsigned B) {
      auto Key = [&](unsigned N) {
        const int Own = G.pathLength(N);
        return Feeder[N] == N ? std::make_tuple(Own, -1, Own)
                              : std::make_tuple(Path[Feeder[N]], int(Feeder[N]), Own);
      };
      return Key(A) > Key(B);
    });
    return Rank;
  }

  void takeResources() {
    std::vector<Resource> All;
    for (const ResourceGroup &Group : Policy.resources()) {
      Resource R{{}, Group.Capacity};
      for (unsigned N : Group.Nodes) {
        Mask One = bit(RankOf[N]);
        auto Once = llvm::find_if(R.Users, [&](Mask M) { return !(M & One); });
        if (Once == R.Users.end())
          R.Users.push_back(One);
        else
          *Once |= One;
      }
      All.push_back(std::move(R));
    }
    All.emplace_back(Resource{{0}, IssueWidth});
    for (unsigned I = 0; I != G.size(); ++I)
      All.back().Users.front() |= Nodes[I].Width ? bit(I) : 0;
    for (Resource &R : All)
      if (llvm::none_of(Groups, [&](const Resource &Other) { return R.isWithin(Other); })) {
        llvm::erase_if(Groups, [&](const Resource &Other) { return Other.isWithin(R); });
        Groups.push_back(R);
      }
  }

  bool isFree(unsigned N, Mask Unplaced, Mask Current) const {
    return !(Nodes[N].Succs & Unplaced & ~Current) && !(Nodes[N].HardSuccs & Current);
  }

  /// The nodes of Set that can be placed in the packet Current.
  Mask freeOf(Mask Set, Mask Unplaced, Mask Current) const {
    Mask Free = 0;
    anyNode(Set, [&](unsigned N) {
      Free |= isFree(N, Unplaced, Current) ? bit(N) : 0;
      return false;
    });
    return Free;
  }

  /// Cycles that any completion needs: the longest path of an unplaced node, from its earliest
  /// place on; and the packets that the remaining instructions fill.
  int lowerBound(const Partial &P) const {
    int Bound = P.Need;
    anyNode(P.Unplaced, [&](unsigned N) {
      Bound = std::max(Bound, P.earliest(N) + Nodes[N].Path);
      return Bound >= Best;
    });
    for (const Resource &R : Groups) {
      if (Bound >= Best)
        break;
      unsigned Places = 0;
      for (Mask Users : R.Users)
        Places += llvm::popcount(Users & P.Unplaced);
      Bound = std::max<int>(Bound, P.Last + 1 + (Places + R.Capacity - 1) / R.Capacity);
    }
    return Bound;
  }

  /// Whether the same instructions were placed before, no later in any respect; remembers P if not.
  bool dominated(const Partial &P) {
    SmallVector<Partial, 1> &Before = Seen[P.Unplaced];
    auto NoLater = [&](const Partial &A, const Partial &B) {
      return A.Last <= B.Last && A.Need <= B.Need && !anyNode(P.Unplaced, [&](unsigned N) {
        return A.earliest(N) > B.earliest(N);
      });
    };
    if (llvm::any_of(Before, [&](const Partial &Other) { return NoLater(Other, P); }))
      return true;
    llvm::erase_if(Before, [&](const Partial &Other) { return NoLater(P, Other); });
    Before.push_back(P);
    return false;
  }

  void descend(const Partial &P) {
    if (++Result.NodesVisited > NodeLimit) {
      Result.Proven = false;
      return;
    }
    if (!P.Unplaced) {
      complete(P);
      return;
    }
    if (lowerBound(P) >= Best || (!BackEdge && dominated(P)))
      return;
    extend(P, {}, 0, 0, freeOf(P.Unplaced, P.Unplaced, 0));
  }

  void complete(const Partial &P) {
    Packing Found(Chosen.rbegin(), Chosen.rend());
    int Cycles = BackEdge ? int(price(G, Found).cycles()) : std::max(P.Last + 1, P.Need);
    if (Cycles >= Best)
      return;
    Best = Cycles;
    Result.Best = std::move(Found);
  }

  /// Tries all packets that hold the nodes of Current (Members as a set, Width places) and any of
  /// Free.
  void extend(const Partial &P, const Packet &Current, Mask Members, unsigned Width, Mask Free) {
    if (Width < IssueWidth || Current.empty())
      for (Mask Left = Free; Left;) {
        if (Result.NodesVisited > NodeLimit)
          return;
        const unsigned I = first(Left, P.Unplaced), N = Nodes[I].Number;
        Left &= ~bit(I);
        if (!Current.empty() && !Policy.fits(Current, N))
          continue;
        Packet Next = Current;
        Next.insert(llvm::upper_bound(Next, N), N);
        Free &= ~bit(I);
        Mask Others = Members | bit(I);
        extend(P, Next, Others, Width + Nodes[I].Width,
               Free | (freeOf(Nodes[I].Preds & P.Unplaced, P.Unplaced, Others)));
      }
    if (!Current.empty() && partnersInside(Current))
      close(P, Current, Members);
  }

  /// The node to try next. Together: those that members of the packet have set free come first.
  unsigned first(Mask Set, Mask Unplaced) const {
    unsigned Found = llvm::countr_zero(Set);
    if (Together)
      anyNode(Set, [&](unsigned N) {
        const bool SetFree = Nodes[N].Succs & Unplaced;
        if (SetFree)
          Found = N;
        return SetFree;
      });
    return Found;
  }

  void close(const Partial &P, const Packet &Current, Mask Members) {
    Partial Next = P;
    Next.Unplaced &= ~Members;
    ++Next.Last;
    for (unsigned N : Current)
      Next.Last = std::max<int>(Next.Last, P.Ready[RankOf[N]]);
    // Now Last becomes the cycle in which the packet begins, which is before it issues.
    Next.Last += stallInside(G, Current);
    for (unsigned N : Current) {
      Next.Need = std::max<int>(Next.Need, Next.Last + 1 + G.entryDelay(N));
      for (unsigned I : G.preds(N)) {
        const Edge &E = G.edge(I);
        int16_t &Ready = Next.Ready[RankOf[E.Src]];
        Ready = std::max<int>(Ready, Next.Last + E.Latency);
      }
    }
    Chosen.push_back(Current);
    descend(Next);
    Chosen.pop_back();
  }

  bool partnersInside(const Packet &P) const {
    return llvm::all_of(P, [&](unsigned N) {
      int Partner = Policy.partner(N);
      return Partner < 0 || llvm::is_contained(P, unsigned(Partner));
    });
  }

  const IDG &G;
  PackingPolicy &Policy;
  const unsigned IssueWidth, NodeLimit;
  const bool BackEdge, Together;
  int Best;
  std::vector<Node> Nodes;
  std::vector<unsigned> RankOf;
  std::vector<Resource> Groups;
  std::vector<Packet> Chosen;
  DenseMap<Mask, SmallVector<Partial, 1>> Seen;
  OptimalResult Result;
};

} // namespace

bool feedsSeveral(const IDG &G) {
  for (unsigned N = 0; N != G.size(); ++N)
    if (feederOfSeveral(G, N) >= 0)
      return true;
  return false;
}

OptimalResult packOptimal(const IDG &G, PackingPolicy &Policy, unsigned UpperBound,
                          unsigned NodeLimit, bool Together) {
  if (G.size() > MaxOptimalNodes) {
    OptimalResult GaveUp;
    GaveUp.Cycles = UpperBound;
    return GaveUp;
  }
  unsigned Visited = 0;
  if (G.isLoop() && !G.carried().empty()) {
    OptimalResult Bound = Search(G, Policy, UpperBound, NodeLimit, false, Together).run();
    Visited = Bound.NodesVisited;
    if (Bound.Proven && Bound.Best.empty())
      return Bound;
  }
  OptimalResult O =
      Search(G, Policy, UpperBound, NodeLimit, G.isLoop() && !G.carried().empty(), Together).run();
  O.NodesVisited += Visited;
  return O;
}

} // namespace llvm::sda
