//===- SDA/SlotMatcher.h - Who finds a slot ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For policies whose packets have slots and whose instructions say in which of them they may stand.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CODEGEN_SDA_SLOTMATCHER_H
#define LLVM_CODEGEN_SDA_SLOTMATCHER_H

#include "llvm/CodeGen/SDA/BottomUpPacker.h"

namespace llvm::sda {

/// Slots as bits.
using SlotSet = uint32_t;

/// Gives each of Wanted a slot of its own out of its set; false if there is no way. Slots, if
/// given, gets them, the lowest ones for the first that want them.
bool findSlots(ArrayRef<SlotSet> Wanted, SmallVectorImpl<unsigned> *Slots = nullptr);

/// The bounds that follow for a region, by node: those that fit only slots of a set share the set's
/// places. For sets that are a union of some nodes' sets; no others bound anything. A node whose
/// set is empty takes no slot; Also, empty or by node as well: a second one's set.
std::vector<ResourceGroup> slotResources(ArrayRef<SlotSet> Wanted, ArrayRef<SlotSet> Also = {});

} // namespace llvm::sda

#endif
