//===- ToyLoopTest.cpp - Overlap and rewriting on a machine that nobody builds -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every packing is validated (-sda-verify), and the interpreter compares what comes out. Mistakes on
// purpose show that the validator sees them here, too.
//
//===----------------------------------------------------------------------===//

#include "Toy.h"
#include "llvm/Support/CommandLine.h"
#include <gtest/gtest.h>
#include <random>

using namespace toy;

namespace {

/// Packs Body with Mode; expects that memory and the registers in Returned are what they were. Returns
/// the cycles that it took.
unsigned cyclesOf(const std::string &Body, ArrayRef<unsigned> Returned, PackMode Mode) {
  Program P(Body);
  Interpreter Before = P.run();
  P.pack(/*Renames=*/true, Mode);
  Interpreter After = P.run();
  EXPECT_EQ(Before.Wrong, "");
  EXPECT_EQ(After.Wrong, "") << Body;
  for (unsigned R : Returned)
    EXPECT_EQ(Before.Registers[R], After.Registers[R]) << 'x' << R << '\n' << Body;
  EXPECT_TRUE(Before.Words == After.Words) << Body;
  return After.Cycles;
}

std::string returning(ArrayRef<unsigned> Registers) {
  std::string Return = "    PseudoRET";
  for (unsigned R : Registers)
    Return += std::string(R == Registers.front() ? "" : ",") + " implicit $x" + std::to_string(R);
  return Return + "\n";
}

/// q[i] = p[i] * x11 + 1, Count times.
std::string scale(const std::string &Setup) {
  return "  bb.0:\n" + Setup +
         "  bb.1:\n    successors: %bb.1, %bb.2\n"
         "    $x6 = LW $x10, 0 :: (load (s32) from %ir.p)\n    $x7 = MUL $x6, $x11\n"
         "    $x8 = ADDI $x7, 1\n    SW $x8, $x12, 0 :: (store (s32) into %ir.q)\n"
         "    $x10 = ADDI $x10, 4\n    $x12 = ADDI $x12, 4\n    BLTU $x0, $x0, %bb.1\n"
         "  bb.2:\n" + returning({10, 12});
}

std::string countOf(unsigned N) { return "    FENCE %bb.1, " + std::to_string(N) + "\n"; }
std::string registerOf(unsigned N) {
  return "    $x5 = ADDI $x0, " + std::to_string(N) + "\n    FENCE %bb.1, $x5\n";
}

TEST(ToyLoop, OverlapsIterations) {
  const std::string Body = scale(countOf(8));
  const unsigned Apart = cyclesOf(Body, {10, 12}, PackMode::Off);
  // A load of three cycles, a product of two, a sum that a store waits for: six cycles an iteration.
  EXPECT_GE(Apart, 8u * 6);
  EXPECT_LE(cyclesOf(Body, {10, 12}, PackMode::SDA), 8u * 4 + 6);
}

TEST(ToyLoop, GuardsWhatMayRunOnce) {
  for (unsigned N : {1, 2, 3, 8})
    cyclesOf(scale(registerOf(N)), {10, 12}, PackMode::SDA);
  EXPECT_LT(cyclesOf(scale(registerOf(8)), {10, 12}, PackMode::SDA),
            cyclesOf(scale(registerOf(8)), {10, 12}, PackMode::Off));
}

/// p[i] = p[i - 1] * x11: no iteration may begin before the one ahead of it has stored.
TEST(ToyLoop, KeepsTheOrderOfIterations) {
  for (const std::string &Setup : {countOf(6), registerOf(6)})
    cyclesOf("  bb.0:\n" + Setup + "  bb.1:\n    successors: %bb.1, %bb.2\n"
             "    $x6 = LW $x10, 0 :: (load (s32) from %ir.p)\n    $x7 = MUL $x6, $x11\n"
             "    SW $x7, $x10, 4 :: (store (s32) into %ir.p + 4)\n    $x10 = ADDI $x10, 4\n"
             "    BLTU $x0, $x0, %bb.1\n  bb.2:\n" + returning({10}),
             {10}, PackMode::SDA);
}

/// A load through another register: four bytes behind what the store writes, so it need not wait for it.
std::string loadBehindStore(unsigned Distance) {
  return "  bb.0:\n    $x13 = ADDI $x10, " + std::to_string(Distance) + "\n    $x5 = MUL $x11, $x12\n"
         "    $x5 = MUL $x5, $x11\n    SW $x5, $x10, 0 :: (store (s32))\n    $x6 = LW $x13, 0 :: (load (s32))\n"
         "    $x6 = MUL $x6, $x11\n" + returning({6});
}

TEST(ToyPlaces, TellsAccessesOfOnePointerApart) {
  const unsigned Same = cyclesOf(loadBehindStore(0), {6}, PackMode::SDA);
  EXPECT_EQ(cyclesOf(loadBehindStore(3), {6}, PackMode::SDA), Same);
  EXPECT_LE(cyclesOf(loadBehindStore(4), {6}, PackMode::SDA) + 3, Same);
}

const std::string Chain = "  bb.0:\n    $x8 = TH_MULA $x8, $x10, $x11\n    $x8 = TH_MULA $x8, $x11, $x12\n"
                          "    $x8 = TH_MULA $x8, $x12, $x13\n    $x8 = TH_MULA $x8, $x10, $x13\n"
                          "    $x8 = TH_MULA $x8, $x10, $x12\n    $x8 = TH_MULA $x8, $x11, $x13\n" +
                          returning({8});

TEST(ToyRewrite, SplitsAChain) {
  EXPECT_GE(cyclesOf(Chain, {8}, PackMode::Off), 6u * 3);
  EXPECT_LE(cyclesOf(Chain, {8}, PackMode::SDA), 3u * 3 + 3);
}

const std::string Late = "  bb.0:\n    $x8 = LW $x10, 0 :: (load (s32) from %ir.p)\n"
                         "    $x8 = TH_MULA $x8, $x11, $x12\n" + returning({8});

/// The product need not wait for what it is added to.
TEST(ToyRewrite, TakesCompoundsApart) {
  EXPECT_EQ(cyclesOf(Late, {8}, PackMode::Off), 7u);
  EXPECT_EQ(cyclesOf(Late, {8}, PackMode::SDA), 5u);
}

/// Packs with a mistake on purpose.
void packWrongly(const char *Kind, const std::string &Body) {
  cl::getRegisteredOptions().lookup("sda-inject-fault")->addOccurrence(0, "sda-inject-fault", Kind);
  Program(Body).pack(/*Renames=*/true, PackMode::SDA);
}

TEST(ToyValidation, SeesMistakes) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(packWrongly("peeled-count", scale(countOf(8))), "does not run once less");
  EXPECT_DEATH(packWrongly("peeled-count", scale(registerOf(8))), "does not run once less");
  EXPECT_DEATH(packWrongly("peeled-epilogue", scale(countOf(8))), "does not end behind it");
  EXPECT_DEATH(packWrongly("lost-sum", Chain), "sda-verify");
  EXPECT_DEATH(packWrongly("foreign-part", Late), "sda-verify");
  EXPECT_DEATH(packWrongly("dropped-edge", Late), "sda-verify");
  EXPECT_DEATH(packWrongly("blind-oracle", loadBehindStore(0)), "sda-verify");
}

