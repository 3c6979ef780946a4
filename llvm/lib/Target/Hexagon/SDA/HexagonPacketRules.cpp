//===- HexagonPacketRules.cpp - What a packet may hold --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Three questions, in the order of their cost: do the pairs allow it (HexagonSoftDeps), do the
// rules between all members (stores, new values, .cur and .tmp, control flow), do slots and pipes:
// the DFA's answer. What the DFA cannot say the assembler's own checker and shuffler know; they are
// asked for the packets of a packing that is about to be used (confirm).
//
//===----------------------------------------------------------------------===//

#include "HexagonPacketRules.h"
#include "HexagonSubtarget.h"
#include "MCTargetDesc/HexagonVectorLoads.h"
#include "llvm/CodeGen/SDA/Faults.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"

using namespace llvm;

namespace llvm::Hexagon {
// Generated from the instruction mappings, into HexagonInstrInfo.cpp; no header declares it.
int getNewValueOpcode(uint16_t Opcode);
} // namespace llvm::Hexagon

HexagonPacketRules::HexagonPacketRules(const MachineFunction &MF, HexagonDepClassifier &Deps,
                                       HexagonSlotAnswers &Answers)
    : Deps(Deps), HII(Deps.HII), HRI(Deps.HRI), Slots(MF, Deps, Answers), Verifier(MF) {}

void HexagonPacketRules::enterRegion(const sda::Region &R, const BitVector &LiveOut) {
  Deps.enterRegion(R);
  Loop = R.isLoopBody();
  Known.clear();
  Answers.clear();
  Pairs.assign(size_t(Deps.size()) * Deps.size(), Unasked);
  findTemporaries(LiveOut);
  findPartners();
  std::vector<unsigned> Lightest;
  for (unsigned N = 0; N != Deps.size(); ++N)
    Lightest.push_back(lightestForm(N));
  Slots.enterRegion(std::move(Lightest));
}

sda::IDG HexagonPacketRules::buildGraph() { return sda::buildGraph(Deps, Loop); }

unsigned HexagonPacketRules::issueWidth() const { return sda::issueWidth(HexagonPacketSize); }

/// Finds who reads what each register unit holds, from the region's end to its beginning.
void HexagonPacketRules::findTemporaries(const BitVector &LiveOut) {
  DatumReaders.clear();
  DenseMap<unsigned, SmallVector<unsigned, 2>> Readers; // of what the unit holds
  BitVector Wanted = LiveOut;                           // behind the region
  for (unsigned N = Deps.size(); N-- != 0;) {
    const InstrFacts &F = Deps.facts(N);
    for (const RegOperand &Def : F.Defs)
      for (MCRegUnit U : HRI.regunits(Def.Reg)) {
        if (Def.OpIdx == 0 && vectorLoadForms(F.MI->getOpcode()) && !Wanted[U])
          DatumReaders[N] = Readers[U];
        // A conditional definition may leave the old value.
        if (HII.isPredicated(*F.MI))
          continue;
        Readers[U].clear();
        Wanted.reset(U);
      }
    for (const RegOperand &Use : F.Uses)
      for (MCRegUnit U : HRI.regunits(Use.Reg)) {
        Readers[U].push_back(N);
        // A return or call reads it behind its packet; else it is the old value of a conditional
        // result.
        if (Use.Implicit)
          Wanted.set(U);
      }
  }
}

/// Whether all that read the load's datum are in the packet, so that it need not write the
/// register.
bool HexagonPacketRules::isTemporary(ArrayRef<unsigned> Members, unsigned Load) const {
  auto It = DatumReaders.find(Load);
  return It != DatumReaders.end() && !It->second.empty() &&
         llvm::all_of(It->second, [&](unsigned N) { return llvm::is_contained(Members, N); });
}

/// What ties the members of a packet: by position in the packet.
struct HexagonPacketRules::Links {
  SmallVector<bool, 5> NewPredicate;
  /// The producer whose result a store reads as .new, or -1.
  SmallVector<int, 5> NewValue;
  /// A vector load that feeds the packet; one that another member allows to share it only as .tmp.
  SmallVector<bool, 5> Current, Temporary;
  /// A store that a load of the packet is to come behind.
  SmallVector<bool, 5> Followed;
  SmallVector<std::pair<unsigned, unsigned>, 2> Complementary;
  bool OrderedMemory = false;

  explicit Links(unsigned N)
      : NewPredicate(N, false), NewValue(N, -1), Current(N, false), Temporary(N, false),
        Followed(N, false) {}
};

