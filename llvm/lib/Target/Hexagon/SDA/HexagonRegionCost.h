//===- HexagonRegionCost.h - Modelled cycles of a region --------*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONCOST_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONCOST_H

#include "HexagonInstrInfo.h"
#include "HexagonRegisterInfo.h"
#include "MCTargetDesc/HexagonPacketTiming.h"
#include "llvm/CodeGen/SDA/Neighbours.h"
#include "llvm/CodeGen/SDA/SDATarget.h"

namespace llvm {

class MachineLoopInfo;

/// Prices packings with the cycle model that packet-profile uses, forms included. A loop's body is
/// priced in its steady state; another region together with the packets around it, along the edges
/// that run most often.
class HexagonRegionCost : public sda::CycleModel {
public:
  HexagonRegionCost(const HexagonTiming::TimingModel &TM, const MCRegisterInfo &MRI,
                    const MachineLoopInfo &MLI)
      : TM(TM), MLI(MLI), Beside(MLI), Board(TM, MRI) {}

  /// Takes the region's neighbours; to be called while the function is bundled, before price().
  void enterRegion(const sda::Region &R, MachineBasicBlock::iterator First) override;

  using CycleModel::price;
  /// The same for instructions that stand in R with the registers of the packing. Forms: by node.
  sda::Cost price(const sda::Region &R, const sda::Packing &P,
                  ArrayRef<const MCInstrDesc *> Forms) override;
  std::shared_ptr<const sda::PackingTrace> trace(const sda::Region &R, const sda::Arrangement &A) override;
  sda::Cost price(const sda::PackingTrace &T) override;

  /// Tells the graph of R, as its instructions stand now, how long its nodes wait for the packets
  /// before the region, and the packets behind it for them. None is longer than price() has it.
  void addDelays(const sda::Region &R, sda::IDG &G) override;
  /// Cycles that the packets behind the region wait for each other.
  unsigned stallsBehind() override;

  /// Cycles of all packets of a bundled function; a block counts eight times for each loop around
  /// it.
  uint64_t priceFunction(const MachineFunction &MF) override;

private:
  using Packets = std::vector<HexagonTiming::PacketAccesses>;
  struct Trace;
  Packets accesses(const sda::Region &R, const sda::Packing &P, ArrayRef<const MCInstrDesc *> Forms) const;
  sda::Cost price(const Packets &Accesses, bool Loop, unsigned LastWords);
  Packets packetsBefore(const MachineBasicBlock &MBB, MachineBasicBlock::const_iterator I) const;
  Packets packetsAfter(const MachineBasicBlock &MBB, MachineBasicBlock::const_iterator I) const;
  bool take(const MachineInstr &Top, Packets &Found) const;
  unsigned priceBlock(const MachineBasicBlock &MBB);
  unsigned cyclesToTheEnd(unsigned First);

  const HexagonTiming::TimingModel &TM;
  const MachineLoopInfo &MLI;
  const sda::Neighbours Beside;
  HexagonTiming::Scoreboard Board;
  Packets Before, After;
  /// The next block is aligned and entered from the region's last packet.
  bool BeforeAlignment = false;
};

} // namespace llvm

#endif
