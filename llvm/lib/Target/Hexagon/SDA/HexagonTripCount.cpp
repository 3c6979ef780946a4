//===- HexagonTripCount.cpp - How often a counted loop runs ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   do {                              p0 = cmp.gt(r2,r1)    // ahead, or one turn
//     ...                             r3 = sub(r2,r1)
//     i += 1;               ->        r3 = mux(p0,r3,#1)
//   } while (i < end);                loop0(.Ltop,r3)
//
// A loop tests behind its body, so it runs once even where it starts at its end or past it. Two
// things decide the number of turns: whether the variable is ahead of the end when the loop is
// entered, which branches before it often tell (EntryFacts) and is computed otherwise; and whether
// the variable may pass its type's end. A loop instruction counts up to 2^32 - 1 turns. What may
// take more, or may never end and be left elsewhere, is no counted loop.
//
// Below, "distance" is what lies between start and end in the direction of the step, and all
// arithmetic is modulo 2^32 as the variable's is.
//
//===----------------------------------------------------------------------===//

#include "HexagonTripCount.h"
#include "HexagonEntryFacts.h"
#include "HexagonInstrInfo.h"
#include "HexagonSubtarget.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

#define DEBUG_TYPE "hwloops"

STATISTIC(NumGuarded, "Number of loops whose count is 1 where they start past their end");
STATISTIC(NumRefused, "Number of loops whose count may not fit 32 bits");

/// The additions of IR keep what those of machine code lose when two of them become one.
static bool keepsOrderInIR(const MachineInstr &Addition, int64_t Step, bool Signed) {
  const BasicBlock *BB = Addition.getParent()->getBasicBlock();
  const auto *Branch = BB ? dyn_cast_or_null<BranchInst>(BB->getTerminator()) : nullptr;
  const auto *Compare =
      Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
  if (!Compare)
    return false;
  return any_of(Compare->operands(), [&](const Value *V) {
    const auto *Add = dyn_cast<BinaryOperator>(V);
    if (!Add || Add->getOpcode() != Instruction::Add || !isa<PHINode>(Add->getOperand(0)))
      return false;
    const auto *Constant = dyn_cast<ConstantInt>(Add->getOperand(1));
    return Constant && Constant->getSExtValue() == Step &&
           (Signed ? Add->hasNoSignedWrap() : Add->hasNoUnsignedWrap());
  });
}

/// True if the sum that the loop compares does not pass the type's end.
static bool keepsOrder(const MachineInstr &Addition, int64_t Step, bool Signed) {
  return Addition.getFlag(Signed ? MachineInstr::NoSWrap : MachineInstr::NoUWrap) ||
         keepsOrderInIR(Addition, Step, Signed);
}

bool llvm::keepsOrder(const MachineInstr &Addition, MachineBasicBlock &Preheader,
                      MachineBasicBlock &Header, const MachineDominatorTree &MDT) {
  if (Addition.getFlag(MachineInstr::NoSWrap))
    return true;
  const EntryFacts Facts(Preheader, Header, MDT);
  const ConstantRange Value = Facts.range(Addition.getOperand(1)),
                      Other = Facts.range(Addition.getOperand(2));
  return Value.signedAddMayOverflow(Other) == ConstantRange::OverflowResult::NeverOverflows;
}

namespace {

class TripCount {
  CountedLoop L;
  const HexagonInstrInfo &TII;
  MachineRegisterInfo &MRI;
  const unsigned Width;
  const bool Up, Signed, Equality, Inclusive;
  const uint64_t Step;
  /// The loop may stay ahead of its end for ever, or for longer than 32 bits count.
  bool LeftElsewhere;

public:
  TripCount(const CountedLoop &L)
      : L(L), TII(*L.Preheader.getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo()),
        MRI(L.Preheader.getParent()->getRegInfo()),
        Width(MRI.getRegClass(L.Bump.getOperand(0).getReg()) == &Hexagon::DoubleRegsRegClass ? 64
                                                                                            : 32),
        Up(L.Step > 0), Signed(CmpInst::isSigned(L.GoesOn)),
        Equality(CmpInst::isEquality(L.GoesOn)), Inclusive(CmpInst::isNonStrictPredicate(L.GoesOn)),
        Step(Up ? L.Step : -uint64_t(L.Step)), LeftElsewhere(leftElsewhere()) {}

