//===- HexagonPacketSlots.cpp - Places in a packet ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The DFA has the last word. Two questions come before it, since most that is asked of a packet
// that fills up is answered by them: are there more members than slots for them (Hall's condition,
// for each set of slots), and are there two forms that share no packet with each other.
//
//===----------------------------------------------------------------------===//

#include "HexagonPacketSlots.h"
#include "HexagonSubtarget.h"
#include "MCTargetDesc/HexagonMCTargetDesc.h"
#include "llvm/ADT/bit.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include <map>

using namespace llvm;

/// The four slots as bits of the itineraries' units.
static constexpr unsigned AllSlots = 15;

HexagonSlotAnswers::HexagonSlotAnswers(const TargetSubtargetInfo &Core)
    : DFA(Core.getInstrInfo()->CreateTargetScheduleState(Core)) {}

HexagonPacketSlots::HexagonPacketSlots(const MachineFunction &MF, const HexagonDepClassifier &Deps,
                                       HexagonSlotAnswers &Answers)
    : Deps(Deps), HII(Deps.HII), Itineraries(MF.getSubtarget().getInstrItineraryData()),
      Answers(Answers) {}

static constexpr unsigned sizeOf(unsigned Set) {
  return (Set & 1) + (Set >> 1 & 1) + (Set >> 2 & 1) + (Set >> 3);
}

/// Counts of 1 for each set of slots that holds all of Mask, as in Node::Demand.
static uint64_t demandOf(unsigned Mask) {
  uint64_t Demand = 0;
  for (unsigned Set = 1; Set <= AllSlots; ++Set)
    if (!(Mask & ~Set))
      Demand |= uint64_t(1) << 4 * Set;
  return Demand;
}

void HexagonPacketSlots::enterRegion(std::vector<unsigned> Forms) {
  Lightest = std::move(Forms);
  Nodes.assign(Deps.size(), Node());
  for (unsigned N = 0; N != Deps.size(); ++N) {
    const InstrFacts &F = Deps.facts(N);
    Node &Place = Nodes[N];
    unsigned Opcode = F.MI->getOpcode();
    Place.Width = Opcode != Hexagon::ENDLOOP0 && Opcode != Hexagon::ENDLOOP1;
    if (!Place.Width)
      continue;
    Place.Slots = HII.getUnits(*F.MI) & AllSlots;
    // An extender fits any slot.
    Place.Demand = demandOf(Place.Slots) + (F.Extended ? demandOf(AllSlots) : 0);
  }
  findRivals();
}

void HexagonPacketSlots::findRivals() {
  // Forms beyond those that a word can tell apart have no rivals here; the DFA knows them.
  constexpr unsigned MaxForms = 64;
  SmallVector<unsigned, MaxForms> Forms;
  SmallVector<uint64_t, MaxForms> Rivals;
  for (unsigned N = 0; N != Nodes.size(); ++N) {
    if (!Nodes[N].Width)
      continue;
    unsigned Index = llvm::find(Forms, Lightest[N]) - Forms.begin();
    if (Index == Forms.size()) {
      if (Index == MaxForms)
        continue;
      Forms.push_back(Lightest[N]);
      Rivals.push_back(0);
      for (unsigned Other = 0; Other <= Index; ++Other)
        if (!canPair(Forms[Other], Lightest[N])) {
          Rivals[Other] |= uint64_t(1) << Index;
          Rivals[Index] |= uint64_t(1) << Other;
        }
    }
    Nodes[N].Form = uint64_t(1) << Index;
  }
  for (Node &Place : Nodes)
    if (Place.Form)
      Place.Rivals = Rivals[llvm::countr_zero(Place.Form)];
}

HexagonPacketSlots::Load HexagonPacketSlots::loadOf(ArrayRef<unsigned> Members) const {
  // Per set of slots: seven less its size, so that one member too many sets the topmost bit of
  // four.
  constexpr uint64_t Spare = [] {
    uint64_t Bits = 0;
    for (unsigned Set = 1; Set <= AllSlots; ++Set)
      Bits |= uint64_t(7 - sizeOf(Set)) << 4 * Set;
    return Bits;
  }();
  // Two words a member at most: within four bits up to here, and one more.
  constexpr size_t MaxMembers = 4;
  Load Sum;
  for (unsigned M : Members) {
    Sum.Demand += Nodes[M].Demand;
    Sum.Forms |= Nodes[M].Form;
  }
  Sum.Demand = Members.size() <= MaxMembers ? Sum.Demand + Spare : 0;
  return Sum;
}

bool HexagonPacketSlots::Load::excludes(const Node &N) const {
  constexpr uint64_t TooMany = 0x8888888888888880;
  return (Forms & N.Rivals) || ((Demand + N.Demand) & TooMany);
}

bool HexagonPacketSlots::excludes(ArrayRef<unsigned> Members, unsigned N) const {
  return loadOf(Members).excludes(Nodes[N]);
}

void HexagonPacketSlots::dropExcluded(ArrayRef<unsigned> Members,
                                      std::vector<unsigned> &List) const {
  Load Sum = loadOf(Members);
  llvm::erase_if(List, [&](unsigned N) { return Sum.excludes(Nodes[N]); });
}

