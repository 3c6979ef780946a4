//===- SDA/DebugInstrs.cpp - Variables while packets are made -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/DebugInstrs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/SDA/DebugPlaces.h"
#include "llvm/CodeGen/SDA/LiveUnits.h"
#include "llvm/CodeGen/SDA/SDATarget.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"

namespace llvm::sda {

using Def = DebugDef;
using Named = DebugValue;

MCRegister Def::nameNow(MCRegister Reg, const SDATarget &T) const {
  const TargetRegisterInfo &TRI = T.TRI;
  if (T.leavesRegister(*MI))
    return MCRegister();
  MCRegister Now = MI->getOperand(OpIdx).getReg().asMCReg();
  if (Now == Was)
    return Reg;
  if (Reg == Was)
    return Now;
  if (TRI.isSubRegister(Was, Reg))
    return TRI.getSubReg(Now, TRI.getSubRegIndex(Was, Reg));
  if (TRI.isSubRegister(Reg, Was))
    return TRI.getMatchingSuperReg(Now, TRI.getSubRegIndex(Reg, Was),
                                   TRI.getMinimalPhysRegClass(Reg));
  return MCRegister();
}

MCRegister Named::nameNow(const SDATarget &T) const {
  MCRegister Name = FromOutside ? Reg : MCRegister();
  if (Lost)
    return MCRegister();
  for (const Def &D : Defs) {
    MCRegister Now = D.nameNow(Reg, T);
    if (!Now || (Name && Now != Name))
      return MCRegister();
    Name = Now;
  }
  return Name;
}

namespace {

/// Follows a program and knows who has written each register unit.
class Writers {
public:
  explicit Writers(const SDATarget &T) : MRI(T.MF.getRegInfo()), TII(T.TII), TRI(T.TRI) {}

  void step(MachineInstr &MI) {
    if (MI.isKill() || MI.isImplicitDef())
      return;
    for (const MachineOperand &Op : MI.operands())
      if (Op.isRegMask())
        clobber(Op);
    for (unsigned I = 0, E = MI.getNumOperands(); I != E; ++I) {
      const MachineOperand &Op = MI.getOperand(I);
      if (!Op.isReg() || !Op.isDef() || !Op.getReg())
        continue;
      for (MCRegUnit U : TRI.regunits(Op.getReg().asMCReg())) {
        if (!TII.isPredicated(MI))
          Units[U] = {{}, /*Whole=*/true, /*Clobbered=*/false};
        Units[U].Defs.push_back({&MI, I, Op.getReg().asMCReg()});
      }
    }
  }

  /// Fills in where V comes from.
  void find(Named &V) const {
    for (MCRegUnit U : TRI.regunits(V.Reg)) {
      auto It = Units.find(U);
      if (It == Units.end()) {
        V.FromOutside = true;
        continue;
      }
      V.FromOutside |= !It->second.Whole;
      V.Lost |= It->second.Clobbered;
      for (const Def &D : It->second.Defs)
        if (!llvm::is_contained(V.Defs, D))
          V.Defs.push_back(D);
    }
  }

private:
  struct Unit {
    SmallVector<Def, 1> Defs;
    bool Whole = false; // nothing is left of what came from outside
    bool Clobbered = false;
  };

  void clobber(const MachineOperand &Mask) {
    for (unsigned U = 0; U != TRI.getNumRegUnits(); ++U)
      for (MCRegUnitRootIterator Root(U, &TRI); Root.isValid(); ++Root)
        if (Mask.clobbersPhysReg(*Root) && !MRI.isReserved(*Root))
          Units[U] = {{}, /*Whole=*/true, /*Clobbered=*/true};
  }

