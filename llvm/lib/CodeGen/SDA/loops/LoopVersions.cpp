//===- SDA/LoopVersions.cpp - Loops with and without aliases --------------===//
//
//   for (i = 0; i != n; ++i)             if (out[0..n) touches neither x[0..n) nor y[0..n))
//     out[i] = f(x[i], y[i])      ->       for (...) out[i] = f(x[i], y[i])  // known to be apart
//                                        else
//                                          for (...) out[i] = f(x[i], y[i])  // as it was
//
// A load stays behind a store that may write what it reads, so an unrolled loop's copies run one after the other,
// and the next iteration cannot begin in this one. In the first of the two loops the accesses carry alias scopes,
// of a domain with a name of its own: other scopes may hold for a single iteration (an inlined function with
// `restrict`), these hold for a whole run of the loop. No pass behind this one makes a block that is a loop of what
// encloses the two, so the accesses of such a block carry the scopes of that very loop.
//
// Looks at innermost loops of one block, which is what the packetizer overlaps, with wide accesses. Where LLVM's
// analysis of accesses cannot name every address (volatile accesses, calls, gathers) there are no checks, and the
// loop stays as it is. Off: -sda-versions=0.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/SDA/LoopVersions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/InitializePasses.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/LoopVersioning.h"

#define DEBUG_TYPE "sda-pack"

using namespace llvm;

STATISTIC(NumVersioned, "Number of loops with a second version for pointers that alias");

/// Cycles of a check of two ranges, against one that each load gains in an iteration; and checks of a loop at most.
static constexpr unsigned CheckCost = 4, MaxChecks = 8;
/// Iterations at most that are counted on; instructions of a loop that is copied.
static constexpr unsigned LikelyTrips = 16, MaxInstrs = 400;

static constexpr StringLiteral DomainName = "sda.whole.loop";

namespace {

/// Groups of pointers, and what the checks say of them.
class CheckedPointers {
public:
  using Group = const RuntimeCheckingPtrGroup *;

  explicit CheckedPointers(const RuntimePointerChecking &Checking) : Checking(Checking) {
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

  ArrayRef<RuntimePointerCheck> checks() const { return Checking.getChecks(); }

  /// The group of an access; none of a pointer with several places that it may come from, or without checks.
  Group of(const Instruction &I) const {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    Group G = Pointer ? GroupOf.lookup(Pointer) : nullptr;
    return ApartFrom.count(G) ? G : nullptr;
  }

  /// Whether a check is in vain: the pointers of its groups lead to different objects. (Alias analysis does not see
  /// that through the Phis of an enclosing loop.)
  bool areApartAnyway(RuntimePointerCheck Check) const {
    return llvm::all_of(Check.first->Members, [&](unsigned A) {
      return llvm::all_of(Check.second->Members, [&](unsigned B) {
        return sda::leadApart(Checking.getPointerInfo(A).PointerValue, Checking.getPointerInfo(B).PointerValue);
      });
    });
  }

  ArrayRef<Group> apartFrom(Group G) const { return ApartFrom.find(G)->second; }

private:
  const RuntimePointerChecking &Checking;
  DenseMap<const Value *, Group> GroupOf;
  DenseMap<Group, SmallVector<Group, 4>> ApartFrom;
};

class LoopVersions {
public:
  LoopVersions(Function &F, Pass &P, unsigned MinBits)
      : F(F), MinBits(MinBits), LI(P.getAnalysis<LoopInfoWrapperPass>().getLoopInfo()),
        DT(P.getAnalysis<DominatorTreeWrapperPass>().getDomTree()),
        SE(P.getAnalysis<ScalarEvolutionWrapperPass>().getSE()),
        AA(P.getAnalysis<AAResultsWrapperPass>().getAAResults()),
        AC(P.getAnalysis<AssumptionCacheTracker>().getAssumptionCache(F)),
        TLI(P.getAnalysis<TargetLibraryInfoWrapperPass>().getTLI(F)),
        TTI(P.getAnalysis<TargetTransformInfoWrapperPass>().getTTI(F)), ORE(&F) {}

