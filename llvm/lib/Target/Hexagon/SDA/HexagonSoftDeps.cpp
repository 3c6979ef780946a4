//===- HexagonSoftDeps.cpp - Hard or soft, for a pair of instructions -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hexagon's packets read all operands before they write any result, so of two dependent
// instructions the later may join the earlier one's packet when it wants the old value (anti), or
// when it has a form that takes the new one (.new, .cur). HexagonSoftDeps.def lists the classes.
//
//===----------------------------------------------------------------------===//

#include "HexagonSoftDeps.h"
#include "HexagonInstrInfo.h"
#include "HexagonRegisterInfo.h"
#include "HexagonSubtarget.h"
#include "MCTargetDesc/HexagonVectorLoads.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/SDA/AddressWalk.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using sda::EdgeKind;

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumClassified, "Number of pairs of instructions classified");

// Off by default for the sake of Debian's emulator, which leaves the store out of the load's sight
// when slot 1's last conditional instruction, in whatever packet, was cancelled (it looks at the
// flag without having cleared it). It clears it for a packet with something conditional, and does
// not look at it for loads that move their base.
static cl::opt<bool>
    MemNoShuf("sda-mem-noshuf", cl::Hidden, cl::init(false),
              cl::desc("Let a load join the packet of a store that it may read from"));

const char *llvm::softDepName(SoftDep D) {
  static const char *const Names[] = {
      "none",
#define HEXAGON_SOFT_DEP(Id, Name, Penalty, Rule, Section) Name,
#include "HexagonSoftDeps.def"
  };
  return Names[unsigned(D)];
}

unsigned llvm::softDepPenalty(SoftDep D) {
  static const unsigned Penalties[] = {
      0,
#define HEXAGON_SOFT_DEP(Id, Name, Penalty, Rule, Section) Penalty,
#include "HexagonSoftDeps.def"
  };
  return Penalties[unsigned(D)];
}

HexagonDepClassifier::HexagonDepClassifier(const sda::SDATarget &T,
                                           const MachineBranchProbabilityInfo *MBPI)
    : Dependences(T.TRI), HII(static_cast<const HexagonInstrInfo &>(T.TII)),
      HRI(static_cast<const HexagonRegisterInfo &>(T.TRI)),
      Timing(HII, *T.MF.getSubtarget<HexagonSubtarget>().getInstrItineraryData()), T(T),
      MBPI(MBPI) {}

/// What orders other accesses too: atomic, with side effects that nothing describes, or an access
/// of which nothing is known.
static bool isFence(const sda::SDATarget &T, const MachineInstr &MI) {
  if (MI.hasUnmodeledSideEffects())
    return true;
  if (!MI.mayLoadOrStore() || !MI.hasOrderedMemoryRef())
    return false;
  return (MI.memoperands_empty() && !T.address(MI)) ||
         llvm::any_of(MI.memoperands(), [](const MachineMemOperand *Op) {
           return isStrongerThanMonotonic(Op->getMergedOrdering());
         });
}

static MCRegister predicateRegister(const MachineInstr &MI) {
  for (const MachineOperand &Op : MI.operands())
    if (Op.isReg() && Op.isUse() && Hexagon::PredRegsRegClass.contains(Op.getReg()))
      return Op.getReg().asMCReg();
  return MCRegister();
}

static uint64_t foldedUnits(const HexagonRegisterInfo &HRI, ArrayRef<RegOperand> Operands) {
  uint64_t Word = 0;
  for (const RegOperand &Op : Operands)
    for (MCRegUnit U : HRI.regunits(Op.Reg))
      Word |= uint64_t(1) << U % 64;
  return Word;
}

