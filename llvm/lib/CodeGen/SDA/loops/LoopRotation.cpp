//===- SDA/LoopRotation.cpp - Beginnings of the next iteration ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   loop0(.L,n)                       r5 = add(r4,#-64)
//   .L:                               loop0(.L,n)
//   { r5 = add(r4,#-64) }             .L:
//   { v0 = vmem(r5+#0)           ->   { v0 = vmem(r5+#0)
//     r4 = add(r4,#128) }               r4 = add(r4,#128) }
//   { v1 = vadd(v1,v0) }:endloop0     { v1 = vadd(v1,v0)
//                                       r5 = add(r4,#-64) }:endloop0
//
// The instructions of a packing's first packets, M, depend on nothing behind them. They move behind
// the others, R, where they belong to the next iteration, and find places in packets that have some
// left. Repeated: (M R)^n M equals M (R M)^n. Peeled: (M R)^n equals M (R M)^(n-1) R, see
// LoopPeeling.
//
// What runs once more if it is repeated must not be seen: no stores and no side effects; results in
// registers that nobody reads behind the loop; loads from where the iteration before has read in
// any case, be it because their address does not change or because the loop reads some bytes
// several times. There is no store in a loop of which a load moves, unless its address register
// never changes.
//
// What is peeled runs as often as before, so anything may move but what has side effects. Accesses
// of one iteration and the next keep their order unless they can be told apart without what alias
// analysis knows about one iteration.
//
// Requires: the loop is packed and its preheader has no other successor.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/SDA/LoopRotation.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/SDA/AddressWalk.h"
#include "llvm/CodeGen/SDA/Faults.h"
#include "llvm/CodeGen/SDA/Replay.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include <map>

