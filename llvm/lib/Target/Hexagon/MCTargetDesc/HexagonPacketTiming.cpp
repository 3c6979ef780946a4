//===- HexagonPacketTiming.cpp - When a packet may issue ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See the header for the model and HexagonPacketTiming.def for every number and its source.
//
//===----------------------------------------------------------------------===//
#include "MCTargetDesc/HexagonPacketTiming.h"
#include "MCTargetDesc/HexagonBaseInfo.h"
#include "MCTargetDesc/HexagonMCTargetDesc.h"
#include "MCTargetDesc/HexagonVectorLoads.h"

using namespace llvm;
using namespace llvm::HexagonTiming;

const char *HexagonTiming::causeKey(Cause C) {
  static const char *const Keys[] = {
#define HEX_TIMING_CAUSE(Name, Key, Text, Source) Key,
#include "MCTargetDesc/HexagonPacketTiming.def"
  };
  return Keys[unsigned(C)];
}

const char *HexagonTiming::causeText(Cause C) {
  static const char *const Texts[] = {
#define HEX_TIMING_CAUSE(Name, Key, Text, Source) Text,
#include "MCTargetDesc/HexagonPacketTiming.def"
  };
  return Texts[unsigned(C)];
}

const char *HexagonTiming::sourceText(SourceClass S) {
  static const char *const Texts[] = {
#define HEX_TIMING_SOURCE(Name, Text, Source) Text,
#include "MCTargetDesc/HexagonPacketTiming.def"
  };
  return Texts[unsigned(S)];
}

static bool flag(const MCInstrDesc &D, unsigned Pos) { return (D.TSFlags >> Pos) & 1; }

static int regClass(const MCInstrDesc &D, unsigned OpIdx) {
  return OpIdx < D.getNumOperands() ? D.operands()[OpIdx].RegClass : -1;
}

static bool isVectorReg(const MCInstrDesc &D, unsigned OpIdx) {
  switch (regClass(D, OpIdx)) {
  case Hexagon::HvxVRRegClassID:
  case Hexagon::HvxWRRegClassID:
  case Hexagon::HvxQRRegClassID:
  case Hexagon::HvxVQRRegClassID:
    return true;
  default:
    return false;
  }
}

static bool isPredicateReg(const MCInstrDesc &D, unsigned OpIdx) {
  return regClass(D, OpIdx) == Hexagon::PredRegsRegClassID;
}

/// A register that is read and written: the accumulator, or a post-incremented pointer.
static bool isTied(const MCInstrDesc &D, unsigned OpIdx) {
  return D.getOperandConstraint(OpIdx, MCOI::TIED_TO) != -1;
}

bool TimingModel::isVector(unsigned Opcode) const {
  // Not the CVI types: vextract is of a load's type.
  return flag(MCII.get(Opcode), HexagonII::isCVIPos);
}

std::optional<unsigned> TimingModel::clock(unsigned Opcode, unsigned OpIdx) const {
  const MCInstrDesc &D = MCII.get(Opcode);
  if (OpIdx >= D.getNumOperands() || Itin.isEmpty())
    return std::nullopt;
  return Itin.getOperandCycle(D.getSchedClass(), OpIdx);
}

SourceClass TimingModel::sourceClass(unsigned Opcode, unsigned OpIdx) const {
  const MCInstrDesc &D = MCII.get(Opcode);
  if (OpIdx < D.getNumOperands() && (OpIdx < D.getNumDefs() || regClass(D, OpIdx) < 0))
    return SourceClass::NotASource;
  std::optional<unsigned> Clock = clock(Opcode, OpIdx);
  if (!Clock)
    return SourceClass::Unlisted;
  bool Accumulates = flag(D, HexagonII::AccumulatorPos) && isTied(D, OpIdx);
  if (isVectorReg(D, OpIdx)) {
    if (*Clock <= UseVectorEarly)
      return SourceClass::VectorEarly;
    return Accumulates ? SourceClass::VectorAccumulator : SourceClass::VectorLate;
  }
  if (isPredicateReg(D, OpIdx))
    return SourceClass::Predicate;
  bool Memory = D.mayLoad() || D.mayStore();
  if (*Clock >= UseStoreData)
    return SourceClass::StoreData;
  if (Memory)
    return SourceClass::Address;
  if (Accumulates)
    return SourceClass::ScalarAccumulator;
  return *Clock < UseScalar ? SourceClass::ScalarEarly : SourceClass::ScalarLate;
}

unsigned TimingModel::latency(unsigned DefOpcode, unsigned DefIdx, unsigned UseOpcode,
                              unsigned UseIdx, Pace P) const {
  if (DefOpcode == Hexagon::V6_extractw)
    return ExtractLatency;
  std::optional<unsigned> Def = clock(DefOpcode, DefIdx), Use = clock(UseOpcode, UseIdx);
  if (!Def || !Use)
    return UnlistedLatency;
  return cyclesBetween(*Def, *Use, P);
}

