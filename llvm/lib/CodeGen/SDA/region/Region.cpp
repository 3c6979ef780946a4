//===- SDA/Region.cpp - Regions, taken apart and put together -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/Region.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/SDA/SDATarget.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"

namespace llvm::sda {

InstrState InstrState::of(const MachineInstr &MI) {
  InstrState S;
  S.Desc = &MI.getDesc();
  for (unsigned I = 0, E = MI.getNumExplicitOperands(); I != E; ++I)
    if (const MachineOperand &Op = MI.getOperand(I); Op.isImm())
      S.Immediates.push_back({I, Op.getImm()});
    else if (Op.isReg())
      S.Registers.push_back({I, Op.getReg()});
  return S;
}

void InstrState::restore(MachineInstr &MI) const {
  MI.setDesc(*Desc);
  for (auto [I, Value] : Immediates)
    MI.getOperand(I).setImm(Value);
  for (auto [I, Reg] : Registers)
    if (MI.getOperand(I).getReg() != Reg)
      MI.getOperand(I).setReg(Reg);
}

void Arrangement::restore(ArrayRef<MachineInstr *> Instrs) const {
  for (unsigned N = 0; N != Instrs.size(); ++N)
    States[N].restore(*Instrs[N]);
}

namespace {

/// Regions end at the latest here: what is found in a graph of that size hardly gets better in a
/// larger one, and the time for blocks of many thousands of instructions stays linear.
constexpr unsigned MaxRegion = 1000;

/// Walks a block packet by packet and cuts it into regions.
class Collector {
public:
  Collector(MachineBasicBlock &MBB, const InstrStates &Before, const SDATarget &T)
      : MBB(MBB), Before(Before), T(T) {}

  std::vector<Region> run() {
    for (MachineInstr &Top : MBB) {
      SmallVector<MachineInstr *, 5> Members;
      if (Top.isBundle())
        for (auto I = std::next(Top.getIterator()); I != MBB.instr_end() && I->isBundledWithPred();
             ++I)
          Members.push_back(&*I);
      else
        Members.push_back(&Top);
      addPacket(Top, Members);
    }
    finish(MBB.instr_end());
    return std::move(Regions);
  }

private:
  void addPacket(MachineInstr &Top, ArrayRef<MachineInstr *> Members) {
    if (llvm::any_of(Members,
                     [&](MachineInstr *MI) { return !Before.count(MI) || T.isPinned(*MI); })) {
      finish(Top.getIterator());
      return;
    }
    Packet New;
    bool Ends = false;
    for (MachineInstr *MI : Members) {
      if (MI->isImplicitDef()) {
        Open.ImplicitDefs.push_back(MI);
        continue;
      }
      New.push_back(Open.Instrs.size());
      Open.Instrs.push_back(MI);
      Open.Original.push_back(Before.find(MI)->second);
      Open.Stock.States.push_back(InstrState::of(*MI));
      Ends |= MI->isTerminator() || MI->isCall();
    }
    if (!New.empty()) {
      Open.Stock.Packets.push_back(New);
      Open.Stock.InOrder.push_back(Top.isBundle() && T.isInOrder(Top));
    }
    Open.Cut = !Ends && Open.Instrs.size() >= MaxRegion;
    if (Ends || Open.Cut)
      finish(std::next(MachineBasicBlock::iterator(Top)).getInstrIterator());
  }

  void finish(MachineBasicBlock::instr_iterator End) {
    if (Open.Instrs.size() > 1) {
      Open.MBB = &MBB;
      Open.Number = Regions.size();
      Open.End = End;
      Regions.push_back(std::move(Open));
    }
    Open = Region();
  }