/// The soft classes that tie a pair of nodes, or Apart.
uint16_t HexagonPacketRules::pairClasses(unsigned A, unsigned B) {
  static_assert(unsigned(SoftDep::Count) < 15, "the classes and the two marks share a word");
  uint16_t &Classes = Pairs[size_t(A) * Deps.size() + B];
  if (Classes != Unasked)
    return Classes;
  Classes = Apart;
  if (canCoexist(Deps.facts(A), Deps.facts(B)))
    if (PairDep D = Deps.classify(A, B); !D.hard())
      Classes = D.Classes;
  return Classes;
}

bool HexagonPacketRules::link(ArrayRef<unsigned> Members, Links &L) {
  for (unsigned J = 1; J < Members.size(); ++J)
    for (unsigned I = 0; I != J; ++I) {
      unsigned Classes = pairClasses(Members[I], Members[J]);
      if (Classes == Apart)
        return false;
      // Most pairs are not tied at all.
      if (!Classes)
        continue;
      auto Has = [&](SoftDep D) { return Classes & (1u << unsigned(D)); };
      if (Has(SoftDep::NewPredicate))
        L.NewPredicate[J] = true;
      if (Has(SoftDep::NewValueStore) || Has(SoftDep::VectorNewStore)) {
        if (L.NewValue[J] >= 0)
          return false;
        L.NewValue[J] = I;
      }
      if (Has(SoftDep::VectorCurrent) || Has(SoftDep::VectorTemporary))
        L.Current[I] = true;
      if (Has(SoftDep::VectorTemporary))
        L.Temporary[I] = true;
      if (Has(SoftDep::StoreThenLoad))
        L.Followed[I] = true;
      if (Has(SoftDep::ComplementaryOutput))
        L.Complementary.push_back({I, J});
      // Vector accesses have an order of their own: loads before the store.
      if (Has(SoftDep::LoadThenStore) || Has(SoftDep::StoreThenStore) ||
          Has(SoftDep::StoreThenLoad))
        L.OrderedMemory |= !Deps.facts(Members[I]).Vector;
    }
  // Opposite senses are complementary only if both read the same value of the predicate.
  for (auto [I, J] : L.Complementary)
    if (L.NewPredicate[I] != L.NewPredicate[J])
      return false;
  return true;
}

bool HexagonPacketRules::storeRules(ArrayRef<unsigned> Members, const Links &L) const {
  unsigned Stores = 0;
  bool NewValue = false;
  for (unsigned I = 0; I != Members.size(); ++I) {
    Stores += Deps.facts(Members[I]).Store;
    if (L.NewValue[I] < 0)
      continue;
    NewValue = true;
    // A new-value store takes slot 0, behind the load in slot 1, whatever :mem_noshuf says.
    if (sda::faults::loadFollows(L.Followed[I]))
      return false;
    // A conditional result is new only where the condition is the same value.
    unsigned P = L.NewValue[I];
    if (Deps.facts(Members[P]).Predicate && L.NewPredicate[P] != L.NewPredicate[I])
      return false;
  }
  return !NewValue || Stores == 1;
}

bool HexagonPacketRules::currentRules(ArrayRef<unsigned> Members, const Links &L) const {
  // A .cur datum replaces the register for the whole packet, so none may want the old value.
  for (unsigned I = 0; I != Members.size(); ++I) {
    if (!L.Current[I])
      continue;
    Register Datum = Deps.facts(Members[I]).MI->getOperand(0).getReg();
    for (unsigned K = 0; K != I; ++K)
      if (Deps.facts(Members[K]).MI->readsRegister(Datum, &HRI))
        return false;
  }
  return true;
}

bool HexagonPacketRules::temporaryRules(ArrayRef<unsigned> Members, const Links &L) const {
  for (unsigned I = 0; I != Members.size(); ++I) {
    if (!L.Temporary[I])
      continue;
    if (!isTemporary(Members, Members[I]))
      return false;
    // With two in the packet that name it as their result, of which one would be the new value?
    Register Datum = Deps.facts(Members[I]).MI->getOperand(0).getReg();
    for (unsigned K = 0; K != Members.size(); ++K)
      if (L.NewValue[K] >= 0 && Deps.facts(Members[K]).MI->readsRegister(Datum, &HRI))
        return false;
  }
  return true;
}

static bool isSystemAccess(const MachineInstr &MI) {
  switch (MI.getOpcode()) {
  case Hexagon::Y2_barrier:
  case Hexagon::Y2_dcfetchbo:
  case Hexagon::Y4_l2fetch:
  case Hexagon::Y5_l2fetch:
    return true;
  default:
    return false;
  }
}

