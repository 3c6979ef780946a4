//===- HexagonRegionReport.cpp - What became of a region ------------------===//

#include "HexagonRegionReport.h"
#include "HexagonSDAPicture.h"
#include "HexagonSoftDeps.h"
#include "MCTargetDesc/HexagonVectorLoads.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using NV = DiagnosticInfoOptimizationBase::Argument;

/// What the stock packets would take between the same neighbours.
static void addStock(DiagnosticInfoOptimizationBase &Rem, const HexagonPackedRegion &P) {
  const sda::Cost &Stock = P.Base.Cost;
  if (P.Base.Trace) {
    Rem << "stock " << NV("StockPackets", Stock.Packets) << " + " << NV("StockStalls", Stock.Stalls);
    if (Stock.Behind)
      Rem << " + " << NV("StockBehind", Stock.Behind);
    Rem << " = " << NV("StockCycles", Stock.cycles());
  } else {
    Rem << "stock none";
  }
  if (P.Base.Added)
    Rem << (P.Base.Trace ? " without " : ", ") << NV("Added", P.Base.Added) << " added";
}

/// What has become of the program.
static void addProgram(DiagnosticInfoOptimizationBase &Rem, const HexagonPackedRegion &P) {
  if (P.Base.Rewritten)
    Rem << ", rewritten";
  if (P.Rotated)
    Rem << ", " << NV("Rotated", P.Rotated) << " of the next iteration" << (P.Peeled ? ", peeled" : "");
}

static void addSize(DiagnosticInfoOptimizationBase &Rem, const HexagonRegion &R) {
  Rem << NV("Instructions", unsigned(R.Instrs.size())) << " instructions" << (R.isLoopBody() ? " (loop)" : "");
}

void llvm::remarkRegion(const HexagonPackedRegion &P, MachineOptimizationRemarkEmitter &ORE) {
  const HexagonRegion &R = P.R;
  const HexagonCandidate &Best = P.best();
  ORE.emit([&] {
    MachineOptimizationRemarkAnalysis Rem("sda-pack", "Region", R.Instrs.front()->getDebugLoc(),
                                          R.MBB);
    addSize(Rem, R);
    Rem << ": " << NV("Packets", Best.Cost.Packets) << " packets + " << NV("Stalls", Best.Cost.Stalls) << " stalls";
    // What the packets behind the region wait is the region's doing, though theirs to count.
    if (Best.Cost.Behind)
      Rem << " + " << NV("Behind", Best.Cost.Behind) << " behind";
    Rem << " = " << NV("Cycles", Best.Cost.cycles()) << " cycles, ";
    addStock(Rem, P);
    Rem << ", slots allow " << NV("Bound", P.Bound) << "; " << NV("Candidate", Best.Name)
        << (Best.Packed.Renamed ? " (renamed)" : "");
    if (P.provenOptimal())
      Rem << "; proven optimal";
    else
      Rem << "; optimum not below " << NV("LowerBound", P.LowerBound) << " cycles";
    addProgram(Rem, P);
    const sda::IDG &G = *P.Graphs[Best.Program];
    std::vector<unsigned> Used(static_cast<unsigned>(SoftDep::Count));
    std::vector<unsigned> PacketOf(G.size());
    for (unsigned K = 0; K != Best.Packed.Packets.size(); ++K)
      for (unsigned N : Best.Packed.Packets[K])
        PacketOf[N] = K;
    for (const sda::Edge &E : G.edges()) {
      // Whether a load's datum came as .cur or as .tmp is the packet's choice.
      bool Datum = SoftDep(E.Class) == SoftDep::VectorCurrent;
      bool Temporary = Datum && isTemporaryLoad(Best.Packed.States[E.Src].Desc->getOpcode());
      if (PacketOf[E.Src] == PacketOf[E.Dst])
        ++Used[Temporary ? unsigned(SoftDep::VectorTemporary) : E.Class];
    }
    for (unsigned C = 1; C != Used.size(); ++C)
      if (Used[C])
        Rem << ", " << softDepName(SoftDep(C)) << " " << NV("Class", Used[C]);
    return Rem;
  });
}

