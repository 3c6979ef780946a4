//===- HexagonBoard.h - Hexagon's scoreboard for prices ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONBOARD_H
#define LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONBOARD_H

#include "HexagonInstrInfo.h"
#include "MCTargetDesc/HexagonPacketTiming.h"
#include "llvm/CodeGen/SDA/BoardCost.h"

namespace llvm {

/// The cycle model that packet-profile uses, as sda::BoardCost asks it.
class HexagonBoard {
public:
  using Access = HexagonTiming::Access;
  using Packet = HexagonTiming::PacketAccesses;
  static constexpr unsigned MaxDependenceCycles = HexagonTiming::MaxDependenceCycles;
  static constexpr unsigned InstrBytes = 4;

  HexagonBoard(const HexagonTiming::TimingModel &TM, const HexagonInstrInfo &HII,
               const MCRegisterInfo &MRI)
      : TM(TM), HII(HII), Board(TM, MRI) {}

  void add(Packet &P, const MachineInstr &MI, unsigned Opcode) const;
  void reset() { Board.reset(); }
  unsigned issue(const Packet &P) { return Board.issue(P).Cycles; }
  void idle(unsigned Cycles) { Board.idle(Cycles); }
  uint64_t now() const { return Board.now(); }
  /// The mark of a loop's end has no word; an extender has one.
  unsigned words(const MachineInstr &MI) const;

  /// Vector instructions.
  bool isSlow(const Packet &P) const { return P.HasVector; }
  bool isSlow(const MachineInstr &MI) const { return TM.isVector(MI.getOpcode()); }
  unsigned latency(const Access &Def, const Access &Use, bool Slow) const;
  bool forwards(const Access &Def, const Access &Use) const;
  bool leavesRegister(const Access &Def) const;

private:
  const HexagonTiming::TimingModel &TM;
  const HexagonInstrInfo &HII;
  HexagonTiming::Scoreboard Board;
};

using HexagonRegionCost = sda::BoardCost<HexagonBoard>;

} // namespace llvm

#endif