  std::optional<MachineOperand> of(const MachineDominatorTree &MDT) {
    if (L.Step == 0 || L.GoesOn == CmpInst::ICMP_EQ)
      return std::nullopt;
    // A loop that goes on while less and counts down, or while greater and counts up, passes the
    // type's end, or has one turn.
    if (!Equality && Up == (ICmpInst::isGT(L.GoesOn) || ICmpInst::isGE(L.GoesOn)))
      return std::nullopt;
    for (MachineOperand *Op : {&L.Start, &L.End})
      if (!resolve(*Op))
        return std::nullopt;
    if (L.Start.isImm() && L.End.isImm())
      return ofConstants();
    if (Width != 32 || !isPowerOf2_64(Step) || Step > UINT32_MAX)
      return std::nullopt;
    return ofRegisters(EntryFacts(L.Preheader, *L.Loop.getHeader(), MDT));
  }

private:
  /// Whether the loop may be left by another branch or by a call, or what it does in each turn is
  /// seen.
  bool leftElsewhere() const {
    SmallVector<MachineBasicBlock *, 4> Exiting;
    L.Loop.getExitingBlocks(Exiting);
    return Exiting.size() != 1 || any_of(L.Loop.blocks(), [this](const MachineBasicBlock *MBB) {
             return any_of(*MBB, [this](const MachineInstr &MI) {
               return MI.isCall() || MI.hasUnmodeledSideEffects() || isSeen(MI);
             });
           });
  }

  /// Intrinsics that access vectors have no memory operand; volatile accesses have one.
  bool isSeen(const MachineInstr &MI) const {
    return MI.mayLoadOrStore() && MI.hasOrderedMemoryRef() &&
           !(MI.memoperands_empty() && TII.isHVXVec(MI));
  }

  const MachineInstr *definition(const MachineOperand &Op) const {
    return Op.isReg() && Op.getReg().isVirtual() && !Op.getSubReg() ? MRI.getVRegDef(Op.getReg())
                                                                    : nullptr;
  }

  /// A register that a constant is loaded into becomes the constant; false for addresses.
  bool resolve(MachineOperand &Op) const {
    const MachineInstr *MI = definition(Op);
    if (MI && (MI->getOpcode() == Hexagon::A2_tfrsi || MI->getOpcode() == Hexagon::A2_tfrpi)) {
      if (!MI->getOperand(1).isImm())
        return false;
      Op = MachineOperand::CreateImm(MI->getOperand(1).getImm());
    }
    return Op.isReg() || Op.isImm();
  }

  std::optional<MachineOperand> immediate(const APInt &Count) {
    if (Count.isNonPositive() || Count.getActiveBits() > 32)
      return std::nullopt;
    return MachineOperand::CreateImm(Count.getZExtValue());
  }

  std::optional<MachineOperand> ofConstants() {
    // These are so many bits that nothing wraps below but where it is meant to.
    const unsigned Wide = Width + 34;
    const APInt S(Width, L.Start.getImm()), E(Width, L.End.getImm());
    const APInt By(Wide, Step), Distance = Up ? E - S : S - E;
    if (Equality) {
      APInt Way = Distance.zext(Wide);
      if (Way.isZero())
        Way.setBit(Width);
      return Way.urem(By).isZero() ? immediate(Way.udiv(By)) : std::nullopt;
    }
    const APInt First = L.TestsBefore ? S : S + APInt(Width, L.Step);
    if (!ICmpInst::compare(First, E, L.GoesOn))
      return MachineOperand::CreateImm(1);
    auto Widen = [&](const APInt &V) { return Signed ? V.sext(Wide) : V.zext(Wide); };
    // The first value is ahead of the end, also where the step to it passed the type's.
    const APInt Way = Up ? Widen(E) - Widen(First) : Widen(First) - Widen(E);
    const APInt Hold = Inclusive ? Way.udiv(By) + 1 : (Way + By - 1).udiv(By);
    // The value that ends it must be one of the type's.
    const APInt Last = Up ? Widen(First) + Hold * By : Widen(First) - Hold * By;
    return Widen(Last.trunc(Width)) == Last ? immediate(L.TestsBefore ? Hold : Hold + 1)
                                            : std::nullopt;
  }

