//===- SwiftDSPPackets.cpp - What a packet may hold -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MCTargetDesc/SwiftDSPPackets.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrDesc.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace llvm::SwiftDSP;

static constexpr Timing Timings[] = {
#define TIMING(NAME, SLOTS, READ, LATE, RESULT, POINTER) {SLOTS, READ, LATE, RESULT, POINTER},
#include "MCTargetDesc/SwiftDSPTiming.def"
};

/// The last row that TSFlags can name is that of pseudo instructions.
static_assert(std::size(Timings) < 0x10 + 1, "four bits of TSFlags number the rows");

unsigned SwiftDSP::timingClass(const MCInstrDesc &Desc) { return Desc.TSFlags & 0xf; }
bool SwiftDSP::isPost(const MCInstrDesc &Desc) { return Desc.TSFlags >> 4 & 1; }
bool SwiftDSP::takesBothVectorSlots(const MCInstrDesc &Desc) { return Desc.TSFlags >> 5 & 1; }

const Timing *SwiftDSP::timingOf(const MCInstrDesc &Desc) {
  return Desc.isPseudo() ? nullptr : &Timings[timingClass(Desc)];
}

/// The addresses that a register has, a tuple's parts one by one.
static void forEachAddress(MCRegister Reg, const MCRegisterInfo &MRI,
                           function_ref<void(unsigned)> Do) {
  bool IsTuple = false;
  for (MCPhysReg Sub : MRI.subregs(Reg)) {
    IsTuple = true;
    Do(MRI.getEncodingValue(Sub));
  }
  if (!IsTuple)
    Do(MRI.getEncodingValue(Reg));
}

static void addAccess(SmallVectorImpl<Access> &List, MCRegister Reg, unsigned Stage,
                      const MCRegisterInfo &MRI) {
  forEachAddress(Reg, MRI, [&](unsigned Address) {
    // r0 is no register.
    if (Address)
      List.push_back({uint8_t(Address), uint8_t(Stage)});
  });
}

/// The operands' stages: a pointer that is changed is read early and there early; the old value of
/// any other written operand and what a store stores are read late.
static void addOperands(Member &M, const MCInst &Inst, const MCInstrDesc &Desc, const Timing &T,
                        const MCRegisterInfo &MRI) {
  unsigned NumDefs = Desc.getNumDefs();
  unsigned Pointer = isPost(Desc) ? NumDefs - 1 : ~0u;
  for (unsigned N = 0; N != Inst.getNumOperands(); ++N) {
    const MCOperand &Op = Inst.getOperand(N);
    if (!Op.isReg() || !Op.getReg())
      continue;
    if (N < NumDefs) {
      addAccess(M.Writes, Op.getReg(), N == Pointer ? T.Pointer : T.Result, MRI);
      continue;
    }
    int Tied = N < Desc.getNumOperands() ? Desc.getOperandConstraint(N, MCOI::TIED_TO) : -1;
    bool Stored = Desc.mayStore() && N == NumDefs;
    bool Late = Stored || (Tied >= 0 && unsigned(Tied) != Pointer);
    addAccess(M.Reads, Op.getReg(), Late ? T.Late : T.Read, MRI);
  }
}

/// A ring's base and length have the number of its offset.
static bool addRing(Member &M, const MCInst &Inst, const Timing &T, const MCRegisterInfo &MRI) {
  const MCOperand &Offset = Inst.getOperand(Inst.getNumOperands() - 1);
  if (!Offset.isReg())
    return false;
  unsigned Number = MRI.getEncodingValue(Offset.getReg()) & 3;
  M.Reads.push_back({uint8_t(MRI.getEncodingValue(SwiftDSP::BAR0) + Number), T.Read});
  M.Reads.push_back({uint8_t(MRI.getEncodingValue(SwiftDSP::MR0) + Number), T.Read});
  return true;
}

