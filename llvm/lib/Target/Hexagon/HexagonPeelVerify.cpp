//===- HexagonPeelVerify.cpp - Validation of a peeled loop ----------------===//

#include "HexagonPeelVerify.h"
#include "HexagonInstrInfo.h"
#include "HexagonLiveUnits.h"
#include "HexagonRegisterInfo.h"
#include "HexagonSubtarget.h"

using namespace llvm;

namespace {

using Instrs = SmallVector<const MachineInstr *, 32>;

class Check {
public:
  Check(const HexagonPeeledLoop &P, const HexagonLiveUnits &Liveness)
      : P(P), Liveness(Liveness),
        HII(*P.Loop.getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo()),
        HRI(*P.Loop.getParent()->getSubtarget<HexagonSubtarget>().getRegisterInfo()) {
    for (const MachineInstr &MI : P.Preheader.instrs())
      if (isCode(MI))
        (MI.isTerminator() ? Jumps : Before).push_back(&MI);
    SetupAt = llvm::find(Before, &P.Setup) - Before.begin();
  }

  std::string run() const {
    if (const char *Wrong = blocks())
      return Wrong;
    if (const char *Wrong = P.OldCount.isImm() ? constantCount() : guardedCount())
      return Wrong;
    return contents();
  }

private:
  static bool isCode(const MachineInstr &MI) {
    return !MI.isBundle() && !MI.isDebugInstr() && !MI.isImplicitDef();
  }

  const char *blocks() const {
    bool Leaves = P.Loop.succ_size() == 2 && P.Loop.isSuccessor(&P.Loop) &&
                  P.Loop.isSuccessor(&P.Epilogue) && P.Loop.getNextNode() == &P.Epilogue;
    auto Jump = P.Epilogue.getFirstTerminator();
    bool Reaches = Jump == P.Epilogue.end()
                       ? P.Epilogue.getNextNode() == &P.Exit
                       : Jump->getOpcode() == Hexagon::J2_jump &&
                             Jump->getOperand(0).getMBB() == &P.Exit;
    bool GoesOn = P.Epilogue.succ_size() == 1 && P.Epilogue.isSuccessor(&P.Exit) && Reaches;
    bool Enters = P.Preheader.isSuccessor(&P.Loop) &&
                  P.Preheader.succ_size() == (P.OldCount.isImm() ? 1u : 2u) &&
                  (P.OldCount.isImm() || P.Preheader.isSuccessor(&P.Epilogue));
    return Leaves && GoesOn && Enters ? nullptr : "the blocks of a peeled loop are not in a row";
  }

  bool setsUp() const {
    return SetupAt != Before.size() && HII.isLoopN(P.Setup) &&
           P.Setup.getOperand(0).getMBB() == &P.Loop;
  }

  const char *constantCount() const {
    const MachineOperand &Count = P.Setup.getOperand(1);
    bool Less = setsUp() && Count.isImm() && Count.getImm() >= 1 &&
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
    if (!setsUp() || SetupAt < 2 || !P.Setup.getOperand(1).isReg() ||
        !isOnCount(*Before[SetupAt - 1], Hexagon::A2_addi, -1) ||
        Before[SetupAt - 1]->getOperand(0).getReg() != P.Setup.getOperand(1).getReg())
      return "a peeled loop does not run once less";
    if (!isOnCount(*Before[SetupAt - 2], Hexagon::C2_cmpgtui, 1))
      return "nothing compares a peeled loop's count";
    Register Count = P.Setup.getOperand(1).getReg();
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
    for (const MachineBasicBlock *MBB : {&P.Loop, &P.Epilogue})
      if (isWanted(Guard, *MBB) || (Counts && isWanted(Count, *MBB)))
        return "a register of a peeled loop's guard is in use";
    return nullptr;
  }

  static bool areCopies(ArrayRef<const MachineInstr *> Copies, ArrayRef<const MachineInstr *> Of) {
    return Copies.size() == Of.size() &&
           llvm::all_of(llvm::zip(Copies, Of), [](const auto &Pair) {
             return std::get<0>(Pair)->isIdenticalTo(*std::get<1>(Pair));
           });
  }

  std::string contents() const {
    size_t Behind = Before.size() - SetupAt - 1;
    if (Behind < P.Head.size() ||
        !areCopies(ArrayRef(Before).take_back(P.Head.size()), P.Head))
      return "the first iteration of a peeled loop does not begin before it";
    Instrs Last;
    for (const MachineInstr &MI : P.Epilogue.instrs())
      if (isCode(MI) && !MI.isTerminator())
        Last.push_back(&MI);
    if (!areCopies(Last, P.Rest))
      return "the last iteration of a peeled loop does not end behind it";
    Instrs Expected(P.Rest);
    Expected.append(P.Head.begin(), P.Head.end());
    bool Ends = P.Body.size() == Expected.size() + 1 &&
                HII.isEndLoopN(P.Body.back()->getOpcode()) &&
                ArrayRef(P.Body).drop_back() == ArrayRef<const MachineInstr *>(Expected);
    return Ends ? "" : "a peeled loop lacks an instruction";
  }

  const HexagonPeeledLoop &P;
  const HexagonLiveUnits &Liveness;
  const HexagonInstrInfo &HII;
  const HexagonRegisterInfo &HRI;
  Instrs Before, Jumps; // of the preheader
  size_t SetupAt;
};

} // namespace

std::string llvm::verifyHexagonPeel(const HexagonPeeledLoop &P, const HexagonLiveUnits &Liveness) {
  return Check(P, Liveness).run();
}