  bool run();

private:
  bool isCandidate(const Loop &L) const;
  bool isWorthwhile(Loop &L, const CheckedPointers &Pointers);
  void learnAddresses(Loop &L);
  bool version(Loop &L);
  void split(Loop &L, const LoopAccessInfo &LAI, const CheckedPointers &Pointers);

  Function &F;
  unsigned MinBits;
  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  AAResults &AA;
  AssumptionCache &AC;
  TargetLibraryInfo &TLI;
  TargetTransformInfo &TTI;
  OptimizationRemarkEmitter ORE;
};

} // namespace

/// What can be told before addresses are analyzed: loads and stores, and wide ones among them.
bool LoopVersions::isCandidate(const Loop &L) const {
  if (!L.isInnermost() || L.getNumBlocks() != 1 || !L.getLoopPredecessor() ||
      !L.getUniqueExitBlock() || L.getHeader()->sizeWithoutDebug() > MaxInstrs)
    return false;
  unsigned Wide = 0, Loads = 0, Stores = 0;
  for (Instruction &I : *L.getHeader()) {
    Loads += isa<LoadInst>(I);
    Stores += isa<StoreInst>(I);
    if (isa<LoadInst, StoreInst>(I))
      Wide += F.getDataLayout().getTypeSizeInBits(getLoadStoreType(&I)).getKnownMinValue() >= MinBits;
  }
  return Wide && Loads && Stores;
}

/// Whether S divides by what is no power of two: that may be a call.
static bool divides(const SCEV *S) {
  return SCEVExprContains(S, [](const SCEV *Part) {
    const auto *Div = dyn_cast<SCEVUDivExpr>(Part);
    const auto *By = Div ? dyn_cast<SCEVConstant>(Div->getRHS()) : nullptr;
    return Div && !(By && By->getAPInt().isPowerOf2());
  });
}

/// Loads of L that stand behind a store that the checks keep apart from them.
static unsigned countKeptBack(const Loop &L, const CheckedPointers &Pointers) {
  SmallPtrSet<CheckedPointers::Group, 4> Stored;
  unsigned KeptBack = 0;
  for (const Instruction &I : *L.getHeader())
    if (CheckedPointers::Group G = Pointers.of(I)) {
      if (isa<StoreInst>(I))
        Stored.insert(G);
      else
        KeptBack += llvm::any_of(Pointers.apartFrom(G), [&](auto Other) { return Stored.count(Other); });
    }
  return KeptBack;
}

/// The longest chain of operations from a load of L to a store: a load that is kept back waits for it.
static unsigned longestChain(const Loop &L) {
  DenseMap<const Value *, unsigned> Steps; // from a load to what is made of it
  unsigned Longest = 0;
  for (const Instruction &I : *L.getHeader()) {
    if (isa<LoadInst>(I)) {
      Steps[&I] = 0;
    } else if (const auto *Store = dyn_cast<StoreInst>(&I)) {
      Longest = std::max(Longest, Steps.lookup(Store->getValueOperand()));
    } else if (!isa<PHINode>(I)) {
      for (const Value *Operand : I.operand_values())
        if (auto From = Steps.find(Operand); From != Steps.end()) {
          const unsigned Here = From->second + 1;
          Steps[&I] = std::max(Steps.lookup(&I), Here);
        }
    }
  }
  return Longest;
}

/// Iterations to count on. A loop in a loop is checked each time it is entered, and may have few.
static unsigned likelyTrips(const Loop &L, ScalarEvolution &SE) {
  unsigned Trips = SE.getSmallConstantTripCount(&L);
  if (!Trips && L.isOutermost())
    Trips = SE.getSmallConstantMaxTripCount(&L);
  return Trips ? std::min(Trips, LikelyTrips) : L.isOutermost() ? LikelyTrips : 0;
}

/// Whether what may be won outweighs the checks: loads that stores keep back, in enough iterations. A mere copy
/// wins nothing.
bool LoopVersions::isWorthwhile(Loop &L, const CheckedPointers &Pointers) {
  ArrayRef<RuntimePointerCheck> Checks = Pointers.checks();
  if (Checks.size() > MaxChecks || llvm::all_of(Checks, [&](auto Check) { return Pointers.areApartAnyway(Check); }))
    return false;
  for (auto [A, B] : Checks)
    if (divides(A->Low) || divides(A->High) || divides(B->Low) || divides(B->High))
      return false;
  const unsigned Won = likelyTrips(L, SE) * countKeptBack(L, Pointers);
  return Checks.size() * CheckCost < Won && longestChain(L) > 0;
}

/// Gives L's accesses the scopes that the checks have earned.
static void annotate(Loop &L, const CheckedPointers &Pointers) {
  LLVMContext &Context = L.getHeader()->getContext();
  MDBuilder Builder(Context);
  MDNode *Domain = Builder.createAnonymousAliasScopeDomain(DomainName);
  DenseMap<CheckedPointers::Group, MDNode *> Scopes;
  auto ScopeOf = [&](CheckedPointers::Group G) -> Metadata * {
    MDNode *&Scope = Scopes[G];
    if (!Scope)
      Scope = Builder.createAnonymousAliasScope(Domain);
    return Scope;
  };
  auto Add = [&](Instruction &I, unsigned Kind, ArrayRef<Metadata *> Of) {
    I.setMetadata(Kind, MDNode::concatenate(I.getMetadata(Kind), MDNode::get(Context, Of)));
  };
  for (Instruction &I : *L.getHeader())
    if (CheckedPointers::Group G = Pointers.of(I)) {
      Add(I, LLVMContext::MD_alias_scope, ScopeOf(G));
      Add(I, LLVMContext::MD_noalias, map_to_vector(Pointers.apartFrom(G), ScopeOf));
    }
}

/// Makes two loops of L, of which L itself is the one behind the passed checks.
void LoopVersions::split(Loop &L, const LoopAccessInfo &LAI, const CheckedPointers &Pointers) {
  LoopVersioning Versioning(LAI, Pointers.checks(), &L, &LI, &DT, &SE);
  Versioning.versionLoop();
  annotate(L, Pointers);
  // The packetizer overlaps iterations itself, no worse, and LLVM 19's pipeliner has faults (llvm/README.md).
  if (sda::isEnabled())
    addStringMetadataToLoop(&L, "llvm.loop.pipeline.disable", 1);
  BasicBlock *Check = Versioning.getNonVersionedLoop()->getLoopPreheader()->getSinglePredecessor();
  Check->getTerminator()->setMetadata(
      LLVMContext::MD_prof, MDBuilder(F.getContext()).createUnlikelyBranchWeights());
}

/// Says of addresses that they do not wrap around, where SCEV cannot tell: those of accesses in one object. All are
/// made in each iteration, so these addresses are in that object, which is smaller than half of all memory.
void LoopVersions::learnAddresses(Loop &L) {
  for (Instruction &I : *L.getHeader()) {
    auto *GEP = dyn_cast_or_null<GEPOperator>(getLoadStorePointerOperand(&I));
    if (!GEP || !GEP->isInBounds() || !L.isLoopInvariant(GEP->getPointerOperand()))
      continue;
    const auto *Address = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(GEP));
    if (Address && Address->getLoop() == &L)
      SE.setNoWrapFlags(const_cast<SCEVAddRecExpr *>(Address), SCEV::FlagNW);
  }
}

