//===- HexagonPacketTiming.h - When a packet may issue --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The latency rules of Hexagon V66 with HVX, for the packetizer (MachineInstr) and for the cycle
// model (MCInst) alike: everything is asked by opcode and operand index. The numbers and their
// sources are in HexagonPacketTiming.def; the clock of each operand comes from the V66 itineraries.
//
// Unit. A cycle is the thread's issue slot: one packet a cycle at best, in order. HVX packets issue
// every context cycle, which is two clocks of the itineraries; scalar packets may follow each other
// every clock. So a dependence between two packets is measured in context cycles (clocks halved,
// rounded up) when either of them holds an HVX instruction (Pace::Context), in clocks when neither
// does (Pace::Clock).
//
//   TimingModel TM(MCII, STI.getInstrItineraryForCPU("hexagonv66"));
//   // 2: one stall if the multiply is in the next packet
//   TM.latency(Hexagon::V6_vaddw, 0, Hexagon::V6_vmpyieoh, 1, Pace::Context)
//
//   Scoreboard SB(TM, MRI);
//   for (packet : path)
//     Wait W = SB.issue(packet); // W.Cycles stalls before the packet
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_LIB_TARGET_HEXAGON_MCTARGETDESC_HEXAGONPACKETTIMING_H
#define LLVM_LIB_TARGET_HEXAGON_MCTARGETDESC_HEXAGONPACKETTIMING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCInstrDesc.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCInstrItineraries.h"
#include "llvm/MC/MCRegisterInfo.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace llvm {
namespace HexagonTiming {

/// Clocks and figures of the model as constants (HEX_TIMING_CLOCK, HEX_TIMING_PARAM).
enum : unsigned {
#define HEX_TIMING_CLOCK(Name, Clock, Source) Name = Clock,
#define HEX_TIMING_PARAM(Name, Value, Source) Name = Value,
#include "MCTargetDesc/HexagonPacketTiming.def"
};

enum class SourceClass : uint8_t {
#define HEX_TIMING_SOURCE(Name, Text, Source) Name,
#include "MCTargetDesc/HexagonPacketTiming.def"
};

enum class Forward : uint8_t {
#define HEX_TIMING_FORWARD(Name, Text, Source) Name,
#include "MCTargetDesc/HexagonPacketTiming.def"
};

enum class Cause : uint8_t {
#define HEX_TIMING_CAUSE(Name, Key, Text, Source) Name,
#include "MCTargetDesc/HexagonPacketTiming.def"
  NumCauses
};

/// Key ("vector-early") and sentence of a cause, for reports.
const char *causeKey(Cause C);
const char *causeText(Cause C);
const char *sourceText(SourceClass S);
/// True for the costs of control flow: the machine description's figures, while the others follow
/// from the rules here.
constexpr bool isControl(Cause C) { return C >= Cause::WrongHint && C < Cause::NumCauses; }

/// How far apart two packets issue at best: see the head of the file.
enum class Pace : uint8_t { Clock, Context };

/// Cycles from a result that is written in clock \p Def to its use in clock \p Use, forwarding
/// included; 1 is the next packet without a stall, and less than that cannot be had across packets.
constexpr unsigned cyclesBetween(unsigned Def, unsigned Use, Pace P) {
  unsigned Clocks = Def + 1 > Use + ForwardingClocks ? Def + 1 - Use - ForwardingClocks : 0;
  unsigned Period = P == Pace::Context ? VectorClocksPerPacket : ScalarClocksPerPacket;
  unsigned Cycles = (Clocks + Period - 1) / Period;
  return Cycles ? Cycles : 1;
}

class TimingModel {
public:
  /// \p MCII may be a HexagonInstrInfo; \p Itin is the subtarget's. Both must outlive the model. \p
  /// ScalarPace is that of packets without HVX: Clock for a thread that has the core to itself,
  /// Context when threads take turns.
  TimingModel(const MCInstrInfo &MCII, const InstrItineraryData &Itin,
              Pace ScalarPace = Pace::Clock)
      : MCII(MCII), Itin(Itin), ScalarPace(ScalarPace) {}

  /// The pace of a dependence between two packets, at least one of them with an HVX instruction or
  /// none.
  Pace pace(bool EitherHasVector) const { return EitherHasVector ? Pace::Context : ScalarPace; }

  /// True for instructions that run in the HVX coprocessor; their packet has Pace::Context.
  bool isVector(unsigned Opcode) const;

  /// What operand \p OpIdx (an explicit operand, index as in the MCInstrDesc) of \p Opcode is as a
  /// source.
  SourceClass sourceClass(unsigned Opcode, unsigned OpIdx) const;

  /// Clock in which the itinerary reads or writes the operand; none for implicit operands.
  std::optional<unsigned> clock(unsigned Opcode, unsigned OpIdx) const;