Member SwiftDSP::memberOf(const MCInst &Inst, const MCInstrInfo &MII, const MCRegisterInfo &MRI) {
  const MCInstrDesc &Desc = MII.get(Inst.getOpcode());
  Member M;
  const Timing *T = timingOf(Desc);
  if (!T)
    return M;
  M.Slots = T->Slots;
  M.Both = takesBothVectorSlots(Desc);
  M.Solo = Inst.getOpcode() == SwiftDSP::SYS || Inst.getOpcode() == SwiftDSP::BRK;
  M.Branch = Desc.isBranch();
  M.Conditional = Desc.isBranch() && !Desc.isBarrier();
  M.Call = Desc.isCall();
  addOperands(M, Inst, Desc, *T, MRI);
  bool Ring = Desc.hasImplicitUseOfPhysReg(SwiftDSP::BAR0) && addRing(M, Inst, *T, MRI);
  for (MCPhysReg Reg : Desc.implicit_uses())
    if (!Ring)
      addAccess(M.Reads, Reg, T->Late, MRI);
  for (MCPhysReg Reg : Desc.implicit_defs())
    addAccess(M.Writes, Reg, T->Result, MRI);
  return M;
}

Sharing SwiftDSP::sharing(unsigned Result, unsigned Read) {
  if (Read < 2 || Result > Read + Costs::SOFT_LIMIT)
    return Sharing::Hard;
  return Result > Read ? Sharing::Soft : Sharing::Free;
}

static bool assign(ArrayRef<const Member *> Rest, unsigned Used, SmallVectorImpl<unsigned> &Slots) {
  if (Rest.empty())
    return true;
  const Member &M = *Rest.front();
  for (unsigned Slot = 0; Slot != NumSlots; ++Slot) {
    unsigned Takes = M.Both ? M.Slots : 1u << Slot;
    if (!(M.Slots >> Slot & 1) || (Takes & Used))
      continue;
    Slots.push_back(Slot);
    if (assign(Rest.drop_front(), Used | Takes, Slots))
      return true;
    Slots.pop_back();
    // Both slots of a member are taken together or not at all.
    if (M.Both)
      return false;
  }
  return false;
}

bool SwiftDSP::assignSlots(ArrayRef<const Member *> Packet, SmallVectorImpl<unsigned> &Slots) {
  Slots.clear();
  return Packet.size() <= NumSlots && assign(Packet, 0, Slots);
}

static std::string registerName(unsigned Address) {
  if (Address < 32)
    return "r" + std::to_string(Address);
  if (Address < 48)
    return "vr" + std::to_string(Address - 32);
  static const char *const Special[] = {"lc0",  "lc1",  "cyc",  "pkt",  "off0", "off1",
                                        "off2", "off3", "bar0", "bar1", "bar2", "bar3",
                                        "mr0",  "mr1",  "mr2",  "mr3"};
  return Special[Address - 48];
}

/// The branches of a packet: the first of two is conditional, and a call is alone.
static bool branchesAreLegal(ArrayRef<const Member *> Packet) {
  SmallVector<const Member *, 2> Branches;
  for (const Member *M : Packet)
    if (M->Branch || M->Call)
      Branches.push_back(M);
  return Branches.size() < 2 || (Branches.size() == 2 && Branches[0]->Conditional &&
                                 !Branches[0]->Call && !Branches[1]->Call);
}

std::optional<std::string> SwiftDSP::findViolation(ArrayRef<const Member *> Packet) {
  SmallVector<unsigned, NumSlots> Slots;
  if (Packet.size() > NumSlots)
    return "more than eight instructions in a packet";
  if (Packet.size() > 1 && llvm::any_of(Packet, [](const Member *M) { return M->Solo; }))
    return "this instruction must be alone in its packet";
  if (!assignSlots(Packet, Slots))
    return "no slots for all instructions of the packet";
  if (!branchesAreLegal(Packet))
    return "of two branches in a packet the first must be conditional, and a call shares it with "
           "none";
  std::optional<uint8_t> Written[64];
  for (const Member *M : Packet) {
    for (Access Read : M->Reads)
      if (Written[Read.Address] && sharing(*Written[Read.Address], Read.Stage) == Sharing::Hard)
        return registerName(Read.Address) + " is read too early in the packet that writes it";
    for (Access Write : M->Writes) {
      if (Written[Write.Address])
        return registerName(Write.Address) + " is written twice in a packet";
      Written[Write.Address] = Write.Stage;
    }
  }
  return std::nullopt;
}
