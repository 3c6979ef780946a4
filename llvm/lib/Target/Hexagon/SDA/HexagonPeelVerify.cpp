//===- HexagonPeelVerify.cpp - Validation of rotated loops ----------------===//

#include "HexagonPeelVerify.h"
#include "HexagonInstrInfo.h"
#include "HexagonSDARegion.h"
#include "HexagonRegisterInfo.h"
#include "HexagonSubtarget.h"

using namespace llvm;

namespace {

using Instrs = SmallVector<const MachineInstr *, 32>;

bool isCode(const MachineInstr &MI) { return !MI.isBundle() && !MI.isDebugInstr() && !MI.isImplicitDef(); }

bool areCopies(ArrayRef<const MachineInstr *> Copies, ArrayRef<const MachineInstr *> Of) {
  return Copies.size() == Of.size() && llvm::all_of(llvm::zip(Copies, Of), [](const auto &Pair) {
           return std::get<0>(Pair)->isIdenticalTo(*std::get<1>(Pair));
         });
}

/// What a loop and its preheader hold.
class RotationCheck {
public:
  explicit RotationCheck(const HexagonRotatedLoop &L) : L(L) {
    for (const MachineInstr &MI : L.Preheader.instrs())
      if (isCode(MI))
        (MI.isTerminator() ? Jumps : Before).push_back(&MI);
    for (const MachineInstr *MI : L.Was.Instrs)
      (MI->isTerminator() ? Ends : L.Moved.count(MI) ? Head : Rest).push_back(MI);
  }

  std::string contents() const {
    if (Before.size() < Head.size() || !areCopies(copies(), Head))
      return "the first iteration of a rotated loop does not begin before it";
    Instrs Body(Rest);
    Body.append(Head);
    Body.append(Ends);
    return llvm::equal(Body, L.Is.Instrs) ? "" : "a rotated loop lacks an instruction";
  }

  /// Whether the preheader sets up the loop, if it is a hardware loop, in whatever form.
  bool setsUp() const {
    const auto &HII = *L.Preheader.getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo();
    return llvm::is_contained(Before, L.Setup) && HII.isLoopN(*L.Setup) &&
           L.Setup->getOperand(0).getMBB() == L.Was.MBB;
  }

  bool countsAsBefore() const {
    return !L.Setup || (setsUp() && L.Setup->getOperand(1).isIdenticalTo(L.OldCount));
  }

  /// Tells the reference, once everything is right. Seen: instructions of the preheader that are right besides the copies.
  std::string tell(HexagonReference &Reference, HexagonReference::InstrSet Seen) const {
    for (const MachineInstr *MI : copies())
      Seen.insert(MI);
    std::string Difference = Reference.replace(*L.Was.MBB, HexagonReference::programOf(L.Was),
                                               HexagonReference::standing(L.Is.Instrs));
    return Difference.empty() ? Reference.accept(L.Preheader, Seen) : Difference;
  }

  ArrayRef<const MachineInstr *> copies() const { return ArrayRef(Before).take_back(Head.size()); }

  const HexagonRotatedLoop &L;
  Instrs Before, Jumps;     // of the preheader
  Instrs Head, Rest, Ends; // of the loop: M, R and its branches
};

class PeelCheck {
public:
  PeelCheck(const HexagonPeeledLoop &P, const HexagonLiveUnits &Liveness)
      : P(P), Loop(*P.Was.MBB), Liveness(Liveness), Rotation(P), Before(Rotation.Before), Jumps(Rotation.Jumps),
        HII(*Loop.getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo()),
        HRI(*Loop.getParent()->getSubtarget<HexagonSubtarget>().getRegisterInfo()),
        SetupAt(llvm::find(Before, P.Setup) - Before.begin()) {
    for (const MachineInstr &MI : P.Epilogue.instrs())
      if (isCode(MI) && !MI.isTerminator())
        Behind.push_back(&MI);
  }

  std::string run(HexagonReference &Reference) const {
    if (const char *Wrong = blocks())
      return Wrong;
    if (const char *Wrong = P.OldCount.isImm() ? constantCount() : guardedCount())
      return Wrong;
    std::string Wrong = contents();
    return Wrong.empty() ? tell(Reference) : Wrong;
  }

private:
  const char *blocks() const {
    const unsigned Ways = P.OldCount.isImm() ? 1 : 2; // behind the loop, with the guard's
    bool Leaves = Loop.succ_size() == 2 && Loop.isSuccessor(&Loop) && Loop.isSuccessor(&P.Epilogue) &&
                  leads(Loop, P.Epilogue);
    bool GoesOn = sharesExit() ? P.Exit.pred_size() == Ways
                               : P.Epilogue.succ_size() == 1 && P.Epilogue.isSuccessor(&P.Exit) &&
                                     leads(P.Epilogue, P.Exit);
    bool Enters = P.Preheader.isSuccessor(&Loop) && P.Preheader.succ_size() == Ways &&
                  (P.OldCount.isImm() || P.Preheader.isSuccessor(&P.Epilogue));
    return Leaves && GoesOn && Enters ? nullptr : "the blocks of a peeled loop are not in a row";
  }

  bool sharesExit() const { return &P.Epilogue == &P.Exit; }

  /// Whether To follows MBB where no branch back is taken: by a jump at its end, or as the next block.
  static bool leads(const MachineBasicBlock &MBB, const MachineBasicBlock &To) {
    bool Jumps = !MBB.empty() && MBB.instr_back().getOpcode() == Hexagon::J2_jump;
    return Jumps ? MBB.instr_back().getOperand(0).getMBB() == &To : MBB.getNextNode() == &To;
  }

