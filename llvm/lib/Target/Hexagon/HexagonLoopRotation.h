//===- HexagonLoopRotation.h - Beginnings of the next iteration -*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONLOOPROTATION_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONLOOPROTATION_H

#include "HexagonRegionPacker.h"

namespace llvm {

/// A packed loop of one block, B = H T, where H may run once more than T at no harm: the loop
/// becomes T H with a copy of H in front of it.
class HexagonLoopRotation {
public:
  HexagonLoopRotation(const HexagonPackedRegion &Loop, const HexagonLiveUnits &Liveness);

  /// Whether the loop can be rotated at all: the copy has a place.
  bool possible() const { return Preheader; }
  MachineBasicBlock *preheader() const { return Preheader; }
  /// Iterations, or 0 if they are not known.
  unsigned tripCount() const { return TripCount; }

  /// H: those nodes of the first Packets packets that may run once more than the rest, in program
  /// order, without any that needs another one. Fewer if the copy would be too long.
  SmallVector<unsigned, 8> head(unsigned Packets) const;

  /// The rotated loop, not packed yet; its instructions have the loop's forms and registers.
  HexagonPackedRegion rotated(ArrayRef<unsigned> Head) const;
  /// Inserts the copy of H, to run before the loop is entered.
  void insertCopy(ArrayRef<unsigned> Head, InstrStates &Before) const;
  /// Gives the instructions back the forms and registers that they have as packed.
  void undo() const { Loop.best().Packed.restore(Loop.R.Instrs); }
  /// Replays H T in place of the program's order, and H behind the last iteration; says what
  /// differs, or nothing.
  std::string verify(ArrayRef<unsigned> Head, AAResults *AA) const;

private:
  /// Gives the instructions the forms of the program and the registers of the packing.
  void restoreProgram() const;
  void findPreheader();
  void findSetup();
  void findSafeLoads();
  bool mayRepeat(unsigned N) const;
  bool mayDefine(const MachineOperand &Op) const;
  std::vector<unsigned> order(ArrayRef<unsigned> Head, bool HeadFirst) const;

  const HexagonPackedRegion &Loop;
  const HexagonLiveUnits &Liveness;
  const HexagonInstrInfo &HII;
  const HexagonRegisterInfo &HRI;
  MachineBasicBlock &MBB;
  MachineBasicBlock *Preheader = nullptr;
  unsigned TripCount = 0;
  unsigned FreeWords = 0;      // that fit between the loop's setup and its beginning
  std::vector<InstrState> States; // by node: the program that was packed, registers renamed
  BitVector LiveAtExit;
  BitVector SafeLoads; // by node
};

/// Rotates the packed loops that gain by it. Before is given the states of the copies.
void rotateHexagonLoops(HexagonPackedRegions &Regions, HexagonRegionPacker &Packer,
                        InstrStates &Before);

} // namespace llvm

#endif
