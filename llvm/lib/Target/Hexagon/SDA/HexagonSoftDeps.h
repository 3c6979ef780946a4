//===- HexagonSoftDeps.h - Hard or soft, for a pair of instructions -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONSOFTDEPS_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONSOFTDEPS_H

#include "HexagonInstrInfo.h"
#include "HexagonRegisterInfo.h"
#include "MCTargetDesc/HexagonPacketTiming.h"
#include "llvm/CodeGen/SDA/Dependences.h"
#include "llvm/CodeGen/SDA/SDATarget.h"
#include <vector>

namespace llvm {

class MachineBranchProbabilityInfo;

enum class SoftDep : uint8_t {
  None,
#define HEXAGON_SOFT_DEP(Id, Name, Penalty, Rule, Section) Id,
#include "HexagonSoftDeps.def"
  Count
};

const char *softDepName(SoftDep D);
unsigned softDepPenalty(SoftDep D);

using sda::RegOperand;

/// What the classifier wants to know of an instruction, found once.
struct InstrFacts : sda::InstrFacts {
  MCRegister Predicate;       // of a predicated instruction
  bool PredicateTrue = false; // its sense
  int PredicateDef = -1;      // the region's node that wrote the predicate, -1 from before
  bool Vector = false;
  bool MemOp = false;
  /// Whether the access keeps its order with every other one and shares a packet with none. One
  /// that is merely Ordered (volatile, or without a memory operand that would say otherwise) shares
  /// a packet with those that are not.
  bool Fence = false;
  /// Whether an immediate needs an extender, which takes a place in the packet.
  bool Extended = false;
  /// The register units that the instruction reads and writes, folded into a word. Where two words
  /// have no bit in common, the registers have no unit in common.
  uint64_t UnitsRead = 0, UnitsWritten = 0;
};

/// How the earlier instruction of a pair constrains the later one.
struct PairDep {
  bool Depends = false;
  sda::EdgeKind Kind = sda::EdgeKind::Order;
  /// The first (and usually only) soft class that applies.
  SoftDep Class = SoftDep::None;
  unsigned Latency = 1;
  /// The soft classes that apply, as a mask: one pair can be tied in several ways.
  unsigned Classes = 0;

  bool hard() const { return Depends && Kind == sda::EdgeKind::Hard; }
  bool has(SoftDep D) const { return Classes & (1u << unsigned(D)); }
};

/// Tells for two instructions of a region whether the later depends on the earlier and by which
/// rule they may nevertheless share a packet. Facts about pairs only: what a whole packet may hold
/// is HexagonPacketRules' business.
class HexagonDepClassifier : public sda::Dependences {
public:
  HexagonDepClassifier(const sda::SDATarget &T, const MachineBranchProbabilityInfo *MBPI);

  /// Takes the region's instructions, in program order.
  void enterRegion(const sda::Region &R);

  const InstrFacts &facts(unsigned N) const override { return Facts[N]; }
  unsigned size() const override { return Facts.size(); }

  /// A precedes B in program order. Without Reaches every result of A counts as if nobody had
  /// written the register since: what two of a packet have to expect.
  PairDep classify(unsigned A, unsigned B, ReachesFn Reaches = nullptr) const;
  sda::Dependence between(unsigned A, unsigned B, ReachesFn Reaches) const override;

  unsigned carriedLatency(unsigned A, unsigned B) const override;
  /// The setup of a hardware loop reaches its loop by a short displacement: it may not move away.
  bool staysBehind(const MachineInstr &MI) const override { return HII.isLoopN(MI); }
  /// The overflow bit.
  bool isSticky(MCRegister Reg) const override;

  /// The form of B that reads its predicate as .new, or 0.
  unsigned newPredicateOpcode(const MachineInstr &B) const;

  /// The operand that a new-value jump reads as .new.
  unsigned newValueOperand(const MachineInstr &MI) const;

  const HexagonInstrInfo &HII;
  const HexagonRegisterInfo &HRI;
  const HexagonTiming::TimingModel Timing;

private:
  void classifyRegisters(const InstrFacts &A, const InstrFacts &B, PairDep &D,
                         ReachesFn Reaches) const;
  void classifyMemory(const InstrFacts &A, const InstrFacts &B, PairDep &D) const;
  bool mayTouch(const InstrFacts &A, const InstrFacts &B) const;
  bool loadFollows(const InstrFacts &A, const InstrFacts &B, bool Touches) const;
  SoftDep rawClass(const InstrFacts &A, const RegOperand &Def, const InstrFacts &B,
                   const RegOperand &Use) const;
  bool feedsNewPredicate(const InstrFacts &A, const RegOperand &Def, const InstrFacts &B,
                         const RegOperand &Use) const;
  bool feedsNewValueStore(const InstrFacts &A, const RegOperand &Def, const InstrFacts &B,
                          const RegOperand &Use) const;
  SoftDep feedsVectorLoad(const InstrFacts &A, const RegOperand &Def, const InstrFacts &B,
                          const RegOperand &Use) const;
  bool mayBeTemporary(const InstrFacts &A, const RegOperand &Def, const InstrFacts &B,
                      const RegOperand &Other) const;
  bool afterThePacket(const InstrFacts &B, const RegOperand &Use) const;
  bool complementary(const InstrFacts &A, const InstrFacts &B) const;
  unsigned rawLatency(const InstrFacts &A, const RegOperand &Def, const InstrFacts &B,
                      const RegOperand &Use) const;

  const sda::SDATarget &T;
  const MachineBranchProbabilityInfo *MBPI;
  HexagonTiming::Pace RegionPace = HexagonTiming::Pace::Clock;
  std::vector<InstrFacts> Facts;
};

} // namespace llvm

#endif
