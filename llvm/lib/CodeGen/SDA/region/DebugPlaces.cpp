//===- SDA/DebugPlaces.cpp - Places between packets -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   { r2 = add(r0,r1) }          the variable was in r2, which is r7 now, and r7 is written again
//   in the DBG_VALUE $r2          ->    third packet: its place is behind the first or the second
//   one.
//
// A place is the number of the packet that comes next. The changes of one variable keep their
// order: of two that would change places the first one is never seen.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/SDA/DebugPlaces.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/SDA/SDATarget.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"

#define DEBUG_TYPE "sda-pack"

STATISTIC(NumPlaced, "Number of debug instructions put back between packets");
STATISTIC(NumLostValues, "Number of debug instructions whose value no register holds");

namespace llvm::sda {

namespace {

/// A packed block without debug instructions.
class PackedBlock {
public:
  static constexpr unsigned Never = ~0u;

  PackedBlock(MachineBasicBlock &MBB, const TargetRegisterInfo &TRI)
      : TRI(TRI), MRI(MBB.getParent()->getRegInfo()), Branch(Never) {
    for (MachineInstr &Top : MBB) {
      if (Top.isTerminator() && Branch == Never)
        Branch = Packets.size();
      auto I = Top.getIterator();
      do
        add(*I++);
      while (I != MBB.instr_end() && I->isBundledWithPred());
      Packets.push_back(&Top);
    }
    Branch = std::min<unsigned>(Branch, Packets.size());
  }

  MachineBasicBlock::iterator packet(unsigned K, MachineBasicBlock &MBB) const {
    return K < Packets.size() ? MachineBasicBlock::iterator(Packets[K]) : MBB.end();
  }
  /// The last place: nothing may follow a branch.
  unsigned last() const { return Branch; }

  /// The place behind MI, or the first one.
  unsigned behind(const MachineInstr *MI) const {
    auto It = PacketOf.find(MI);
    return It == PacketOf.end() ? 0 : It->second + 1;
  }

  /// The first packet from place From on that writes Reg.
  unsigned nextWriter(MCRegister Reg, unsigned From) const {
    unsigned First = Never;
    for (MCRegUnit U : TRI.regunits(Reg))
      if (auto It = WritersOf.find(U); It != WritersOf.end())
        if (auto K = llvm::lower_bound(It->second, From); K != It->second.end())
          First = std::min(First, *K);
    if (!MRI.isReserved(Reg))
      for (auto [K, Mask] : Masks)
        if (K >= From && Mask->clobbersPhysReg(Reg))
          First = std::min(First, K);
    return First;
  }

private:
  void add(const MachineInstr &MI) {
    const unsigned K = Packets.size();
    PacketOf[&MI] = K;
    if (MI.isBundle() || MI.isKill() || MI.isImplicitDef())
      return;
    for (const MachineOperand &Op : MI.operands())
      if (Op.isRegMask())
        Masks.push_back({K, &Op});
      else if (Op.isReg() && Op.isDef() && Op.getReg())
        for (MCRegUnit U : TRI.regunits(Op.getReg().asMCReg()))
          WritersOf[U].push_back(K);
  }

  const TargetRegisterInfo &TRI;
  const MachineRegisterInfo &MRI;
  unsigned Branch;
  std::vector<MachineInstr *> Packets;
  DenseMap<const MachineInstr *, unsigned> PacketOf;
  DenseMap<unsigned, std::vector<unsigned>> WritersOf; // by unit, in order
  std::vector<std::pair<unsigned, const MachineOperand *>> Masks;
};

/// The places that later changes of variables have got.
class LaterPlaces {
public:
  using Fragment = std::optional<DIExpression::FragmentInfo>;

  /// The first place at which something of MI's variable, or of the same part, changes again.
  unsigned first(const MachineInstr &MI) const {
    unsigned First = PackedBlock::Never;
    if (auto It = Places.find(key(MI)); It != Places.end())
      for (const auto &[Part, Place] : It->second)
        if (overlap(Part, fragment(MI)))
          First = std::min(First, Place);
    return First;
  }

  void add(const MachineInstr &MI, unsigned Place) {
    auto &Parts = Places[key(MI)];
    const Fragment F = fragment(MI);
    auto Same = llvm::find_if(
        Parts, [&](const auto &P) { return covers(F, P.first) && covers(P.first, F); });
    if (Same == Parts.end())
      Parts.push_back({F, Place});
    else
      Same->second = std::min(Same->second, Place);
  }

private:
  using Key = std::pair<const DILocalVariable *, const DILocation *>;
  static Key key(const MachineInstr &MI) {
    const DILocation *Where = MI.getDebugLoc().get();
    return {MI.getDebugVariable(), Where ? Where->getInlinedAt() : nullptr};
  }
  static Fragment fragment(const MachineInstr &MI) {
    return MI.getDebugExpression()->getFragmentInfo();
  }
  static bool covers(const Fragment &A, const Fragment &B) {
    return A.has_value() == B.has_value() &&
           (!A || (A->OffsetInBits == B->OffsetInBits && A->SizeInBits == B->SizeInBits));
  }
  static bool overlap(const Fragment &A, const Fragment &B) {
    return !A || !B || DIExpression::fragmentsOverlap(*A, *B);
  }

