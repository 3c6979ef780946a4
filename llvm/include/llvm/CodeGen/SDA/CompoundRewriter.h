//===- SDA/CompoundRewriter.h - Programs that cost less ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_COMPOUNDREWRITER_H
#define LLVM_CODEGEN_SDA_COMPOUNDREWRITER_H

#include "llvm/CodeGen/SDA/RegionPacker.h"

namespace llvm::sda {

/// Gives packed regions with compounds (SDATarget::compound) other programs that compute the same,
/// where these can be packed in fewer cycles. Before is given the states of new instructions.
void rewriteCompounds(PackedRegions &Regions, RegionPacker &Packer, InstrStates &Before);

} // namespace llvm::sda

#endif