static void remarkGain(const HexagonPackedRegion &P, MachineOptimizationRemarkEmitter &ORE) {
  const HexagonRegion &R = P.R;
  ORE.emit([&] {
    MachineOptimizationRemark Rem("sda-pack", "Gain", R.Instrs.front()->getDebugLoc(), R.MBB);
    addSize(Rem, R);
    Rem << " in " << NV("Cycles", P.best().Cost.cycles()) << " cycles, ";
    addStock(Rem, P);
    addProgram(Rem, P);
    return Rem;
  });
}

/// Name: of the remark. Say adds to it.
static void remarkMissed(const HexagonPackedRegion &P, const char *Name, MachineOptimizationRemarkEmitter &ORE,
                         function_ref<void(DiagnosticInfoOptimizationBase &)> Say) {
  const HexagonRegion &R = P.R;
  ORE.emit([&] {
    MachineOptimizationRemarkMissed Rem("sda-pack", Name, R.Instrs.front()->getDebugLoc(), R.MBB);
    addSize(Rem, R);
    Say(Rem);
    return Rem;
  });
}

void llvm::remarkOutcome(const HexagonPackedRegion &P, MachineOptimizationRemarkEmitter &ORE) {
  using Remark = DiagnosticInfoOptimizationBase;
  const sda::Cost &Cost = P.best().Cost;
  if (P.Base.isFair() && Cost.cycles() < P.Base.Cost.cycles())
    remarkGain(P, ORE);
  if (P.Base.isFair() && Cost.cycles() > P.Base.Cost.cycles())
    remarkMissed(P, "Dearer", ORE, [&](Remark &Rem) {
      Rem << " in " << NV("Cycles", Cost.cycles()) << " cycles, more than ";
      addStock(Rem, P);
      if (!P.Base.MayStand)
        Rem << ", which is no candidate";
    });
  if (P.FellBack)
    remarkMissed(P, "FellBack", ORE, [&](Remark &Rem) {
      Rem << ": no packing was found, " << (P.Repacked ? "each has a packet of its own" : "the stock packets stay");
    });
  else if (P.SearchLimit && !P.provenOptimal())
    remarkMissed(P, "NotProven", ORE, [&](Remark &Rem) {
      Rem << " in " << NV("Cycles", Cost.cycles()) << " cycles, optimum not below " << NV("LowerBound", P.LowerBound)
          << ": " << NV("Why", P.SearchLimit);
    });
  if (P.PeelLimit)
    remarkMissed(P, "NotPeeled", ORE, [&](Remark &Rem) { Rem << ", not peeled: " << NV("Why", P.PeelLimit); });
  if (P.R.Cut)
    remarkMissed(P, "Cut", ORE, [&](Remark &Rem) { Rem << ": the block is cut here, packets do not reach across"; });
}

void llvm::remarkSkipped(const MachineFunction &MF, const char *Why, MachineOptimizationRemarkEmitter &ORE) {
  ORE.emit([&] {
    return MachineOptimizationRemarkMissed("sda-pack", "LeftToStock", MF.getFunction().getSubprogram(), &MF.front())
           << "function left to the stock packetizer: " << NV("Why", Why);
  });
}

void llvm::drawRegion(const HexagonPackedRegion &P) {
  const HexagonCandidate &Best = P.best();
  std::string How;
  raw_string_ostream OS(How);
  OS << Best.Name;
  if (!Best.Choices.empty())
    OS << ", w = " << format("%.2f", Best.W);
  OS << (Best.Packed.Renamed ? ", renamed: " : ": ") << Best.Cost.Packets << " packets + "
     << Best.Cost.Stalls << " stalls";
  writeHexagonPicture(P.R, *P.Graphs[Best.Program], Best.Packed.Packets, Best.Choices, How);
}
