// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See TimingDigest.h.
#include "TimingDigest.h"
#include "MCTargetDesc/HexagonMCTargetDesc.h"
#include "MCTargetDesc/HexagonPacketTiming.h"
#include "Program.h"
#include "TimingTrials.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/TargetSelect.h"
#include <map>
#include <memory>

using namespace llvm;
using namespace llvm::HexagonTiming;

namespace {

/// An operand that stands for all of its itinerary class, place and kind of register.
struct Representative {
  unsigned Opcode, Op;
};
using Representatives = std::map<std::tuple<unsigned, unsigned, int>, Representative>;

class Rules {
public:
  Rules(const TimingModel &TM, raw_ostream &OS) : TM(TM), MCII(TM.instrInfo()), OS(OS) {}
  void printOperands();
  void printLatencies();
  void printProperties();
  void printForwarding();

private:
  template <typename Function> void forOpcodes(Function Visit) const {
    for (unsigned Opcode = 0; Opcode != MCII.getNumOpcodes(); ++Opcode)
      if (const MCInstrDesc &Desc = MCII.get(Opcode); !Desc.isPseudo())
        Visit(Opcode, Desc);
  }
  void printLatency(const Representative &Def, const Representative &Use);

  const TimingModel &TM;
  const MCInstrInfo &MCII;
  raw_ostream &OS;
  Representatives Defs, Uses;
};

} // namespace

static void printFigures(raw_ostream &OS) {
#define HEX_TIMING_CLOCK(Name, Clock, Source) OS << "clock " #Name " " << unsigned(Clock) << "\n";
#define HEX_TIMING_PARAM(Name, Value, Source) OS << "param " #Name " " << unsigned(Value) << "\n";
#include "MCTargetDesc/HexagonPacketTiming.def"
}

static const char *forwardName(Forward F) {
  static const char *const Names[] = {
#define HEX_TIMING_FORWARD(Name, Text, Source) #Name,
#include "MCTargetDesc/HexagonPacketTiming.def"
  };
  return Names[unsigned(F)];
}

/// Prints every operand; those that stand for the others go into Defs and Uses.
void Rules::printOperands() {
  forOpcodes([&](unsigned Opcode, const MCInstrDesc &Desc) {
    for (unsigned Op = 0; Op != Desc.getNumOperands(); ++Op) {
      const int Class = Desc.operands()[Op].RegClass;
      const std::optional<unsigned> Clock = TM.clock(Opcode, Op);
      if (Class < 0 || !Clock)
        continue;
      OS << formatv("operand {0} {1} clock {2} {3}\n", MCII.getName(Opcode), Op, *Clock,
                    sourceText(TM.sourceClass(Opcode, Op)));
      (Op < Desc.getNumDefs() ? Defs : Uses)
          .try_emplace({Desc.getSchedClass(), Op, Class}, Representative{Opcode, Op});
    }
  });
}

void Rules::printLatency(const Representative &Def, const Representative &Use) {
  OS << formatv("latency {0} {1} to {2} {3}: {4} clocks, {5} contexts\n", MCII.getName(Def.Opcode), Def.Op,
                MCII.getName(Use.Opcode), Use.Op, TM.latency(Def.Opcode, Def.Op, Use.Opcode, Use.Op, Pace::Clock),
                TM.latency(Def.Opcode, Def.Op, Use.Opcode, Use.Op, Pace::Context));
}

/// Prints latencies between operands that stand for the others. Prints those from every result to one use, too, for results that are made
/// an exception by their opcode.
void Rules::printLatencies() {
  std::map<int, Representative> OneUse;
  for (const auto &[UseKey, Use] : Uses)
    OneUse.try_emplace(std::get<2>(UseKey), Use);
  for (const auto &[DefKey, Def] : Defs)
    for (const auto &[UseKey, Use] : Uses)
      if (std::get<2>(DefKey) == std::get<2>(UseKey))
        printLatency(Def, Use);
  forOpcodes([&](unsigned Opcode, const MCInstrDesc &Desc) {
    for (unsigned Op = 0; Op != Desc.getNumDefs(); ++Op)
      if (auto Use = OneUse.find(Desc.operands()[Op].RegClass); Use != OneUse.end())
        printLatency({Opcode, Op}, Use->second);
  });
}

void Rules::printProperties() {
  forOpcodes([&](unsigned Opcode, const MCInstrDesc &Desc) {
    const StringRef Name = MCII.getName(Opcode);
    if (TM.isVector(Opcode))
      OS << "vector " << Name << "\n";
    if (TM.isConditional(Opcode))
      OS << "conditional " << Name << "\n";
    if (const std::optional<profile::Branch> B = profile::branchOf(Desc))
      OS << formatv("branch {0} conditional {1} call {2} taken {3} return {4}\n", Name, B->Conditional, B->Call,
                    B->HintTaken, B->How == profile::Branch::Return);
  });
}

/// Prints who feeds its packet, asked of a vector operand; and which operands are fed, from a plain load, a .cur and a .tmp one.
void Rules::printForwarding() {
  forOpcodes([&](unsigned Opcode, const MCInstrDesc &Desc) {
    if (Forward F = TM.forwardsInPacket(Opcode, Hexagon::V6_vaddw, 1); F != Forward::None)
      OS << formatv("feeds {0} {1}\n", MCII.getName(Opcode), forwardName(F));
    for (unsigned Op = Desc.getNumDefs(); Op != Desc.getNumOperands(); ++Op)
      for (unsigned From : {Hexagon::V6_vL32b_ai, Hexagon::V6_vL32b_cur_ai, Hexagon::V6_vL32b_tmp_ai})
        if (Forward F = TM.forwardsInPacket(From, Opcode, Op); F != Forward::None)
          OS << formatv("fed {0} {1} {2} by {3}\n", MCII.getName(Opcode), Op, forwardName(F), MCII.getName(From));
  });
}

void profile::printTimingRules(const Machine &M, raw_ostream &OS) {
  LLVMInitializeHexagonTargetInfo();
  LLVMInitializeHexagonTargetMC();
  const char *TripleName = "hexagon-unknown-elf";
  std::string Message;
  const Target *T = TargetRegistry::lookupTarget(TripleName, Message);
  std::unique_ptr<MCInstrInfo> MCII(T->createMCInstrInfo());
  std::unique_ptr<MCRegisterInfo> MRI(T->createMCRegInfo(TripleName));
  std::unique_ptr<MCSubtargetInfo> STI(
      T->createMCSubtargetInfo(TripleName, "hexagonv66", "+hvxv66,+hvx-length128b"));
  const InstrItineraryData Itineraries = STI->getInstrItineraryForCPU("hexagonv66");
  const TimingModel TM(*MCII, Itineraries);

  printFigures(OS);
  Rules R(TM, OS);
  R.printOperands();
  R.printLatencies();
  R.printProperties();
  R.printForwarding();
  printTimingTrials(TM, *MRI, OS);
  for (const Machine::Fact &F : M.Facts)
    if (StringRef(F.Key).starts_with("issue.") || StringRef(F.Key).starts_with("control."))
      OS << formatv("machine {0} {1}\n", F.Key, F.Value);
}

std::string profile::timingDigest(const Machine &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  printTimingRules(M, OS);
  MD5 Sum;
  Sum.update(Text);
  MD5::MD5Result Result;
  Sum.final(Result);
  return Result.digest().substr(0, 16).str();
}