  // --- Registers ---

  std::optional<MachineOperand> refused() {
    ++NumRefused;
    return std::nullopt;
  }

  /// The greatest value in the loop's direction.
  APInt last() const {
    if (Up)
      return Signed ? APInt::getSignedMaxValue(32) : APInt::getMaxValue(32);
    return Signed ? APInt::getSignedMinValue(32) : APInt::getMinValue(32);
  }

  std::optional<MachineOperand> ofRegisters(const EntryFacts &Facts) {
    if (Equality)
      return ofEquality(Facts);
    if (L.TestsBefore) {
      // No sum passes the type's end while the loop goes on.
      const Register Count =
          Step == 1 ? turns(Inclusive, 0) : turns(Inclusive ? 0 : -1, 1);
      return Facts.holds(L.GoesOn, L.Start, L.End) ? MachineOperand::CreateReg(Count, false)
                                                   : guarded(L.Start, Count);
    }
    const bool InOrder = keepsOrder(L.Bump, L.Step, Signed);
    // That no step wraps is said of the turns that run. A loop that is left elsewhere need not come
    // to its end, and the distance to an end that no step reaches may be 2^32.
    if (LeftElsewhere && !ends(Facts))
      return refused();
    if (Facts.holds(L.GoesOn, L.Start, L.End))
      return MachineOperand::CreateReg(turns(Inclusive ? Step : Step - 1, 0), false);
    if (!InOrder && Step == 1 && Facts.range(L.Start).contains(last()))
      return refused(); // From the type's end all the way round: 2^32 turns.
    if (InOrder)
      return guarded(L.Start, turns(Inclusive ? Step : Step - 1, 0));
    // The variable may pass its type's end with the first step.
    const Register First = L.Start.isReg() ? add(use(L.Start), L.Step)
                                          : constant(L.Start.getImm() + L.Step);
    return guarded(MachineOperand::CreateReg(First, false),
                   Step == 1   ? turns(Inclusive, 0)
                   : Inclusive ? turns(0, 1)
                               : turns(-1, 1));
  }