bool TimingModel::isConditional(unsigned Opcode) const {
  return flag(MCII.get(Opcode), HexagonII::PredicatedPos);
}

Forward TimingModel::forwardsInPacket(unsigned DefOpcode, unsigned UseOpcode,
                                      unsigned UseIdx) const {
  const MCInstrDesc &Use = MCII.get(UseOpcode);
  if (UseIdx >= Use.getNumOperands() || UseIdx < Use.getNumDefs())
    return Forward::None;
  if (isPredicateReg(Use, UseIdx))
    return flag(Use, HexagonII::PredicatedNewPos) ? Forward::NewPredicate : Forward::None;
  unsigned NewValueOp = (Use.TSFlags >> HexagonII::NewValueOpPos) & HexagonII::NewValueOpMask;
  if (flag(Use, HexagonII::NewValuePos) && UseIdx == NewValueOp) {
    if (isVectorReg(Use, UseIdx))
      return Forward::VectorNewStore;
    return flag(Use, HexagonII::NVStorePos) ? Forward::NewValueStore : Forward::NewValueJump;
  }
  if (isVectorReg(Use, UseIdx)) {
    if (isTemporaryLoad(DefOpcode))
      return Forward::VectorTemporary;
    if (isCurrentLoad(DefOpcode))
      return Forward::VectorCurrent;
  }
  return Forward::None;
}

Cause TimingModel::cause(unsigned DefOpcode, unsigned DefIdx, unsigned UseOpcode,
                         unsigned UseIdx) const {
  const MCInstrDesc &Def = MCII.get(DefOpcode);
  SourceClass S = sourceClass(UseOpcode, UseIdx);
  if (DefOpcode == Hexagon::V6_extractw)
    return Cause::VectorExtract;
  if (isVectorReg(Def, DefIdx))
    return S == SourceClass::VectorEarly ? Cause::VectorEarlySource : Cause::VectorOther;
  unsigned Clock = clock(DefOpcode, DefIdx).value_or(0);
  if (Clock <= DefAlu)
    return S == SourceClass::Address ? Cause::AluToAddress : Cause::ScalarOther;
  if (Def.mayLoad())
    return S == SourceClass::Address ? Cause::LoadToAddress : Cause::LoadToUse;
  return Cause::MultiplyToUse;
}

Scoreboard::Scoreboard(const TimingModel &TM, const MCRegisterInfo &MRI)
    : TM(TM), MRI(MRI), Last(MRI.getNumRegUnits()) {}

void Scoreboard::reset() {
  for (MCRegUnit U : Dirty)
    Last[U].clear();
  Dirty.clear();
  Now = 0;
}

bool Scoreboard::feedsInPacket(const PacketAccesses &P, const Access &Use, MCRegUnit Unit) const {
  for (const Access &D : P.List)
    if (D.IsDef && llvm::is_contained(MRI.regunits(D.Reg), Unit) &&
        TM.forwardsInPacket(D.Opcode, Use.Opcode, Use.OpIdx) != Forward::None)
      return true;
  return false;
}

void Scoreboard::define(MCRegUnit Unit, const Producer &P) {
  SmallVector<Producer, 1> &Producers = Last[Unit];
  if (Producers.empty())
    Dirty.push_back(Unit);
  // A conditional result may not have been written. Its reader waits for the earlier producers,
  // too.
  if (TM.isConditional(P.Opcode))
    llvm::erase_if(Producers, [&](const Producer &Old) {
      return Old.Issued + MaxDependenceCycles <= P.Issued;
    });
  else
    Producers.clear();
  Producers.push_back(P);
}

Wait Scoreboard::issue(const PacketAccesses &P) {
  Wait W;
  uint64_t Earliest = Now + 1, At = Earliest;
  for (const Access &Use : P.List) {
    if (Use.IsDef)
      continue;
    for (MCRegUnit Unit : MRI.regunits(Use.Reg))
      for (const Producer &D : Last[Unit]) {
        if (D.Issued + MaxDependenceCycles <= Earliest)
          continue;
        Pace Pc = TM.pace(D.Vector || P.HasVector);
        uint64_t Ready = D.Issued + TM.latency(D.Opcode, D.OpIdx, Use.Opcode, Use.OpIdx, Pc);
        if (Ready <= At || feedsInPacket(P, Use, Unit))
          continue;
        At = Ready;
        W = {unsigned(At - Earliest), TM.cause(D.Opcode, D.OpIdx, Use.Opcode, Use.OpIdx), D.Opcode,
             Use.Opcode, Use.Reg};
      }
  }
  Now = At;
  for (const Access &D : P.List) {
    if (!D.IsDef || isTemporaryLoad(D.Opcode))
      continue;
    for (MCRegUnit Unit : MRI.regunits(D.Reg))
      define(Unit, {At, D.Opcode, D.OpIdx, P.HasVector});
  }
  return W;
}
