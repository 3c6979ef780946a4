//===- SDA/LoopVersions.cpp - Loops with and without aliases --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (i = 0; i != n; ++i)             if (out[0..n) touches neither x[0..n) nor y[0..n))
//     out[i] = f(x[i], y[i])      ->       for (...) out[i] = f(x[i], y[i])  // known to be apart
//                                        else
//                                          for (...) out[i] = f(x[i], y[i])  // as it was
//
// A load stays behind a store that may write what it reads, so an unrolled loop's copies run one
// after the other, and the next iteration cannot begin in this one. In the first of the two loops
// the accesses carry alias scopes, of a domain with a name of its own: other scopes may hold for a
// single iteration (an inlined function with `restrict`), these hold for a whole run of the loop.
// No pass behind this one makes a block that is a loop of what encloses the two, so the accesses of
// such a block carry the scopes of that very loop.
//
// Looks at innermost loops of one block, which is what the packetizer overlaps, with wide accesses.
// Where LLVM's analysis of accesses cannot name every address (volatile accesses, calls, gathers)
// there are no checks, and the loop stays as it is. Off: -sda-versions=0.
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/SDA/LoopVersions.h"
#include "llvm/ADT/DenseMap.h"
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
#include "llvm/CodeGen/SDA/CheckedPointers.h"
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
using sda::CheckedPointers;

STATISTIC(NumVersioned, "Number of loops with a second version for pointers that alias");

/// Cycles of a check of two ranges, against one that each load gains in an iteration; and checks of
/// a loop at most.
static constexpr unsigned CheckCost = 4, MaxChecks = 8;
/// Iterations at most that are counted on; instructions of a loop that is copied.
static constexpr unsigned LikelyTrips = 16, MaxInstrs = 400;

namespace {

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
      Wide +=
          F.getDataLayout().getTypeSizeInBits(getLoadStoreType(&I)).getKnownMinValue() >= MinBits;
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

/// The longest chain of operations from a load of L to a store: a load that is kept back waits for
/// it.
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

/// Whether what may be won outweighs the checks: loads that stores keep back, in enough iterations.
/// A mere copy wins nothing.
bool LoopVersions::isWorthwhile(Loop &L, const CheckedPointers &Pointers) {
  ArrayRef<RuntimePointerCheck> Checks = Pointers.checks();
  if (Checks.size() > MaxChecks ||
      llvm::all_of(Checks, [&](auto Check) { return Pointers.areApartAnyway(Check); }))
    return false;
  for (auto [A, B] : Checks)
    if (divides(A->Low) || divides(A->High) || divides(B->Low) || divides(B->High))
      return false;
  const unsigned Won = likelyTrips(L, SE) * Pointers.countKeptBack(L);
  return Checks.size() * CheckCost < Won && longestChain(L) > 0;
}

/// Makes two loops of L, of which L itself is the one behind the passed checks.
void LoopVersions::split(Loop &L, const LoopAccessInfo &LAI, const CheckedPointers &Pointers) {
  LoopVersioning Versioning(LAI, Pointers.checks(), &L, &LI, &DT, &SE);
  Versioning.versionLoop();
  Pointers.annotate(L);
  // The packetizer overlaps iterations itself, no worse, and LLVM 19's pipeliner has faults
  // (llvm/README.md).
  if (sda::isEnabled())
    addStringMetadataToLoop(&L, "llvm.loop.pipeline.disable", 1);
  BasicBlock *Check = Versioning.getNonVersionedLoop()->getLoopPreheader()->getSinglePredecessor();
  Check->getTerminator()->setMetadata(
      LLVMContext::MD_prof, MDBuilder(F.getContext()).createUnlikelyBranchWeights());
}

/// Says of addresses that they do not wrap around, where SCEV cannot tell: those of accesses in one
/// object. All are made in each iteration, so these addresses are in that object, which is smaller
/// than half of all memory.
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

} // namespace llvm::sda