/// Instructions that allow ALU instructions only beside them.
static bool wantsAluOnly(const MachineInstr &MI) {
  switch (MI.getOpcode()) {
  case Hexagon::S2_storew_locked:
  case Hexagon::S4_stored_locked:
  case Hexagon::L2_loadw_locked:
  case Hexagon::L4_loadd_locked:
  case Hexagon::Y2_dccleana:
  case Hexagon::Y2_dccleaninva:
  case Hexagon::Y2_dcinva:
  case Hexagon::Y2_dczeroa:
  case Hexagon::Y4_l2fetch:
  case Hexagon::Y5_l2fetch:
    return true;
  default:
    return false;
  }
}

static bool writesCalleeSaved(const MachineInstr &MI, const HexagonRegisterInfo &HRI) {
  for (const MCPhysReg *R = HRI.getCalleeSavedRegs(MI.getMF()); R && *R; ++R)
    if (MI.modifiesRegister(*R, &HRI))
      return true;
  return false;
}

bool HexagonPacketRules::canCoexistOneWay(const InstrFacts &A, const InstrFacts &B) const {
  const MachineInstr &MA = *A.MI, &MB = *B.MI;
  if (MA.mayStore() && HII.isRestrictNoSlot1Store(MB) && HII.isPureSlot0(MB))
    return false;
  if (wantsAluOnly(MA)) {
    unsigned Type = HII.getType(MB);
    if (Type != HexagonII::TypeALU32_2op && Type != HexagonII::TypeALU32_3op &&
        Type != HexagonII::TypeALU32_ADDI)
      return false;
  }
  if (HII.isSaveCalleeSavedRegsCall(MA) && writesCalleeSaved(MB, HRI))
    return false;
  if (HII.isLoopN(MA) && (MB.isCall() || HII.isDeallocRet(MB) || HII.isNewValueJump(MB) ||
                          HII.isJumpR(MB)))
    return false;
  if (HII.isDeallocRet(MA) && (MB.isBranch() || MB.isCall() || MB.isBarrier() || MB.mayStore()))
    return false;
  if (isSystemAccess(MA) && MB.mayStore())
    return false;
  if (A.MemOp && (B.MemOp || MB.mayStore()))
    return false;
  // A new-value jump takes slot 0 and the forwarding network's one place.
  if (HII.isNewValueJump(MA) && (MB.isCall() || MB.mayStore() || HII.isLoopN(MB)))
    return false;
  return true;
}

bool HexagonPacketRules::canCoexist(const InstrFacts &A, const InstrFacts &B) const {
  if (A.ControlFlow && B.ControlFlow)
    return false;
  return canCoexistOneWay(A, B) && canCoexistOneWay(B, A);
}

bool HexagonPacketRules::chooseOpcodes(ArrayRef<unsigned> Members, const Links &L,
                                       PacketForms &F) const {
  for (unsigned I = 0; I != Members.size(); ++I) {
    const MachineInstr &MI = *Deps.facts(Members[I]).MI;
    unsigned Opcode = MI.getOpcode();
    if (L.NewPredicate[I]) {
      Opcode = Deps.newPredicateOpcode(MI);
      if (!Opcode)
        return false;
    }
    if (L.NewValue[I] >= 0) {
      if (Deps.facts(Members[I]).Vector) {
        Opcode = HII.getDotNewOp(MI);
      } else {
        int New = Hexagon::getNewValueOpcode(Opcode);
        if (New < 0)
          return false;
        Opcode = New;
      }
    }
    if (L.Current[I]) {
      const VectorLoadForms *Load = vectorLoadForms(Opcode);
      Opcode = isTemporary(Members, Members[I]) ? Load->Temporary : Load->Current;
    }
    F.Opcodes.push_back(Opcode);
  }
  // Cores before v65 have no other order than the packet's: loads, then the stores as they are
  // written. (hasMemNoShuf() is no help: the feature sets it to false.)
  F.InOrder = L.OrderedMemory && Deps.facts(Members[0]).MI->getMF()->getSubtarget().hasFeature(
                                       Hexagon::FeatureMemNoShuf);
  return true;
}

std::optional<sda::PacketForms> HexagonPacketRules::computeForms(ArrayRef<unsigned> Members) {
  PacketForms F;
  if (Members.size() == 1) {
    F.Opcodes.push_back(Deps.facts(Members[0]).MI->getOpcode());
    return F;
  }
  Links L(Members.size());
  if (!link(Members, L) || !storeRules(Members, L) || !currentRules(Members, L) ||
      !temporaryRules(Members, L) || !chooseOpcodes(Members, L, F) ||
      !Slots.fits(Members, F.Opcodes))
    return std::nullopt;
  return F;
}

