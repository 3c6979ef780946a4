//===- SDA/RegionReport.cpp - What became of a region ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/RegionReport.h"
#include "llvm/CodeGen/SDA/RegionPicture.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/SDA/SDAOptions.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Format.h"
#include <map>

namespace llvm::sda {

using NV = DiagnosticInfoOptimizationBase::Argument;

/// What the stock packets would take between the same neighbours.
static void addStock(DiagnosticInfoOptimizationBase &Rem, const PackedRegion &P) {
  const Cost &Stock = P.Base.Cost;
  if (P.Base.Trace) {
    Rem << "stock " << NV("StockPackets", Stock.Packets) << " packets + "
        << NV("StockStalls", Stock.Stalls) << " stalls";
    if (Stock.Behind)
      Rem << " + " << NV("StockBehind", Stock.Behind) << " behind it";
    Rem << " = " << NV("StockCycles", Stock.cycles());
  } else {
    Rem << "stock none";
  }
  if (P.Base.Added)
    Rem << (P.Base.Trace ? " without " : ", ") << NV("Added", P.Base.Added) << " added";
}

/// What has become of the program.
static void addProgram(DiagnosticInfoOptimizationBase &Rem, const PackedRegion &P) {
  if (P.Base.Rewritten)
    Rem << ", rewritten";
  if (P.Rotated)
    Rem << ", " << NV("Rotated", P.Rotated) << " of the next iteration"
        << (P.Peeled ? ", peeled" : "");
}

static void addSize(DiagnosticInfoOptimizationBase &Rem, const Region &R) {
  Rem << NV("Instructions", unsigned(R.Instrs.size())) << " instructions"
      << (R.isLoopBody() ? " (loop)" : "");
}

/// Adds the region's name, by which a picture of -sda-dump-idg is found.
static void addName(DiagnosticInfoOptimizationBase &Rem, const Region &R) {
  Rem << "; region " << NV("Name", regionName(R));
}

/// How many soft dependences of each class lie inside the packets.
static void addSoftClasses(DiagnosticInfoOptimizationBase &Rem, const PackedRegion &P,
                           const SDATarget &T) {
  const Candidate &Best = P.best();
  const IDG &G = *P.Graphs[Best.Program];
  std::vector<unsigned> PacketOf(G.size());
  for (unsigned K = 0; K != Best.Packed.Packets.size(); ++K)
    for (unsigned N : Best.Packed.Packets[K])
      PacketOf[N] = K;
  std::map<uint8_t, unsigned> Used;
  for (const Edge &E : G.edges())
    if (PacketOf[E.Src] == PacketOf[E.Dst])
      ++Used[T.softClassInPacket(E.Class, Best.Packed.States[E.Src].Desc->getOpcode())];
  Used.erase(0);
  for (auto [Class, Count] : Used)
    Rem << ", " << T.softClassName(Class) << " " << NV("Class", Count);
}

static void remarkRegion(const PackedRegion &P, const SDATarget &T,
                         MachineOptimizationRemarkEmitter &ORE) {
  const Region &R = P.R;
  const Candidate &Best = P.best();
  ORE.emit([&] {
    MachineOptimizationRemarkAnalysis Rem("sda-pack", "Region", R.Instrs.front()->getDebugLoc(),
                                          R.MBB);
    addSize(Rem, R);
    Rem << ": " << NV("Packets", Best.Cost.Packets) << " packets + "
        << NV("Stalls", Best.Cost.Stalls) << " stalls";
    // What the packets behind the region wait is the region's doing, though theirs to count.
    if (Best.Cost.Behind)
      Rem << " + " << NV("Behind", Best.Cost.Behind) << " behind it";
    Rem << " = " << NV("Cycles", Best.Cost.cycles()) << " cycles, ";
    addStock(Rem, P);
    Rem << ", slots allow " << NV("Bound", P.Bound) << "; " << NV("Candidate", Best.Name)
        << (Best.Packed.Renamed ? " (renamed)" : "");
    if (P.provenOptimal())
      Rem << "; proven optimal";
    else
      Rem << "; optimum not below " << NV("LowerBound", P.LowerBound) << " cycles";
    addProgram(Rem, P);
    addSoftClasses(Rem, P, T);
    addName(Rem, R);
    return Rem;
  });
}

static void remarkGain(const PackedRegion &P, MachineOptimizationRemarkEmitter &ORE) {
  const Region &R = P.R;
  ORE.emit([&] {
    MachineOptimizationRemark Rem("sda-pack", "Gain", R.Instrs.front()->getDebugLoc(), R.MBB);
    addSize(Rem, R);
    Rem << " in " << NV("Cycles", P.best().Cost.cycles()) << " cycles, ";
    addStock(Rem, P);
    addProgram(Rem, P);
    addName(Rem, R);
    return Rem;
  });
}

/// Name: of the remark. Say adds to it.
static void remarkMissed(const PackedRegion &P, const char *Name,
                         MachineOptimizationRemarkEmitter &ORE,
                         function_ref<void(DiagnosticInfoOptimizationBase &)> Say) {
  const Region &R = P.R;
  ORE.emit([&] {
    MachineOptimizationRemarkMissed Rem("sda-pack", Name, R.Instrs.front()->getDebugLoc(), R.MBB);
    addSize(Rem, R);
    Say(Rem);
    addName(Rem, R);
    return Rem;
  });
}

static void remarkOutcome(const PackedRegion &P, MachineOptimizationRemarkEmitter &ORE) {
  using Remark = DiagnosticInfoOptimizationBase;
  const Cost &Cost = P.best().Cost;
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
      Rem << ": no packing was found, "
          << (P.Repacked ? "each has a packet of its own" : "the stock packets stay");
    });
  else if (P.SearchLimit && !P.provenOptimal())
    remarkMissed(P, "NotProven", ORE, [&](Remark &Rem) {
      Rem << " in " << NV("Cycles", Cost.cycles()) << " cycles, optimum not below "
          << NV("LowerBound", P.LowerBound) << ": " << NV("Why", P.SearchLimit);
    });
  if (P.PeelLimit)
    remarkMissed(P, "NotPeeled", ORE,
                 [&](Remark &Rem) { Rem << ", not peeled: " << NV("Why", P.PeelLimit); });
  if (P.R.Cut)
    remarkMissed(P, "Cut", ORE, [&](Remark &Rem) {
      Rem << ": the block is cut here, packets do not reach across";
    });
}

void remarkSkipped(const MachineFunction &MF, const char *Why,
                   MachineOptimizationRemarkEmitter &ORE) {
  ORE.emit([&] {
    return MachineOptimizationRemarkMissed("sda-pack", "LeftToStock",
                                           MF.getFunction().getSubprogram(), &MF.front())
           << "function left to the stock packetizer: " << NV("Why", Why);
  });
}

void reportRegion(const PackedRegion &P, const SDATarget &T,
                  MachineOptimizationRemarkEmitter &ORE) {
  remarkRegion(P, T, ORE);
  remarkOutcome(P, ORE);
}

void drawRegion(const PackedRegion &P, const SDATarget &T) {
  const Candidate &Best = P.best();
  std::string How;
  raw_string_ostream OS(How);
  OS << Best.Name;
  if (!Best.Choices.empty())
    OS << ", w = " << format("%.2f", Best.W);
  OS << (Best.Packed.Renamed ? ", renamed: " : ": ") << Best.Cost.Packets << " packets + "
     << Best.Cost.Stalls << " stalls";
  writePicture(T, P.R, *P.Graphs[Best.Program], Best.Packed.Packets, Best.Choices, How);
}

} // namespace llvm::sda
