//===- SDA/PeelVerify.cpp - Validation of rotated loops -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/PeelVerify.h"
#include "llvm/CodeGen/SDA/CountedLoops.h"
#include "llvm/CodeGen/SDA/LoopFrame.h"
#include "llvm/CodeGen/TargetInstrInfo.h"

namespace llvm::sda {

namespace {

using Instrs = SmallVector<const MachineInstr *, 32>;

bool isCode(const MachineInstr &MI) {
  return !MI.isBundle() && !MI.isDebugInstr() && !MI.isImplicitDef();
}

bool areCopies(ArrayRef<const MachineInstr *> Copies, ArrayRef<const MachineInstr *> Of) {
  return Copies.size() == Of.size() && llvm::all_of(llvm::zip(Copies, Of), [](const auto &Pair) {
           return std::get<0>(Pair)->isIdenticalTo(*std::get<1>(Pair));
         });
}

/// What a loop and its preheader hold.
class RotationCheck {
public:
  RotationCheck(const SDATarget &T, const RotatedLoop &L) : Counted(T.countedLoops()), L(L) {
    for (const MachineInstr &MI : L.Preheader.instrs())
      if (isCode(MI))
        (MI.isTerminator() ? Jumps : Before).push_back(&MI);
    for (const MachineInstr *MI : L.Was.Instrs)
      (MI->isTerminator() ? Ends : L.Moved.count(MI) ? Head : Rest).push_back(MI);
  }

  /// Guards: the preheader's jumps of ours, which come first.
  std::string contents(unsigned Guards) const {
    if (llvm::any_of(ArrayRef(Jumps).drop_front(Guards), [&](const MachineInstr *MI) {
          return MI != L.Setup && jumpTarget(*MI) != L.Was.MBB;
        }))
      return "what is in front of a rotated loop may go elsewhere";
    if (Before.size() < Head.size() || !areCopies(copies(), Head))
      return "the first iteration of a rotated loop does not begin before it";
    Instrs Body(Rest);
    Body.append(Head);
    Body.append(Ends);
    return llvm::equal(Body, L.Is.Instrs) ? "" : "a rotated loop lacks an instruction";
  }

  /// Whether the preheader sets up the loop, if it is a hardware loop, in whatever form.
  bool setsUp() const {
    const bool Stands = setsUpLast() ? !Jumps.empty() && Jumps.back() == L.Setup
                                     : llvm::is_contained(Before, L.Setup);
    return Stands && Counted->loopOf(*L.Setup) == L.Was.MBB;
  }

  bool setsUpLast() const { return L.Setup && Counted->setsUpLast(); }

  const MachineOperand &count() const { return L.Setup->getOperand(Counted->countOperand()); }

  bool countsAsBefore(const TargetRegisterInfo &TRI) const {
    const auto Overwrites = [&](const MachineInstr *MI) {
      return MI->modifiesRegister(count().getReg(), &TRI);
    };
    if (setsUpLast() && count().isReg() && llvm::any_of(copies(), Overwrites))
      return false;
    return !L.Setup || (setsUp() && count().isIdenticalTo(L.OldCount));
  }

  /// Tells the reference, once everything is right. Seen: instructions of the preheader that are
  /// right besides the copies.
  std::string tell(Reference &Program, Reference::InstrSet Seen) const {
    for (const MachineInstr *MI : copies())
      Seen.insert(MI);
    std::string Difference = Program.replace(*L.Was.MBB, Reference::programOf(L.Was),
                                               Reference::standing(L.Is.Instrs));
    return Difference.empty() ? Program.accept(L.Preheader, Seen) : Difference;
  }

  ArrayRef<const MachineInstr *> copies() const { return ArrayRef(Before).take_back(Head.size()); }