  MachineBasicBlock &MBB;
  const InstrStates &Before;
  const SDATarget &T;
  Region Open;
  std::vector<Region> Regions;
};

} // namespace

std::vector<Region> collectRegions(MachineBasicBlock &MBB, const InstrStates &Before,
                                   const SDATarget &T) {
  return Collector(MBB, Before, T).run();
}

bool Region::isLoopBody() const {
  // Behind the branch back there may be the jump that leaves the loop.
  bool BranchesBack = llvm::any_of(Instrs.back()->operands(), [&](const MachineOperand &Op) {
    return Op.isMBB() && Op.getMBB() == MBB;
  });
  if (!BranchesBack && (!MBB->isSuccessor(MBB) || End != MBB->instr_end()))
    return false;
  unsigned Real = 0;
  for (const MachineInstr &MI : llvm::make_range(MBB->instr_begin(), End))
    Real += !MI.isBundle() && !MI.isImplicitDef();
  return Real == Instrs.size();
}

void Region::findEnd() {
  // The last packet is the one that no other instruction of the region follows.
  SmallPtrSet<const MachineInstr *, 32> Mine;
  Mine.insert(Instrs.begin(), Instrs.end());
  auto I = MBB->instr_end();
  while (I != MBB->instr_begin() && !Mine.count(&*std::prev(I)))
    --I;
  End = I;
}

static void unbundle(MachineInstr &MI) {
  if (!MI.isBundledWithPred())
    return;
  MachineInstr &Pred = *MI.getPrevNode();
  MI.unbundleFromPred();
  if (Pred.isBundle())
    Pred.eraseFromParent();
}

OpenRegion Region::takeApart() {
  auto MoveToEnd = [&](MachineInstr *MI) { MBB->splice(End, MBB, MI->getIterator()); };
  for (MachineInstr *MI : ImplicitDefs)
    unbundle(*MI);
  for (MachineInstr *MI : Instrs)
    unbundle(*MI);
  llvm::for_each(ImplicitDefs, MoveToEnd);
  for (unsigned N = 0; N != Instrs.size(); ++N) {
    MoveToEnd(Instrs[N]);
    Original[N].restore(*Instrs[N]);
    // Reads move past each other, so who was last is no longer known.
    Instrs[N]->clearKillInfo();
    for (MachineOperand &Op : Instrs[N]->operands())
      if (Op.isReg() && Op.isUse())
        Op.setIsInternalRead(false);
  }
  return OpenRegion(*this);
}

/// Says of a register that a member names as its result, and leaves, that it holds nothing behind
/// the packet, unless another member writes it.
static void killTemporaries(MachineInstr &Bundle, ArrayRef<MachineInstr *> Packet,
                            const SDATarget &T) {
  for (const MachineInstr *Load : Packet) {
    if (!T.leavesRegister(*Load))
      continue;
    Register Datum = Load->getOperand(0).getReg();
    auto Writes = [&](const MachineInstr *MI) {
      return MI != Load && MI->modifiesRegister(Datum, &T.TRI);
    };
    if (MachineOperand *Def = Bundle.findRegisterDefOperand(Datum, &T.TRI);
        Def && llvm::none_of(Packet, Writes))
      Def->setIsDead();
  }
}

/// A pair both halves of which other members write does not come from outside, though none of them
/// writes the pair.
static void readPairsInside(MachineInstr &Bundle, ArrayRef<MachineInstr *> Packet,
                            const TargetRegisterInfo &TRI) {
  auto IsMade = [&](MCRegUnit U, const MachineInstr *Reader) {
    return llvm::any_of(Packet.take_front(llvm::find(Packet, Reader) - Packet.begin()),
                        [&](const MachineInstr *MI) {
                          return llvm::any_of(MI->all_defs(), [&](const MachineOperand &Def) {
                            return Def.getReg() &&
                                   llvm::is_contained(TRI.regunits(Def.getReg().asMCReg()), U);
                          });
                        });
  };
  for (MachineInstr *MI : Packet)
    for (MachineOperand &Op : MI->all_uses()) {
      if (!Op.getReg() || Op.isInternalRead() || Op.isUndef() ||
          !llvm::all_of(TRI.regunits(Op.getReg().asMCReg()),
                        [&](MCRegUnit U) { return IsMade(U, MI); }))
        continue;
      Op.setIsInternalRead();
      const Register Reg = Op.getReg();
      const bool Outside = llvm::any_of(Packet, [&](const MachineInstr *Other) {
        return llvm::any_of(Other->all_uses(), [&](const MachineOperand &Use) {
          return Use.getReg() == Reg && !Use.isInternalRead();
        });
      });
      if (int At = Bundle.findRegisterUseOperandIdx(Reg, /*TRI=*/nullptr); At >= 0 && !Outside)
        Bundle.removeOperand(At);
    }
}

void OpenRegion::assemble(const Arrangement &P, const SDATarget &T) && {
  MachineBasicBlock *MBB = R->MBB;
  ArrayRef<MachineInstr *> Instrs = R->Instrs;
  P.restore(Instrs);
  for (unsigned K = 0; K != P.Packets.size(); ++K) {
    const Packet &Packet = P.Packets[K];
    SmallVector<MachineInstr *, 5> Members;
    for (unsigned N : Packet) {
      Members.push_back(Instrs[N]);
      MBB->splice(R->End, MBB, Instrs[N]->getIterator());
    }
    if (Packet.size() > 1) {
      auto First = Instrs[Packet.front()]->getIterator();
      finalizeBundle(*MBB, First, std::next(Instrs[Packet.back()]->getIterator()));
      killTemporaries(*std::prev(First), Members, T);
      readPairsInside(*std::prev(First), Members, T.TRI);
      if (P.InOrder[K])
        T.setInOrder(std::prev(First));
    }
  }
}

} // namespace llvm::sda
