//===- HexagonRegionCost.h - Modelled cycles of a region --------*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONCOST_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONREGIONCOST_H

#include "HexagonSDARegion.h"
#include "MCTargetDesc/HexagonPacketTiming.h"

namespace llvm {

/// Prices packings with the cycle model that packet-profile uses, forms included. A loop's body is
/// priced in its steady state; another region together with the packets around it in the layout.
class HexagonRegionCost {
public:
  HexagonRegionCost(const HexagonTiming::TimingModel &TM, const MCRegisterInfo &MRI)
      : TM(TM), Board(TM, MRI) {}

  /// Takes the region's neighbours; to be called while the function is bundled, before price().
  void enterRegion(const HexagonRegion &R, MachineBasicBlock::iterator First);

  sda::Cost price(const HexagonRegion &R, const PackedRegion &P);

private:
  const HexagonTiming::TimingModel &TM;
  HexagonTiming::Scoreboard Board;
  std::vector<HexagonTiming::PacketAccesses> Before, After;
};

} // namespace llvm

#endif
