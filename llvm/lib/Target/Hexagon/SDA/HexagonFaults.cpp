//===- HexagonFaults.cpp - Mistakes that only Hexagon can make ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HexagonSDATarget.h"
#include "MCTargetDesc/HexagonVectorLoads.h"
#include "llvm/CodeGen/SDA/Faults.h"

using namespace llvm;
using sda::Fault;
using sda::FaultSite;

static bool dropDatum(FaultSite &S, const HexagonInstrInfo &HII, unsigned N) {
  unsigned Opcode = S.P.States[N].Desc->getOpcode();
  const VectorLoadForms *Load = vectorLoadForms(Opcode);
  if (!Load || Opcode != Load->Current)
    return false;
  S.P.States[N].Desc = &HII.get(Load->Temporary);
  return true;
}

static bool invertCondition(FaultSite &S, const HexagonInstrInfo &HII, const sda::Edge &E) {
  if (S.PacketOf[E.Src] != S.PacketOf[E.Dst] || !S.sameResult(E.Src, E.Dst) ||
      !HII.isPredicated(*S.R.Instrs[E.Src]) || !HII.isPredicated(*S.R.Instrs[E.Dst]))
    return false;
  const MCInstrDesc *&Desc = S.P.States[E.Dst].Desc;
  Desc = &HII.get(HII.getInvertedPredicatedOpcode(Desc->getOpcode()));
  return true;
}

static bool joinCircle(FaultSite &S, const HexagonInstrInfo &HII, const sda::Edge &E) {
  const MachineInstr &Mover = *S.R.Instrs[E.Src], &Access = *S.R.Instrs[E.Dst];
  unsigned Base, Offset, ToBase, Increment;
  if (!Mover.hasRegisterImplicitUseOperand(Hexagon::CS) || !S.isAccess(E.Dst) ||
      HII.isPostIncrement(Access) || !HII.getBaseAndOffsetPosition(Access, Base, Offset) ||
      !HII.getBaseAndOffsetPosition(Mover, ToBase, Increment) ||
      Access.getOperand(Base).getReg() != Mover.getOperand(ToBase).getReg())
    return false;
  for (auto &[Index, Value] : S.P.States[E.Dst].Immediates)
    if (Index == Offset)
      Value += Mover.getOperand(Increment).getImm();
  S.moveTo(E.Dst, S.PacketOf[E.Src]);
  return true;
}

static bool storeHalf(FaultSite &S, const HexagonInstrInfo &HII, unsigned N) {
  if (S.P.States[N].Desc->getOpcode() != Hexagon::S2_storerinew_io)
    return false;
  S.P.States[N].Desc = &HII.get(Hexagon::S2_storerhnew_io);
  return true;
}

void HexagonSDATarget::injectFault(FaultSite &S) const {
  if (S.Kind == Fault::TemporaryReadLater) {
    for (unsigned N = 0; N != S.R.Instrs.size(); ++N)
      if (dropDatum(S, HII, N))
        return;
  } else if (S.Kind == Fault::ForeignForm) {
    for (unsigned N = 0; N != S.R.Instrs.size(); ++N)
      if (storeHalf(S, HII, N))
        return;
  } else if (S.Kind == Fault::OneCondition) {
    (void)llvm::any_of(S.G.edges(), [&](const sda::Edge &E) { return invertCondition(S, HII, E); });
  } else if (S.Kind == Fault::LinearCircle) {
    (void)llvm::any_of(S.G.edges(), [&](const sda::Edge &E) { return joinCircle(S, HII, E); });
  }
}
