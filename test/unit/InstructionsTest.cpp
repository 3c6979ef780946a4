// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of instructions against those who name them: kernels, targets. That the rows are true is for
// test/kernels/instructions.
#include "instructions/Machine.h"
#include "ir/Text.h"
#include "plans/Plan.h"
#include "support/Error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

using namespace hexloom;

namespace {

/// Operands that a piece of C reads: letters a to d that are words.
std::set<char> operandsIn(const std::string &C) {
  const auto IsWord = [&](size_t I) {
    return I < C.size() && (std::isalnum(static_cast<unsigned char>(C[I])) || C[I] == '_');
  };
  std::set<char> Found;
  for (size_t I = 0; I < C.size(); ++I)
    if (C[I] >= 'a' && C[I] <= 'd' && !IsWord(I + 1) && (I == 0 || (!IsWord(I - 1) && C[I - 1] != '.')))
      Found.insert(C[I]);
  return Found;
}

} // namespace

TEST(Instructions, RowsAreWhole) {
  std::set<std::string> Names;
  for (const Instruction &I : allInstructions()) {
    SCOPED_TRACE(I.Name);
    EXPECT_TRUE(Names.insert(I.Name).second);
    EXPECT_EQ(instructionNamed(I.Name), &I);
    EXPECT_FALSE(I.Templates.empty());
    const std::string Kinds = kindsOf(I.Operands);
    std::set<char> Given = operandsIn(I.Expression);
    const bool Accumulates = I.Computes.readsResult();
    EXPECT_TRUE(Accumulates <= (I.AccumulatorBits > 0));
    Given.erase('d'); // the result
    EXPECT_EQ(Given.size() + 1, Kinds.size());
    for (const InstructionTemplate &T : I.Templates) {
      EXPECT_EQ(Machine(T.Target).vectorBytes(), Machine(I.Templates[0].Target).vectorBytes());
      std::set<char> Read = operandsIn(T.C);
      EXPECT_EQ(Read.erase('d') > 0, Accumulates);
      EXPECT_EQ(Read, Given);
    }
  }
}

/// SwiftDSP's resources are what its own table says. That Hexagon's are true is for test/kernels/instructions/resources.test.
TEST(Instructions, ResourcesOfSwiftDSP) {
  struct Timing {
    unsigned Slots;
    int Read, Late, Result;
  };
  std::map<std::string, Timing> Timings;
  std::map<std::string, std::pair<std::string, bool>> ByName; // timing; whether it takes all of its slots
#define TIMING(NAME, SLOTS, READ, LATE, RESULT, POINTER) Timings[#NAME] = {SLOTS, READ, LATE, RESULT};
#define INST(ID, MNEMONIC, FORMAT, OP, FUNCT, TIMING, FLAGS, OPERANDS, SEMANTICS) ByName[#ID] = {#TIMING, std::string(#FLAGS) == "BOTH"};
#include "docs/swiftdsp/ISA.def"
  const Pipe Slots[] = {Pipe::Slot0, Pipe::Slot2, Pipe::Slot3, Pipe::Slot4, Pipe::Slot5, Pipe::Slot6, Pipe::Slot7};
  const unsigned Numbers[] = {0, 2, 3, 4, 5, 6, 7};
  int Rows = 0;
  for (const Instruction &I : allInstructions())
    if (const InstructionTemplate *T = I.on(Target::SwiftDSP)) {
      SCOPED_TRACE(I.Name);
      const std::string C = T->C, Prefix = "swift_dsp_";
      ASSERT_EQ(C.rfind(Prefix, 0), 0u);
      const auto [Name, TakesAll] = ByName.at(C.substr(Prefix.size(), C.find('(') - Prefix.size()));
      const Timing &Wanted = Timings.at(Name);
      ASSERT_EQ(T->Needs.size(), 1u);
      const Resource &R = *T->Needs[0];
      EXPECT_EQ(R.Read, Wanted.Read);
      EXPECT_EQ(R.Late, Wanted.Late);
      EXPECT_EQ(R.Result, Wanted.Result);
      unsigned Given = 0;
      for (size_t K = 0; K < 7; ++K)
        for (const Pipes &Way : R.Ways)
          Given |= Way.has(Slots[K]) << Numbers[K];
      EXPECT_EQ(Given, Wanted.Slots);
      EXPECT_EQ(R.Ways.size() == 1, TakesAll);
      ++Rows;
    }
  EXPECT_GT(Rows, 10);
}

