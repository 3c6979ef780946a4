//===- HexagonCountedLoops.h - Hardware loops -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONCOUNTEDLOOPS_H
#define LLVM_LIB_TARGET_HEXAGON_SDA_HEXAGONCOUNTEDLOOPS_H

#include "llvm/CodeGen/SDA/CountedLoops.h"

namespace llvm {

class HexagonInstrInfo;

class HexagonCountedLoops : public sda::CountedLoops {
public:
  explicit HexagonCountedLoops(const HexagonInstrInfo &HII) : HII(HII) {}

  MachineBasicBlock *loopOf(const MachineInstr &Setup) const override;
  bool isEnd(const MachineInstr &MI) const override;
  void reachOver(MachineInstr &Setup, unsigned Instrs) const override;
  /// Gives a setup the form that reaches the loop's beginning from anywhere.
  static void extend(MachineInstr &Setup);

  const TargetRegisterClass &countClass() const override;
  const TargetRegisterClass &flagClass() const override;
  void insertGuard(MachineInstr &Setup, const Guard &G, bool Near,
                   function_ref<void(MachineInstr &)> Made) const override;
  bool compares(const MachineInstr &MI, const Guard &G) const override;
  bool lowers(const MachineInstr &MI, const Guard &G) const override;
  bool skips(const MachineInstr &MI, const Guard &G) const override;

private:
  const HexagonInstrInfo &HII;
};

} // namespace llvm

#endif