  /// Cycles from the issue of the packet with the definition to that of a later packet with the
  /// use: at least 1. An operand index past the itinerary (an implicit operand) gives
  /// UnlistedLatency.
  unsigned latency(unsigned DefOpcode, unsigned DefIdx, unsigned UseOpcode, unsigned UseIdx,
                   Pace P) const;

  /// Stall cycles when the two packets would be \p Distance packets apart (1 is the next packet).
  unsigned stall(unsigned DefOpcode, unsigned DefIdx, unsigned UseOpcode, unsigned UseIdx,
                 unsigned Distance, Pace P) const {
    unsigned L = latency(DefOpcode, DefIdx, UseOpcode, UseIdx, P);
    return L > Distance ? L - Distance : 0;
  }

  /// Whether operand \p UseIdx of \p UseOpcode is fed by \p DefOpcode in one and the same packet,
  /// and how. Both opcodes are in their final form (dot-new store, .cur load, ...). Free: no
  /// latency counts.
  Forward forwardsInPacket(unsigned DefOpcode, unsigned UseOpcode, unsigned UseIdx) const;

  /// True for instructions that do nothing where their predicate says so.
  bool isConditional(unsigned Opcode) const;

  /// The cause under which a wait of this dependence is reported.
  Cause cause(unsigned DefOpcode, unsigned DefIdx, unsigned UseOpcode, unsigned UseIdx) const;

  const MCInstrInfo &instrInfo() const { return MCII; }

private:
  const MCInstrInfo &MCII;
  const InstrItineraryData &Itin;
  Pace ScalarPace;
};

/// A register read or written by an instruction of a packet.
struct Access {
  unsigned Opcode;
  unsigned OpIdx; // implicit operands: any index past the explicit ones
  MCRegister Reg;
  bool IsDef;
};

/// The accesses of one packet.
struct PacketAccesses {
  SmallVector<Access, 24> List;
  bool HasVector = false;

  /// Adds an instruction: MCInst (not a bundle, extenders may be left out) or MachineInstr after
  /// register allocation.
  template <typename InstrT> void add(const InstrT &I, const TimingModel &TM) {
    const MCInstrDesc &D = TM.instrInfo().get(I.getOpcode());
    unsigned E = D.getNumOperands();
    for (unsigned Op = 0; Op != E; ++Op)
      if (I.getOperand(Op).isReg() && I.getOperand(Op).getReg())
        List.push_back({I.getOpcode(), Op, MCRegister(unsigned(I.getOperand(Op).getReg())),
                        Op < D.getNumDefs()});
    for (MCPhysReg R : D.implicit_uses())
      List.push_back({I.getOpcode(), E, R, false});
    for (MCPhysReg R : D.implicit_defs())
      List.push_back({I.getOpcode(), E, R, true});
    HasVector |= TM.isVector(I.getOpcode());
  }
};

/// How long a packet waited for operands, and for what.
struct Wait {
  unsigned Cycles = 0;
  Cause Why = Cause::ScalarOther;
  unsigned DefOpcode = 0; // producer and consumer of the operand that came last
  unsigned UseOpcode = 0;
  MCRegister Reg;
};

/// Issues packets one after the other and tells the stalls of each. Feed it the packets in the
/// order they run: along a path, or twice around a loop. The second round is the steady state if
/// the body is at least MaxDependenceCycles long. Otherwise go round until the stalls repeat.
class Scoreboard {
public:
  Scoreboard(const TimingModel &TM, const MCRegisterInfo &MRI);
  /// Forgets all producers: everything is ready.
  void reset();
  /// Issues \p P as early as its operands allow.
  Wait issue(const PacketAccesses &P);
  /// Lets \p Cycles pass without a packet (control flow or memory stalls that the caller prices).
  void idle(unsigned Cycles) { Now += Cycles; }
  /// Cycles since reset: packets + stalls.
  uint64_t now() const { return Now; }

private:
  struct Producer {
    uint64_t Issued = 0;
    unsigned Opcode = 0, OpIdx = 0;
    bool Vector = false; // its packet held an HVX instruction
  };
  const TimingModel &TM;
  const MCRegisterInfo &MRI;
  /// The last producers of each register unit; several where conditional ones leave earlier values.
  std::vector<SmallVector<Producer, 1>> Last;
  SmallVector<MCRegUnit, 32> Dirty;
  uint64_t Now = 0; // cycle of the packet that issued last

  void define(MCRegUnit Unit, const Producer &P);
  /// Whether Use, of which one half may come from elsewhere, reads Unit as the packet makes it.
  bool feedsInPacket(const PacketAccesses &P, const Access &Use, MCRegUnit Unit) const;
};

} // namespace HexagonTiming
} // namespace llvm

#endif
