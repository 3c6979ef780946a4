//===- SDA/Renamer.cpp - Other registers for local values -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   v0 = vmem(r0+#0)          v0 = vmem(r0+#0)
//   v0 = vadd(v0,v2)    ->    v3 = vadd(v0,v2)
//   vmem(r1+#0) = v0          vmem(r1+#0) = v3
//   v0 = vmem(r0+#1)          v4 = vmem(r0+#1)
//
// A web is a value with all operands that name it: a definition, those tied to it or conditional on
// top of it, their uses. A web moves if it lies within the region and every operand is explicit and
// names the register as a whole, or half of the web's pair. Linear scan over program order.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/SDA/Renamer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/SDA/Faults.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include <limits>
#include <map>
#include <optional>

namespace llvm::sda {

namespace {

/// An operand that names a web.
struct Mentioned {
  unsigned Node, OpIdx;
};

struct Interval {
  int Start, End;
};

/// Points of the program: node N reads at 2 N and writes at 2 N + 1.
constexpr int BeforeRegion = -1;

struct Web {
  SmallVector<Mentioned, 4> References;
  SmallVector<unsigned, 2> Units;
  int Start = std::numeric_limits<int>::max(); // the first definition's point
  int End = 0;                                 // the last point that names it
  bool Fixed = false;
};

class Renamer {
public:
  Renamer(const SDATarget &T, const Region &R, const BitVector &LiveIn, const BitVector &LiveOut)
      : T(T), R(R), MF(T.MF), TRI(T.TRI), LiveIn(LiveIn), LiveOut(LiveOut),
        Usable(TRI.getNumRegs()), Clobbered(TRI.getNumRegUnits()) {
    for (const TargetRegisterClass *RC : T.localClasses())
      for (MCRegister Reg : *RC)
        Usable[Reg] = mayHoldLocals(T, Reg);
  }

  unsigned run() {
    for (unsigned N = 0; N != R.Instrs.size(); ++N)
      visit(N);
    collectWebs();
    llvm::stable_sort(Webs, [](const Web &A, const Web &B) { return A.Start < B.Start; });
    // A web that finds no place, pairs above all when pressure is high, stays where it is.
    for (unsigned I = 0; I != MaxAttempts; ++I)
      if (std::optional<unsigned> Moved = assign())
        return *Moved;
    return 0;
  }

private:
  static constexpr unsigned MaxAttempts = 32;

  unsigned newValue() {
    Values.insert(NumValues);
    return NumValues++;
  }

  /// The value that unit U holds now; one from before the region if it has none yet.
  unsigned valueOf(unsigned U) {
    auto [It, New] = Holds.try_emplace(U, 0);
    if (New) {
      It->second = newValue();
      Before.push_back({It->second, U});
    }
    return It->second;
  }

  void visit(unsigned N) {
    MachineInstr &MI = *R.Instrs[N];
    bool Conditional = T.TII.isPredicated(MI);
    SmallVector<std::pair<unsigned, unsigned>, 4> Uses; // operand, a value
    for (unsigned I = 0, E = MI.getNumOperands(); I != E; ++I) {
      const MachineOperand &Op = MI.getOperand(I);
      if (!Op.isReg() || !Op.isUse() || !Op.getReg())
        continue;
      unsigned V = 0;
      bool First = true;
      for (MCRegUnit U : TRI.regunits(Op.getReg().asMCReg())) {
        unsigned Of = valueOf(U);
        V = First ? Of : *Values.unionSets(V, Of);
        First = false;
        Mentions.push_back({Of, U, N, I});
      }
      Uses.push_back({I, V});
    }
    for (const MachineOperand &Op : MI.operands())
      if (Op.isRegMask())
        for (unsigned U = 0; U != TRI.getNumRegUnits(); ++U)
          if (clobbers(Op, U)) {
            Clobbered[U].push_back({2 * int(N) + 1, 2 * int(N) + 1});
            Holds[U] = newValue();
          }
    SmallDenseMap<unsigned, unsigned, 8> Written; // unit -> value
    for (unsigned I = 0, E = MI.getNumOperands(); I != E; ++I) {
      const MachineOperand &Op = MI.getOperand(I);
      if (!Op.isReg() || !Op.isDef() || !Op.getReg())
        continue;
      unsigned V = newValue();
      unsigned UseIdx;
      if (MI.isRegTiedToUseOperand(I, &UseIdx))
        for (auto [Index, Of] : Uses)
          if (Index == UseIdx)
            Values.unionSets(V, Of);
      for (MCRegUnit U : TRI.regunits(Op.getReg().asMCReg())) {
        // `$v0 = ..., implicit-def $w0`: the part stays with the pair that it makes.
        auto [Part, First] = Written.try_emplace(U, V);
        if (!faults::isApart(First))
          Values.unionSets(V, Part->second);
        if (Conditional)
          Values.unionSets(V, valueOf(U));
        Holds[U] = V;
        Mentions.push_back({V, U, N, I});
      }
    }
  }