  const CountedLoops *const Counted;
  const RotatedLoop &L;
  Instrs Before, Jumps;     // of the preheader
  Instrs Head, Rest, Ends; // of the loop: M, R and its branches
};

class PeelCheck {
public:
  PeelCheck(const SDATarget &T, const PeeledLoop &P, const LiveUnits &Liveness)
      : T(T), P(P), Loop(*P.Was.MBB), Liveness(Liveness), Rotation(T, P), Before(Rotation.Before),
        Jumps(Rotation.Jumps), SetsUpLast(Rotation.setsUpLast()), GuardEnd(guardEnd()) {
    for (const MachineInstr &MI : P.Epilogue.instrs())
      if (isCode(MI) && !MI.isTerminator())
        Behind.push_back(&MI);
  }

  std::string run(Reference &Program) const {
    if (const char *Wrong = blocks())
      return Wrong;
    if (const char *Wrong = P.OldCount.isImm() ? constantCount() : guardedCount())
      return Wrong;
    std::string Wrong = contents();
    return Wrong.empty() ? tell(Program) : Wrong;
  }

private:
  /// A setup that is last has the first iteration's beginning before it, else it stands behind the
  /// guard.
  size_t guardEnd() const {
    if (SetsUpLast)
      return Before.size() - std::min(Before.size(), Rotation.Head.size());
    return llvm::find(Before, P.Setup) - Before.begin();
  }
  /// What stands behind the guard and the setup, or between them.
  ArrayRef<const MachineInstr *> begun() const {
    return ArrayRef(Before).drop_front(std::min(Before.size(), GuardEnd + (SetsUpLast ? 0 : 1)));
  }

  const char *blocks() const {
    const unsigned Ways = P.OldCount.isImm() ? 1 : 2; // behind the loop, with the guard's
    bool Leaves = Loop.succ_size() == 2 && Loop.isSuccessor(&Loop) &&
                  Loop.isSuccessor(&P.Epilogue) && leads(Loop, P.Epilogue);
    bool GoesOn = sharesExit() ? P.Exit.pred_size() == Ways
                               : P.Epilogue.succ_size() == 1 && P.Epilogue.isSuccessor(&P.Exit) &&
                                     leads(P.Epilogue, P.Exit);
    bool Enters = P.Preheader.isSuccessor(&Loop) && P.Preheader.succ_size() == Ways &&
                  (P.OldCount.isImm() || P.Preheader.isSuccessor(&P.Epilogue));
    return Leaves && GoesOn && Enters ? nullptr : "the blocks of a peeled loop are not in a row";
  }

  bool sharesExit() const { return &P.Epilogue == &P.Exit; }

  /// Whether To follows MBB where no branch back is taken: by a jump at its end, or as the next
  /// block.
  static bool leads(const MachineBasicBlock &MBB, const MachineBasicBlock &To) {
    const MachineBasicBlock *Jump = MBB.empty() ? nullptr : jumpTarget(MBB.instr_back());
    return (Jump ? Jump : MBB.getNextNode()) == &To;
  }

  const char *constantCount() const {
    const MachineOperand &Count = Rotation.count();
    bool Less = Rotation.setsUp() && Count.isImm() && Count.getImm() >= 1 &&
                Count.getImm() + 1 == P.OldCount.getImm();
    return Less ? nullptr : "a peeled loop does not run once less";
  }

  bool isWanted(Register Reg, const MachineBasicBlock &By) const {
    const BitVector Live = Liveness.liveIn(By);
    return llvm::any_of(T.TRI.regunits(Reg.asMCReg()), [&](MCRegUnit U) { return Live[U]; });
  }