  const MachineRegisterInfo &MRI;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  DenseMap<unsigned, Unit> Units;
};

} // namespace

static SmallVector<Named, 1> valuesOf(const MachineInstr &MI) {
  SmallVector<Named, 1> Values;
  for (unsigned I = 0, E = MI.getNumOperands(); I != E; ++I)
    if (const MachineOperand &Op = MI.getOperand(I); Op.isReg() && Op.getReg())
      Values.push_back({I, Op.getReg().asMCReg(), {}});
  return Values;
}

DebugInstrs::DebugInstrs(const SDATarget &T) : T(T), MF(T.MF), TRI(T.TRI) {
  auto IsDebug = [](const MachineInstr &MI) { return MI.isDebugOrPseudoInstr(); };
  if (llvm::none_of(MF, [&](const MachineBasicBlock &MBB) { return llvm::any_of(MBB, IsDebug); }))
    return;
  const LiveUnits Liveness(T);
  for (MachineBasicBlock &MBB : MF) {
    if (llvm::none_of(MBB, IsDebug))
      continue;
    Writers Written(T);
    MachineInstr *Last = nullptr;
    const BitVector LiveIn = Liveness.liveIn(MBB);
    // Others may have local values in a register that is dead when the block begins.
    auto MayHold = [&](MCRegister Reg) {
      return &MBB == &MF.front() || MF.getRegInfo().isReserved(Reg) ||
             llvm::all_of(TRI.regunits(Reg), [&](MCRegUnit U) { return LiveIn[U]; });
    };
    for (MachineInstr &MI : llvm::make_early_inc_range(MBB)) {
      if (!IsDebug(MI)) {
        Written.step(MI);
        if (!MI.isKill() && !MI.isImplicitDef())
          Last = &MI;
        continue;
      }
      DebugInstr D{MI.removeFromParent(), Last, valuesOf(MI)};
      for (Named &V : D.Values) {
        Written.find(V);
        V.Lost |= V.FromOutside && !MayHold(V.Reg);
      }
      Blocks[&MBB].push_back(std::move(D));
    }
  }
}

void DebugInstrs::rewrite(const MachineBasicBlock &MBB, const Rewrites &Changes) {
  auto It = Blocks.find(&MBB);
  if (It == Blocks.end())
    return;
  for (DebugInstr &D : It->second) {
    if (auto C = Changes.find(D.After); C != Changes.end())
      D.After = C->second.Last;
    for (Named &V : D.Values)
      for (Def &W : V.Defs)
        if (auto C = Changes.find(W.MI); C != Changes.end()) {
          W.MI = C->second.Def;
          V.Lost |= !W.MI;
        }
  }
}

/// What moved instructions write comes into the loop from outside, under the name that it has now.
static void rotateValue(Named &V, ArrayRef<MachineInstr *> Instrs,
                        function_ref<bool(const MachineInstr *)> IsMoved, const SDATarget &T) {
  auto Since = Instrs.begin(); // behind the last moved instruction that wrote it
  MCRegister Moved;
  llvm::erase_if(V.Defs, [&](const Def &W) {
    if (!IsMoved(W.MI))
      return false;
    MCRegister Now = W.nameNow(V.Reg, T);
    V.Lost |= !Now || (Moved && Moved != Now) || (V.FromOutside && Now != V.Reg);
    Moved = Now;
    Since = std::max(Since, std::next(llvm::find(Instrs, W.MI)));
    return true;
  });
  if (Moved) {
    V.Lost |= Moved != V.Reg && !V.Defs.empty();
    V.Reg = Moved;
    V.FromOutside = true;
  }
  V.Lost |= V.FromOutside && std::any_of(Since, Instrs.end(), [&](const MachineInstr *MI) {
              return IsMoved(MI) && MI->modifiesRegister(V.Reg, &T.TRI);
            });
}

void DebugInstrs::rotate(const MachineBasicBlock &Loop, ArrayRef<MachineInstr *> Instrs,
                                function_ref<bool(const MachineInstr *)> IsMoved) {
  auto It = Blocks.find(&Loop);
  if (It == Blocks.end())
    return;
  for (DebugInstr &D : It->second) {
    auto After = llvm::find(Instrs, D.After);
    auto Behind = After == Instrs.end() ? Instrs.begin() : std::next(After);
    for (Named &V : D.Values)
      if (!V.Lost)
        rotateValue(V, Instrs, IsMoved, T);
    // It stays where it is among those that do not move.
    while (Behind != Instrs.begin() && IsMoved(*std::prev(Behind)))
      --Behind;
    D.After = Behind == Instrs.begin() ? nullptr : *std::prev(Behind);
  }
}

void DebugInstrs::copy(const MachineBasicBlock &Loop, ArrayRef<MachineInstr *> Originals,
                              const MachineBasicBlock &Epilogue, ArrayRef<MachineInstr *> Copies) {
  if (Blocks.empty())
    return;
  DenseMap<const MachineInstr *, MachineInstr *> CopyOf;
  Writers Written(T);
  for (auto [Original, Copy] : llvm::zip(Originals, Copies)) {
    CopyOf[Original] = Copy;
    Written.step(*Copy);
  }
  std::vector<DebugInstr> All;
  for (const DebugInstr &D : Blocks.lookup(&Loop)) {
    if (D.MI->isDebugLabel())
      continue;
    DebugInstr New = D;
    New.MI = MF.CloneMachineInstr(D.MI);
    New.After = CopyOf.lookup(D.After);
    for (Named &V : New.Values)
      for (Def &W : V.Defs) {
        W.MI = CopyOf.lookup(W.MI);
        V.Lost |= !W.MI;
      }
    All.push_back(std::move(New));
  }
  // What was there already comes behind the copies.
  for (DebugInstr &D : Blocks[&Epilogue]) {
    if (!D.After && !Copies.empty())
      D.After = Copies.back();
    for (Named &V : D.Values)
      if (std::exchange(V.FromOutside, false))
        Written.find(V);
    All.push_back(std::move(D));
  }
  Blocks[&Epilogue] = std::move(All);
}

void DebugInstrs::putBack() { DebugPlaces(T).putBack(Blocks); }

} // namespace llvm::sda
