//===- SDA/LoopVersions.h - Loops with and without aliases ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pass on IR, ahead of instruction selection: what a check has found apart in a whole loop is
// said of its accesses, so that scheduler, software pipeliner and packetizer may move one past the
// other.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CODEGEN_SDA_LOOPVERSIONS_H
#define LLVM_CODEGEN_SDA_LOOPVERSIONS_H

namespace llvm {
class FunctionPass;
class MachineMemOperand;
class PassRegistry;
class Value;

void initializeSDALoopVersionsPass(PassRegistry &);

namespace sda {

/// Returns a new pass, which makes versions of loops with an access of at least MinBits bits.
FunctionPass *createLoopVersions(unsigned MinBits);

/// Whether two pointers lead to different objects, in whatever iterations.
bool leadApart(const Value *A, const Value *B);

/// Whether a loop's check has found two of its accesses apart, in whatever iterations.
bool areApartByCheck(const MachineMemOperand &A, const MachineMemOperand &B);

} // namespace sda
} // namespace llvm

#endif
