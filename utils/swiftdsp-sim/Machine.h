// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine's state: registers, memory, counters. docs/swiftdsp-isa.md is what it implements.
#ifndef SWIFTDSP_SIM_MACHINE_H
#define SWIFTDSP_SIM_MACHINE_H

#include "Memory.h"
#include "Table.h"
#include "Vector.h"
#include <string>
#include <vector>

namespace swiftdsp {

struct Operation;

/// Stops the program at once. Number: 0 after exit, that of a fault, or -1 when the user's limit is reached.
struct Stop {
  int Number;
  std::string Text;
};

/// Faults of the document's table.
enum Fault : int { IllegalInstruction = 1, IllegalPacket, Misaligned, Access, Fetch, Breakpoint, SystemCall };

struct Machine {
  // General registers and, at their addresses, the special ones; then where writes to r0 go.
  static constexpr unsigned Dropped = 64;
  int32_t R[65] = {};
  Vector V[16] = {};
  Memory Mem;

  uint64_t Cycle = 0; // at which the current packet issues
  uint64_t Packets = 0, Instructions = 0;
  bool LineCrossed = false; // by the current packet

  // What the packet's control instructions say; Target and Bubbles are valid if Taken.
  bool Taken = false;
  uint8_t Bubbles = 0;
  uint32_t Target = 0;
  uint32_t LoopStart[2] = {}, LoopEnd[2] = {};
  int ExitStatus = 0;

  // Stores of a packet in which a load comes later: done at its end.
  struct PendingStore {
    uint32_t Address, Bytes;
    uint8_t Data[16];
  };
  std::vector<PendingStore> Pending;
  bool DeferStores = false;

  /// The first taken branch of a packet decides.
  void jump(uint32_t To, unsigned TheBubbles) {
    if (Taken)
      return;
    Taken = true;
    Target = To;
    Bubbles = uint8_t(TheBubbles);
  }
  void store(uint32_t Address, const void *Data, uint32_t Bytes);
  /// The system call of `sys` (System.cpp).
  void system();
};

using Handler = void (*)(Machine &, const Operation &);

/// An instruction ready to run. Register fields are addresses, vectors count from 0; W is where a changed
/// pointer goes.
struct Operation {
  Handler Run;
  uint8_t A = 0, B = 0, C = 0, W = 0;
  int32_t Imm = 0;
  uint32_t Pc = 0, Next = 0; // of the word; of the packet behind
};

/// The function that executes an instruction.
Handler handlerOf(Opcode Code);

} // namespace swiftdsp

#endif
