// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// packet-timing-test: the figures of HexagonPacketTiming.def against LLVM's V66 itineraries, for
// every instruction. The .def repeats the clocks of whole families for readers and for the plan
// costs of the front end, which cannot ask LLVM; this is what keeps the two from drifting apart.
// Likewise HexagonVectorLoads.def against LLVM's types and names.
// Prints each family with its count; status 1 when one disagrees.
#include "MCTargetDesc/HexagonBaseInfo.h"
#include "MCTargetDesc/HexagonMCTargetDesc.h"
#include "MCTargetDesc/HexagonPacketTiming.h"
#include "MCTargetDesc/HexagonVectorLoads.h"
#include "llvm/MC/MCInstBuilder.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <memory>
#include <set>
#include <tuple>

using namespace llvm;
using namespace llvm::HexagonTiming;

// What the manuals say in cycles, from the clocks.
static_assert(cyclesBetween(DefVector, UseVectorEarly, Pace::Context) == 2,
              "an early source waits one cycle");
static_assert(cyclesBetween(DefVector, UseVectorLate, Pace::Context) == 1,
              "a late source does not wait");
static_assert(cyclesBetween(DefAlu, UseScalar, Pace::Clock) == 1, "ALU: next packet");
static_assert(cyclesBetween(DefLoad, UseScalar, Pace::Clock) == 2, "load to ALU");
static_assert(cyclesBetween(DefLoad, UseAddress, Pace::Clock) == 3, "load to address");
static_assert(cyclesBetween(DefMultiply, UseMultiply, Pace::Clock) == 3, "multiply to multiply");
static_assert(cyclesBetween(DefMultiply, UseScalar, Pace::Clock) == 2, "multiply to accumulator");
static_assert(cyclesBetween(DefLoad, UseScalar, Pace::Context) == 1,
              "load to a scalar operand of HVX");
static_assert(cyclesBetween(DefLoad, UseStoreData, Pace::Clock) == 1, "load to store data");

static unsigned typeOf(const MCInstrDesc &D) {
  return (D.TSFlags >> HexagonII::TypePos) & HexagonII::TypeMask;
}

static bool isVectorClass(int RegClass) {
  return RegClass == Hexagon::HvxVRRegClassID || RegClass == Hexagon::HvxWRRegClassID ||
         RegClass == Hexagon::HvxQRRegClassID || RegClass == Hexagon::HvxVQRRegClassID;
}

/// The family of an operand by the kind of its instruction, not by its clock; empty when no rule
/// names it.
static std::string familyOf(const TimingModel &TM, unsigned Opcode, const MCInstrDesc &D,
                            unsigned Op) {
  using namespace HexagonII;
  unsigned T = typeOf(D);
  int RC = D.operands()[Op].RegClass;
  bool Def = Op < D.getNumDefs(), Accumulator = (D.TSFlags >> AccumulatorPos) & 1;
  bool Tied = !Def && D.getOperandConstraint(Op, MCOI::TIED_TO) != -1;
  if (TM.isVector(Opcode)) {
    if (!isVectorClass(RC))
      return "";
    if (Def)
      return "vector result";
    if (T == TypeCVI_VM_STU)
      return "early: unaligned store data";
    if (T == TypeCVI_VM_ST && Op + 1 == D.getNumOperands())
      return "late: aligned store data";
    if (T == TypeCVI_VA || T == TypeCVI_VA_DV)
      return "late: ALU input";
    if (Tied && Accumulator)
      return "late: accumulator";
    if (!Tied && (T == TypeCVI_VX || T == TypeCVI_VX_DV) && RC != Hexagon::HvxQRRegClassID)
      return "early: multiply input";
    if (!Tied && T == TypeCVI_VS)
      return "early: shift input";
    if (!Tied && T == TypeCVI_VP)
      return "early: permute input";
    return "";
  }
  bool General = RC == Hexagon::IntRegsRegClassID || RC == Hexagon::DoubleRegsRegClassID;
  if (T == TypeLD && D.mayLoad() && !D.isReturn() && Def && Op == 0 && General)
    return "load result";
  if ((T == TypeALU32_2op || T == TypeALU32_3op || T == TypeALU32_ADDI) &&
      RC == Hexagon::IntRegsRegClassID) {
    if (!Def)
      return "ALU input";
    return (D.TSFlags >> PredicatedNewPos) & 1 ? "ALU result under a new predicate" : "ALU result";
  }
  return "";
}

/// A family's clock in the .def, and the instructions that are known to differ.
struct Family {
  unsigned Clock;
  std::set<std::string> Except;
};

namespace {
/// An operand of an instruction that stands for all of its itinerary class and kind of register.
struct Representative {
  unsigned Opcode, Op;
};
} // namespace