void HexagonDepClassifier::enterRegion(const sda::Region &R) {
  Facts.clear();
  Facts.reserve(R.Instrs.size());
  RegionPace = HexagonTiming::Pace::Clock;
  for (MachineInstr *MI : R.Instrs) {
    InstrFacts F{sda::InstrFacts::of(*MI)};
    F.OfNext = Facts.size() >= R.NextIteration;
    F.UnitsRead = foldedUnits(HRI, F.Uses);
    F.UnitsWritten = foldedUnits(HRI, F.Defs);
    F.Vector = HII.isHVXVec(*MI);
    if (Timing.isVector(MI->getOpcode()))
      RegionPace = HexagonTiming::Pace::Context;
    F.MemOp = HII.isMemOp(*MI);
    F.Extended = HII.isExtended(*MI) || HII.isConstExtended(*MI);
    F.Fence = !F.ControlFlow && isFence(T, *MI);
    F.Ordered = F.Fence || (!F.ControlFlow && (F.Load || F.Store) && MI->hasOrderedMemoryRef());
    if (HII.isPredicated(*MI)) {
      F.Predicate = predicateRegister(*MI);
      F.Conditional = F.Predicate.isValid();
      F.PredicateTrue = HII.isPredicatedTrue(*MI);
      for (int J = Facts.size() - 1; J >= 0 && F.PredicateDef < 0 && F.Predicate; --J)
        if (Facts[J].MI->modifiesRegister(F.Predicate, &HRI))
          F.PredicateDef = J;
    }
    Facts.push_back(std::move(F));
  }
  sda::findPlaces(T, R.Instrs, [&](unsigned N) -> sda::InstrFacts & { return Facts[N]; });
}

unsigned HexagonDepClassifier::newPredicateOpcode(const MachineInstr &B) const {
  if (!HII.isPredicated(B) || HII.isPredicatedNew(B) || (HII.isHVXVec(B) && B.mayStore()))
    return 0;
  int Opcode = HII.getDotNewPredOp(B, MBPI);
  return Opcode > 0 ? Opcode : 0;
}

unsigned HexagonDepClassifier::newValueOperand(const MachineInstr &MI) const {
  return (MI.getDesc().TSFlags >> HexagonII::NewValueOpPos) & HexagonII::NewValueOpMask;
}

bool HexagonDepClassifier::feedsNewPredicate(const InstrFacts &A, const RegOperand &Def,
                                             const InstrFacts &B, const RegOperand &Use) const {
  return B.Predicate == Use.Reg && Def.Reg == Use.Reg && !Def.Implicit && !Use.Implicit &&
         newPredicateOpcode(*B.MI) && HII.predCanBeUsedAsDotNew(*A.MI, Def.Reg);
}

/// A register that an access moves or sets beside its datum cannot be read as a new value.
static bool isAddressResult(const HexagonInstrInfo &HII, const InstrFacts &A,
                            const RegOperand &Def) {
  if (!A.Load && !A.Store)
    return false;
  return Def.OpIdx == (A.MI->mayLoad() && !A.MemOp ? 1u : 0u);
}

bool HexagonDepClassifier::feedsNewValueStore(const InstrFacts &A, const RegOperand &Def,
                                              const InstrFacts &B, const RegOperand &Use) const {
  const MachineInstr &Store = *B.MI;
  if (!HII.mayBeNewStore(Store) || Use.Implicit || Def.Implicit ||
      Use.OpIdx + 1 != Store.getNumExplicitOperands())
    return false;
  // The whole datum must come from one plain result of A: of a vector pair either half can be
  // forwarded, of a scalar pair none.
  bool Half = Hexagon::HvxWRRegClass.contains(Def.Reg) && HRI.isSubRegister(Def.Reg, Use.Reg);
  if ((Def.Reg != Use.Reg && !Half) || isAddressResult(HII, A, Def))
    return false;
  // A vector load passes its datum on as .cur, and not to stores.
  if (A.Vector && A.Load)
    return false;
  if (!Hexagon::IntRegsRegClass.contains(Use.Reg) && !Hexagon::HvxVRRegClass.contains(Use.Reg))
    return false;
  // The new value may not be both the datum and the address.
  for (const RegOperand &R : B.Uses)
    if (R.OpIdx != Use.OpIdx && HRI.regsOverlap(R.Reg, Use.Reg))
      return false;
  if (Hexagon::HvxVRRegClass.contains(Use.Reg) && Store.getOpcode() != Hexagon::V6_vS32b_ai &&
      Store.getOpcode() != Hexagon::V6_vS32b_pi)
    return false;
  // A conditional result is new only to a store under the same condition.
  if (A.Predicate && (A.Predicate != B.Predicate || A.PredicateTrue != B.PredicateTrue ||
                      A.PredicateDef != B.PredicateDef))
    return false;
  return true;
}

