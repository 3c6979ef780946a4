//===- PenaltyTest.cpp - Soft dependences that cost something -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PackerTest.h"
#include "llvm/CodeGen/SDA/TopDownPacker.h"
#include <gtest/gtest.h>
#include <random>

using namespace llvm;
using namespace llvm::sda;

namespace {

TEST(Penalty, DelaysThePacketAndWhatReadsIt) {
  // 0 and 1 share a packet at two cycles; 2 reads 1 three cycles later, 3 reads 0 one cycle later.
  IDG G(4);
  G.addEdge(edge(0, 1, EdgeKind::Soft, 1, 2));
  G.addEdge(edge(1, 2, EdgeKind::Hard, 3));
  G.addEdge(edge(0, 3, EdgeKind::Hard, 1));
  G.finalize();
  EXPECT_EQ(stallInside(G, {0, 1}), 2u);
  Cost Shared = price(G, Packing({{0, 1}, {3}, {2}}));
  EXPECT_EQ(Shared.Packets, 3u);
  EXPECT_EQ(Shared.cycles(), 2u + 3 + 1);
  EXPECT_EQ(price(G, Packing({{0}, {1}, {3}, {2}})).cycles(), 1u + 3 + 1);
}

TEST(Penalty, AddsUpAlongAChain) {
  IDG G(4);
  G.addEdge(edge(0, 1, EdgeKind::Soft, 1, 1));
  G.addEdge(edge(1, 2, EdgeKind::Soft, 1, 1));
  G.addEdge(edge(0, 3, EdgeKind::Soft, 1, 1));
  G.finalize();
  EXPECT_EQ(stallInside(G, {0, 1, 3}), 1u);
  EXPECT_EQ(stallInside(G, {0, 2}), 0u);
  EXPECT_EQ(stallInside(G, {0, 1, 2, 3}), 2u);
  // Apart by a cycle each or together: three cycles at the least.
  EXPECT_EQ(G.criticalCycles(), 3u);
}

TEST(Penalty, DoesNotAddUpWherePacketsWaitOnce) {
  IDG G(3);
  G.setPenaltiesOnce(true);
  G.addEdge(edge(0, 1, EdgeKind::Soft, 1, 1));
  G.addEdge(edge(1, 2, EdgeKind::Soft, 1, 1));
  G.finalize();
  EXPECT_EQ(stallInside(G, {0, 1, 2}), 1u);
  // Together they take two cycles, one behind the other three: a bound that added up would hide the former.
  EXPECT_LE(G.criticalCycles(), 2u);
  PairPolicy Policy;
  EXPECT_EQ(price(G, packOptimal(G, Policy, 100, 1000).Best).cycles(), 2u);
}

TEST(Penalty, OfMoreThanTheLatencyIsNoBound) {
  IDG G(2);
  G.addEdge(edge(0, 1, EdgeKind::Soft, 1, 5));
  G.finalize();
  EXPECT_EQ(G.criticalCycles(), 2u);
  PairPolicy Policy;
  EXPECT_EQ(price(G, packOptimal(G, Policy, 100, 1000).Best).cycles(), 2u);
}

TEST(Penalty, HardenedEdgesHaveNone) {
  IDG G(2);
  G.addEdge(edge(0, 1, EdgeKind::Soft, 1, 5));
  G.hardenSoftEdges();
  G.finalize();
  EXPECT_FALSE(G.hasPenalties());
  EXPECT_EQ(price(G, Packing({{0}, {1}})).cycles(), 2u);
}

/// GCD2's figure 4: a pair that shares a packet takes one cycle more than either alone, and two cycles less than
/// one behind the other. It is kept apart only where something else fills the time.
TEST(Penalty, IsPaidWhereNothingElseFillsTheTime) {
  IDG G(2);
  G.addEdge(edge(0, 1, EdgeKind::Soft, 3, 1));
  G.finalize();
  PairPolicy Policy;
  Policy.Places = 2;
  Packing P = packBottomUp(G, Policy, PackerParams());
  EXPECT_EQ(P, Packing({{0, 1}}));
  EXPECT_EQ(price(G, P).cycles(), 2u);
}

TEST(Penalty, KeepsApartWhereOthersFillThePlaces) {
  // Two pairs, each of which may share a packet at two cycles; members of both fit in any way.
  IDG G(4);
  G.addEdge(edge(0, 1, EdgeKind::Soft, 1, 2));
  G.addEdge(edge(2, 3, EdgeKind::Soft, 1, 2));
  G.finalize();
  PairPolicy Policy;
  Policy.Places = 2;
  EXPECT_EQ(packBottomUp(G, Policy, PackerParams()), Packing({{0, 2}, {1, 3}}));
  // The nodes would share packets without the penalty in the score (the paper's soft to none), and stall.
  PackerParams None;
  None.UsePenalty = false;
  Cost Blind = price(G, packBottomUp(G, Policy, None));
  EXPECT_GE(Blind.cycles(), 2u);
}

/// As published, p is what a soft dependence costs: a load that comes too late joins all the same.
TEST(Penalty, IsPaidByTheSoftOnlyAsPublished) {
  constexpr unsigned Load = 2, Idle = 3, Seed = 4, Last = 5;
  IDG G(6);
  for (unsigned N : {Load, Seed})
    G.addEdge(edge(0, N, EdgeKind::Hard));
  G.addEdge(edge(1, Seed, EdgeKind::Hard));
  G.addEdge(edge(Load, Last, EdgeKind::Hard, 3));
  G.addEdge(edge(Seed, Last, EdgeKind::Hard));
  G.finalize();
  PairPolicy Policy;
  Policy.Places = 2;
  Policy.Apart = {{Idle, Last}};
  auto BeforeLast = [&](bool OnlySoft) {
    PackerParams Params;
    Params.OnlySoftPay = OnlySoft;
    Packing P = packBottomUp(G, Policy, Params);
    EXPECT_EQ(findViolation(G, P), nullptr);
    return P[P.size() - 2];
  };
  EXPECT_EQ(BeforeLast(true), Packet({Load, Seed}));
  EXPECT_EQ(BeforeLast(false), Packet({Idle, Seed}));
}

IDG randomGraph(std::mt19937 &Random, unsigned N, PairPolicy &Policy) {
  IDG G(N);
  G.setPenaltiesOnce(Random() % 2);
  for (unsigned A = 0; A != N; ++A)
    for (unsigned B = A + 1; B != N; ++B)
      switch (Random() % 7) {
      case 0:
        G.addEdge(edge(A, B, EdgeKind::Hard, 1 + Random() % 3));
        break;
      case 1:
      case 2:
        G.addEdge(edge(A, B, EdgeKind::Soft, 1 + Random() % 3, Random() % 4));
        break;
      case 3:
        Policy.Apart.insert({A, B});
        break;
      default:
        break;
      }
  return G;
}

void surround(std::mt19937 &Random, IDG &G, bool Loop) {
  G.setLoop(Loop);
  for (unsigned A = 0; A != G.size(); ++A) {
    for (unsigned B = 0; Loop && B <= A; ++B)
      if (Random() % 4 == 0)
        G.addCarriedEdge(edge(A, B, EdgeKind::Hard, 1 + Random() % 4));
    if (Loop)
      continue;
    G.setEntryDelay(A, Random() % 3);
    G.setExitDelay(A, Random() % 3);
  }
}

TEST(Penalty, OptimumAgreesWithExhaustiveSearch) {
  std::mt19937 Random(7);
  constexpr unsigned Rounds = 300;
  unsigned AsGood = 0, Paid = 0;
  for (unsigned Round = 0; Round != Rounds; ++Round) {
    PairPolicy Policy;
    Policy.Places = 2 + Random() % 3;
    IDG G = randomGraph(Random, 2 + Random() % 5, Policy);
    surround(Random, G, Round % 3 == 0);
    G.finalize();
    unsigned Least = exhaustive(G, Policy);
    OptimalResult O = packOptimal(G, Policy, 100, 1000000);
    ASSERT_TRUE(O.Proven);
    ASSERT_EQ(findViolation(G, O.Best), nullptr);
    EXPECT_EQ(O.Cycles, price(G, O.Best).cycles());
    EXPECT_EQ(O.Cycles, Least) << "round " << Round;
    EXPECT_LE(G.criticalCycles(), Least) << "round " << Round;
    unsigned Found = heuristic(G, Policy);
    EXPECT_GE(Found, Least) << "round " << Round;
    AsGood += Found == Least;
    Paid += llvm::any_of(O.Best, [&](const Packet &P) { return stallInside(G, P) != 0; });
  }
  // The packer alone misses some (loops above all, which it does not see as such); and penalties are no rarity in
  // what is best.
  EXPECT_GE(AsGood, Rounds * 4 / 5);
  EXPECT_GE(Paid, Rounds / 20);
}

TEST(Penalty, FromTheOtherEndCostsTheSame) {
  std::mt19937 Random(11);
  for (unsigned Round = 0; Round != 100; ++Round) {
    PairPolicy Policy;
    IDG G = randomGraph(Random, 6, Policy);
    G.finalize();
    Packing P = packTopDown(reversed(G), Policy, PackerParams());
    ASSERT_EQ(findViolation(G, P), nullptr);
    EXPECT_GE(price(G, P).cycles(), packOptimal(G, Policy, 100, 1000000).Cycles);
  }
}

} // namespace
