//===- HexagonSDAVerify.h - Translation validation of a region --*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONSDAVERIFY_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONSDAVERIFY_H

#include "HexagonSDARegion.h"
#include "llvm/ADT/BitVector.h"

namespace llvm {

class AAResults;

/// Replays an assembled region symbolically, once in program order with the original instructions
/// and once packet by packet as the bundles in the function say, by Hexagon's packet semantics:
/// operands are read before results are written, .new and .cur read the packet's results, calls and
/// jumps come last. Registers and predicates that are live behind the region, memory, and what
/// control flow sees must be the same, and the assembler's own checker must take every packet.
/// Returns what differs, or an empty string. Knows nothing of the graph that the packer used.
std::string verifyHexagonRegion(const HexagonRegion &R, const BitVector &LiveOut, AAResults *AA);

/// The same for another program order of the region's instructions, as they stand now, one by one.
std::string verifyHexagonOrder(const HexagonRegion &R, ArrayRef<unsigned> Order,
                               const BitVector &LiveOut, AAResults *AA);

/// Replays the region in program order, and the nodes Again once more behind it, as they stand now:
/// nothing that is live at the loop's exits may change.
std::string verifyHexagonRepeat(const HexagonRegion &R, ArrayRef<unsigned> Again,
                                const BitVector &LiveAtExit, AAResults *AA);

/// Executes the programs of Before and After, two regions that share the instructions that are in
/// both, one after the other instruction, and compares as verifyHexagonRegion does. After may have
/// other instructions that only compute.
std::string verifyHexagonRewrite(const HexagonRegion &Before, const HexagonRegion &After,
                                 const BitVector &LiveOut, AAResults *AA);

} // namespace llvm

#endif
