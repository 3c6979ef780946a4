//===- HexagonPacketVerifier.h - Is this a packet? --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks the assembler's checker and shuffler, which are the last word on what is a packet: slots and
// vector pipes, one writer of a register, new values with a producer, stores, branches, solo
// instructions. Every packet that the SDA packetizer makes has passed it.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONPACKETVERIFIER_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONPACKETVERIFIER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

namespace llvm {

class HexagonInstrInfo;
class MachineFunction;
class MachineInstr;

class HexagonPacketVerifier {
public:
  explicit HexagonPacketVerifier(const MachineFunction &MF);

  /// Whether Instrs, each written with the opcode at the same index, are a legal packet.
  bool isLegal(ArrayRef<const MachineInstr *> Instrs, ArrayRef<unsigned> Opcodes, bool NoShuffle);

private:
  bool isExtended(const MachineInstr &MI) const;
  bool check(ArrayRef<const MachineInstr *> Instrs, ArrayRef<unsigned> Opcodes,
             bool NoShuffle) const;

  const MachineFunction &MF;
  const HexagonInstrInfo &HII;
  /// What the checker said, by all that it was told: a loop's packets come again in each trial to
  /// overlap it.
  StringMap<bool> Answers;
};

} // namespace llvm

#endif
