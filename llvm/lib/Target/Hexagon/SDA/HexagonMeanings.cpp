//===- HexagonMeanings.cpp - What instructions compute --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HexagonMeanings.h"
#include "HexagonCompounds.h"
#include "HexagonForms.h"
#include "HexagonRegisterInfo.h"
#include "HexagonSubtarget.h"
#include "MCTargetDesc/HexagonVectorLoads.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/PseudoSourceValue.h"

using namespace llvm;
using namespace llvm::sda;

static bool flag(const MCInstrDesc &D, unsigned Pos) { return (D.TSFlags >> Pos) & 1; }

HexagonMeanings::HexagonMeanings(const SDATarget &T, const Region &R, HexagonForms &Forms)
    : SymbolicMachine(T, R), HII(static_cast<const HexagonInstrInfo &>(T.TII)), Forms(Forms) {}

/// What the instruction computes: the opcode that it had, if it has become a form of that.
unsigned HexagonMeanings::meaning(unsigned N, const Step &S) const {
  const unsigned Was = R.Original[N].Desc->getOpcode(), Is = R.Instrs[N]->getOpcode();
  return S.Original || Forms.areOfOne(Was, Is) ? Was : Is;
}

/// Whether operand I of N is a new-value store's datum, or a new-value jump's.
bool HexagonMeanings::isNewValue(unsigned N, unsigned I) const {
  const MCInstrDesc &D = R.Instrs[N]->getDesc();
  return flag(D, HexagonII::NewValuePos) &&
         I == ((D.TSFlags >> HexagonII::NewValueOpPos) & HexagonII::NewValueOpMask);
}

SymbolicMachine::Source HexagonMeanings::source(unsigned N, unsigned I) const {
  const MachineInstr &MI = *R.Instrs[N];
  const MachineOperand &Op = MI.getOperand(I);
  if (Op.isImplicit())
    return SymbolicMachine::source(N, I);
  bool New = Hexagon::PredRegsRegClass.contains(Op.getReg())
                 ? flag(MI.getDesc(), HexagonII::PredicatedNewPos)
                 : isNewValue(N, I);
  return New ? Source::Packet : Source::Outside;
}

std::optional<SymbolicMachine::Condition> HexagonMeanings::condition(unsigned N) const {
  const MachineInstr &MI = *R.Instrs[N];
  if (!HII.isPredicated(MI))
    return std::nullopt;
  auto Decides = [](const MachineOperand &Op) {
    return Op.isReg() && Op.isUse() && Hexagon::PredRegsRegClass.contains(Op.getReg());
  };
  auto It = llvm::find_if(MI.operands(), Decides);
  return Condition{It == MI.operands_end() ? ~0u : It->getOperandNo(), HII.isPredicatedTrue(MI)};
}

bool HexagonMeanings::isSticky(MCRegister Reg) const { return Reg == Hexagon::USR_OVF; }

/// A load is ahead of its packet's stores, unless their order is kept: that of slots 1 and 0. A
/// new-value store has slot 0, and the load slot 1.
bool HexagonMeanings::seesItsPacket(unsigned N, const Step &S) const {
  if (SymbolicMachine::seesItsPacket(N, S))
    return true;
  return S.InOrder && !HII.isHVXVec(*R.Instrs[N]) &&
         llvm::none_of(S.Members, [&](unsigned M) { return HII.isNewValueStore(*R.Instrs[M]); });
}

/// .cur and .tmp.
bool HexagonMeanings::feedsPacket(unsigned N) const {
  const unsigned Opcode = R.Instrs[N]->getOpcode();
  const VectorLoadForms *Load = vectorLoadForms(Opcode);
  return Load && Opcode != Load->Plain;
}

/// The routine that saves registers stores them below the frame's return address, arguments lie
/// above it.
bool HexagonMeanings::areFree(unsigned A, unsigned B) const {
  const MachineInstr &Save = *R.Instrs[A], &Load = *R.Instrs[B];
  if (!HII.isSaveCalleeSavedRegsCall(Save) || !Load.mayLoad() || Load.mayStore() ||
      Load.isCall() || !Load.hasOneMemOperand() || Load.hasOrderedMemoryRef())
    return false;
  std::optional<SDATarget::Address> At = T.address(Load);
  const auto *Slot = dyn_cast_or_null<FixedStackPseudoSourceValue>(
      (*Load.memoperands_begin())->getPseudoValue());
  const MachineFrameInfo &MFI = Load.getMF()->getFrameInfo();
  auto IsFrame = [](const MachineOperand &Op) {
    return Op.isReg() && (Op.getReg() == Hexagon::R29 || Op.getReg() == Hexagon::R30);
  };
  return At && IsFrame(Load.getOperand(At->Base)) && Slot &&
         MFI.isFixedObjectIndex(Slot->getFrameIndex()) &&
         MFI.getObjectOffset(Slot->getFrameIndex()) >= HEXAGON_LRFP_SIZE;
}

