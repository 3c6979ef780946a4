//===- SDA/SlotMatcher.cpp - Who finds a slot -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/SlotMatcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <array>

namespace llvm::sda {

namespace {

constexpr unsigned MaxSlots = 32;

/// A matching that grows by one wish at a time: whoever stands in its way moves on, if he can.
class Matching {
public:
  explicit Matching(ArrayRef<SlotSet> Wanted) : Wanted(Wanted) { Owner.fill(-1); }

  bool add(unsigned I) {
    Tried = 0;
    return place(I);
  }

  int owner(unsigned Slot) const { return Owner[Slot]; }

private:
  bool place(unsigned I) {
    for (SlotSet Left; (Left = Wanted[I] & ~Tried);) {
      unsigned Slot = llvm::countr_zero(Left);
      Tried |= SlotSet(1) << Slot;
      if (Owner[Slot] < 0 || place(Owner[Slot])) {
        Owner[Slot] = I;
        return true;
      }
    }
    return false;
  }

  ArrayRef<SlotSet> Wanted;
  std::array<int, MaxSlots> Owner;
  SlotSet Tried = 0;
};

} // namespace

bool findSlots(ArrayRef<SlotSet> Wanted, SmallVectorImpl<unsigned> *Slots) {
  Matching M(Wanted);
  for (unsigned I = 0; I != Wanted.size(); ++I)
    if (!M.add(I))
      return false;
  if (Slots) {
    Slots->assign(Wanted.size(), 0);
    for (unsigned Slot = 0; Slot != MaxSlots; ++Slot)
      if (M.owner(Slot) >= 0)
        (*Slots)[M.owner(Slot)] = Slot;
  }
  return true;
}

std::vector<ResourceGroup> slotResources(ArrayRef<SlotSet> Wanted, ArrayRef<SlotSet> Also) {
  // Machines have few kinds of instructions; a bound that is left out is only a bound less.
  constexpr size_t MaxUnions = 256;
  std::vector<SlotSet> Unions;
  for (SlotSet Mine : llvm::concat<const SlotSet>(Wanted, Also))
    if (Mine && !llvm::is_contained(Unions, Mine) && Unions.size() < MaxUnions) {
      Unions.push_back(Mine);
      for (size_t I = 0, E = Unions.size() - 1; I != E && Unions.size() < MaxUnions; ++I)
        if (SlotSet Both = Unions[I] | Mine; !llvm::is_contained(Unions, Both))
          Unions.push_back(Both);
    }
  std::vector<ResourceGroup> Groups;
  for (SlotSet Set : Unions) {
    ResourceGroup Group;
    Group.Capacity = llvm::popcount(Set);
    for (ArrayRef<SlotSet> Sets : {Wanted, Also})
      for (unsigned N = 0; N != Sets.size(); ++N)
        if (Sets[N] && !(Sets[N] & ~Set))
          Group.Nodes.push_back(N);
    Groups.push_back(std::move(Group));
  }
  return Groups;
}

} // namespace llvm::sda
