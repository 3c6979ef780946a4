//===- HexagonPacketRules.h - What a packet may hold ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONPACKETRULES_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONPACKETRULES_H

#include "HexagonPacketSlots.h"
#include "HexagonPacketVerifier.h"
#include "HexagonInstrInfo.h"
#include "HexagonRegisterInfo.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/SDA/SDATarget.h"
#include <deque>
#include <optional>

namespace llvm {

/// Instructions in a packet at most.
constexpr unsigned HexagonPacketSize = 4;

/// Hexagon's packets as a policy of the core: forms of the members, rules between them, slots.
/// Answers are remembered until the next region.
class HexagonPacketRules : public sda::RegionPolicy {
public:
  HexagonPacketRules(const MachineFunction &MF, HexagonDepClassifier &Deps,
                     HexagonSlotAnswers &Answers);

  void enterRegion(const sda::Region &R, const BitVector &LiveOut) override;
  sda::IDG buildGraph() override;

  unsigned issueWidth() const override;
  bool fits(ArrayRef<unsigned> Members, unsigned N) override;
  void dropMisfits(ArrayRef<unsigned> Members, std::vector<unsigned> &Nodes) override {
    Slots.dropExcluded(Members, Nodes);
  }
  int partner(unsigned N) const override { return Partners[N]; }
  unsigned width(unsigned N) const override { return Slots.width(N); }
  std::vector<sda::ResourceGroup> resources() override { return Slots.resources(); }
  const sda::PacketForms *forms(ArrayRef<unsigned> Members) override;

  /// Asks the assembler's own checker, which hardly ever knows better than forms() and takes many
  /// times as long.
  bool confirm(ArrayRef<unsigned> Members) override;
  BitVector refused(const sda::Region &R) override;

private:
  using PacketForms = sda::PacketForms;
  struct Links;
  struct Answer {
    std::optional<PacketForms> Forms;
    bool Confirmed = false;
  };
  Answer &answer(ArrayRef<unsigned> Members);
  std::optional<PacketForms> computeForms(ArrayRef<unsigned> Members);
  uint16_t pairClasses(unsigned A, unsigned B);
  bool link(ArrayRef<unsigned> Members, Links &L);
  bool chooseOpcodes(ArrayRef<unsigned> Members, const Links &L, PacketForms &F) const;
  bool storeRules(ArrayRef<unsigned> Members, const Links &L) const;
  bool currentRules(ArrayRef<unsigned> Members, const Links &L) const;
  void findTemporaries(const BitVector &LiveOut);
  void findPartners();
  bool isTemporary(ArrayRef<unsigned> Members, unsigned Load) const;
  bool temporaryRules(ArrayRef<unsigned> Members, const Links &L) const;
  bool canCoexist(const InstrFacts &A, const InstrFacts &B) const;
  bool canCoexistOneWay(const InstrFacts &A, const InstrFacts &B) const;
  unsigned lightestForm(unsigned N) const;

  HexagonDepClassifier &Deps;
  bool Loop = false; // the region is a loop's body
  const HexagonInstrInfo &HII;
  const HexagonRegisterInfo &HRI;
  HexagonPacketSlots Slots;
  HexagonPacketVerifier Verifier;
  /// Indices into Answers by the packet's members.
  DenseMap<uint64_t, unsigned, PacketKeyInfo> Known;
  std::deque<Answer> Answers;
  Answer Unkeyed;
  /// The region's nodes that read a vector load's datum, by load. Loads are left out whose datum is
  /// live behind these nodes.
  DenseMap<unsigned, SmallVector<unsigned, 2>> DatumReaders;
  /// The partner of each node: see partner().
  std::vector<int> Partners;
  /// Soft classes that tie a pair of nodes, or one of the marks; a square by the two nodes.
  static constexpr uint16_t Unasked = 0xffff, Apart = 0xfffe;
  std::vector<uint16_t> Pairs;
};

} // namespace llvm

#endif