TEST(Instructions, ResourcesShareAPacketIfTheirPipesDo) {
  const auto Fit = [](const std::string &List) { return fitTogether(parseResources(List)); };
  EXPECT_TRUE(Fit("mpy, mpy"));
  EXPECT_FALSE(Fit("mpy, mpy, mpy"));
  EXPECT_FALSE(Fit("mpy2, mpy"));
  EXPECT_TRUE(Fit("shift, permute, mpy2"));
  EXPECT_TRUE(Fit("alu, mpy, shift, mpy")); // the first must give way
  EXPECT_FALSE(Fit("shift, shift"));
  EXPECT_FALSE(Fit("load, load"));
  EXPECT_TRUE(Fit("alu2, permute2, none"));
  EXPECT_FALSE(Fit("alu2, permute2, alu"));
  EXPECT_THROW(Fit("mpi"), UserError);
  EXPECT_THROW(Fit("mpy,mpy"), UserError);
  const Resource &Multiply = resourceNamed("mpy"), &Alu = resourceNamed("alu"), &Conv = resourceNamed("vconv");
  EXPECT_EQ(packetsBetween(Alu, Multiply, false, 2), 2);
  EXPECT_EQ(packetsBetween(Alu, Multiply, true, 2), 1);
  EXPECT_EQ(packetsBetween(Multiply, Alu, false, 2), 1);
  EXPECT_EQ(packetsBetween(Conv, Conv, true, 1), 1);
  EXPECT_EQ(packetsBetween(Conv, Conv, false, 1), 2);
}

/// A kernel is offered where all of its instructions are: plain C everywhere, a vector kernel where its body is, a generated one
/// wherever its rows are.
TEST(Instructions, KernelsNameThoseOfOneTarget) {
  for (const Kernel &K : allKernels()) {
    const std::string Instructions = K.Instruction;
    EXPECT_EQ(K.isPlainC(), Instructions == "scalar" || Instructions == "none") << K.Name;
    const auto Offers = std::count_if(allTargets().begin(), allTargets().end(), [&](Target T) {
      return missingInstruction(K.Instruction, T).empty();
    });
    const bool IsGenerated = Instructions == "word-products" || Instructions == "products";
    EXPECT_EQ(Offers, K.isPlainC() ? static_cast<long>(allTargets().size()) : IsGenerated ? 2 : 1) << K.Name;
  }
}

TEST(Instructions, ATargetWithoutTemplatesIsOfferedPlainC) {
  const Target Third = static_cast<Target>(allTargets().size());
  EXPECT_EQ(missingInstruction("scalar", Third), "");
  EXPECT_EQ(missingInstruction("vmax, vrmpy", Third), "vmax");
  EXPECT_EQ(missingInstruction("vrmpy.ub.b", Target::Hexagon), "");
  EXPECT_EQ(missingInstruction("vrmpy.ub.q", Target::Hexagon), "vrmpy.ub.q");
  EXPECT_EQ(missingInstruction("vrm", Target::Hexagon), "vrm");
  const Graph G = parseGraph("graph g from \"g\"\ninput %0: i8[1x4x4x32] scale=1 zero=0\n"
                             "%1: i8[1x4x4x32] scale=1 zero=0 = RELU(%0)\noutput %1\n",
                             "g");
  const auto KernelsOn = [&](Target T) {
    std::set<std::string> Names;
    Compilation Shared("g", 0);
    for (const Plan &P : plansFor(G, G.Ops[0], T, Shared))
      Names.insert(P.Kernel->Name);
    return Names;
  };
  EXPECT_EQ(KernelsOn(Target::Hexagon).count("table8_vlut32"), 1u);
  EXPECT_EQ(KernelsOn(Third), KernelsOn(Target::Portable));
}