  bool clobbers(const MachineOperand &Mask, unsigned U) const {
    for (MCRegUnitRootIterator Root(U, &TRI); Root.isValid(); ++Root)
      if (Mask.clobbersPhysReg(*Root))
        return true;
    return false;
  }

  void collectWebs() {
    std::map<unsigned, unsigned> IndexOf;
    auto WebOf = [&](unsigned V) -> Web & {
      auto [It, New] = IndexOf.try_emplace(Values.getLeaderValue(V), Webs.size());
      if (New)
        Webs.emplace_back();
      return Webs[It->second];
    };
    for (const Mention &M : Mentions) {
      Web &W = WebOf(M.Value);
      if (W.References.empty() || W.References.back().Node != M.Node ||
          W.References.back().OpIdx != M.OpIdx)
        W.References.push_back({M.Node, M.OpIdx});
      if (!llvm::is_contained(W.Units, M.Unit))
        W.Units.push_back(M.Unit);
      const MachineOperand &Op = R.Instrs[M.Node]->getOperand(M.OpIdx);
      int Point = 2 * int(M.Node) + Op.isDef();
      W.Start = std::min(W.Start, Point);
      W.End = std::max(W.End, Point);
      W.Fixed |= Op.isImplicit();
    }
    for (auto [V, U] : Before) {
      Web &W = WebOf(V);
      W.Start = BeforeRegion;
      W.Fixed = true;
    }
    for (auto [U, V] : Holds)
      if (LiveOut[U]) {
        Web &W = WebOf(V);
        if (W.References.empty())
          W.Start = BeforeRegion; // a call's
        W.End = behindRegion();
        W.Fixed = true;
        if (!llvm::is_contained(W.Units, U))
          W.Units.push_back(U);
      }
  }

  int behindRegion() const { return 2 * int(R.Instrs.size()); }

  /// Chooses registers for the webs and rewrites them. If a web finds none: nothing, and the web is
  /// fixed from now on.
  std::optional<unsigned> assign() {
    Busy = Clobbered;
    // What passes through untouched is busy all the time.
    for (unsigned U = 0; U != TRI.getNumRegUnits(); ++U)
      if (LiveIn[U] && LiveOut[U] && !Holds.count(U))
        Busy[U].push_back({BeforeRegion, behindRegion()});
    std::vector<std::pair<Web *, MCRegister>> Movable;
    for (Web &W : Webs) {
      MCRegister Root = W.Fixed ? MCRegister() : rootOf(W);
      // Frame and link register keep their names: a tail call returns by what deallocframe gave
      // them, though its jump does not name them.
      if (Root && Usable[Root] && fitsOperands(W, Root, Root))
        Movable.push_back({&W, Root});
      else
        for (unsigned U : W.Units)
          Busy[U].push_back({W.Start, W.End});
    }
    std::vector<MCRegister> Chosen;
    unsigned Moved = 0;
    for (auto [W, Root] : Movable) {
      MCRegister To = choose(*W, Root);
      if (!To) {
        W->Fixed = true;
        return std::nullopt;
      }
      for (MCRegUnit U : TRI.regunits(To))
        Busy[U].push_back({W->Start, W->End});
      Chosen.push_back(To);
      Moved += To != Root;
    }
    // All at once: operands kept their old names while registers were chosen.
    for (unsigned I = 0; I != Movable.size(); ++I)
      rewrite(*Movable[I].first, Movable[I].second, Chosen[I]);
    return Moved;
  }

  /// The register of which all operands of the web are the whole or a half.
  MCRegister rootOf(const Web &W) const {
    MCRegister Root;
    for (const Mentioned &Ref : W.References) {
      MCRegister Reg = R.Instrs[Ref.Node]->getOperand(Ref.OpIdx).getReg().asMCReg();
      if (!Root || TRI.isSubRegister(Reg, Root))
        Root = Reg;
    }
    if (!Root || !classOf(Root))
      return MCRegister();
    for (const Mentioned &Ref : W.References) {
      MCRegister Reg = R.Instrs[Ref.Node]->getOperand(Ref.OpIdx).getReg().asMCReg();
      if (Reg != Root && !TRI.isSubRegister(Root, Reg))
        return MCRegister();
    }
    return Root;
  }