  const char *guardedCount() const {
    const char *const NotLess = "a peeled loop does not run once less";
    if (!Rotation.setsUp() || GuardEnd < 2 || GuardEnd > Before.size() || !Rotation.count().isReg())
      return NotLess;
    const MachineOperand &Flag = Before[GuardEnd - 2]->getOperand(0);
    const MCRegister Count = Rotation.count().getReg().asMCReg();
    const CountedLoops::Guard G = {P.OldCount.getReg().asMCReg(), Count,
                                   Flag.isReg() ? Flag.getReg().asMCReg() : MCRegister(),
                                   &P.Epilogue};
    if (!Rotation.Counted->lowers(*Before[GuardEnd - 1], G))
      return NotLess;
    if (!G.Flag || !Rotation.Counted->compares(*Before[GuardEnd - 2], G))
      return "nothing compares a peeled loop's count";
    if (Jumps.empty() || !Rotation.Counted->skips(*Jumps[0], G))
      return "no guard leads past a peeled loop";
    bool Counts = true; // until M writes the register
    for (const MachineInstr *MI : begun()) {
      if (MI->modifiesRegister(G.Flag, &T.TRI) || MI->isCall() || MI->isInlineAsm() ||
          (Counts && MI->readsRegister(Count, &T.TRI)) ||
          (SetsUpLast && MI->modifiesRegister(Count, &T.TRI)))
        return "a register of a peeled loop's guard is in use";
      Counts &= !MI->definesRegister(Count, &T.TRI) || T.TII.isPredicated(*MI);
    }
    for (const MachineBasicBlock *MBB :
         {&Loop, static_cast<const MachineBasicBlock *>(&P.Epilogue)})
      if (isWanted(G.Flag, *MBB) || (Counts && isWanted(Count, *MBB)))
        return "a register of a peeled loop's guard is in use";
    return nullptr;
  }

  std::string contents() const {
    if (begun().size() < Rotation.Head.size())
      return "the first iteration of a peeled loop does not begin behind its setup";
    if (std::string Wrong = Rotation.contents(/*Guards=*/!P.OldCount.isImm()); !Wrong.empty())
      return Wrong;
    ArrayRef<const MachineInstr *> Last = Behind;
    if (sharesExit())
      Last = Last.take_front(std::min(Last.size(), Rotation.Rest.size()));
    if (!areCopies(Last, Rotation.Rest))
      return "the last iteration of a peeled loop does not end behind it";
    return Rotation.Ends.size() == 1 && Rotation.Counted->isEnd(*Rotation.Ends[0])
               ? ""
               : "a peeled loop ends otherwise";
  }

  std::string tell(Reference &Program) const {
    Reference::InstrSet Seen, Copies;
    Seen.insert(P.Setup);
    if (!P.OldCount.isImm()) {
      const MachineInstr *Compare = Before[GuardEnd - 2], *Less = Before[GuardEnd - 1];
      Seen.insert({Compare, Less, Jumps[0]});
      Program.guard({Compare, Less}, {P.Setup, Jumps[0]});
    }
    std::string Difference = Rotation.tell(Program, Seen);
    for (const MachineInstr *MI : ArrayRef(Behind).take_front(Rotation.Rest.size()))
      Copies.insert(MI);
    // The jump that left the loop.
    auto Jump = P.Epilogue.getFirstTerminator();
    if (Difference.empty() && !sharesExit() && Jump != P.Epilogue.end()) {
      Difference = Program.replace(Loop, {{&*Jump, InstrState::of(*Jump)}}, {});
      Copies.insert(&*Jump);
    }
    return Difference.empty() ? Program.accept(P.Epilogue, Copies) : Difference;
  }

  const SDATarget &T;
  const PeeledLoop &P;
  const MachineBasicBlock &Loop;
  const LiveUnits &Liveness;
  const RotationCheck Rotation;
  const Instrs &Before, &Jumps; // of the preheader
  const bool SetsUpLast;
  const size_t GuardEnd; // behind the guard's first two instructions
  Instrs Behind; // of the epilogue
};

} // namespace

std::string verifyRotation(const SDATarget &T, const RotatedLoop &L, Reference &Program) {
  RotationCheck Check(T, L);
  if (std::string Wrong = Check.contents(/*Guards=*/0); !Wrong.empty())
    return Wrong;
  if (!Check.countsAsBefore(T.TRI))
    return "a rotated loop does not run as often as before";
  Reference::InstrSet Seen;
  if (L.Setup)
    Seen.insert(L.Setup);
  Program.repeat(*L.Was.MBB, L.Moved);
  return Check.tell(Program, Seen);
}

std::string verifyPeel(const SDATarget &T, const PeeledLoop &P, const LiveUnits &Liveness,
                       Reference &Program) {
  return PeelCheck(T, P, Liveness).run(Program);
}

} // namespace llvm::sda
