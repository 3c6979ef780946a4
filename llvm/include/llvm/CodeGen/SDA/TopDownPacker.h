//===- SDA/TopDownPacker.h - Algorithm 1 from the other end -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_TOPDOWNPACKER_H
#define LLVM_CODEGEN_SDA_TOPDOWNPACKER_H

#include "llvm/CodeGen/SDA/BottomUpPacker.h"

namespace llvm::sda {

/// The graph as seen from the region's end: the first instruction is the last, edges run the other
/// way. Classes, latencies and penalties stay; carried edges and delays are left out.
IDG reversed(const IDG &G);

/// Packs from the region's beginning to its end: packBottomUp on Reversed, which is reversed(G) of
/// a graph G. Where what limits the packets is at the beginning (loads, one a packet, and what
/// reads them), this finds packings that no weight leads to from the end. Empty if an instruction
/// has a partner.
Packing packTopDown(const IDG &Reversed, PackingPolicy &Policy, const PackerParams &Params,
                    std::vector<Choice> *Choices = nullptr);

} // namespace llvm::sda

#endif
