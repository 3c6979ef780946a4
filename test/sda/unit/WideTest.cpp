//===- WideTest.cpp - Packets of eight slots and more ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PackerTest.h"
#include "llvm/CodeGen/SDA/SlotMatcher.h"
#include "llvm/CodeGen/SDA/TopDownPacker.h"
#include <gtest/gtest.h>
#include <random>

using namespace llvm;
using namespace llvm::sda;

namespace {

/// A machine with slots: each instruction may stand in those of its set.
struct SlotPolicy : PackingPolicy {
  std::vector<SlotSet> Wanted;
  unsigned Slots;
  SlotPolicy(unsigned Slots, std::vector<SlotSet> Wanted) : Wanted(std::move(Wanted)), Slots(Slots) {}
  unsigned issueWidth() const override { return Slots; }
  bool fits(ArrayRef<unsigned> Members, unsigned N) override {
    SmallVector<SlotSet, 8> All = {Wanted[N]};
    for (unsigned M : Members)
      All.push_back(Wanted[M]);
    return findSlots(All);
  }
  std::vector<ResourceGroup> resources() override { return slotResources(Wanted); }
};

TEST(Slots, FindsAWayIfThereIsOne) {
  SmallVector<unsigned> Slots;
  // The first two would take the third one's only place.
  EXPECT_TRUE(findSlots({0b0011, 0b0110, 0b0001}, &Slots));
  EXPECT_EQ(Slots, (SmallVector<unsigned>{1, 2, 0}));
  EXPECT_FALSE(findSlots({0b0011, 0b0011, 0b0001}));
  EXPECT_FALSE(findSlots({0b0011, 0}));
  std::vector<SlotSet> Twelve(12, 0xfff);
  EXPECT_TRUE(findSlots(Twelve));
  Twelve.push_back(0xfff);
  EXPECT_FALSE(findSlots(Twelve));
}

TEST(Slots, AgreesWithHall) {
  std::mt19937 Random(3);
  for (unsigned Round = 0; Round != 2000; ++Round) {
    std::vector<SlotSet> Wanted;
    for (unsigned I = 0, E = 1 + Random() % 8; I != E; ++I)
      Wanted.push_back(Random() & Random() & 255);
    bool Hall = llvm::all_of(Wanted, [](SlotSet S) { return S != 0; });
    for (SlotSet Set = 1; Set != 256; ++Set)
      Hall &= llvm::count_if(Wanted, [&](SlotSet W) { return !(W & ~Set); }) <=
              llvm::popcount(Set);
    EXPECT_EQ(findSlots(Wanted), Hall) << "round " << Round;
  }
}

TEST(Slots, BoundsByTheScarcest) {
  // Three that fit two slots, five that fit one of four, eight that fit any.
  std::vector<SlotSet> Wanted(16, 0xff);
  for (unsigned N = 0; N != 3; ++N)
    Wanted[N] = 0x03;
  for (unsigned N = 3; N != 8; ++N)
    Wanted[N] = 0x0f;
  EXPECT_EQ(packetBound(slotResources(Wanted)), 2u);
  Wanted.assign(9, 0x01);
  EXPECT_EQ(packetBound(slotResources(Wanted)), 9u);
}

TEST(Wide, FillsEightAndTwelveSlots) {
  for (unsigned Slots : {8u, 12u}) {
    IDG G(2 * Slots);
    for (unsigned N = 0; N != Slots; ++N)
      G.addEdge(edge(N, Slots + N, EdgeKind::Hard, 1));
    G.finalize();
    SlotPolicy Policy(Slots, std::vector<SlotSet>(2 * Slots, (SlotSet(1) << Slots) - 1));
    for (const Packing &P : {packBottomUp(G, Policy, PackerParams()),
                             packTopDown(reversed(G), Policy, PackerParams()),
                             packOptimal(G, Policy, 100, 100000).Best}) {
      EXPECT_EQ(findViolation(G, P), nullptr);
      ASSERT_EQ(P.size(), 2u);
      EXPECT_EQ(P[0].size(), Slots);
    }
  }
}

/// A loop of an eight-slot machine: two loads a packet, two multipliers, four that do the rest, soft edges with penalties.
TEST(Wide, PacksALoopOfAnEightSlotMachine) {
  constexpr SlotSet Memory = 0x03, Multiply = 0x0c, Any = 0xff;
  constexpr unsigned Copies = 4, Each = 5;
  IDG G(Copies * Each);
  std::vector<SlotSet> Wanted;
  for (unsigned C = 0; C != Copies; ++C) {
    unsigned A = C * Each;
    Wanted.insert(Wanted.end(), {Memory, Memory, Multiply, Any, Memory});
    G.addEdge(edge(A, A + 2, EdgeKind::Hard, 2));
    G.addEdge(edge(A + 1, A + 2, EdgeKind::Hard, 2));
    G.addEdge(edge(A + 2, A + 3, EdgeKind::Soft, 2, 1));
    G.addEdge(edge(A + 3, A + 4, EdgeKind::Soft, 1, 1));
  }
  G.finalize();
  SlotPolicy Policy(8, Wanted);
  EXPECT_EQ(packetBound(Policy.resources()), 6u);
  OptimalResult O = packOptimal(G, Policy, 100, 200000);
  ASSERT_EQ(findViolation(G, O.Best), nullptr);
  EXPECT_GE(O.Cycles, std::max(6u, G.criticalCycles()));
  EXPECT_LE(O.Cycles, heuristic(G, Policy));
}

/// Small random programs of a machine of nine slots, three of them special.
TEST(Wide, OptimumAgreesWithExhaustiveSearch) {
  std::mt19937 Random(5);
  constexpr SlotSet Kinds[] = {0x001, 0x006, 0x007, 0x1ff, 0x1f8};
  for (unsigned Round = 0; Round != 150; ++Round) {
    unsigned N = 3 + Random() % 4;
    std::vector<SlotSet> Wanted;
    IDG G(N);
    for (unsigned B = 0; B != N; ++B) {
      Wanted.push_back(Kinds[Random() % std::size(Kinds)]);
      for (unsigned A = 0; A != B; ++A)
        if (unsigned Kind = Random() % 5; Kind < 2)
          G.addEdge(edge(A, B, Kind ? EdgeKind::Soft : EdgeKind::Hard, 1 + Random() % 3,
                         Random() % 3));
    }
    G.finalize();
    SlotPolicy Policy(9, Wanted);
    OptimalResult O = packOptimal(G, Policy, 100, 1000000);
    ASSERT_TRUE(O.Proven);
    EXPECT_EQ(O.Cycles, exhaustive(G, Policy)) << "round " << Round;
  }
}

} // namespace
