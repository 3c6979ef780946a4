//===- HexagonPacketRules.h - What a packet may hold ------------*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONPACKETRULES_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONPACKETRULES_H

#include "HexagonPacketVerifier.h"
#include "HexagonSoftDeps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/DFAPacketizer.h"
#include "llvm/CodeGen/SDA/BottomUpPacker.h"
#include <memory>
#include <optional>

namespace llvm {

/// How a packet's members are written: the opcode of each, in program order, and whether memory
/// accesses must keep that order (:mem_noshuf).
struct PacketForms {
  SmallVector<unsigned, 5> Opcodes;
  bool NoShuffle = false;
};

/// Hexagon's packets as a policy of the core: forms of the members, rules between them, slots.
class HexagonPacketRules : public sda::PackingPolicy {
public:
  HexagonPacketRules(const MachineFunction &MF, const HexagonDepClassifier &Deps);

  /// To be called after the classifier entered a region.
  void enterRegion();

  bool fits(ArrayRef<unsigned> Members, unsigned N) override;
  int partner(unsigned N) const override;
  unsigned width(unsigned N) const override;
  unsigned packetBound() override;

  /// The forms in which Members (in program order) make one packet, if they can.
  std::optional<PacketForms> forms(ArrayRef<unsigned> Members);

private:
  struct Links;
  bool link(ArrayRef<unsigned> Members, Links &L) const;
  bool chooseOpcodes(ArrayRef<unsigned> Members, const Links &L, PacketForms &F) const;
  bool storeRules(ArrayRef<unsigned> Members, const Links &L) const;
  bool currentRules(ArrayRef<unsigned> Members, const Links &L) const;
  bool canCoexist(const InstrFacts &A, const InstrFacts &B) const;
  bool canCoexistOneWay(const InstrFacts &A, const InstrFacts &B) const;
  bool canPair(unsigned OpcodeA, unsigned OpcodeB);
  unsigned exclusiveBound();
  bool fitsSlots(ArrayRef<unsigned> Members, const PacketForms &F);

  const HexagonDepClassifier &Deps;
  const HexagonInstrInfo &HII;
  const HexagonRegisterInfo &HRI;
  const MachineFunction &MF;
  std::unique_ptr<DFAPacketizer> Slots;
  HexagonPacketVerifier Verifier;
  /// Answers of fits(), by the packet's members.
  DenseMap<uint64_t, bool> Known;
};

} // namespace llvm

#endif
