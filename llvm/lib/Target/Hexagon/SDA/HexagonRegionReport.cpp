//===- HexagonRegionReport.cpp - What became of a region ------------------===//

#include "HexagonRegionReport.h"
#include "HexagonSDAPicture.h"
#include "HexagonSoftDeps.h"
#include "MCTargetDesc/HexagonVectorLoads.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/Support/Format.h"

using namespace llvm;

void llvm::remarkRegion(const HexagonPackedRegion &P, MachineOptimizationRemarkEmitter &ORE) {
  using NV = DiagnosticInfoOptimizationBase::Argument;
  const HexagonRegion &R = P.R;
  const HexagonCandidate &Best = P.best();
  ORE.emit([&] {
    MachineOptimizationRemarkAnalysis Rem("sda-pack", "Region", R.Instrs.front()->getDebugLoc(),
                                          R.MBB);
    Rem << NV("Instructions", unsigned(R.Instrs.size())) << " instructions"
        << (R.isLoopBody() ? " (loop)" : "") << ": " << NV("Packets", Best.Cost.Packets)
        << " packets + " << NV("Stalls", Best.Cost.Stalls) << " stalls";
    // What the packets behind the region wait is the region's doing, though theirs to count.
    if (Best.Cost.Behind)
      Rem << " + " << NV("Behind", Best.Cost.Behind) << " behind";
    Rem << " = " << NV("Cycles", Best.Cost.cycles()) << " cycles, stock "
        << NV("StockPackets", P.Stock.Cost.Packets) << " + "
        << NV("StockStalls", P.Stock.Cost.Stalls);
    if (P.Stock.Cost.Behind)
      Rem << " + " << NV("StockBehind", P.Stock.Cost.Behind);
    Rem << " = " << NV("StockCycles", P.Stock.Cost.cycles()) << ", slots allow "
        << NV("Bound", P.Bound) << "; " << NV("Candidate", Best.Name)
        << (Best.Packed.Renamed ? " (renamed)" : "");
    if (P.provenOptimal())
      Rem << "; proven optimal";
    else
      Rem << "; optimum not below " << NV("LowerBound", P.LowerBound) << " cycles";
    if (P.Rotated)
      Rem << ", " << NV("Rotated", P.Rotated) << " of the next iteration"
          << (P.Peeled ? ", peeled" : "");
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
