//===- SDA/DeadValues.cpp - What nobody has compared -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/DeadValues.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/SDA/SDATarget.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/Support/raw_ostream.h"

namespace llvm::sda {

/// What executes.
static bool isCode(const MachineInstr &MI) {
  return !MI.isBundle() && !MI.isDebugInstr() && !MI.isImplicitDef() && !MI.isKill();
}

DeadValues::DeadValues(const SDATarget &T, const PackedRegions &Regions, const Reference &Program)
    : T(T), Program(Program), In(T.MF.getNumBlockIDs(), BitVector(T.TRI.getNumRegUnits())),
      Returned(T.TRI.getNumRegUnits()) {
  DenseMap<const MachineInstr *, const PackedRegion *> RegionOf;
  for (const auto &P : Regions)
    for (const MachineInstr *MI : P->R.Instrs)
      RegionOf[MI] = P.get();
  for (const MachineBasicBlock &MBB : T.MF) {
    DenseMap<const PackedRegion *, const MachineInstr *> Last;
    for (const MachineInstr &MI : MBB.instrs())
      if (const PackedRegion *P = RegionOf.lookup(&MI))
        Last[P] = &MI;
    for (auto [P, MI] : Last)
      EndOf[MI] = P;
  }
  for (const MCPhysReg *Reg = T.TRI.getCalleeSavedRegs(&T.MF); Reg && *Reg; ++Reg)
    for (MCRegUnit U : T.TRI.regunits(*Reg))
      Returned.set(U);
  for (MCRegister Reg : T.returnRegisters())
    for (MCRegUnit U : T.TRI.regunits(Reg))
      Returned.set(U);
}

/// Adds what MI writes, for sure or not.
void DeadValues::write(const MachineInstr &MI, BitVector &Units) const {
  for (const MachineOperand &Op : MI.all_defs())
    if (Op.getReg() && !T.TRI.isConstantPhysReg(Op.getReg().asMCReg()))
      for (MCRegUnit U : T.TRI.regunits(Op.getReg().asMCReg()))
        Units.set(U);
}

/// Takes away what MI overwrites for sure. A call leaves nothing that anybody may count on in what
/// it clobbers; one that ends the block may stand beside a branch to others.
void DeadValues::overwrite(const MachineInstr &MI, BitVector &Unseen) const {
  if (T.TII.isPredicated(MI))
    return;
  BitVector Written(Unseen.size());
  write(MI, Written);
  Unseen.reset(Written);
  if (MI.isTerminator())
    return;
  const MachineRegisterInfo &MRI = T.MF.getRegInfo();
  for (const MachineOperand &Op : MI.operands())
    if (Op.isRegMask())
      for (unsigned U : Unseen.set_bits()) {
        const MCRegister Root = *MCRegUnitRootIterator(U, &T.TRI);
        if (Op.clobbersPhysReg(Root) && !MRI.isReserved(Root))
          Unseen.reset(U);
      }
}

/// A unit of Unseen that MI reads, or -1.
int DeadValues::read(const MachineInstr &MI, const BitVector &Unseen) const {
  for (const MachineOperand &Op : MI.operands())
    if (Op.isReg() && Op.isUse() && Op.getReg() && !Op.isUndef())
      for (MCRegUnit U : T.TRI.regunits(Op.getReg().asMCReg()))
        if (Unseen[U])
          return U;
  return -1;
}

/// Goes on behind a region. What it has written is no longer unseen if it was compared, and is
/// unseen otherwise.
void DeadValues::leaveRegion(const PackedRegion &P, BitVector &Unseen) const {
  BitVector Written(Unseen.size());
  for (const MachineInstr *MI : P.R.Instrs)
    write(*MI, Written);
  Unseen |= Written.reset(P.LiveOut);
}

/// A unit of Unseen that whoever Return returns to reads, or -1. What it loads itself is none.
int DeadValues::readBehind(const MachineInstr &Return, const BitVector &Unseen) const {
  BitVector Wrong(Unseen), Loaded(Unseen.size());
  write(Return, Loaded);
  Wrong.reset(Loaded);
  Wrong &= Returned;
  return Wrong.find_first();
}

/// Follows Unseen from the block's beginning to its end; who reads something of it.
const MachineInstr *DeadValues::walk(const MachineBasicBlock &MBB, BitVector &Unseen) {
  const MachineInstr *Return = nullptr;
  for (const MachineInstr &MI : MBB.instrs()) {
    if (!isCode(MI))
      continue;
    if (!Program.readsForGuard(MI) && (Unit = read(MI, Unseen)) >= 0)
      return &MI;
    if (MI.isReturn()) {
      Return = &MI;
      if ((Unit = readBehind(MI, Unseen)) >= 0)
        return &MI;
    }
    overwrite(MI, Unseen);
    if (Program.writesForGuard(MI))
      write(MI, Unseen);
    if (const PackedRegion *P = EndOf.lookup(&MI))
      leaveRegion(*P, Unseen);
  }
  // The region that ends with a return: behind one under a condition the function goes on.
  const bool Returns = Return && MBB.succ_empty();
  return Returns && (Unit = readBehind(*Return, Unseen)) >= 0 ? Return : nullptr;
}

/// Whether Unseen, at the end of MBB, is news to a block behind it.
bool DeadValues::propagate(const MachineBasicBlock &MBB, BitVector Unseen) {
  bool Changed = false;
  BitVector AtExit(Unseen);
  for (const MachineInstr *MI : Program.repeated(MBB))
    write(*MI, AtExit);
  for (const MachineBasicBlock *S : MBB.successors()) {
    const BitVector &Arrives = S == &MBB ? Unseen : AtExit;
    BitVector &Known = In[S->getNumber()];
    Changed |= Arrives.test(Known);
    Known |= Arrives;
  }
  return Changed;
}

const MachineInstr *DeadValues::findReader() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const MachineBasicBlock &MBB : T.MF) {
      BitVector Unseen(In[MBB.getNumber()]);
      if (const MachineInstr *Reader = walk(MBB, Unseen))
        return Reader;
      Changed |= propagate(MBB, std::move(Unseen));
    }
  }
  return nullptr;
}

std::string DeadValues::describe(const MachineInstr &Reader) const {
  std::string Text;
  raw_string_ostream(Text) << "register " << T.TRI.getName(*MCRegUnitRootIterator(Unit, &T.TRI))
                           << " is read, which nobody has compared: " << Reader;
  return Text;
}

} // namespace llvm::sda