  DenseMap<Key, SmallVector<std::pair<Fragment, unsigned>, 1>> Places;
};

} // namespace

/// The first place from Wanted on where the registers that D names hold its values, which get their
/// names there; none if they do not any more. What follows a branch comes behind the block's last
/// packet.
static std::optional<unsigned> findPlace(const DebugInstr &D, unsigned Wanted,
                                         const PackedBlock &Block, const SDATarget &T) {
  SmallVector<std::pair<MCRegister, unsigned>, 2> Held; // since a place
  unsigned Place = Wanted;
  for (const DebugValue &V : D.Values) {
    MCRegister Name = V.nameNow(T);
    if (!Name)
      return std::nullopt;
    unsigned Since = 0;
    for (const DebugDef &W : V.Defs)
      Since = std::max(Since, Block.behind(W.MI));
    Held.push_back({Name, Since});
    Place = std::max(Place, Since);
  }
  for (auto [Name, Since] : Held) {
    unsigned Until = Block.nextWriter(Name, Since);
    if (Until < Place || (Place > Block.last() && Until != PackedBlock::Never))
      return std::nullopt;
  }
  for (unsigned I = 0; I != Held.size(); ++I)
    D.MI->getOperand(D.Values[I].OpIdx).setReg(Held[I].first);
  return Place;
}

DebugPlaces::DebugPlaces(const SDATarget &T) : T(T), MF(T.MF), TRI(T.TRI) {}

/// Says in place of MI, which is behind the branch of MBB, what the blocks that follow begin with.
/// Unknown: what the others must not take for what it was.
void DebugPlaces::goOn(MachineBasicBlock &MBB, ArrayRef<MachineInstr *> Behind,
                              SmallVectorImpl<MachineInstr *> &Unknown) {
  auto IsMine = [](const MachineBasicBlock *S) { return S->pred_size() == 1 && !S->isEHPad(); };
  const bool All = llvm::all_of(MBB.successors(), IsMine);
  for (MachineInstr *MI : Behind) {
    for (MachineBasicBlock *S : MBB.successors())
      if (IsMine(S))
        Incoming[S].push_back(MF.CloneMachineInstr(MI));
    if (All) {
      MF.deleteMachineInstr(MI);
      continue;
    }
    MI->setDebugValueUndef();
    Unknown.push_back(MI);
  }
}

void DebugPlaces::place(MachineBasicBlock &MBB, std::vector<DebugInstr> &Debug) {
  using Group = SmallVector<MachineInstr *, 2>;
  const PackedBlock Block(MBB, TRI);
  const unsigned Last = Block.last();
  LaterPlaces Later;
  std::vector<Group> At(Last + 1); // each backward
  Group Behind, Unknown;
  for (DebugInstr &D : llvm::reverse(Debug)) {
    const unsigned Wanted = Block.behind(D.After);
    if (!D.MI->isDebugValueLike()) {
      std::optional<unsigned> Place = findPlace(D, std::min(Wanted, Last), Block, T);
      if (Place && *Place <= Last)
        At[*Place].push_back(D.MI);
      else
        MF.deleteMachineInstr(D.MI);
      continue;
    }
    const unsigned Limit = Later.first(*D.MI);
    std::optional<unsigned> Place = findPlace(D, Wanted, Block, T);
    const bool Lost = !Place || *Place > Limit;
    if (Lost) {
      ++NumLostValues;
      Place = std::min({Wanted, Limit, Last});
      D.MI->setDebugValueUndef();
    }
    Later.add(*D.MI, *Place);
    (*Place > Last ? Behind : At[*Place]).push_back(D.MI);
    ++NumPlaced;
  }
  std::reverse(Behind.begin(), Behind.end());
  goOn(MBB, Behind, Unknown);
  for (unsigned K = 0; K <= Last; ++K)
    for (MachineInstr *MI : llvm::reverse(At[K]))
      MBB.insert(Block.packet(K, MBB), MI);
  for (MachineInstr *MI : Unknown)
    MBB.insert(Block.packet(Last, MBB), MI);
}

void DebugPlaces::putBack(DenseMap<const MachineBasicBlock *, std::vector<DebugInstr>> &Blocks) {
  for (MachineBasicBlock &MBB : MF)
    if (auto It = Blocks.find(&MBB); It != Blocks.end())
      place(MBB, It->second);
  // Before what is there already: a block may change a variable at its beginning.
  for (MachineBasicBlock &MBB : MF) {
    auto Begin = MBB.begin();
    for (MachineInstr *MI : Incoming.lookup(&MBB))
      MBB.insert(Begin, MI);
  }
}

} // namespace llvm::sda
