//===- HexagonLiveUnits.h - Live register units -----------------*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONLIVEUNITS_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONLIVEUNITS_H

#include "llvm/ADT/BitVector.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include <vector>

namespace llvm {

class HexagonRegisterInfo;
class MachineFunction;

/// Which register units hold a value that is still wanted, by data flow over the whole function:
/// nothing depends on kill flags or on the blocks' lists of live-ins.
class HexagonLiveUnits {
public:
  explicit HexagonLiveUnits(const MachineFunction &MF);

  /// Live at the beginning of a block.
  const BitVector &liveIn(const MachineBasicBlock &MBB) const;
  /// Live in MBB just before the instruction Where (a bundle's head or a lone one, or the end).
  BitVector liveBefore(const MachineBasicBlock &MBB,
                       MachineBasicBlock::const_instr_iterator Where) const;

private:
  BitVector liveOut(const MachineBasicBlock &MBB) const;
  void stepBackward(const MachineInstr &MI, BitVector &Live) const;

  const HexagonRegisterInfo &HRI;
  BitVector Preserved; // the caller's, and what is never given away
  std::vector<BitVector> In;
};

} // namespace llvm

#endif