bool HexagonSlotAnswers::fits(ArrayRef<const MCInstrDesc *> Descs) {
  // Twelve bits for each scheduling class; the order of reservations does not matter to the DFA.
  constexpr unsigned MaxKeyed = 5;
  SmallVector<uint64_t, 8> Classes;
  for (const MCInstrDesc *D : Descs) {
    uint64_t Class = D->getSchedClass() + 1;
    Classes.insert(llvm::upper_bound(Classes, Class), Class);
  }
  uint64_t Key = 0;
  bool Keyed = Classes.size() <= MaxKeyed && (Classes.empty() || Classes.back() < 4095);
  for (uint64_t C : Classes)
    Key = Key << 12 | C;
  if (Keyed)
    if (auto It = Known.find(Key); It != Known.end())
      return It->second;
  DFA->clearResources();
  bool Fits = llvm::all_of(Descs, [&](const MCInstrDesc *D) {
    bool Free = DFA->canReserveResources(D);
    if (Free)
      DFA->reserveResources(D);
    return Free;
  });
  if (Keyed)
    Known[Key] = Fits;
  return Fits;
}

bool HexagonPacketSlots::fits(ArrayRef<unsigned> Members, ArrayRef<unsigned> Opcodes) {
  SmallVector<const MCInstrDesc *, 8> Descs;
  for (unsigned I = 0; I != Members.size(); ++I) {
    if (!width(Members[I]))
      continue;
    Descs.push_back(&HII.get(Opcodes[I]));
    if (Deps.facts(Members[I]).Extended)
      Descs.push_back(&HII.get(Hexagon::A4_ext));
  }
  return Answers.fits(Descs);
}

bool HexagonPacketSlots::canPair(unsigned OpcodeA, unsigned OpcodeB) {
  return Answers.fits({&HII.get(OpcodeA), &HII.get(OpcodeB)});
}

/// Instructions of which no two fit one packet, in large sets.
void HexagonPacketSlots::addExclusive(std::vector<sda::ResourceGroup> &Groups) {
  std::map<unsigned, SmallVector<unsigned, 8>> Alone; // by opcode that excludes itself
  for (unsigned N = 0; N != Deps.size(); ++N)
    if (unsigned Opcode = Lightest[N]; width(N) && !canPair(Opcode, Opcode))
      Alone[Opcode].push_back(N);
  for (auto &[Seed, SeedNodes] : Alone) {
    SmallVector<unsigned, 8> Clique = {Seed};
    sda::ResourceGroup Group{SeedNodes, 1};
    for (auto &[Opcode, More] : Alone)
      if (Opcode != Seed && llvm::none_of(Clique, [&, Op = Opcode](unsigned Member) {
            return canPair(Member, Op);
          })) {
        Clique.push_back(Opcode);
        Group.Nodes.append(More.begin(), More.end());
      }
    Groups.push_back(std::move(Group));
  }
}

/// The vector pipes, and those of them that instructions choose among.
enum Pipes { Permute = 1, Shift = 2, Multiply0 = 4, Multiply1 = 8 };
static constexpr unsigned PipeSets[] = {Permute | Shift, Multiply0 | Multiply1,
                                        Permute | Shift | Multiply0 | Multiply1};

/// Instructions that share vector pipes: a double one takes two of them.
void HexagonPacketSlots::addPipes(std::vector<sda::ResourceGroup> &Groups) const {
  sda::ResourceGroup Group[std::size(PipeSets)];
  for (unsigned N = 0; N != Deps.size(); ++N) {
    if (!Deps.facts(N).Vector)
      continue;
    unsigned Class = HII.get(Lightest[N]).getSchedClass(), Taken = 0;
    const InstrStage *Begin = Itineraries->beginStage(Class), *End = Itineraries->endStage(Class);
    // The stage of the pipes is the last one, as the assembler has it too.
    unsigned First = End - Begin < 2 ? 0 : HexagonConvertUnits(std::prev(End)->getUnits(), &Taken);
    unsigned Mine = 0; // with the pipes beside the first one
    for (unsigned I = 0; I != Taken; ++I)
      Mine |= First << I;
    for (unsigned S = 0; Mine && S != std::size(PipeSets); ++S)
      if (!(Mine & ~PipeSets[S]))
        Group[S].Nodes.append(Taken, N);
  }
  for (unsigned S = 0; S != std::size(PipeSets); ++S) {
    Group[S].Capacity = sizeOf(PipeSets[S]);
    if (Group[S].Nodes.size() > 1)
      Groups.push_back(std::move(Group[S]));
  }
}

std::vector<sda::ResourceGroup> HexagonPacketSlots::resources() {
  // Instructions that fit only slots of a set share the set's places.
  std::vector<sda::ResourceGroup> Groups(AllSlots);
  for (unsigned Set = 1; Set <= AllSlots; ++Set)
    Groups[Set - 1].Capacity = sizeOf(Set);
  for (unsigned N = 0; N != Deps.size(); ++N) {
    if (!width(N))
      continue;
    for (unsigned Set = 1; Set <= AllSlots; ++Set)
      if (!(Nodes[N].Slots & ~Set))
        Groups[Set - 1].Nodes.push_back(N);
    if (Deps.facts(N).Extended)
      Groups[AllSlots - 1].Nodes.push_back(N);
  }
  llvm::erase_if(Groups, [](const sda::ResourceGroup &G) { return G.Nodes.empty(); });
  addExclusive(Groups);
  addPipes(Groups);
  return Groups;
}