  const TargetRegisterClass *classOf(MCRegister Reg) const {
    for (const TargetRegisterClass *RC : T.localClasses())
      if (RC->contains(Reg))
        return RC;
    return nullptr;
  }

  bool fitsOperands(const Web &W, MCRegister Root, MCRegister To) const {
    for (const Mentioned &Ref : W.References) {
      const MachineInstr &MI = *R.Instrs[Ref.Node];
      const TargetRegisterClass *RC = T.TII.getRegClass(MI.getDesc(), Ref.OpIdx, &TRI, MF);
      if (!RC || !RC->contains(counterpart(MI.getOperand(Ref.OpIdx).getReg(), Root, To)))
        return false;
    }
    return true;
  }

  MCRegister counterpart(MCRegister Reg, MCRegister Root, MCRegister To) const {
    return Reg == Root ? To : MCRegister(TRI.getSubReg(To, TRI.getSubRegIndex(Root, Reg)));
  }

  /// The end of the last interval of U before W, or nothing if they overlap.
  std::optional<int> unitIdleSince(unsigned U, const Web &W) const {
    int Since = -2;
    // What was given last is likeliest to be in the way.
    for (const Interval &I : llvm::reverse(Busy[U])) {
      if (I.End >= W.Start && W.End >= I.Start)
        return std::nullopt;
      if (I.End < W.Start)
        Since = std::max(Since, I.End);
    }
    return Since;
  }

  /// The end of the last interval of any of Reg's units before W, or nothing if one overlaps W.
  std::optional<int> idleSince(MCRegister Reg, const Web &W) const {
    int Since = -2;
    for (MCRegUnit U : TRI.regunits(Reg)) {
      std::optional<int> Idle = unitIdleSince(U, W);
      if (!Idle)
        return std::nullopt;
      Since = std::max(Since, *Idle);
    }
    return Since;
  }

  MCRegister choose(const Web &W, MCRegister Root) const {
    MCRegister Best;
    int BestSince = std::numeric_limits<int>::max();
    for (MCRegister To : *classOf(Root)) {
      if (!Usable[To])
        continue;
      std::optional<int> Since = idleSince(To, W);
      // Whether the operands may name it is asked last: that takes longest.
      if (Since && *Since < BestSince && fitsOperands(W, Root, To)) {
        Best = To;
        BestSince = *Since;
      }
    }
    return Best;
  }

  void rewrite(const Web &W, MCRegister Root, MCRegister To) const {
    for (const Mentioned &Ref : W.References) {
      MachineOperand &Op = R.Instrs[Ref.Node]->getOperand(Ref.OpIdx);
      Op.setReg(counterpart(Op.getReg(), Root, To));
    }
  }

  struct Mention {
    unsigned Value, Unit, Node, OpIdx;
  };

  const SDATarget &T;
  const Region &R;
  const MachineFunction &MF;
  const TargetRegisterInfo &TRI;
  const BitVector &LiveIn, &LiveOut;
  BitVector Usable; // by register: what values may be given
  unsigned NumValues = 0;
  EquivalenceClasses<unsigned> Values;
  std::map<unsigned, unsigned> Holds; // unit -> value
  std::vector<std::pair<unsigned, unsigned>> Before;
  std::vector<Mention> Mentions;
  std::vector<Web> Webs;
  std::vector<SmallVector<Interval, 8>> Clobbered, Busy; // by unit
};

} // namespace

unsigned renameRegion(const SDATarget &T, const Region &R, const BitVector &LiveIn,
                      const BitVector &LiveOut) {
  return Renamer(T, R, LiveIn, LiveOut).run();
}

bool mayHoldLocals(const SDATarget &T, MCRegister Reg) {
  if (llvm::any_of(T.neverLocal(), [&](MCPhysReg Never) { return T.TRI.regsOverlap(Reg, Never); }))
    return false;
  const std::vector<CalleeSavedInfo> &Saved = T.MF.getFrameInfo().getCalleeSavedInfo();
  for (const MCPhysReg *C = T.TRI.getCalleeSavedRegs(&T.MF); C && *C; ++C)
    if (T.TRI.regsOverlap(Reg, *C) && llvm::none_of(Saved, [&](const CalleeSavedInfo &I) {
          return T.TRI.isSubRegisterEq(I.getReg(), *C);
        }))
      return false;
  return !T.MF.getRegInfo().isReserved(Reg);
}

} // namespace llvm::sda