/// How the vector load A feeds B in its own packet: .cur, or only .tmp where B writes the register
/// as well.
SoftDep HexagonDepClassifier::feedsVectorLoad(const InstrFacts &A, const RegOperand &Def,
                                              const InstrFacts &B, const RegOperand &Use) const {
  if (!vectorLoadForms(A.MI->getOpcode()) || !HII.mayBeCurLoad(*A.MI) || Def.OpIdx != 0)
    return SoftDep::None;
  // The datum, or a pair with the datum as one half.
  bool Half = Hexagon::HvxWRRegClass.contains(Use.Reg) && HRI.isSubRegister(Use.Reg, Def.Reg);
  if (!B.Vector || B.Load || B.Store || Use.Implicit || (Use.Reg != Def.Reg && !Half))
    return SoftDep::None;
  // The value may not go into an accumulator.
  if (B.MI->getOperand(Use.OpIdx).isTied())
    return SoftDep::None;
  if (!B.MI->modifiesRegister(Def.Reg, &HRI))
    return SoftDep::VectorCurrent;
  return llvm::any_of(B.Defs,
                      [&](const RegOperand &Other) { return mayBeTemporary(A, Def, B, Other); })
             ? SoftDep::VectorTemporary
             : SoftDep::None;
}

/// Whether B may write the register Other in the packet in which A loads to it, as .tmp.
bool HexagonDepClassifier::mayBeTemporary(const InstrFacts &A, const RegOperand &Def,
                                          const InstrFacts &B, const RegOperand &Other) const {
  return vectorLoadForms(A.MI->getOpcode()) && Def.OpIdx == 0 && B.Vector && !B.Load &&
         !B.Predicate && !HII.isPredicated(*B.MI) && !Other.Implicit &&
         !B.MI->getOperand(Other.OpIdx).isTied() && HRI.isSubRegisterEq(Other.Reg, Def.Reg);
}

/// Calls and returns take place after their packet, so what they read implicitly is there.
bool HexagonDepClassifier::afterThePacket(const InstrFacts &B, const RegOperand &Use) const {
  const MachineInstr &MI = *B.MI;
  if (!MI.isCall() && !HII.isJumpR(MI) && !MI.isReturn() && !HII.isTailCall(MI))
    return false;
  if (!Use.Implicit || HRI.regsOverlap(Use.Reg, HRI.getRARegister()))
    return false;
  if (HII.isDeallocRet(MI) && (HRI.regsOverlap(Use.Reg, HRI.getFrameRegister()) ||
                               HRI.regsOverlap(Use.Reg, HRI.getStackRegister())))
    return false;
  return true;
}

bool HexagonDepClassifier::complementary(const InstrFacts &A, const InstrFacts &B) const {
  return A.Predicate && A.Predicate == B.Predicate && A.PredicateDef == B.PredicateDef &&
         A.PredicateTrue != B.PredicateTrue && !A.ControlFlow && !B.ControlFlow &&
         HII.isPredicatedNew(*A.MI) == HII.isPredicatedNew(*B.MI);
}

unsigned HexagonDepClassifier::rawLatency(const InstrFacts &A, const RegOperand &Def,
                                          const InstrFacts &B, const RegOperand &Use) const {
  return Timing.latency(A.MI->getOpcode(), Def.OpIdx, B.MI->getOpcode(), Use.OpIdx, RegionPace);
}

