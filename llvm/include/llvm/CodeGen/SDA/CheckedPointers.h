//===- SDA/CheckedPointers.h - What a loop's checks compare -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_CHECKEDPOINTERS_H
#define LLVM_CODEGEN_SDA_CHECKEDPOINTERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"

namespace llvm::sda {

/// Groups of pointers, and what the checks say of them.
class CheckedPointers {
public:
  using Group = const RuntimeCheckingPtrGroup *;

  explicit CheckedPointers(const RuntimePointerChecking &Checking);

  ArrayRef<RuntimePointerCheck> checks() const { return Checking.getChecks(); }

  /// The group of an access; none of a pointer with several places that it may come from, or
  /// without checks.
  Group of(const Instruction &I) const;

  /// Whether a check is in vain: the pointers of its groups lead to different objects. (Alias
  /// analysis does not see that through the Phis of an enclosing loop.)
  bool areApartAnyway(RuntimePointerCheck Check) const;

  /// Loads of L that stand behind a store that the checks keep apart from them.
  unsigned countKeptBack(const Loop &L) const;

  /// Gives L's accesses the scopes that the checks have earned (areApartByCheck).
  void annotate(Loop &L) const;

private:
  ArrayRef<Group> apartFrom(Group G) const { return ApartFrom.find(G)->second; }

  const RuntimePointerChecking &Checking;
  DenseMap<const Value *, Group> GroupOf;
  DenseMap<Group, SmallVector<Group, 4>> ApartFrom;
};

} // namespace llvm::sda

#endif
