//===- SwiftDSPCountedLoops.h - Hardware loops ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_SWIFTDSP_SDA_SWIFTDSPCOUNTEDLOOPS_H
#define LLVM_LIB_TARGET_SWIFTDSP_SDA_SWIFTDSPCOUNTEDLOOPS_H

#include "llvm/CodeGen/SDA/CountedLoops.h"

namespace llvm {

class SwiftDSPInstrInfo;

/// `loop0 count, end`: the loop begins with the next packet, so the setup is the last one ahead of
/// it.
class SwiftDSPCountedLoops : public sda::CountedLoops {
public:
  explicit SwiftDSPCountedLoops(const SwiftDSPInstrInfo &TII) : TII(TII) {}

  MachineBasicBlock *loopOf(const MachineInstr &Setup) const override;
  unsigned countOperand() const override { return 0; }
  bool isEnd(const MachineInstr &MI) const override;
  bool setsUpLast() const override { return true; }
  void leaveTo(MachineInstr &Setup, MachineBasicBlock &Behind) const override;

  const TargetRegisterClass &countClass() const override;
  const TargetRegisterClass &flagClass() const override { return countClass(); }
  /// The flag says the contrary: that there is but one iteration.
  void insertGuard(MachineInstr &Setup, const Guard &G, bool Near,
                   function_ref<void(MachineInstr &)> Made) const override;
  bool compares(const MachineInstr &MI, const Guard &G) const override;
  bool lowers(const MachineInstr &MI, const Guard &G) const override;
  bool skips(const MachineInstr &MI, const Guard &G) const override;

private:
  const SwiftDSPInstrInfo &TII;
};

} // namespace llvm

#endif
