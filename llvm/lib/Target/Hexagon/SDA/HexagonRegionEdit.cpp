//===- HexagonRegionEdit.cpp - Another program for a region ---------------===//

#include "HexagonRegionEdit.h"
#include "HexagonFaults.h"
#include "HexagonRegionRenamer.h"
#include "HexagonRegisterInfo.h"
#include "HexagonSubtarget.h"

using namespace llvm;

static const HexagonSubtarget &subtarget(const HexagonRegion &R) {
  return R.MBB->getParent()->getSubtarget<HexagonSubtarget>();
}

HexagonRegionEdit::HexagonRegionEdit(const HexagonRegion &R, const BitVector &LiveOut,
                                     const HexagonLiveUnits &Liveness)
    : R(R), MF(*R.MBB->getParent()), HII(*subtarget(R).getInstrInfo()),
      HRI(*subtarget(R).getRegisterInfo()), LiveBehind(R.Instrs.size()) {
  BitVector Live = LiveOut;
  for (unsigned N = R.Instrs.size(); N--;) {
    LiveBehind[N] = Live;
    Liveness.stepBackward(*R.Instrs[N], Live);
  }
}

HexagonRegionEdit::~HexagonRegionEdit() {
  if (Stage == Planned)
    for (auto &[N, E] : Edits)
      for (MachineInstr *MI : E.Instrs)
        MF.deleteMachineInstr(MI);
}

bool HexagonRegionEdit::isIdle(MCRegister Reg, unsigned First, unsigned Last) const {
  MCRegUnit U = *HRI.regunits(Reg).begin();
  for (unsigned N = First; N <= Last; ++N)
    if (LiveBehind[N][U] || R.Instrs[N]->readsRegister(Reg, &HRI) ||
        R.Instrs[N]->modifiesRegister(Reg, &HRI))
      return false;
  return llvm::none_of(Temporaries, [&](const Taken &T) {
    return T.Reg == Reg && T.First <= Last && First <= T.Last;
  });
}

MCRegister HexagonRegionEdit::temporary(unsigned First, unsigned Last) {
  // The one that was taken for the fewest others, so that these do not wait for each other.
  MCRegister Best;
  size_t Fewest = ~size_t(0);
  for (MCPhysReg Reg : Hexagon::IntRegsRegClass) {
    size_t Others = llvm::count_if(Temporaries, [&](const Taken &T) { return T.Reg == Reg; });
    if (Others < Fewest && mayHoldLocals(MF, Reg) && isIdle(Reg, First, Last)) {
      Best = Reg;
      Fewest = Others;
    }
  }
  if (Best)
    Temporaries.push_back({Best, First, Last});
  return Best;
}

MachineInstr *HexagonRegionEdit::create(unsigned Opcode, unsigned N) {
  return MF.CreateMachineInstr(HII.get(Opcode), R.Instrs[N]->getDebugLoc());
}

void HexagonRegionEdit::replace(unsigned N, ArrayRef<MachineInstr *> Instrs) {
  Edit &E = Edits[N];
  E.Replaces = true;
  E.Instrs.insert(E.Instrs.begin(), Instrs.begin(), Instrs.end());
}

void HexagonRegionEdit::insertBehind(unsigned N, MachineInstr *MI) {
  Edits[N].Instrs.push_back(MI);
}

HexagonRegion HexagonRegionEdit::install() {
  HexagonRegion New;
  New.MBB = R.MBB;
  New.Number = R.Number;
  New.ImplicitDefs = R.ImplicitDefs;
  New.End = R.End;
  auto Append = [&](MachineInstr *MI, const InstrState &S) {
    New.Instrs.push_back(MI);
    New.Original.push_back(S);
  };
  std::vector<int> LastOf; // by node
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
    LastOf.push_back(int(New.Instrs.size()) - 1);
  }
  for (auto [MI, After] : R.Debug)
    New.Debug.push_back({MI, After < 0 ? After : LastOf[After]});
  Stage = Installed;
  return New;
}

void HexagonRegionEdit::undo() {
  for (auto &[N, E] : Edits) {
    if (E.Replaces)
      R.MBB->insert(R.End, R.Instrs[N]);
    for (MachineInstr *MI : E.Instrs)
      MI->eraseFromParent();
  }
  Stage = Done;
}

void HexagonRegionEdit::commit(InstrStates &Before) {
  for (auto &[N, E] : Edits)
    if (E.Replaces) {
      Before.erase(R.Instrs[N]);
      MF.deleteMachineInstr(R.Instrs[N]);
    }
  // The search has left other registers and forms since.
  for (auto &[MI, S] : Created)
    Before[MI] = injectsTrialState() ? InstrState::of(*MI) : S;
  Stage = Done;
}