  const char *constantCount() const {
    const MachineOperand &Count = P.Setup->getOperand(1);
    bool Less = Rotation.setsUp() && Count.isImm() && Count.getImm() >= 1 &&
                Count.getImm() + 1 == P.OldCount.getImm();
    return Less ? nullptr : "a peeled loop does not run once less";
  }

  bool isOnCount(const MachineInstr &MI, unsigned Opcode, int64_t Value) const {
    return MI.getOpcode() == Opcode && MI.getOperand(1).getReg() == P.OldCount.getReg() &&
           MI.getOperand(2).isImm() && MI.getOperand(2).getImm() == Value;
  }

  bool isWanted(Register Reg, const MachineBasicBlock &By) const {
    return llvm::any_of(HRI.regunits(Reg.asMCReg()),
                        [&](MCRegUnit U) { return Liveness.liveIn(By)[U]; });
  }

  const char *guardedCount() const {
    if (!Rotation.setsUp() || SetupAt < 2 || !P.Setup->getOperand(1).isReg() ||
        !isOnCount(*Before[SetupAt - 1], Hexagon::A2_addi, -1) ||
        Before[SetupAt - 1]->getOperand(0).getReg() != P.Setup->getOperand(1).getReg())
      return "a peeled loop does not run once less";
    if (!isOnCount(*Before[SetupAt - 2], Hexagon::C2_cmpgtui, 1))
      return "nothing compares a peeled loop's count";
    Register Count = P.Setup->getOperand(1).getReg();
    Register Guard = Before[SetupAt - 2]->getOperand(0).getReg();
    if (Jumps.empty() || Jumps[0]->getOpcode() != Hexagon::J2_jumpf ||
        Jumps[0]->getOperand(0).getReg() != Guard || Jumps[0]->getOperand(1).getMBB() != &P.Epilogue)
      return "no guard leads past a peeled loop";
    bool Counts = true; // until M writes the register
    for (const MachineInstr *MI : ArrayRef(Before).drop_front(SetupAt + 1)) {
      if (MI->modifiesRegister(Guard, &HRI) || MI->isCall() || MI->isInlineAsm() ||
          (Counts && MI->readsRegister(Count, &HRI)))
        return "a register of a peeled loop's guard is in use";
      Counts &= !MI->definesRegister(Count, &HRI) || HII.isPredicated(*MI);
    }
    for (const MachineBasicBlock *MBB : {&Loop, &P.Epilogue})
      if (isWanted(Guard, *MBB) || (Counts && isWanted(Count, *MBB)))
        return "a register of a peeled loop's guard is in use";
    return nullptr;
  }

  std::string contents() const {
    if (Before.size() - SetupAt - 1 < Rotation.Head.size())
      return "the first iteration of a peeled loop does not begin behind its setup";
    if (std::string Wrong = Rotation.contents(); !Wrong.empty())
      return Wrong;
    ArrayRef<const MachineInstr *> Last = Behind;
    if (sharesExit())
      Last = Last.take_front(std::min(Last.size(), Rotation.Rest.size()));
    if (!areCopies(Last, Rotation.Rest))
      return "the last iteration of a peeled loop does not end behind it";
    return Rotation.Ends.size() == 1 && HII.isEndLoopN(Rotation.Ends[0]->getOpcode())
               ? ""
               : "a peeled loop ends otherwise";
  }

  std::string tell(HexagonReference &Reference) const {
    HexagonReference::InstrSet Seen, Copies;
    Seen.insert(P.Setup);
    if (!P.OldCount.isImm())
      for (const MachineInstr *MI : {Before[SetupAt - 2], Before[SetupAt - 1], Jumps[0]})
        Seen.insert(MI);
    std::string Difference = Rotation.tell(Reference, Seen);
    for (const MachineInstr *MI : ArrayRef(Behind).take_front(Rotation.Rest.size()))
      Copies.insert(MI);
    // The jump that left the loop.
    auto Jump = P.Epilogue.getFirstTerminator();
    if (Difference.empty() && !sharesExit() && Jump != P.Epilogue.end()) {
      Difference = Reference.replace(Loop, {{&*Jump, InstrState::of(*Jump)}}, {});
      Copies.insert(&*Jump);
    }
    return Difference.empty() ? Reference.accept(P.Epilogue, Copies) : Difference;
  }

  const HexagonPeeledLoop &P;
  const MachineBasicBlock &Loop;
  const HexagonLiveUnits &Liveness;
  const RotationCheck Rotation;
  const Instrs &Before, &Jumps; // of the preheader
  const HexagonInstrInfo &HII;
  const HexagonRegisterInfo &HRI;
  const size_t SetupAt;
  Instrs Behind; // of the epilogue
};

} // namespace

std::string llvm::verifyHexagonRotation(const HexagonRotatedLoop &L, HexagonReference &Reference) {
  RotationCheck Check(L);
  if (std::string Wrong = Check.contents(); !Wrong.empty())
    return Wrong;
  if (!Check.countsAsBefore())
    return "a rotated loop does not run as often as before";
  HexagonReference::InstrSet Seen;
  if (L.Setup)
    Seen.insert(L.Setup);
  return Check.tell(Reference, Seen);
}

std::string llvm::verifyHexagonPeel(const HexagonPeeledLoop &P, const HexagonLiveUnits &Liveness,
                                    HexagonReference &Reference) {
  return PeelCheck(P, Liveness).run(Reference);
}
