//===- HexagonRegionDelays.cpp - Waits across a region's ends -------------===//

#include "HexagonRegionDelays.h"
#include "HexagonSubtarget.h"
#include "MCTargetDesc/HexagonVectorLoads.h"

using namespace llvm;
using HexagonTiming::Access;
using HexagonTiming::PacketAccesses;

static constexpr unsigned BeforeRegion = ~0u;

static bool hasVector(const sda::Region &R) {
  const auto &HII = *R.MBB->getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo();
  return llvm::any_of(R.Instrs, [&](const MachineInstr *MI) { return HII.isHVXVec(*MI); });
}

HexagonRegionDelays::HexagonRegionDelays(const sda::Region &R,
                                         const HexagonTiming::TimingModel &TM, sda::IDG &G)
    : R(R), TM(TM), G(G),
      HRI(*R.MBB->getParent()->getSubtarget<HexagonSubtarget>().getRegisterInfo()),
      Vector(hasVector(R)) {}

int64_t HexagonRegionDelays::latency(const Writer &W, const Access &Use, bool UseVector) const {
  return TM.latency(W.Def.Opcode, W.Def.OpIdx, Use.Opcode, Use.OpIdx,
                    TM.pace(W.Vector || UseVector));
}

template <typename Function>
void HexagonRegionDelays::forWriters(const Access &Use, Function Visit) {
  if (Use.IsDef)
    return;
  for (MCRegUnit U : HRI.regunits(Use.Reg))
    if (auto W = Writers.find(U); W != Writers.end())
      Visit(W->second);
}

void HexagonRegionDelays::before(const PacketAccesses &A, uint64_t Issued) {
  for (const Access &Def : A.List)
    if (Def.IsDef && !isTemporaryLoad(Def.Opcode))
      for (MCRegUnit U : HRI.regunits(Def.Reg))
        Writers[U] = {Def, Issued, BeforeRegion, A.HasVector};
}

void HexagonRegionDelays::region(int64_t Start) {
  for (unsigned N = 0; N != R.Instrs.size(); ++N) {
    PacketAccesses A;
    A.add(*R.Instrs[N], TM);
    int64_t Entry = 0;
    for (const Access &Use : A.List)
      forWriters(Use, [&](const Writer &W) {
        if (W.Node == BeforeRegion)
          Entry = std::max(Entry, int64_t(W.Issued) + latency(W, Use, Vector) - Start);
      });
    G.setEntryDelay(N, Entry);
    for (const Access &Def : A.List)
      if (Def.IsDef)
        for (MCRegUnit U : HRI.regunits(Def.Reg))
          Writers[U] = {Def, 0, N, Vector};
  }
}

bool HexagonRegionDelays::fedInPacket(const PacketAccesses &A, const Access &Use) const {
  return llvm::any_of(A.List, [&](const Access &D) {
    return D.IsDef && HRI.regsOverlap(D.Reg, Use.Reg) &&
           TM.forwardsInPacket(D.Opcode, Use.Opcode, Use.OpIdx) != HexagonTiming::Forward::None;
  });
}

void HexagonRegionDelays::behind(const PacketAccesses &A, int64_t Ready) {
  for (const Access &Use : A.List)
    if (!fedInPacket(A, Use))
      forWriters(Use, [&](const Writer &W) {
        if (W.Node == BeforeRegion)
          return;
        int64_t Exit = latency(W, Use, A.HasVector) - Ready;
        G.setExitDelay(W.Node, std::max<int64_t>(G.exitDelay(W.Node), Exit));
      });
  for (const Access &Def : A.List)
    if (Def.IsDef)
      for (MCRegUnit U : HRI.regunits(Def.Reg))
        Writers.erase(U);
}
