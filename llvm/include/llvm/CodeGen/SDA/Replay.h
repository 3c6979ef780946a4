//===- SDA/Replay.h - Translation validation of a region --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares programs by executing them on terms (SymbolicMachine): registers that are live behind
// the region, memory, and what control flow sees must be the same. Knows nothing of the graph that
// the packer used. Each returns what differs, or an empty string; without a machine of the
// target's, nothing does.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CODEGEN_SDA_REPLAY_H
#define LLVM_CODEGEN_SDA_REPLAY_H

#include "llvm/ADT/BitVector.h"
#include "llvm/CodeGen/SDA/SDATarget.h"

namespace llvm::sda {

/// Replays an assembled region once in program order with the original instructions and once packet
/// by packet as the bundles in the function say. The target must take every packet
/// (SDATarget::isPacket).
std::string verifyRegion(const SDATarget &T, const Region &R, const BitVector &LiveOut);

/// As verifyRegion(), but compares with the region's instructions as they stand now, one by one in
/// Order.
std::string verifyOrder(const SDATarget &T, const Region &R, ArrayRef<unsigned> Order,
                        const BitVector &LiveOut);

/// Replays the region in program order, and the nodes Again once more behind it, as they stand now:
/// nothing that is live at the loop's exits may change.
std::string verifyRepeat(const SDATarget &T, const Region &R, ArrayRef<unsigned> Again,
                         const BitVector &LiveAtExit);

/// Executes the programs of Before and After, two regions that share the instructions that are in
/// both, one after the other instruction, and compares as verifyRegion does. After may have
/// other instructions that only compute.
std::string verifyRewrite(const SDATarget &T, const Region &Before, const Region &After,
                          const BitVector &LiveOut);

} // namespace llvm::sda

#endif
