//===- ToyTest.cpp - The packetizer with a machine that nobody builds -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Toy.h"
#include <gtest/gtest.h>
#include <random>

using namespace toy;

namespace {

/// Packs Body; expects that it does what it did, in memory and in registers (renamed: in those that it
/// returns). Returns the packets that ran.
unsigned expectSame(const std::string &Body, ArrayRef<unsigned> Returned = {}) {
  Program P(Body);
  Interpreter Before = P.run();
  P.pack(!Returned.empty());
  Interpreter After = P.run();
  EXPECT_EQ(Before.Wrong, "");
  EXPECT_EQ(After.Wrong, "") << Body;
  EXPECT_TRUE(!Returned.empty() || Before.Registers == After.Registers) << Body;
  for (unsigned R : Returned)
    EXPECT_EQ(Before.Registers[R], After.Registers[R]) << 'x' << R << '\n' << Body;
  EXPECT_TRUE(Before.Words == After.Words) << Body;
  EXPECT_LE(After.Packets, Before.Packets);
  return After.Packets;
}

TEST(Toy, FillsSixSlots) {
  EXPECT_EQ(expectSame("  bb.0:\n"
                       "    $x5 = ADDI $x10, 1\n    $x6 = ADDI $x11, 2\n    $x7 = XOR $x12, $x13\n"
                       "    $x14 = LW $x10, 0 :: (load (s32))\n    $x15 = LW $x10, 4 :: (load (s32))\n    PseudoRET\n"),
            1u);
}

TEST(Toy, PaysWhereTheStoreWouldWaitForAPacket) {
  // One packet and a stall take as long as two; the packet is less code.
  EXPECT_EQ(expectSame("  bb.0:\n    $x5 = ADDI $x10, 1\n    SW $x5, $x11, 0 :: (store (s32))\n    PseudoRET\n"), 1u);
}

TEST(Toy, MultipliersAreTwo) {
  EXPECT_EQ(expectSame("  bb.0:\n    $x5 = MUL $x10, $x11\n    $x6 = MUL $x10, $x12\n"
                       "    $x7 = MUL $x10, $x13\n    PseudoRET\n"),
            2u);
}

TEST(Toy, PacksALoop) {
  // Three iterations; the pointer and the count move in the packets of the others.
  std::string Body = "  bb.0:\n    $x5 = ADDI $x0, 3\n"
                     "  bb.1:\n    successors: %bb.1, %bb.2\n"
                     "    $x6 = LW $x10, 0 :: (load (s32))\n    $x7 = MUL $x6, $x11\n    $x8 = ADD $x8, $x7\n"
                     "    SW $x8, $x12, 0 :: (store (s32))\n    $x10 = ADDI $x10, 4\n    $x12 = ADDI $x12, 4\n"
                     "    $x5 = ADDI $x5, -1\n    BNE $x5, $x0, %bb.1\n"
                     "  bb.2:\n    PseudoRET\n";
  EXPECT_LE(expectSame(Body), 2u + 3 * 4);
}

/// Two loads to one register: in two, they share a packet, and so do their readers. The return has one of its own, since
/// it reads results.
TEST(Toy, RenamesValues) {
  std::string Body = "  bb.0:\n    $x5 = LW $x20, 0 :: (load (s32))\n    $x11 = MUL $x5, $x10\n"
                     "    $x5 = LW $x20, 4 :: (load (s32))\n    $x12 = MUL $x5, $x10\n"
                     "    PseudoRET implicit $x11, implicit $x12\n";
  EXPECT_EQ(expectSame(Body), 4u);
  EXPECT_EQ(expectSame(Body, {11, 12}), 3u);
}

class ToyPrograms : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Renamed, ToyPrograms, testing::Bool());

TEST_P(ToyPrograms, DoWhatTheyDid) {
  std::mt19937 Random(1);
  unsigned Instrs = 0, Packets = 0;
  SmallVector<unsigned, 8> Returned;
  for (unsigned R = 5; R != 13 && GetParam(); ++R)
    Returned.push_back(R);
  std::string Return = "    PseudoRET";
  for (unsigned R : Returned)
    Return += (R == 5 ? " implicit $x" : ", implicit $x") + std::to_string(R);
  for (unsigned Round = 0; Round != 60; ++Round) {
    std::string Body = "  bb.0:\n";
    auto Reg = [&] { return "$x" + std::to_string(5 + Random() % 8); };
    for (unsigned I = 0, E = 5 + Random() % 30; I != E; ++I, ++Instrs)
      switch (Random() % 6) {
      case 0:
        Body += "    " + Reg() + " = ADDI " + Reg() + ", " + std::to_string(Random() % 64) + "\n";
        break;
      case 1:
        Body += "    " + Reg() + " = ADD " + Reg() + ", " + Reg() + "\n";
        break;
      case 2:
        Body += "    " + Reg() + " = XOR " + Reg() + ", " + Reg() + "\n";
        break;
      case 3:
        Body += "    " + Reg() + " = MUL " + Reg() + ", " + Reg() + "\n";
        break;
      case 4:
        Body += "    " + Reg() + " = LW $x20, " + std::to_string(4 * (Random() % 4)) +
                " :: (load (s32))\n";
        break;
      case 5:
        Body += "    SW " + Reg() + ", $x20, " + std::to_string(4 * (Random() % 4)) +
                " :: (store (s32))\n";
        break;
      }
    Packets += expectSame(Body + Return + "\n", Returned);
  }
  EXPECT_LT(Packets, Instrs * 3 / 4);
}

} // namespace
