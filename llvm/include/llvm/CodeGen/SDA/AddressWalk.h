//===- SDA/AddressWalk.h - Addresses within an iteration --------*- C++ -*-===//
#ifndef LLVM_CODEGEN_SDA_ADDRESSWALK_H
#define LLVM_CODEGEN_SDA_ADDRESSWALK_H

#include "llvm/CodeGen/SDA/SDATarget.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include <map>
#include <optional>

namespace llvm::sda {

/// Follows registers that move by constants through an iteration.
class AddressWalk {
public:
  /// An address: a register's value at the iteration's beginning, and a constant.
  struct Address {
    MCRegister Base;
    int64_t Offset = 0;
  };

  /// What an access touches.
  struct Access {
    Address At;
    MCRegister Base; // as the instruction names it
    unsigned Opcode = 0;
  };

  explicit AddressWalk(const SDATarget &T) : T(T) {}

  /// Where Reg points now, if it is known.
  std::optional<Address> of(MCRegister Reg) const {
    auto It = Now.find(Reg);
    return It == Now.end() ? Address{Reg, 0} : It->second;
  }

  /// What MI touches, which comes next. What moves its pointer touches where that was.
  std::optional<Access> access(const MachineInstr &MI) const {
    MCRegister Base;
    int64_t Offset = 0;
    if (std::optional<SDATarget::Address> A = T.address(MI)) {
      if (!MI.getOperand(A->Base).isReg() || !MI.getOperand(A->Offset).isImm())
        return std::nullopt;
      Base = MI.getOperand(A->Base).getReg().asMCReg();
      Offset = MI.getOperand(A->Offset).getImm();
    } else if (std::optional<SDATarget::Move> M = T.move(MI); M && MI.mayLoadOrStore()) {
      Base = M->From;
    } else {
      return std::nullopt;
    }
    std::optional<Address> At = of(Base);
    if (!At)
      return std::nullopt;
    At->Offset += Offset;
    return Access{*At, Base, MI.getOpcode()};
  }

  /// Goes on behind MI.
  void step(const MachineInstr &MI) {
    std::optional<SDATarget::Move> M = T.move(MI);
    std::optional<Address> Moved = M ? of(M->From) : std::nullopt;
    if (Moved)
      Moved->Offset += M->By;
    for (const MachineOperand &Op : MI.operands())
      if (Op.isReg() && Op.isDef() && Op.getReg())
        for (MCRegAliasIterator A(Op.getReg().asMCReg(), &T.TRI, true); A.isValid(); ++A)
          Now[*A] = std::nullopt;
    if (M)
      Now[M->To] = Moved;
  }

private:
  const SDATarget &T;
  std::map<MCRegister, std::optional<Address>> Now;
};

} // namespace llvm::sda

#endif