HexagonPacketRules::Answer &HexagonPacketRules::answer(ArrayRef<unsigned> Members) {
  // Twelve bits for each of up to five members; larger regions are not remembered.
  uint64_t Key = 0;
  for (unsigned M : Members)
    Key = Key << 12 | (M + 1);
  if (Deps.size() >= 4095 || Members.size() > 5) {
    Unkeyed = {computeForms(Members)};
    return Unkeyed;
  }
  auto [It, New] = Known.try_emplace(Key, Answers.size());
  if (New)
    Answers.push_back({computeForms(Members)});
  return Answers[It->second];
}

const sda::PacketForms *HexagonPacketRules::forms(ArrayRef<unsigned> Members) {
  Answer &A = answer(Members);
  return A.Forms ? &*A.Forms : nullptr;
}

bool HexagonPacketRules::confirm(ArrayRef<unsigned> Members) {
  Answer &A = answer(Members);
  if (!A.Forms || A.Confirmed || Members.size() == 1)
    return A.Forms.has_value();
  SmallVector<const MachineInstr *, 5> MIs;
  for (unsigned N : Members)
    MIs.push_back(Deps.facts(N).MI);
  A.Confirmed = Verifier.isLegal(MIs, A.Forms->Opcodes, A.Forms->InOrder);
  if (!A.Confirmed)
    A.Forms.reset();
  return A.Confirmed;
}

bool HexagonPacketRules::fits(ArrayRef<unsigned> Members, unsigned N) {
  if (Slots.excludes(Members, N))
    return false;
  // N is put among Members in order. This is asked so often that calls to copy a few words count.
  SmallVector<unsigned, 6> All;
  const unsigned *M = Members.begin();
  for (; M != Members.end() && *M <= N; ++M)
    All.push_back(*M);
  All.push_back(N);
  for (; M != Members.end(); ++M)
    All.push_back(*M);
  return forms(All);
}

/// The stock packets that may not stand. A volatile store and a later volatile vector load may be
/// in one packet, where the load is first. A load may be behind a store that it may read from (see
/// -sda-mem-noshuf), or a plain access behind a volatile store without :mem_noshuf. A scalar store
/// may be behind a vector store of the same bytes, whose slot 0 is performed last.
BitVector HexagonPacketRules::refused(const sda::Region &R) {
  Deps.enterRegion(R);
  auto Relies = [&](unsigned A, unsigned B, bool InOrder) {
    const InstrFacts &First = Deps.facts(A), &Second = Deps.facts(B);
    if (A >= B || !First.Store || !(Second.Load || (First.Vector && Second.Store)))
      return false;
    const PairDep D = Deps.classify(A, B);
    const bool IsLast = HII.isNewValueStore(R.Stock.States[A].Desc->getOpcode());
    return D.hard() || (D.has(SoftDep::StoreThenLoad) && (!InOrder || IsLast));
  };
  auto Stands = [&](const sda::Packet &Packet, bool InOrder) {
    return llvm::count_if(Packet, [&](unsigned N) { return Deps.facts(N).Ordered; }) <= 1 &&
           llvm::none_of(Packet, [&](unsigned A) {
             return llvm::any_of(Packet, [&](unsigned B) { return Relies(A, B, InOrder); });
           });
  };
  BitVector Refused(R.Stock.Packets.size());
  for (unsigned K = 0; K != Refused.size(); ++K)
    Refused[K] = !Stands(R.Stock.Packets[K], R.Stock.InOrder[K]);
  return Refused;
}

void HexagonPacketRules::findPartners() {
  Partners.assign(Deps.size(), -1);
  for (unsigned N = 0; N != Deps.size(); ++N) {
    const MachineInstr &MI = *Deps.facts(N).MI;
    if (!HII.isNewValueJump(MI))
      continue;
    Register New = MI.getOperand(Deps.newValueOperand(MI)).getReg();
    for (int I = int(N) - 1; I >= 0 && Partners[N] < 0; --I)
      if (Deps.facts(I).MI->modifiesRegister(New, &HRI))
        Partners[N] = I;
  }
}

/// The form in which N takes the fewest pipes, in whatever packet.
unsigned HexagonPacketRules::lightestForm(unsigned N) const {
  const MachineInstr &MI = *Deps.facts(N).MI;
  if (const VectorLoadForms *Load = vectorLoadForms(MI.getOpcode()))
    return DatumReaders.count(N) ? Load->Temporary : Load->Plain;
  if (MI.getOpcode() == Hexagon::V6_vS32b_ai || MI.getOpcode() == Hexagon::V6_vS32b_pi)
    return HII.getDotNewOp(MI);
  int New = HII.isHVXVec(MI) ? Hexagon::getNewValueOpcode(MI.getOpcode()) : -1;
  return New < 0 ? MI.getOpcode() : unsigned(New);
}