bool LoopVersions::version(Loop &L) {
  learnAddresses(L);
  LoopAccessInfo LAI(&L, &SE, &TTI, &TLI, &AA, &DT, &LI);
  const CheckedPointers Pointers(*LAI.getRuntimePointerChecking());
  if (!LAI.getPSE().getPredicate().isAlwaysTrue() || !isWorthwhile(L, Pointers))
    return false;
  simplifyLoop(&L, &DT, &LI, &SE, &AC, nullptr, /*PreserveLCSSA=*/false);
  formLCSSA(L, DT, &LI, &SE);
  ORE.emit([&] {
    return OptimizationRemark("sda-pack", "Versioned", L.getStartLoc(), L.getHeader())
           << "loop in two versions, one for pointers that do not touch (checks: "
           << ore::NV("Checks", unsigned(Pointers.checks().size())) << ")";
  });
  split(L, LAI, Pointers);
  ++NumVersioned;
  return true;
}

bool LoopVersions::run() {
  SmallVector<Loop *, 8> Candidates;
  for (Loop *L : LI.getLoopsInPreorder())
    if (isCandidate(*L))
      Candidates.push_back(L);
  bool Changed = false;
  for (Loop *L : Candidates)
    Changed |= version(*L);
  return Changed;
}

namespace {

class SDALoopVersions : public FunctionPass {
public:
  static char ID;