/// A vector store takes slot 0, whose store is the packet's last, wherever the program has it;
/// branches leave when all stores are done.
unsigned HexagonMeanings::turn(unsigned N) const {
  const MachineInstr &MI = *R.Instrs[N];
  return isControlFlow(N) ? 2 : MI.mayStore() && HII.isHVXVec(MI) ? 1 : 0;
}

/// The 32-bit value of an operation on terms and immediates.
Term HexagonMeanings::compute(std::vector<int64_t> Key) {
  unsigned Opcode = Key[0];
  if (const HexagonCompound *C = hexagonCompound(Opcode)) {
    std::vector<int64_t> Inner(Key.begin() + 1, Key.end());
    Inner[0] = C->Inner;
    return compute({C->Outer, Key[1], compute(std::move(Inner))});
  }
  switch (Opcode) {
  case Hexagon::A2_addi:
    return Terms.sum(Term(Key[1]), Key[2]);
  case Hexagon::A2_add:
    return Terms.linear(Term(Key[1]), 1, Term(Key[2]));
  case Hexagon::A2_sub:
    return Terms.linear(Term(Key[1]), -1, Term(Key[2]));
  default:
    Key.push_back(0); // the index of its only result
    return Terms.make(std::move(Key));
  }
}

/// The value of result I of N if it is the pointer that an access has moved. It moves by a constant
/// or a modifier, as behind a bit-reversed access, too. Or it moves around a circular buffer, and
/// depends on where that begins and ends.
std::optional<Term> HexagonMeanings::moved(const State &St, const Step &S, unsigned N, unsigned I) {
  const MachineInstr &MI = *R.Instrs[N];
  if (!HII.isPostIncrement(MI) || HII.isPredicated(MI) || I != (MI.mayLoad() ? 1 : 0) ||
      !MI.getOperand(I).isTied())
    return std::nullopt;
  const unsigned Base = MI.findTiedOperandIdx(I);
  const Term From = before(St, S, N, Base);
  // The operands behind the pointer are an increment, a modifier, or both.
  bool ByConstant = false;
  int64_t Increment = 0;
  std::vector<int64_t> Circle = {Circular, From}, Modifiers;
  for (unsigned J = Base + 1; J != MI.getNumOperands(); ++J) {
    const MachineOperand &Op = MI.getOperand(J);
    if (Op.isImm()) {
      ByConstant = true;
      Increment = immediate(N, J, S);
    } else if (Op.isReg() && Op.isUse() && Hexagon::ModRegsRegClass.contains(Op.getReg())) {
      Modifiers.push_back(before(St, S, N, J));
    } else if (Op.isReg() && Op.isUse() && Op.getReg() == Hexagon::CS) {
      for (MCRegUnit U : TRI.regunits(Hexagon::CS))
        Circle.push_back(unit(St, U));
    }
  }
  if (!ByConstant && Modifiers.empty())
    return std::nullopt;
  if (Circle.size() == 2)
    return ByConstant ? Terms.sum(From, Increment) : Terms.linear(From, 1, Term(Modifiers[0]));
  Circle.push_back(ByConstant);
  Circle.push_back(Increment);
  Circle.insert(Circle.end(), Modifiers.begin(), Modifiers.end());
  return Terms.make(std::move(Circle));
}

std::optional<Term> HexagonMeanings::value(const State &St, const Step &S, unsigned N, unsigned I,
                                            const std::vector<int64_t> &Key) {
  const MachineInstr &MI = *R.Instrs[N];
  const MachineOperand &Op = MI.getOperand(I);
  if (!MI.mayLoadOrStore() && llvm::all_of(MI.explicit_uses(), [](const MachineOperand &Op) {
        return Op.isReg() || Op.isImm();
      }))
    if (unsigned Opcode = Key[0]; Opcode == Hexagon::A2_addi || Opcode == Hexagon::A2_add ||
                                  Opcode == Hexagon::A2_sub || hexagonCompound(Opcode))
      return compute(Key);
  if (MI.getOpcode() == Hexagon::S2_allocframe && !Op.isImplicit() && Op.getReg() == Hexagon::R29)
    return Terms.sum(unit(St, *TRI.regunits(Hexagon::R29).begin()),
                     -immediate(N, 2, S) - HEXAGON_LRFP_SIZE);
  return moved(St, S, N, I);
}
