//===- SDA/RegionEdit.cpp - Another program for a region ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/RegionEdit.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/SDA/Faults.h"
#include "llvm/CodeGen/SDA/Renamer.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"

namespace llvm::sda {

RegionEdit::RegionEdit(SDATarget &T, const OpenRegion &Open, const BitVector &LiveOut,
                       const LiveUnits &Liveness)
    : T(T), R(Open.region()), MF(T.MF), LiveBehind(R.Instrs.size()) {
  BitVector Live = LiveOut;
  for (unsigned N = R.Instrs.size(); N--;) {
    LiveBehind[N] = Live;
    Liveness.stepBackward(*R.Instrs[N], Live);
  }
}

RegionEdit::~RegionEdit() {
  if (Stage == Planned)
    for (auto &[N, E] : Edits)
      for (MachineInstr *MI : E.Instrs)
        MF.deleteMachineInstr(MI);
}

bool RegionEdit::isIdle(MCRegister Reg, unsigned First, unsigned Last) const {
  auto IsLive = [&](unsigned N) {
    return llvm::any_of(T.TRI.regunits(Reg), [&](MCRegUnit U) { return LiveBehind[N][U]; });
  };
  for (unsigned N = First; N <= Last; ++N)
    if (IsLive(N) || R.Instrs[N]->readsRegister(Reg, &T.TRI) ||
        R.Instrs[N]->modifiesRegister(Reg, &T.TRI))
      return false;
  return llvm::none_of(Temporaries, [&](const Taken &Other) {
    return T.TRI.regsOverlap(Other.Reg, Reg) && Other.First <= Last && First <= Other.Last;
  });
}

MCRegister RegionEdit::temporary(const TargetRegisterClass &RC, unsigned First, unsigned Last) {
  // The best register was taken for the fewest others, so that these do not wait for each other.
  MCRegister Best;
  size_t Fewest = ~size_t(0);
  for (MCPhysReg Reg : RC) {
    size_t Others = llvm::count_if(Temporaries, [&](const Taken &Other) {
      return T.TRI.regsOverlap(Other.Reg, Reg);
    });
    if (Others < Fewest && mayHoldLocals(T, Reg) && isIdle(Reg, First, Last)) {
      Best = Reg;
      Fewest = Others;
    }
  }
  if (Best)
    Temporaries.push_back({Best, First, Last});
  return Best;
}

MachineInstr *RegionEdit::create(unsigned Opcode, unsigned N) {
  return MF.CreateMachineInstr(T.TII.get(Opcode), R.Instrs[N]->getDebugLoc());
}

void RegionEdit::replace(unsigned N, ArrayRef<MachineInstr *> Instrs) {
  Edit &E = Edits[N];
  E.Replaces = true;
  E.Instrs.insert(E.Instrs.begin(), Instrs.begin(), Instrs.end());
}

void RegionEdit::insertBehind(unsigned N, MachineInstr *MI) {
  Edits[N].Instrs.push_back(MI);
}

Region RegionEdit::install() {
  Region New;
  New.MBB = R.MBB;
  New.Number = R.Number;
  New.ImplicitDefs = R.ImplicitDefs;
  New.Cut = R.Cut;
  New.End = R.End;
  auto Append = [&](MachineInstr *MI, const InstrState &S) {
    New.Instrs.push_back(MI);
    New.Original.push_back(S);
  };
  for (unsigned N = 0; N != R.Instrs.size(); ++N) {
    auto It = Edits.find(N);
    MachineInstr *Old = R.Instrs[N];
    bool Edited = It != Edits.end();
    if (!Edited || !It->second.Replaces)
      Append(Old, R.Original[N]);
    if (Edited) {
      auto Behind = std::next(Old->getIterator());
      for (MachineInstr *MI : It->second.Instrs) {
        R.MBB->insert(Behind, MI);
        Created.push_back({MI, InstrState::of(*MI)});
        Append(MI, Created.back().second);
      }
      if (It->second.Replaces)
        R.MBB->remove_instr(Old);
    }
  }
  Stage = Installed;
  return New;
}

void RegionEdit::undo() {
  for (auto &[N, E] : Edits) {
    if (E.Replaces)
      R.MBB->insert(R.End, R.Instrs[N]);
    for (MachineInstr *MI : E.Instrs)
      MI->eraseFromParent();
  }
  Stage = Done;
}

/// What follows a node and what writes its result, for those that are not what they were.
DebugInstrs::Rewrites RegionEdit::rewrites() const {
  DebugInstrs::Rewrites Changes;
  for (unsigned N : Forgotten)
    Changes[R.Instrs[N]] = {R.Instrs[N], nullptr};
  for (auto &[N, E] : Edits) {
    MachineInstr *Old = R.Instrs[N];
    // The search has left other registers since.
    auto WritesResult = [&, N = N](const MachineInstr *MI) {
      auto Made = llvm::find_if(Created, [&](const auto &C) { return C.first == MI; });
      return Made->second.Registers.front() == R.Original[N].Registers.front();
    };
    auto New = llvm::find_if(llvm::reverse(E.Instrs), WritesResult);
    MachineInstr *Def = New != E.Instrs.rend()             ? *New
                        : E.Replaces || Forgotten.count(N) ? nullptr
                                                           : Old;
    Changes[Old] = {E.Replaces ? E.Instrs.back() : Old, Def};
  }
  return Changes;
}

void RegionEdit::commit(InstrStates &Before, DebugInstrs &Debug) {
  Debug.rewrite(*R.MBB, rewrites());
  for (auto &[N, E] : Edits)
    if (E.Replaces) {
      Before.erase(R.Instrs[N]);
      MF.deleteMachineInstr(R.Instrs[N]);
    }
  // The search has left other registers and forms since.
  for (auto &[MI, S] : Created)
    Before[MI] = faults::remembered(S, *MI);
  Stage = Done;
}

} // namespace llvm::sda
