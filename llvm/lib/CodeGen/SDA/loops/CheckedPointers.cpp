//===- SDA/CheckedPointers.cpp - What a loop's checks compare -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two pointers that a check has found apart for a whole run of a loop give its accesses alias
// scopes of a domain of ours, which the packetizer reads off memory operands.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/SDA/CheckedPointers.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/SDA/LoopVersions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"

namespace llvm::sda {

static constexpr StringLiteral DomainName = "sda.whole.loop";

CheckedPointers::CheckedPointers(const RuntimePointerChecking &Checking) : Checking(Checking) {
  for (const RuntimeCheckingPtrGroup &G : Checking.CheckingGroups)
    for (unsigned Member : G.Members) {
      auto [It, New] = GroupOf.insert({Checking.getPointerInfo(Member).PointerValue, &G});
      if (!New && It->second != &G)
        It->second = nullptr;
    }
  for (auto [A, B] : checks()) {
    ApartFrom[A].push_back(B);
    ApartFrom[B].push_back(A);
  }
}

CheckedPointers::Group CheckedPointers::of(const Instruction &I) const {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  Group G = Pointer ? GroupOf.lookup(Pointer) : nullptr;
  return ApartFrom.count(G) ? G : nullptr;
}

bool CheckedPointers::areApartAnyway(RuntimePointerCheck Check) const {
  return llvm::all_of(Check.first->Members, [&](unsigned A) {
    return llvm::all_of(Check.second->Members, [&](unsigned B) {
      return leadApart(Checking.getPointerInfo(A).PointerValue,
                       Checking.getPointerInfo(B).PointerValue);
    });
  });
}

unsigned CheckedPointers::countKeptBack(const Loop &L) const {
  SmallPtrSet<Group, 4> Stored;
  unsigned KeptBack = 0;
  for (const Instruction &I : *L.getHeader())
    if (Group G = of(I)) {
      if (isa<StoreInst>(I))
        Stored.insert(G);
      else
        KeptBack += llvm::any_of(apartFrom(G), [&](auto Other) { return Stored.count(Other); });
    }
  return KeptBack;
}

void CheckedPointers::annotate(Loop &L) const {
  LLVMContext &Context = L.getHeader()->getContext();
  MDBuilder Builder(Context);
  MDNode *Domain = Builder.createAnonymousAliasScopeDomain(DomainName);
  DenseMap<Group, MDNode *> Scopes;
  auto ScopeOf = [&](Group G) -> Metadata * {
    MDNode *&Scope = Scopes[G];
    if (!Scope)
      Scope = Builder.createAnonymousAliasScope(Domain);
    return Scope;
  };
  auto Add = [&](Instruction &I, unsigned Kind, ArrayRef<Metadata *> Of) {
    I.setMetadata(Kind, MDNode::concatenate(I.getMetadata(Kind), MDNode::get(Context, Of)));
  };
  for (Instruction &I : *L.getHeader())
    if (Group G = of(I)) {
      Add(I, LLVMContext::MD_alias_scope, ScopeOf(G));
      Add(I, LLVMContext::MD_noalias, map_to_vector(apartFrom(G), ScopeOf));
    }
}

/// Whether a list of scopes has one of a domain of ours, and all of those of it in Of.
static bool hasAllOfOurs(const MDNode *Of, const MDNode *List) {
  bool Any = false;
  for (const MDOperand &Op : Of->operands()) {
    const MDNode *Domain = AliasScopeNode(cast<MDNode>(Op)).getDomain();
    const auto *Name = Domain && Domain->getNumOperands() > 1
                           ? dyn_cast<MDString>(Domain->getOperand(1))
                           : nullptr;
    if (!Name || Name->getString() != DomainName)
      continue;
    if (!is_contained(List->operands(), Op))
      return false;
    Any = true;
  }
  return Any;
}

bool areApartByCheck(const MachineMemOperand &A, const MachineMemOperand &B) {
  auto Excludes = [](const AAMDNodes &Here, const AAMDNodes &There) {
    return Here.NoAlias && There.Scope && hasAllOfOurs(There.Scope, Here.NoAlias);
  };
  return Excludes(A.getAAInfo(), B.getAAInfo()) || Excludes(B.getAAInfo(), A.getAAInfo());
}

} // namespace llvm::sda
