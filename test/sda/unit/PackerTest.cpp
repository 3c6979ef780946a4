//===- PackerTest.cpp - The target-neutral core of the packetizer ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PackerTest.h"
#include <gtest/gtest.h>
#include <random>

using namespace llvm;
using namespace llvm::sda;

namespace {

/// GCD2's figure 5, R = A + B + C, from what its text says (vertex 1 is node 0 here): 1, 2 and 3
/// load, and may share a packet by a soft dependence; 4 waits for them; 5, 6 and 7 depend on 4, all
/// softly; 8 is the last; 8 and 6 do not fit together, 8 and 7 do.
IDG figure5() {
  IDG G(8);
  G.addEdge(edge(1, 2, EdgeKind::Soft));
  for (unsigned Load : {0, 1, 2})
    G.addEdge(edge(Load, 3, EdgeKind::Hard));
  for (unsigned N : {4, 5, 6})
    G.addEdge(edge(3, N, EdgeKind::Soft));
  for (unsigned N : {4, 5})
    G.addEdge(edge(N, 7, EdgeKind::Hard));
  G.addEdge(edge(6, 7, EdgeKind::Soft));
  return G;
}

TEST(Figure5, ThreePackets) {
  IDG G = figure5();
  G.finalize();
  PairPolicy Policy;
  Policy.Apart = {{5, 7}};
  Packing P = packBottomUp(G, Policy, PackerParams());
  EXPECT_EQ(findViolation(G, P), nullptr);
  EXPECT_EQ(P, Packing({{0, 1, 2}, {3, 4, 5}, {6, 7}}));
}

TEST(Figure5, FivePacketsWhenSoftIsHard) {
  IDG G = figure5();
  G.hardenSoftEdges();
  G.finalize();
  PairPolicy Policy;
  Policy.Apart = {{5, 7}};
  Packing P = packBottomUp(G, Policy, PackerParams());
  EXPECT_EQ(findViolation(G, P), nullptr);
  EXPECT_EQ(P.size(), 5u);
}

TEST(Packer, WaitsForLatency) {
  // 0 -> 1 takes three cycles; 2 and 3 fill them.
  IDG G(4);
  G.addEdge(edge(0, 1, EdgeKind::Hard, 3));
  G.addEdge(edge(2, 3, EdgeKind::Hard, 1));
  G.finalize();
  PairPolicy Policy;
  Policy.Apart = {{0, 2}, {1, 3}, {0, 3}, {1, 2}};
  PackerParams Params;
  Params.Seed = SeedRule::CriticalPathReady;
  Params.StallFree = true;
  Cost C = price(G, packBottomUp(G, Policy, Params));
  EXPECT_EQ(C.Packets, 4u);
  EXPECT_EQ(C.Stalls, 0u);
}

TEST(Packer, PricesTheBackEdge) {
  // The result of the last packet is read by the next iteration's first, three cycles later.
  IDG G(2);
  G.addEdge(edge(0, 1, EdgeKind::Hard, 1));
  G.addCarriedEdge(edge(1, 0, EdgeKind::Hard, 3));
  G.setLoop(true);
  G.finalize();
  Cost C = price(G, Packing({{0}, {1}}));
  EXPECT_EQ(C.Packets, 2u);
  EXPECT_EQ(C.Stalls, 2u);
}

TEST(Packer, PricesIterationsThatAlternate) {
  // Each iteration's 1 waits six cycles for the last one's 0, and 0 one for the last one's 1: seven
  // in two iterations, which take two and five cycles in turn.
  IDG G(2);
  G.addCarriedEdge(edge(0, 1, EdgeKind::Hard, 6));
  G.addCarriedEdge(edge(1, 0, EdgeKind::Hard, 1));
  G.setLoop(true);
  G.finalize();
  EXPECT_EQ(price(G, Packing({{0}, {1}})).cycles(), 4u);
}

TEST(Packer, PricesEntryAndExit) {
  IDG G(2);
  G.setEntryDelay(0, 2);
  G.setExitDelay(1, 1);
  G.finalize();
  // 0 waits for two cycles, and what follows for one more.
  Cost C = price(G, Packing({{0}, {1}}));
  EXPECT_EQ(C.Stalls, 2u);
  EXPECT_EQ(C.Behind, 1u);
  // The packer knows both: 1 is first, and nobody waits for it.
  PairPolicy Policy;
  PackerParams Params;
  Params.StallFree = true;
  Cost Better = price(G, packBottomUp(G, Policy, Params));
  EXPECT_EQ(Better.cycles(), 3u);
  EXPECT_EQ(G.criticalCycles(), 3u);
}

TEST(Packer, CriticalCyclesOfALoop) {
  // 0 -> 1 takes two cycles, 1 -> 0 of the next iteration three: a circle of five.
  IDG G(3);
  G.addEdge(edge(0, 1, EdgeKind::Hard, 2));
  G.addCarriedEdge(edge(1, 0, EdgeKind::Hard, 3));
  G.setLoop(true);
  G.finalize();
  EXPECT_EQ(G.criticalCycles(), 5u);
}

TEST(Packer, FindsViolations) {
  IDG G(2);
  G.addEdge(edge(0, 1, EdgeKind::Hard));
  G.finalize();
  EXPECT_EQ(findViolation(G, Packing({{0}, {1}})), nullptr);
  EXPECT_NE(findViolation(G, Packing({{1}, {0}})), nullptr);
  EXPECT_NE(findViolation(G, Packing({{0, 1}})), nullptr);
  EXPECT_NE(findViolation(G, Packing({{0}})), nullptr);
  EXPECT_NE(findViolation(G, Packing({{0}, {1}, {1}})), nullptr);
}

TEST(Optimal, AgreesWithExhaustiveSearch) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round != 120; ++Round) {
    unsigned N = 2 + Random() % 5;
    IDG G(N);
    PairPolicy Policy;
    Policy.Places = 2 + Random() % 2;
    for (unsigned A = 0; A != N; ++A)
      for (unsigned B = A + 1; B != N; ++B) {
        unsigned Kind = Random() % 6;
        if (Kind == 0 || Kind == 1)
          G.addEdge(edge(A, B, EdgeKind::Hard, 1 + Random() % 3));
        if (Kind == 2)
          G.addEdge(edge(A, B, EdgeKind::Soft, 1 + Random() % 2));
        if (Kind == 3)
          Policy.Apart.insert({A, B});
      }
    // Every third is a loop; of the others each second has neighbours.
    G.setLoop(Round % 3 == 0);
    for (unsigned A = 0; A != N; ++A)
      for (unsigned B = 0; G.isLoop() && B <= A; ++B)
        if (Random() % 4 == 0)
          G.addCarriedEdge(edge(A, B, EdgeKind::Hard, 1 + Random() % 4));
    for (unsigned A = 0; !G.isLoop() && Round % 2 && A != N; ++A) {
      G.setEntryDelay(A, Random() % 3);
      G.setExitDelay(A, Random() % 3);
    }
    G.finalize();
    OptimalResult O = packOptimal(G, Policy, 100, 1000000);
    ASSERT_TRUE(O.Proven);
    ASSERT_EQ(findViolation(G, O.Best), nullptr);
    EXPECT_EQ(O.Cycles, price(G, O.Best).cycles());
    EXPECT_EQ(O.Cycles, exhaustive(G, Policy)) << "round " << Round;
    // The search finds no less and no more in another order.
    OptimalResult Together = packOptimal(G, Policy, 100, 1000000, /*Together=*/true);
    ASSERT_TRUE(Together.Proven);
    ASSERT_EQ(findViolation(G, Together.Best), nullptr);
    EXPECT_EQ(Together.Cycles, O.Cycles) << "round " << Round;
    EXPECT_LE(G.criticalCycles(), O.Cycles) << "round " << Round;
    Packing Heuristic = packBottomUp(G, Policy, PackerParams());
    ASSERT_EQ(findViolation(G, Heuristic), nullptr);
    EXPECT_GE(price(G, Heuristic).cycles(), O.Cycles);
  }
}

} // namespace
