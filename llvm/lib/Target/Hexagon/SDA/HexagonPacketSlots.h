//===- HexagonPacketSlots.h - Places in a packet ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONPACKETSLOTS_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONPACKETSLOTS_H

#include "HexagonSoftDeps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/DFAPacketizer.h"
#include "llvm/CodeGen/SDA/BottomUpPacker.h"
#include <memory>

namespace llvm {

/// Several numbers in one word as a key: LLVM's own hash of a word sees its lower half only, which
/// packets share that differ in their first member.
struct PacketKeyInfo : DenseMapInfo<uint64_t> {
  static unsigned getHashValue(uint64_t Key) { return (Key * 0x9e3779b97f4a7c15) >> 32; }
};

/// What the DFA of a core says, remembered from function to function.
class HexagonSlotAnswers {
public:
  explicit HexagonSlotAnswers(const TargetSubtargetInfo &Core);

  /// Whether these instructions find places side by side.
  bool fits(ArrayRef<const MCInstrDesc *> Descs);

private:
  std::unique_ptr<DFAPacketizer> DFA;
  /// Answers by the members' scheduling classes.
  DenseMap<uint64_t, bool, PacketKeyInfo> Known;
};

/// Slots and vector pipes: the DFA's answers, and bounds that need not ask it.
class HexagonPacketSlots {
public:
  HexagonPacketSlots(const MachineFunction &MF, const HexagonDepClassifier &Deps,
                     HexagonSlotAnswers &Answers);

  /// Takes the region that the classifier has entered. Lightest: by node, the form that takes the
  /// fewest pipes, in whatever packet.
  void enterRegion(std::vector<unsigned> Lightest);

  /// Whether Members find places side by side in these forms.
  bool fits(ArrayRef<unsigned> Members, ArrayRef<unsigned> Opcodes);

  /// Whether N certainly finds no place beside Members, in whatever forms. Takes a few steps, where
  /// most of what the packer asks ends.
  bool excludes(ArrayRef<unsigned> Members, unsigned N) const;
  /// Removes from List all that excludes() says cannot join Members.
  void dropExcluded(ArrayRef<unsigned> Members, std::vector<unsigned> &List) const;

  /// Places that N takes: 0 for a loop's end, which is only a mark on its packet.
  unsigned width(unsigned N) const { return Nodes[N].Width; }

  /// The scarce slots and pipes of the region.
  std::vector<sda::ResourceGroup> resources();

private:
  struct Node {
    unsigned Width = 1;
    unsigned Slots = 0;
    /// Counts of instructions that fit no other slot, four bits for each set of slots; see
    /// Load::excludes().
    uint64_t Demand = 0;
    /// The lightest form as a bit, and the forms that it shares no packet with.
    uint64_t Form = 0, Rivals = 0;
  };
  /// What members take together.
  struct Load {
    uint64_t Demand = 0, Forms = 0;
    bool excludes(const Node &N) const;
  };
  Load loadOf(ArrayRef<unsigned> Members) const;
  bool canPair(unsigned OpcodeA, unsigned OpcodeB);
  void addExclusive(std::vector<sda::ResourceGroup> &Groups);
  void addPipes(std::vector<sda::ResourceGroup> &Groups) const;
  void findRivals();

  const HexagonDepClassifier &Deps;
  const HexagonInstrInfo &HII;
  const InstrItineraryData *Itineraries;
  HexagonSlotAnswers &Answers;
  std::vector<unsigned> Lightest;
  std::vector<Node> Nodes;
};

} // namespace llvm

#endif
