//===- SDA/AddressWalk.h - Addresses within an iteration --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_ADDRESSWALK_H
#define LLVM_CODEGEN_SDA_ADDRESSWALK_H

#include "llvm/CodeGen/SDA/Dependences.h"
#include "llvm/CodeGen/SDA/SDATarget.h"
#include <optional>

namespace llvm::sda {

/// Follows registers that addresses are made of through a run of instructions, an iteration for
/// instance.
class AddressWalk {
public:
  /// An address: what a register held at the beginning, or behind the instruction that set it, and
  /// a constant.
  struct Address {
    MCRegister Base;
    unsigned Since = 0; // the instruction, counted from one; 0: at the beginning
    int64_t Offset = 0;

    bool sharesBase(const Address &Other) const {
      return Base == Other.Base && Since == Other.Since;
    }
  };

  /// What an access touches.
  struct Access {
    Address At;
    MCRegister Base; // as the instruction names it
    unsigned Opcode = 0;
  };

  AddressWalk(const SDATarget &T, ArrayRef<MachineInstr *> Instrs);

  /// The address that Reg holds now, if it is followed.
  std::optional<Address> of(MCRegister Reg) const;
  /// What MI, the next instruction, touches. If it moves its pointer, it touches where that was
  /// before.
  std::optional<Access> access(const MachineInstr &MI) const;
  /// Moves on past MI.
  void step(const MachineInstr &MI);

private:
  void follow(MCRegister Reg);

  const SDATarget &T;
  /// The registers that addresses are made of, and what they hold now.
  SmallVector<std::pair<MCRegister, Address>, 16> Now;
  unsigned Steps = 0;
};

/// Tells the accesses among a region's instructions their places. Facts: of each, in program order.
void findPlaces(const SDATarget &T, ArrayRef<MachineInstr *> Instrs,
                function_ref<InstrFacts &(unsigned)> Facts);

/// Whether two accesses of a region touch different bytes of what one register pointed to at one
/// time, in whatever iterations.
bool areApart(const InstrFacts &A, const InstrFacts &B);
/// Whether two accesses touch a byte in common for certain, in one iteration, whatever their memory
/// operands say of the objects.
bool meet(const SDATarget &T, const InstrFacts &A, const InstrFacts &B);

} // namespace llvm::sda

#endif
