//===- SDA/Dependences.h - Which instructions wait for which ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the graph of a region is built from: facts about each instruction, and a target's answer for
// pairs. The builder finds the pairs that may depend on each other, nearest ones only.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CODEGEN_SDA_DEPENDENCES_H
#define LLVM_CODEGEN_SDA_DEPENDENCES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/SDA/IDG.h"

namespace llvm::sda {

/// An operand that names a physical register.
struct RegOperand {
  MCRegister Reg;
  unsigned OpIdx;
  bool Implicit;
};

/// The place of an access: bytes at the sum of a constant and of what a register held at one time
/// of the region (AddressWalk).
struct Place {
  MCRegister Base;
  unsigned Since = 0;
  int64_t Offset = 0;
  unsigned Bytes = 0; // not known

  /// Whether one access of so many bytes, and another one Distance bytes further, have no byte in
  /// common. A long vector may begin at a multiple of its length only, whatever its address says.
  static bool areApart(int64_t Distance, unsigned Bytes, unsigned OtherBytes) {
    constexpr unsigned Longest = 8;
    if (!Bytes || !OtherBytes || (Bytes != OtherBytes && std::max(Bytes, OtherBytes) > Longest))
      return false;
    return Distance >= int64_t(Bytes) || -Distance >= int64_t(OtherBytes);
  }

  /// Whether two such accesses have a byte in common. Bytes are those that are accessed for
  /// certain.
  static bool meet(int64_t Distance, unsigned Bytes, unsigned OtherBytes) {
    return Distance < int64_t(Bytes) && -Distance < int64_t(OtherBytes);
  }
};

/// What everybody wants to know of an instruction, found once.
struct InstrFacts {
  MachineInstr *MI = nullptr;
  SmallVector<RegOperand, 4> Defs, Uses;
  /// May leave the registers that it writes as they were.
  bool Conditional = false;
  bool Load = false, Store = false;
  /// Volatile, atomic or with side effects that nothing describes: keeps its order and shares a
  /// packet with no other access.
  bool Ordered = false;
  /// Executes after the rest of its packet: calls, jumps, returns, loop ends.
  bool ControlFlow = false;
  /// Belongs to the loop's next iteration.
  bool OfNext = false;
  /// The place in memory that an access touches, where it is known (findPlaces).
  Place At = {};

  /// Registers, Load, Store and ControlFlow of MI.
  static InstrFacts of(MachineInstr &MI);
};

/// How the earlier instruction of a pair constrains the later one.
struct Dependence {
  bool Depends = false;
  EdgeKind Kind = EdgeKind::Order;
  uint8_t Class = 0;
  unsigned Latency = 1;
  unsigned Penalty = 0;
};

/// A region's instructions, which are nodes by their indices.
class Dependences {
public:
  explicit Dependences(const TargetRegisterInfo &TRI) : Registers(TRI) {}
  virtual ~Dependences() = default;

  virtual unsigned size() const = 0;
  virtual const InstrFacts &facts(unsigned N) const = 0;

  /// Whether a result of A is still in the register when B reads it.
  using ReachesFn = function_ref<bool(const RegOperand &Def, const RegOperand &Use)>;

  /// A precedes B in program order.
  virtual Dependence between(unsigned A, unsigned B, ReachesFn Reaches) const = 0;
  /// Latency of the results of A (anywhere in the region) that B reads, in the next iteration.
  virtual unsigned carriedLatency(unsigned A, unsigned B) const = 0;
  /// Whether everything before MI stays before it, or beside it: a loop's setup reaches only so
  /// far.
  virtual bool staysBehind(const MachineInstr &MI) const { return false; }
  /// A register that any number of instructions set in any order; a reader waits for all of them.
  virtual bool isSticky(MCRegister Reg) const { return false; }

  const TargetRegisterInfo &Registers;
};

/// The graph of a region, not finalized. Loop: the region is the whole body of a loop, whose next
/// iteration waits for results of this one.
IDG buildGraph(const Dependences &Deps, bool Loop);

} // namespace llvm::sda

#endif
