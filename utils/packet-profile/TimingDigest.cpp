// See TimingDigest.h.
#include "TimingDigest.h"
#include "MCTargetDesc/HexagonMCTargetDesc.h"
#include "MCTargetDesc/HexagonPacketTiming.h"
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

class Digest {
public:
  template <typename... Ts> void add(const char *Format, const Ts &...Values) {
    Sum.update(formatv(Format, Values...).str());
  }
  std::string text() {
    MD5::MD5Result Result;
    Sum.final(Result);
    return Result.digest().substr(0, 16).str();
  }

private:
  MD5 Sum;
};

void addFigures(Digest &D) {
#define HEX_TIMING_CLOCK(Name, Clock, Source) D.add("clock {0} {1}\n", #Name, unsigned(Clock));
#define HEX_TIMING_PARAM(Name, Value, Source) D.add("param {0} {1}\n", #Name, unsigned(Value));
#include "MCTargetDesc/HexagonPacketTiming.def"
}

/// Every operand; those that stand for the others into Defs and Uses.
void addOperands(Digest &D, const MCInstrInfo &MCII, const TimingModel &TM, Representatives &Defs,
                 Representatives &Uses) {
  for (unsigned Opcode = 0; Opcode != MCII.getNumOpcodes(); ++Opcode) {
    const MCInstrDesc &Desc = MCII.get(Opcode);
    for (unsigned Op = 0; Op != Desc.getNumOperands() && !Desc.isPseudo(); ++Op) {
      const int Class = Desc.operands()[Op].RegClass;
      const std::optional<unsigned> Clock = TM.clock(Opcode, Op);
      if (Class < 0 || !Clock)
        continue;
      D.add("{0} {1} {2} {3} {4}\n", MCII.getName(Opcode), Op, *Clock,
            unsigned(TM.sourceClass(Opcode, Op)), TM.isVector(Opcode));
      (Op < Desc.getNumDefs() ? Defs : Uses)
          .try_emplace({Desc.getSchedClass(), Op, Class}, Representative{Opcode, Op});
    }
  }
}

void addLatencies(Digest &D, const TimingModel &TM, const Representatives &Defs,
                  const Representatives &Uses) {
  for (const auto &[DefKey, Def] : Defs)
    for (const auto &[UseKey, Use] : Uses)
      if (std::get<2>(DefKey) == std::get<2>(UseKey))
        for (Pace P : {Pace::Clock, Pace::Context})
          D.add("{0}\n", TM.latency(Def.Opcode, Def.Op, Use.Opcode, Use.Op, P));
}

} // namespace

std::string profile::timingDigest(const Machine &M) {
  LLVMInitializeHexagonTargetInfo();
  LLVMInitializeHexagonTargetMC();
  const char *TripleName = "hexagon-unknown-elf";
  std::string Message;
  const Target *T = TargetRegistry::lookupTarget(TripleName, Message);
  std::unique_ptr<MCInstrInfo> MCII(T->createMCInstrInfo());
  std::unique_ptr<MCSubtargetInfo> STI(
      T->createMCSubtargetInfo(TripleName, "hexagonv66", "+hvxv66,+hvx-length128b"));
  const InstrItineraryData Itineraries = STI->getInstrItineraryForCPU("hexagonv66");
  const TimingModel TM(*MCII, Itineraries);

  Digest D;
  addFigures(D);
  Representatives Defs, Uses;
  addOperands(D, *MCII, TM, Defs, Uses);
  addLatencies(D, TM, Defs, Uses);
  for (const Machine::Fact &F : M.Facts)
    if (StringRef(F.Key).starts_with("issue.") || StringRef(F.Key).starts_with("control."))
      D.add("{0} {1}\n", F.Key, F.Value);
  return D.text();
}