/// The latencies in clocks are LLVM's own for every pair of a result and an operand of the same
/// kind of register; the number of pairs that differ.
static unsigned compareWithLLVM(const TimingModel &TM, const MCInstrInfo &MCII,
                                const InstrItineraryData &Itin) {
  std::map<std::tuple<unsigned, unsigned, int>, Representative> Defs,
      Uses; // by class, index and register class
  for (unsigned Opcode = 0; Opcode != MCII.getNumOpcodes(); ++Opcode) {
    const MCInstrDesc &D = MCII.get(Opcode);
    for (unsigned Op = 0; Op != D.getNumOperands() && !D.isPseudo(); ++Op)
      if (D.operands()[Op].RegClass >= 0 && TM.clock(Opcode, Op))
        (Op < D.getNumDefs() ? Defs : Uses)
            .try_emplace({D.getSchedClass(), Op, D.operands()[Op].RegClass},
                         Representative{Opcode, Op});
  }
  unsigned Pairs = 0, Different = 0;
  for (const auto &[DefKey, Def] : Defs)
    for (const auto &[UseKey, Use] : Uses) {
      if (std::get<2>(DefKey) != std::get<2>(UseKey) || Def.Opcode == Hexagon::V6_extractw)
        continue;
      std::optional<unsigned> Theirs = Itin.getOperandLatency(
          std::get<0>(DefKey), std::get<1>(DefKey), std::get<0>(UseKey), std::get<1>(UseKey));
      if (!Theirs) // a use that may come before its definition: LLVM has no answer, ours is the
                   // next packet
        Theirs = 1;
      unsigned Ours = TM.latency(Def.Opcode, Def.Op, Use.Opcode, Use.Op, Pace::Clock);
      ++Pairs;
      if (Ours == std::max(1u, *Theirs))
        continue;
      if (++Different <= 10)
        outs() << MCII.getName(Def.Opcode) << " to " << MCII.getName(Use.Opcode) << ": " << Ours
               << " clocks, LLVM " << *Theirs << "\n";
    }
  outs() << "pairs of a result and an operand: " << Pairs << ", different from LLVM: " << Different
         << "\n";
  return Different;
}

/// { if (p0) r2 = memw(r0+#0); if (!p0) r2 = add(r0,#1) } { r3 = add(r2,#1) }: either result may be the
/// one that is read, so the load's is waited for (4 - 2 = 2 clocks, one stall) whichever stands last.
/// Behind a plain r2 = add(r0,#1) in a packet between, nothing is.
bool waitsForEither(const TimingModel &TM, const MCRegisterInfo &MRI) {
  auto Packet = [&](std::initializer_list<MCInst> Instrs) {
    PacketAccesses A;
    for (const MCInst &I : Instrs)
      A.add(I, TM);
    return A;
  };
  MCInst Load = MCInstBuilder(Hexagon::L2_ploadrit_io)
                    .addReg(Hexagon::R2).addReg(Hexagon::P0).addReg(Hexagon::R0).addImm(0);
  MCInst Else = MCInstBuilder(Hexagon::A2_paddif)
                    .addReg(Hexagon::R2).addReg(Hexagon::P0).addReg(Hexagon::R0).addImm(1);
  MCInst Plain = MCInstBuilder(Hexagon::A2_addi).addReg(Hexagon::R2).addReg(Hexagon::R0).addImm(1);
  MCInst Use = MCInstBuilder(Hexagon::A2_addi).addReg(Hexagon::R3).addReg(Hexagon::R2).addImm(1);
  Scoreboard Either(TM, MRI), Replaced(TM, MRI);
  Either.issue(Packet({Load, Else}));
  Replaced.issue(Packet({Load}));
  Replaced.issue(Packet({Plain}));
  return Either.issue(Packet({Use})).Cycles == 1 && Replaced.issue(Packet({Use})).Cycles == 0;
}

/// Whether \p Form is the name of \p Plain with \p Suffix put in: V6_vL32b_nt_cur_ai is V6_vL32b_nt_ai.
static bool isFormOf(StringRef Form, StringRef Plain, StringRef Suffix) {
  const size_t At = Form.find(Suffix);
  return At != StringRef::npos && (Form.take_front(At) + Form.drop_front(At + Suffix.size())).str() == Plain;
}

