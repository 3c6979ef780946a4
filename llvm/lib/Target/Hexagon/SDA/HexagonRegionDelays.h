//===- HexagonRegionDelays.h - Waits across a region's ends -----*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONDELAYS_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONDELAYS_H

#include "HexagonInstrInfo.h"
#include "HexagonRegisterInfo.h"
#include "MCTargetDesc/HexagonPacketTiming.h"
#include "llvm/CodeGen/SDA/IDG.h"
#include "llvm/CodeGen/SDA/SDATarget.h"

namespace llvm {

class HexagonRegisterInfo;

/// Follows the writers of registers through the packets before a region, its nodes in program order
/// and the packets behind it; tells the graph how long its nodes wait, and are waited for.
class HexagonRegionDelays {
public:
  HexagonRegionDelays(const sda::Region &R, const HexagonTiming::TimingModel &TM, sda::IDG &G);

  /// A packet before the region, issued in cycle Issued.
  void before(const HexagonTiming::PacketAccesses &A, uint64_t Issued);
  /// The region's nodes; its first packet could issue in cycle Start.
  void region(int64_t Start);
  /// A packet behind the region, which could issue Ready cycles behind the region's last one if it
  /// had not to wait for the region.
  void behind(const HexagonTiming::PacketAccesses &A, int64_t Ready);

private:
  /// Who wrote a register unit: an access, in cycle Issued or by node Node.
  struct Writer {
    HexagonTiming::Access Def = {};
    uint64_t Issued = 0;
    unsigned Node = 0;
    bool Vector = false;
  };
  int64_t latency(const Writer &W, const HexagonTiming::Access &Use, bool UseVector) const;
  /// Calls Visit with each writer of what A reads.
  template <typename Function> void forWriters(const HexagonTiming::Access &Use, Function Visit);
  bool fedInPacket(const HexagonTiming::PacketAccesses &A, const HexagonTiming::Access &Use) const;

  const sda::Region &R;
  const HexagonTiming::TimingModel &TM;
  sda::IDG &G;
  const HexagonRegisterInfo &HRI;
  bool Vector;                       // the region has vector instructions
  DenseMap<unsigned, Writer> Writers; // the last one of each unit
};

} // namespace llvm

#endif
