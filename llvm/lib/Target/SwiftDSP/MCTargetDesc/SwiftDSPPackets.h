//===- SwiftDSPPackets.h - What a packet may hold ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/swiftdsp-isa.md, "Slots", "What a packet means" and "Timing", for instructions of either
// layer: assembler, encoder and packetizers describe theirs as members and ask here.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_LIB_TARGET_SWIFTDSP_MCTARGETDESC_SWIFTDSPPACKETS_H
#define LLVM_LIB_TARGET_SWIFTDSP_MCTARGETDESC_SWIFTDSPPACKETS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <string>

namespace llvm {

class MCInst;
class MCInstrDesc;
class MCInstrInfo;
class MCRegisterInfo;

namespace SwiftDSP {

constexpr unsigned NumSlots = 8;

/// A row of the table's TIMING: slots as a mask, stages counted from the packet's issue.
struct Timing {
  uint8_t Slots, Read, Late, Result, Pointer;
};

/// What TSFlags hold (SwiftDSPInstrFormats.td).
unsigned timingClass(const MCInstrDesc &Desc);
bool isPost(const MCInstrDesc &Desc);
bool takesBothVectorSlots(const MCInstrDesc &Desc);
/// Null for pseudo instructions.
const Timing *timingOf(const MCInstrDesc &Desc);

/// Cycles of the table's COST.
struct Costs {
#define COST(NAME, CYCLES) static constexpr unsigned NAME = CYCLES;
#include "MCTargetDesc/SwiftDSPTiming.def"
};

/// A register (its six-bit address) and the stage at which it is read, or its new value is there.
struct Access {
  uint8_t Address, Stage;
};

/// An instruction as the rules of packets see it.
struct Member {
  uint8_t Slots = 0;
  bool Both = false, Solo = false, Branch = false, Conditional = false, Call = false;
  SmallVector<Access, 4> Reads, Writes;
};

Member memberOf(const MCInst &Inst, const MCInstrInfo &MII, const MCRegisterInfo &MRI);

/// What two members of one packet cost.
enum class Sharing {
  Free,
  Soft, ///< one cycle
  Hard, ///< illegal
};

/// What it costs that an operand reads a value of another member of its packet. \p Result is the
/// stage at which the value is there, \p Read the stage of the operand.
Sharing sharing(unsigned Result, unsigned Read);

/// The lexicographically least legal slots of a packet's members, in its order; vconv's is the
/// first of its two. False: there are none.
bool assignSlots(ArrayRef<const Member *> Packet, SmallVectorImpl<unsigned> &Slots);

/// Why the packet is illegal; nullopt if it is not.
std::optional<std::string> findViolation(ArrayRef<const Member *> Packet);

} // namespace SwiftDSP
} // namespace llvm

#endif