unsigned HexagonDepClassifier::carriedLatency(unsigned NA, unsigned NB) const {
  unsigned Latency = 1;
  for (const RegOperand &Def : Facts[NA].Defs)
    for (const RegOperand &Use : Facts[NB].Uses)
      if (HRI.regsOverlap(Def.Reg, Use.Reg))
        Latency = std::max(Latency, rawLatency(Facts[NA], Def, Facts[NB], Use));
  return Latency;
}

SoftDep HexagonDepClassifier::rawClass(const InstrFacts &A, const RegOperand &Def,
                                       const InstrFacts &B, const RegOperand &Use) const {
  if (HII.isNewValueJump(*B.MI) && Use.OpIdx == newValueOperand(*B.MI) && Def.Reg == Use.Reg &&
      !Def.Implicit)
    return SoftDep::NewValueJump;
  if (feedsNewPredicate(A, Def, B, Use))
    return SoftDep::NewPredicate;
  if (feedsNewValueStore(A, Def, B, Use))
    return B.Vector ? SoftDep::VectorNewStore : SoftDep::NewValueStore;
  return feedsVectorLoad(A, Def, B, Use);
}

static void require(PairDep &D, EdgeKind Kind, SoftDep Class, unsigned Latency) {
  auto Rank = [](EdgeKind K) { return K == EdgeKind::Hard ? 2 : K == EdgeKind::Soft ? 1 : 0; };
  if (!D.Depends || Rank(Kind) > Rank(D.Kind)) {
    D.Kind = Kind;
    D.Class = Class;
  }
  D.Depends = true;
  D.Classes |= 1u << unsigned(Class);
  D.Latency = std::max(D.Latency, Latency);
}

void HexagonDepClassifier::classifyRegisters(const InstrFacts &A, const InstrFacts &B,
                                             PairDep &D, ReachesFn Reaches) const {
  if (!(A.UnitsWritten & (B.UnitsRead | B.UnitsWritten)) && !(A.UnitsRead & B.UnitsWritten))
    return; // most pairs
  bool Complementary = complementary(A, B);
  for (const RegOperand &Def : A.Defs) {
    for (const RegOperand &Use : B.Uses) {
      if (!HRI.regsOverlap(Def.Reg, Use.Reg) || (Reaches && !Reaches(Def, Use)))
        continue;
      unsigned Latency = rawLatency(A, Def, B, Use);
      // The old value of a conditional result, which is what remains when its condition fails.
      bool OldValue = Use.Implicit && Complementary && B.MI->modifiesRegister(Use.Reg, &HRI);
      if (OldValue)
        require(D, EdgeKind::Soft, SoftDep::ComplementaryOutput, 1);
      else if (afterThePacket(B, Use))
        require(D, EdgeKind::Order, SoftDep::None, Latency);
      else if (SoftDep Class = rawClass(A, Def, B, Use); Class == SoftDep::NewValueJump)
        require(D, EdgeKind::Order, Class, Latency);
      else if (Class != SoftDep::None)
        require(D, EdgeKind::Soft, Class, Latency);
      else
        require(D, EdgeKind::Hard, SoftDep::None, Latency);
    }
    for (const RegOperand &Other : B.Defs) {
      if (!HRI.regsOverlap(Def.Reg, Other.Reg))
        continue;
      // The sticky overflow bit: any number of instructions may set it, in any order.
      if (Def.Reg == Hexagon::USR_OVF && Other.Reg == Hexagon::USR_OVF)
        continue;
      bool Clobbered = B.MI->isCall() && Other.Implicit &&
                       !HRI.regsOverlap(Other.Reg, HRI.getRARegister());
      if (Clobbered)
        require(D, EdgeKind::Order, SoftDep::None, 1);
      else if (Complementary)
        require(D, EdgeKind::Soft, SoftDep::ComplementaryOutput, 1);
      else if (mayBeTemporary(A, Def, B, Other))
        require(D, EdgeKind::Soft, SoftDep::VectorTemporary, 1);
      else
        require(D, EdgeKind::Hard, SoftDep::None, 1);
    }
  }
  for (const RegOperand &Use : A.Uses)
    for (const RegOperand &Def : B.Defs)
      if (HRI.regsOverlap(Use.Reg, Def.Reg)) {
        if (B.ControlFlow)
          require(D, EdgeKind::Order, SoftDep::None, 0);
        else
          require(D, EdgeKind::Soft, SoftDep::AntiRegister, 0);
      }
}