  /// Whether no value behind the end is skipped for one ahead of it.
  bool ends(const EntryFacts &Facts) const {
    const uint64_t Slack = Inclusive ? Step : Step - 1;
    if (Slack == 0)
      return true;
    const APInt Edge = Up ? last() - Slack : last() + Slack;
    const CmpInst::Predicate Before = Up ? (Signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
                                         : (Signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE);
    return Facts.range(L.End).icmp(Before, Edge);
  }

  std::optional<MachineOperand> ofEquality(const EntryFacts &Facts) {
    if (LeftElsewhere && !isMultipleOfStep(Facts))
      return refused();
    const bool Differ = differ(Facts);
    if (!Differ && Step == 1)
      return refused(); // 2^32 turns where they are equal.
    // If start and end are equal, the distance is 2^32, which -step and +1 bring into range.
    return MachineOperand::CreateReg(Differ ? turns(0, 0) : turns(-Step, 1), false);
  }

  /// The end as start + (the operand << the number), if it is computed so, or the other way round.
  std::optional<std::pair<MachineOperand, unsigned>> knownDistance() const {
    for (auto [From, To] : {std::pair(L.Start, L.End), std::pair(L.End, L.Start)}) {
      const MachineInstr *MI = From.isReg() && !From.getSubReg() ? definition(To) : nullptr;
      auto Is = [&](unsigned I) {
        const MachineOperand &Op = MI->getOperand(I);
        return Op.isReg() && Op.getReg() == From.getReg() && !Op.getSubReg();
      };
      switch (MI ? MI->getOpcode() : 0u) {
      case Hexagon::A2_add:
        if (Is(2))
          return std::pair(MI->getOperand(1), 0u);
        [[fallthrough]];
      case Hexagon::A2_addi:
        if (Is(1) && (MI->getOperand(2).isReg() || MI->getOperand(2).isImm()))
          return std::pair(MI->getOperand(2), 0u);
        break;
      case Hexagon::S2_addasl_rrri:
        if (Is(1))
          return std::pair(MI->getOperand(2), unsigned(MI->getOperand(3).getImm()));
      }
    }
    return std::nullopt;
  }

  bool differ(const EntryFacts &Facts) const {
    if (Facts.holds(CmpInst::ICMP_NE, L.Start, L.End))
      return true;
    // If start and end were equal, the variable would go all the way round, and so past the type's
    // end.
    if (!LeftElsewhere && (keepsOrder(L.Bump, L.Step, true) || keepsOrder(L.Bump, L.Step, false)))
      return true;
    if (isUndefined(L.Start) || isUndefined(L.End))
      return true;
    // It would go past the end of every object, too.
    if (!LeftElsewhere && walksMemory())
      return true;
    auto Way = knownDistance();
    return Way && Way->second == 0 &&
           Facts.holds(CmpInst::ICMP_NE, Way->first, MachineOperand::CreateImm(0));
  }

  /// True if each turn accesses memory through a pointer that a constant is added to: no object has
  /// room for 2^32 turns. The header and the latch are what each turn runs.
  bool walksMemory() const {
    for (const MachineBasicBlock *MBB : {L.Loop.getHeader(), L.Loop.getLoopLatch()})
      if (MBB && any_of(*MBB, [&](const MachineInstr &MI) {
            unsigned Base, Offset;
            return MI.mayLoadOrStore() && TII.getBaseAndOffsetPosition(MI, Base, Offset) &&
                   movesOn(MI.getOperand(Base));
          }))
        return true;
    return false;
  }

  /// The constant that an addition adds to a register; 0 if it is none.
  static int64_t added(const MachineInstr *MI) {
    return MI && MI->getOpcode() == Hexagon::A2_addi && MI->getOperand(2).isImm()
               ? MI->getOperand(2).getImm()
               : 0;
  }

  bool movesOn(const MachineOperand &Pointer) const {
    const MachineInstr *MI = definition(Pointer);
    if (added(MI))
      MI = definition(MI->getOperand(1));
    if (!MI || !MI->isPHI() || MI->getParent() != L.Loop.getHeader())
      return false;
    for (unsigned I = 1; I < MI->getNumOperands(); I += 2) {
      const MachineInstr *Next = definition(MI->getOperand(I));
      if (L.Loop.contains(MI->getOperand(I + 1).getMBB()) &&
          !(added(Next) && Next->getOperand(1).getReg() == MI->getOperand(0).getReg()))
        return false;
    }
    return true;
  }

  bool isUndefined(const MachineOperand &Op) const {
    const MachineInstr *MI = definition(Op);
    return MI && MI->isImplicitDef();
  }

  bool isMultipleOfStep(const EntryFacts &Facts) const {
    const unsigned Wanted = Log2_64(Step);
    if (Wanted == 0 || std::min(Facts.zeroBits(L.Start), Facts.zeroBits(L.End)) >= Wanted)
      return true;
    auto Way = knownDistance();
    return Way && Facts.zeroBits(Way->first) + Way->second >= Wanted;
  }

  // --- Code in the preheader ---

  MachineInstrBuilder build(unsigned Opcode, const TargetRegisterClass &Class) {
    auto At = L.Preheader.getFirstTerminator();
    const DebugLoc DL = At != L.Preheader.end() ? At->getDebugLoc() : DebugLoc();
    return BuildMI(L.Preheader, At, DL, TII.get(Opcode), MRI.createVirtualRegister(&Class));
  }
  MachineInstrBuilder build(unsigned Opcode) { return build(Opcode, Hexagon::IntRegsRegClass); }
  static Register made(MachineInstrBuilder MIB) { return MIB.getReg(0); }

  static MachineOperand use(const MachineOperand &Op) {
    MachineOperand Use = MachineOperand::CreateReg(Op.getReg(), false);
    Use.setSubReg(Op.getSubReg());
    return Use;
  }
  Register constant(int64_t Value) {
    return made(build(Hexagon::A2_tfrsi).addImm(SignExtend64<32>(Value)));
  }
  Register add(const MachineOperand &Op, int64_t Value) {
    return made(build(Hexagon::A2_addi).add(Op).addImm(SignExtend64<32>(Value)));
  }
  MachineOperand inRegister(const MachineOperand &Op) {
    return Op.isReg() ? use(Op) : MachineOperand::CreateReg(constant(Op.getImm()), false);
  }

  /// (distance + Before) / step + Behind
  Register turns(int64_t Before, int64_t Behind) {
    const MachineOperand &Low = Up ? L.Start : L.End, &High = Up ? L.End : L.Start;
    Register Count;
    if (Low.isImm()) {
      const int64_t Offset = SignExtend64<32>(Before - Low.getImm());
      Count = plus(High, Offset);
    } else if (High.isImm()) {
      Count = made(build(Hexagon::A2_subri)
                       .addImm(SignExtend64<32>(High.getImm() + Before))
                       .add(use(Low)));
    } else {
      Count = made(build(Hexagon::A2_sub).add(use(High)).add(use(Low)));
      if (Before)
        Count = add(MachineOperand::CreateReg(Count, false), Before);
    }
    if (Step != 1)
      Count = made(build(Hexagon::S2_lsr_i_r).addReg(Count).addImm(Log2_64(Step)));
    return Behind ? add(MachineOperand::CreateReg(Count, false), Behind) : Count;
  }

  Register plus(const MachineOperand &High, int64_t Offset) {
    if (Offset)
      // An unrolled loop's end is often the original count and a constant.
      if (const MachineInstr *MI = definition(High);
          MI && MI->getOpcode() == Hexagon::A2_addi && MI->getOperand(2).isImm() &&
          !MI->getOperand(1).getSubReg() && MI->getOperand(2).getImm() == -Offset)
        return MI->getOperand(1).getReg();
    return Offset || High.getSubReg() ? add(use(High), Offset) : High.getReg();
  }

  /// Count where the loop goes on with First, 1 otherwise.
  MachineOperand guarded(const MachineOperand &First, Register Count) {
    ++NumGuarded;
    // First < end is end > First; First <= end is the contrary of First > end. Downwards: swapped.
    const bool EndFirst = Up != Inclusive;
    const MachineOperand A = inRegister(First), B = inRegister(L.End);
    const Register Greater =
        made(build(Signed ? Hexagon::C2_cmpgt : Hexagon::C2_cmpgtu, Hexagon::PredRegsRegClass)
                 .add(EndFirst ? B : A)
                 .add(EndFirst ? A : B));
    const Register Turns =
        Inclusive ? made(build(Hexagon::C2_muxri).addReg(Greater).addImm(1).addReg(Count))
                  : made(build(Hexagon::C2_muxir).addReg(Greater).addReg(Count).addImm(1));
    return MachineOperand::CreateReg(Turns, false);
  }
};

} // namespace

std::optional<MachineOperand> llvm::tripCount(const CountedLoop &L,
                                              const MachineDominatorTree &MDT) {
  return TripCount(L).of(MDT);
}
