//===- HexagonAddressWalk.h - Addresses within an iteration -----*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONADDRESSWALK_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONADDRESSWALK_H

#include "HexagonInstrInfo.h"
#include "HexagonRegisterInfo.h"
#include <map>
#include <optional>

namespace llvm {

/// Follows registers that move by constants through an iteration.
class AddressWalk {
public:
  /// An address: a register's value at the iteration's beginning, and a constant.
  struct Address {
    MCRegister Base;
    int64_t Offset = 0;
  };

  /// What a load reads.
  struct Loaded {
    Address At;
    MCRegister Base; // as the instruction names it
    unsigned Opcode = 0;
  };

  AddressWalk(const HexagonInstrInfo &HII, const HexagonRegisterInfo &HRI) : HII(HII), HRI(HRI) {}

  /// Where Reg points now, if it is known.
  std::optional<Address> of(MCRegister Reg) const {
    auto It = Now.find(Reg);
    return It == Now.end() ? Address{Reg, 0} : It->second;
  }

  std::optional<Loaded> load(const MachineInstr &MI) const {
    unsigned Base, Offset;
    if (!HII.getBaseAndOffsetPosition(MI, Base, Offset) || !MI.getOperand(Offset).isImm())
      return std::nullopt;
    std::optional<Address> A = of(MI.getOperand(Base).getReg().asMCReg());
    if (!A)
      return std::nullopt;
    if (!HII.isPostIncrement(MI))
      A->Offset += MI.getOperand(Offset).getImm();
    return Loaded{*A, MI.getOperand(Base).getReg().asMCReg(), MI.getOpcode()};
  }

  /// Goes on behind MI.
  void step(const MachineInstr &MI) {
    std::optional<Address> Moved;
    MCRegister To;
    unsigned Base, Offset;
    int Increment;
    if (HII.getIncrementValue(MI, Increment)) {
      const bool Access = HII.isPostIncrement(MI) && HII.getBaseAndOffsetPosition(MI, Base, Offset);
      To = MI.getOperand(Access ? Base : 0).getReg().asMCReg();
      if ((Moved = of(MI.getOperand(Access ? Base : 1).getReg().asMCReg())))
        Moved->Offset += Increment;
    }
    for (const MachineOperand &Op : MI.operands())
      if (Op.isReg() && Op.isDef() && Op.getReg())
        for (MCRegAliasIterator A(Op.getReg().asMCReg(), &HRI, true); A.isValid(); ++A)
          Now[*A] = std::nullopt;
    if (To)
      Now[To] = Moved;
  }

private:
  const HexagonInstrInfo &HII;
  const HexagonRegisterInfo &HRI;
  std::map<MCRegister, std::optional<Address>> Now;
};

} // namespace llvm

#endif