bool HexagonDepClassifier::mayTouch(const InstrFacts &A, const InstrFacts &B) const {
  if ((!A.Store && !B.Store) || areApart(A, B))
    return false;
  if (meet(T, A, B))
    return true;
  return A.OfNext == B.OfNext ? T.mayAlias(*A.MI, *B.MI) : T.mayAliasAcross(*A.MI, *B.MI);
}

/// Whether load B may follow store A in its packet, with :mem_noshuf. Touches: it may read what A
/// stores.
bool HexagonDepClassifier::loadFollows(const InstrFacts &A, const InstrFacts &B,
                                       bool Touches) const {
  if (!A.Store || !B.Load || !A.MI->getMF()->getSubtarget().hasFeature(Hexagon::FeatureMemNoShuf))
    return false;
  return !Touches || MemNoShuf || A.Conditional || B.Conditional ||
         (HII.isPostIncrement(*B.MI) && !T.hidesAddress(*B.MI));
}

void HexagonDepClassifier::classifyMemory(const InstrFacts &A, const InstrFacts &B,
                                          PairDep &D) const {
  bool AccessA = A.Load || A.Store || A.Ordered, AccessB = B.Load || B.Store || B.Ordered;
  if (!AccessA || !AccessB)
    return;
  if (A.Fence || B.Fence || (A.Ordered && B.Ordered)) {
    require(D, EdgeKind::Hard, SoftDep::None, 1);
    return;
  }
  const bool Touches = mayTouch(A, B);
  if (!Touches && !A.Ordered && !B.Ordered)
    return;
  if (!A.Store && !B.Store) {
    require(D, EdgeKind::Order, SoftDep::None, 0);
    return;
  }
  auto IsFrame = [](const MachineInstr &MI) {
    return MI.getOpcode() == Hexagon::S2_allocframe || MI.getOpcode() == Hexagon::L2_deallocframe;
  };
  bool Plain = !A.Vector && !B.Vector && !A.MemOp && !B.MemOp && !IsFrame(*A.MI) && !IsFrame(*B.MI);
  if (A.Load && !A.Store && B.Store && !B.Load && !A.MemOp && !B.MemOp && A.Vector == B.Vector)
    require(D, EdgeKind::Soft, SoftDep::LoadThenStore, 1);
  else if (Plain && A.Store && B.Store)
    require(D, EdgeKind::Soft, SoftDep::StoreThenStore, 1);
  else if (Plain && loadFollows(A, B, Touches))
    require(D, EdgeKind::Soft, SoftDep::StoreThenLoad, 1);
  else
    require(D, EdgeKind::Hard, SoftDep::None, 1);
}

bool HexagonDepClassifier::isSticky(MCRegister Reg) const { return Reg == Hexagon::USR_OVF; }

sda::Dependence HexagonDepClassifier::between(unsigned A, unsigned B, ReachesFn Reaches) const {
  PairDep D = classify(A, B, Reaches);
  return {D.Depends, D.Kind, uint8_t(D.Class), D.Latency, softDepPenalty(D.Class)};
}

PairDep HexagonDepClassifier::classify(unsigned NA, unsigned NB, ReachesFn Reaches) const {
  ++NumClassified;
  const InstrFacts &A = Facts[NA], &B = Facts[NB];
  PairDep D;
  if (A.ControlFlow) {
    // Nothing moves from behind a branch or a call into its packet.
    require(D, EdgeKind::Hard, SoftDep::None, 1);
    return D;
  }
  if (B.ControlFlow)
    require(D, EdgeKind::Order, SoftDep::None, 0);
  classifyRegisters(A, B, D, Reaches);
  if (!B.ControlFlow)
    classifyMemory(A, B, D);
  return D;
}
