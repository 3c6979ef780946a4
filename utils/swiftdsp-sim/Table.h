// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instruction table, docs/swiftdsp/ISA.def, for the simulator: opcodes, formats, operands, timing.
#ifndef SWIFTDSP_SIM_TABLE_H
#define SWIFTDSP_SIM_TABLE_H

#include <cstdint>
#include <string>
#include <vector>

namespace swiftdsp {

enum class Opcode : uint16_t {
#define INST(Id, ...) Id,
#include "ISA.def"
  Count
};

enum class Format : uint8_t { R3, R2I, RI, I, A };

enum class TimingClass : uint8_t {
#define TIMING(Name, ...) Name,
#include "ISA.def"
  Count
};

struct TimingRow {
  const char *Name;
  uint8_t Slots, Read, Late, Result, Pointer;
};
extern const TimingRow TimingRows[];
inline const TimingRow &timing(TimingClass C) { return TimingRows[unsigned(C)]; }

enum Cost : unsigned {
#define COST(Name, Cycles) Cost_##Name = Cycles,
#include "ISA.def"
};

enum Flag : unsigned {
  NONE = 0,
  COMM = 1 << 0,
  BRANCH = 1 << 1,
  CALL = 1 << 2,
  COND = 1 << 3,
  BARRIER = 1 << 4,
  INDIRECT = 1 << 5,
  LOOP = 1 << 6,
  SOLO = 1 << 7,
  CHEAP = 1 << 8,
  LOAD = 1 << 9,
  STORE = 1 << 10,
  POST = 1 << 11,
  RING = 1 << 12,
  BOTH = 1 << 13,
};

/// The fields of a word.
enum Field : uint8_t { Ra, Rb, Rc, Imm, NumFields };

struct Operand {
  Field At;
  bool IsRegister, Reads, Writes, Hidden;
  // Registers: addresses First, First + Step, ..., Last; Count registers from the one that is named.
  uint8_t First = 0, Last = 0, Step = 1, Count = 1;
  bool Writable = false; // class SW
  // Immediates.
  bool Signed = false;
  uint8_t Bits = 0, Scale = 1;
};

struct Instruction {
  Opcode Code;
  const char *Mnemonic;
  Format Form;
  uint8_t Op, Function;
  TimingClass Timing;
  unsigned Flags;
  const char *Syntax;
  std::vector<Operand> Operands;
  uint32_t Mask = 0, Match = 0;
};

constexpr unsigned NumRegisters = 64;
enum Register : uint8_t {
  StackPointer = 30,
  Link = 31,
  FirstVector = 32,
  LoopCounter0 = 48,
  LoopCounter1 = 49,
  CycleCounter = 50,
  PacketCounter = 51,
  FirstOffset = 52,
  FirstBase = 56,
  FirstModular = 60,
};
inline bool isVector(unsigned Address) { return Address >= FirstVector && Address < FirstVector + 16; }
/// The name of a register address.
const char *registerName(unsigned Address);

/// The rows of all instructions, by Opcode.
const std::vector<Instruction> &instructions();

/// A decoded word without its bits 31:29: register addresses and scaled immediates by field.
struct Decoded {
  const Instruction *Inst = nullptr; // null: illegal
  int32_t Values[NumFields] = {};
};
Decoded decode(uint32_t Word);

/// Assembly text; \p Pc makes targets of branches absolute.
std::string disassemble(const Decoded &D, uint32_t Pc);

} // namespace swiftdsp

#endif