  explicit SDALoopVersions(unsigned MinBits = 512) : FunctionPass(ID), MinBits(MinBits) {
    initializeSDALoopVersionsPass(*PassRegistry::getPassRegistry());
  }

  bool runOnFunction(Function &F) override {
    return !skipFunction(F) && !F.hasOptSize() && LoopVersions(F, *this, MinBits).run();
  }

  StringRef getPassName() const override { return "SDA loop versions"; }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<TypeBasedAAWrapperPass>();
    AU.addRequired<ScopedNoAliasAAWrapperPass>();
    AU.addRequired<AAResultsWrapperPass>();
    AU.addRequired<AssumptionCacheTracker>();
    AU.addRequired<DominatorTreeWrapperPass>();
    AU.addRequired<LoopInfoWrapperPass>();
    AU.addRequired<ScalarEvolutionWrapperPass>();
    AU.addRequired<TargetLibraryInfoWrapperPass>();
    AU.addRequired<TargetTransformInfoWrapperPass>();
  }

private:
  unsigned MinBits;
};

} // namespace

char SDALoopVersions::ID = 0;

INITIALIZE_PASS_BEGIN(SDALoopVersions, "sda-loop-versions", "SDA loop versions", false, false)
INITIALIZE_PASS_DEPENDENCY(AAResultsWrapperPass)
INITIALIZE_PASS_DEPENDENCY(AssumptionCacheTracker)
INITIALIZE_PASS_DEPENDENCY(DominatorTreeWrapperPass)
INITIALIZE_PASS_DEPENDENCY(LoopInfoWrapperPass)
INITIALIZE_PASS_DEPENDENCY(ScalarEvolutionWrapperPass)
INITIALIZE_PASS_DEPENDENCY(TargetLibraryInfoWrapperPass)
INITIALIZE_PASS_DEPENDENCY(TargetTransformInfoWrapperPass)
INITIALIZE_PASS_END(SDALoopVersions, "sda-loop-versions", "SDA loop versions", false, false)

namespace llvm::sda {

FunctionPass *createLoopVersions(unsigned MinBits) { return new SDALoopVersions(MinBits); }

/// Whether a list of scopes has one of a domain of ours, and all of those of it in Of.
static bool hasAllOfOurs(const MDNode *Of, const MDNode *List) {
  bool Any = false;
  for (const MDOperand &Op : Of->operands()) {
    const MDNode *Domain = AliasScopeNode(cast<MDNode>(Op)).getDomain();
    const auto *Name = Domain && Domain->getNumOperands() > 1 ? dyn_cast<MDString>(Domain->getOperand(1)) : nullptr;
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