/// LLVM marks .tmp loads by a type; of .cur loads it tells by the name alone. The number of instructions
/// that HexagonVectorLoads.def takes for something else, and of forms that do not belong together.
static unsigned compareVectorLoads(const MCInstrInfo &MCII) {
  unsigned Current = 0, Temporary = 0, Wrong = 0;
  for (unsigned Opcode = 0; Opcode != MCII.getNumOpcodes(); ++Opcode) {
    const MCInstrDesc &D = MCII.get(Opcode);
    const StringRef Name = MCII.getName(Opcode);
    Current += isCurrentLoad(Opcode);
    Temporary += isTemporaryLoad(Opcode);
    bool Agrees = isTemporaryLoad(Opcode) == (typeOf(D) == HexagonII::TypeCVI_VM_TMP_LD) &&
                  isCurrentLoad(Opcode) == (D.mayLoad() && Name.contains("_cur_"));
    if (const VectorLoadForms *F = vectorLoadForms(Opcode)) {
      const StringRef Plain = MCII.getName(F->Plain);
      Agrees &= isFormOf(MCII.getName(F->Current), Plain, "_cur") &&
                isFormOf(MCII.getName(F->Temporary), Plain, "_tmp") &&
                !((D.TSFlags >> HexagonII::PredicatedPos) & 1);
    }
    if (!Agrees)
      outs() << Name << ": HexagonVectorLoads.def and LLVM differ\n";
    Wrong += !Agrees;
  }
  outs() << "loads that feed their packet: " << Current << " .cur, " << Temporary << " .tmp, " << Wrong
         << " different from LLVM\n";
  return Wrong;
}

int main() {
  LLVMInitializeHexagonTargetInfo();
  LLVMInitializeHexagonTargetMC();
  std::string Message;
  const char *TripleName = "hexagon-unknown-elf";
  const Target *T = TargetRegistry::lookupTarget(TripleName, Message);
  std::unique_ptr<MCInstrInfo> MCII(T->createMCInstrInfo());
  std::unique_ptr<MCSubtargetInfo> STI(
      T->createMCSubtargetInfo(TripleName, "hexagonv66", "+hvxv66,+hvx-length128b"));
  InstrItineraryData Itin = STI->getInstrItineraryForCPU("hexagonv66");
  TimingModel TM(*MCII, Itin);

  const std::map<std::string, Family> Families = {
      {"vector result", {DefVector, {}}},
      {"early: unaligned store data", {UseVectorEarly, {}}},
      // These move registers within a packet (V69); they are no multiplies.
      {"early: multiply input", {UseVectorEarly, {"V6_vassign_tmp", "V6_vcombine_tmp"}}},
      {"early: shift input", {UseVectorEarly, {}}},
      {"early: permute input", {UseVectorEarly, {}}},
      {"late: aligned store data", {UseVectorLate, {}}},
      {"late: ALU input", {UseVectorLate, {}}},
      {"late: accumulator", {UseVectorLate, {}}},
      {"load result", {DefLoad, {}}},
      // Saturating and averaging forms have two clocks (tc_2).
      {"ALU result",
       {DefAlu,
        {"A2_addsat", "A2_subsat", "A2_svaddhs", "A2_svadduhs", "A2_svavgh", "A2_svavghs",
         "A2_svnavgh", "A2_svsubhs", "A2_svsubuhs"}}},
      {"ALU result under a new predicate", {DefLatePredicate, {}}},
      {"ALU input", {UseScalar, {}}},
  };
  std::map<std::string, unsigned> Counts;
  unsigned Wrong = 0;
  for (unsigned Opcode = 0; Opcode != MCII->getNumOpcodes(); ++Opcode) {
    const MCInstrDesc &D = MCII->get(Opcode);
    if (D.isPseudo()) // other spellings, for the assembler
      continue;
    for (unsigned Op = 0; Op != D.getNumOperands(); ++Op) {
      std::string Name = D.operands()[Op].RegClass < 0 ? "" : familyOf(TM, Opcode, D, Op);
      std::optional<unsigned> Clock = TM.clock(Opcode, Op);
      if (Name.empty() || !Clock)
        continue;
      const Family &F = Families.at(Name);
      ++Counts[Name];
      if (*Clock == F.Clock || F.Except.count(MCII->getName(Opcode).str()))
        continue;
      ++Wrong;
      outs() << MCII->getName(Opcode) << " operand " << Op << ", " << Name << ": clock " << *Clock
             << ", not " << F.Clock << "\n";
    }
  }
  for (const auto &[Name, Count] : Counts)
    outs() << Name << ": " << Count << " operands\n";
  Wrong += compareWithLLVM(TM, *MCII, Itin);
  Wrong += compareVectorLoads(*MCII);
  std::unique_ptr<MCRegisterInfo> MRI(T->createMCRegInfo(TripleName));
  const bool Waits = waitsForEither(TM, *MRI);
  outs() << "waits for either of two conditional results: " << (Waits ? "yes" : "no") << "\n";
  Wrong += !Waits;
  return Wrong != 0 || Counts.size() != Families.size();
}