/// Loops of both kinds, at random: counted by a constant or a register, or by compare and branch.
TEST(ToyLoop, RandomLoopsDoWhatTheyDid) {
  std::mt19937 Random(7);
  const std::vector<unsigned> Returned = {6, 7, 8, 9, 10, 12};
  unsigned Apart = 0, Overlapped = 0;
  for (unsigned Round = 0; Round != 90; ++Round) {
    auto Reg = [&] { return "$x" + std::to_string(6 + Random() % 4); };
    auto Source = [&] { return Random() % 3 ? Reg() : "$x" + std::to_string(13 + Random() % 3); };
    const unsigned N = 1 + Random() % 5, Kind = Round % 3;
    std::string Body = "  bb.0:\n";
    Body += Kind == 0 ? countOf(N) : Kind == 1 ? registerOf(N) : "    $x5 = ADDI $x0, " + std::to_string(N) + "\n";
    Body += "  bb.1:\n    successors: %bb.1, %bb.2\n";
    for (unsigned I = 0, E = 3 + Random() % 12; I != E; ++I) {
      std::string Offset = std::to_string(4 * (Random() % 3));
      switch (Random() % 7) {
      case 0:
        Body += "    " + Reg() + " = ADDI " + Source() + ", " + Offset + "\n";
        break;
      case 1:
        Body += "    " + Reg() + " = ADD " + Source() + ", " + Source() + "\n";
        break;
      case 2:
        Body += "    " + Reg() + " = MUL " + Source() + ", " + Source() + "\n";
        break;
      case 3: {
        std::string Sum = Reg();
        Body += "    " + Sum + " = TH_MULA " + Sum + ", " + Source() + ", " + Source() + "\n";
        break;
      }
      case 4:
        Body += "    " + Reg() + " = LW $x10, " + Offset + " :: (load (s32) from %ir.p + " + Offset + ")\n";
        break;
      case 5:
        Body += "    SW " + Source() + ", $x12, " + Offset + " :: (store (s32) into %ir.q + " + Offset + ")\n";
        break;
      case 6:
        Body += Round % 2 ? "    SW " + Source() + ", $x10, " + Offset + " :: (store (s32) into %ir.p + " + Offset + ")\n"
                          : "    " + Reg() + " = LW $x12, " + Offset + " :: (load (s32) from %ir.q + " + Offset + ")\n";
        break;
      }
    }
    Body += "    $x10 = ADDI $x10, 4\n    $x12 = ADDI $x12, 4\n";
    Body += Kind == 2 ? "    $x5 = ADDI $x5, -1\n    BNE $x5, $x0, %bb.1\n" : "    BLTU $x0, $x0, %bb.1\n";
    Body += "  bb.2:\n" + returning(Returned);
    Apart += cyclesOf(Body, Returned, PackMode::Off);
    Overlapped += cyclesOf(Body, Returned, PackMode::SDA);
  }
  EXPECT_LT(Overlapped, Apart);
}

} // namespace
