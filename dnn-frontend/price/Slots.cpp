// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "price/Slots.h"
#include "instructions/Instruction.h"

#include <algorithm>
#include <map>

namespace hexloom {

namespace {

/// What code asks of packets, and what a packet has.
struct Needs {
  double Vector = 0, Packing = 0, Loads = 0, Stores = 0, All = 0;
  double Chain = 0; ///< cycles that the longest chain takes beyond the packets

  void add(const Needs &More, double Times) {
    Vector += Times * More.Vector, Packing += Times * More.Packing;
    Loads += Times * More.Loads, Stores += Times * More.Stores, All += Times * More.All;
    Chain = std::max(Chain, More.Chain);
  }
};
constexpr Needs kPacket = {2, 1, 2, 2, 8};

double cyclesOf(const Needs &N) {
  return std::max({N.Vector / kPacket.Vector, N.Packing / kPacket.Packing, N.Loads / kPacket.Loads, N.Stores / kPacket.Stores, N.All / kPacket.All}) +
         N.Chain;
}

Needs primitive(double Vector, double Packing, double Loads, double Stores, double Chain) {
  return {Vector, Packing, Loads, Stores, Vector + Loads + Stores, Chain};
}

/// An instruction that fits into other slots too leaves those of vectors free.
Needs needsOf(const InstructionTemplate &How) {
  Needs N;
  for (const Resource *Each : How.Needs) {
    int Least = Each->Ways.empty() ? 0 : 2;
    for (const Pipes &Way : Each->Ways)
      Least = std::min(Least, Way.has(Pipe::Slot2) + Way.has(Pipe::Slot3));
    N.Vector += Least;
    N.All += 1;
  }
  return N;
}

const std::map<std::string, Needs> &known() {
  static const std::map<std::string, Needs> All = [] {
    std::map<std::string, Needs> Known = {
#define PRIMITIVE(NAME, VECTOR, PACKING, LOADS, STORES, CHAIN) {NAME, primitive(VECTOR, PACKING, LOADS, STORES, CHAIN)},
#include "price/slots.def"
    };
    for (const Instruction &I : allInstructions())
      if (const InstructionTemplate *How = I.on(Target::SwiftDSP))
        Known.emplace(I.Name, needsOf(*How));
    return Known;
  }();
  return All;
}

// Timing: a loaded value is used a cycle later; a taken branch has two bubbles, the hardware's innermost loop none.
constexpr double kLoad = 1, kBranch = 2;

double part(const Part &P);

/// What one turn needs besides the loops within, whose cycles are added up. What is kept is at hand.
Needs straight(const Part &P, double &Within) {
  Needs N;
  for (const auto &[What, Number] : P.Own)
    if (const auto Found = known().find(What); Found != known().end())
      N.add(Found->second, static_cast<double>(Number));
  for (const Part &Each : P.Inside) {
    double Loops = 0;
    const bool IsStraight = Each.Is != Part::Kind::Guard && (Each.IsWrittenOut || Each.Is == Part::Kind::Block || Each.Turns == 1);
    if (IsStraight)
      N.add(straight(Each, Loops), static_cast<double>(Each.Turns));
    Within += IsStraight ? static_cast<double>(Each.Turns) * Loops : part(Each);
  }
  return N;
}

double part(const Part &P) {
  if (P.Is == Part::Kind::Guard)
    return std::min(part(P.Inside[0]), part(P.Inside[1]));
  double Within = 0;
  const double Own = cyclesOf(straight(P, Within));
  return static_cast<double>(P.Turns) * (std::max(1.0, Own) + kLoad + (Within > 0 ? kBranch + Within : 0));
}

} // namespace

std::optional<double> slotCycles(const Part &P, Target T) { return T == Target::SwiftDSP ? std::optional(part(P)) : std::nullopt; }

} // namespace hexloom