namespace llvm::sda {

LoopRotation::LoopRotation(const SDATarget &T, const PackedRegion &Loop, const LiveUnits &Liveness)
    : T(T), Loop(Loop), Liveness(Liveness), MBB(*Loop.R.MBB),
      LiveAtExit(Liveness.liveAtExits(MBB)), SafeLoads(Loop.R.Instrs.size()) {
  faults::liveForMoved(LiveAtExit);
  // The program that was packed: its own forms, the registers of the packing.
  for (unsigned N = 0; N != Loop.R.Instrs.size(); ++N) {
    States.push_back(Loop.R.Original[N]);
    States.back().Registers = Loop.best().Packed.States[N].Registers;
    States.back().restore(*Loop.R.Instrs[N]);
  }
  findSafeLoads();
}

void LoopRotation::restoreProgram() const {
  for (unsigned N = 0; N != States.size(); ++N)
    States[N].restore(*Loop.R.Instrs[N]);
}

/// Finds the loads that may read once more, behind the last iteration.
void LoopRotation::findSafeLoads() {
  AddressWalk Walk(T, Loop.R.Instrs);
  std::map<unsigned, AddressWalk::Access> Loads;
  bool Stores = false;
  for (unsigned N = 0; N != Loop.R.Instrs.size(); ++N) {
    const MachineInstr &MI = *Loop.R.Instrs[N];
    if (MI.mayStore() || MI.hasUnmodeledSideEffects())
      Stores = true;
    else if (MI.mayLoad() && !T.TII.isPredicated(MI) && !MI.hasOrderedMemoryRef())
      if (std::optional<AddressWalk::Access> L = Walk.access(MI); L && !L->At.Since)
        Loads[N] = *L;
    Walk.step(MI);
  }
  auto IsRead = [&](const AddressWalk::Access &L, int64_t From) {
    return llvm::any_of(Loads, [&](const auto &Entry) {
      const AddressWalk::Access &M = Entry.second;
      return M.At.Base == L.At.Base && M.At.Offset == From && M.Opcode == L.Opcode;
    });
  };
  for (auto &[N, L] : Loads) {
    // What alias analysis says holds within an iteration. With stores in the loop only loads whose
    // address register never changes may move.
    MCRegister Reg = L.Base;
    if (Stores && llvm::any_of(Loop.R.Instrs, [&](const MachineInstr *MI) {
          return MI->modifiesRegister(Reg, &T.TRI);
        }))
      continue;
    std::optional<AddressWalk::Address> End = Walk.of(L.At.Base);
    if (End && End->sharesBase(L.At) && IsRead(L, L.At.Offset + End->Offset))
      SafeLoads.set(N);
  }
}

bool LoopRotation::mayDefine(const MachineOperand &Op) const {
  MCRegister Reg = Op.getReg().asMCReg();
  bool Plain = llvm::any_of(
      T.localClasses(), [&](const TargetRegisterClass *RC) { return RC->contains(Reg); });
  bool Decides = llvm::any_of(Loop.R.Instrs, [&](const MachineInstr *MI) {
    return MI->isTerminator() && MI->readsRegister(Reg, &T.TRI);
  });
  if (Op.isImplicit() || !Plain || Decides || MBB.getParent()->getRegInfo().isReserved(Reg))
    return false;
  return llvm::none_of(T.TRI.regunits(Reg), [&](MCRegUnit U) { return LiveAtExit[U]; });
}

bool LoopRotation::mayRepeat(unsigned N) const {
  const MachineInstr &MI = *Loop.R.Instrs[N];
  if (MI.isTerminator() || MI.isCall() || MI.mayStore() || MI.hasUnmodeledSideEffects() ||
      MI.isPseudo() || T.TII.isPredicated(MI) || (MI.mayLoad() && !SafeLoads[N]))
    return false;
  return llvm::all_of(MI.operands(), [&](const MachineOperand &Op) {
    return !Op.isReg() || !Op.isDef() || !Op.getReg() || mayDefine(Op);
  });
}

bool LoopRotation::mayMove(unsigned N) const {
  const MachineInstr &MI = *Loop.R.Instrs[N];
  return !MI.isTerminator() && !MI.isCall() && !MI.hasUnmodeledSideEffects() && !MI.isPseudo() &&
         !(MI.mayLoadOrStore() && MI.hasOrderedMemoryRef());
}

SmallVector<unsigned, 8> LoopRotation::head(unsigned Packets, Form F) const {
  // A trial may have left other registers.
  restoreProgram();
  SmallVector<unsigned, 8> Head;
  const IDG &G = *Loop.Graphs[Loop.best().Program];
  BitVector In(G.size());
  const Packing &P = Loop.best().Packed.Packets;
  for (unsigned K = 0; K != Packets && K + 1 < P.size(); ++K)
    for (unsigned N : P[K]) {
      bool Closed = llvm::all_of(G.preds(N), [&](unsigned E) { return In[G.edge(E).Src]; });
      bool May = F == Form::Repeated ? mayRepeat(N) : mayMove(N);
      if (faults::mayMove(Closed) && May) {
        In.set(N);
        Head.push_back(N);
      }
    }
  llvm::sort(Head);
  return Head;
}

std::vector<unsigned> LoopRotation::order(ArrayRef<unsigned> Head, bool HeadFirst) const {
  std::vector<unsigned> Order;
  auto Append = [&](bool InHead, bool Terminators) {
    for (unsigned N = 0; N != Loop.R.Instrs.size(); ++N)
      if (llvm::is_contained(Head, N) == InHead && Loop.R.Instrs[N]->isTerminator() == Terminators)
        Order.push_back(N);
  };
  Append(HeadFirst, false);
  Append(!HeadFirst, false);
  Append(false, true);
  return Order;
}

PackedRegion LoopRotation::rotated(ArrayRef<unsigned> Head, Form F) const {
  PackedRegion New;
  Region &R = New.R;
  R.MBB = &MBB;
  R.Number = Loop.R.Number;
  R.ImplicitDefs = Loop.R.ImplicitDefs;
  for (unsigned N : order(Head, /*HeadFirst=*/false)) {
    R.Instrs.push_back(Loop.R.Instrs[N]);
    R.Original.push_back(States[N]);
  }
  R.findEnd();
  if (F == Form::Peeled)
    R.NextIteration = llvm::count_if(
        Loop.R.Instrs, [](const MachineInstr *MI) { return !MI->isTerminator(); }) - Head.size();
  New.Stock = Loop.Stock;
  New.Base = Loop.Base;
  New.Peeled = F == Form::Peeled;
  New.Rotated = Loop.Rotated + Head.size();
  restoreProgram();
  return New;
}

std::vector<MachineInstr *>
LoopRotation::insertCopy(ArrayRef<unsigned> Nodes, MachineBasicBlock &To,
                                MachineBasicBlock::iterator Where, InstrStates &Before) const {
  MachineFunction &MF = *MBB.getParent();
  std::vector<MachineInstr *> Copies;
  for (unsigned N : Nodes) {
    MachineInstr *Copy = MF.CloneMachineInstr(Loop.R.Instrs[N]);
    States[N].restore(*Copy);
    Copy->clearKillInfo();
    for (MachineOperand &Op : Copy->operands())
      if (Op.isReg() && Op.isUse())
        Op.setIsInternalRead(false);
    To.insert(Where, Copy);
    Before[Copy] = InstrState::of(*Copy);
    Copies.push_back(Copy);
  }
  return Copies;
}

SmallVector<unsigned, 8> LoopRotation::rest(ArrayRef<unsigned> Head) const {
  SmallVector<unsigned, 8> Rest;
  for (unsigned N = 0; N != Loop.R.Instrs.size(); ++N)
    if (!llvm::is_contained(Head, N) && !Loop.R.Instrs[N]->isTerminator())
      Rest.push_back(N);
  return Rest;
}

std::vector<MachineInstr *> LoopRotation::instrs(ArrayRef<unsigned> Nodes) const {
  std::vector<MachineInstr *> Instrs;
  for (unsigned N : Nodes)
    Instrs.push_back(Loop.R.Instrs[N]);
  return Instrs;
}

std::string LoopRotation::verify(ArrayRef<unsigned> Head, Form F) const {
  restoreProgram();
  std::string Difference =
      verifyOrder(T, Loop.R, order(Head, /*HeadFirst=*/true), Loop.LiveOut);
  if (Difference.empty() && F == Form::Repeated)
    Difference = verifyRepeat(T, Loop.R, Head, Liveness.liveAtExits(MBB));
  return Difference;
}

} // namespace llvm::sda
