//===- SDA/AddressWalk.cpp - Addresses within an iteration ----------------===//

#include "llvm/CodeGen/SDA/AddressWalk.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"

namespace llvm::sda {

AddressWalk::AddressWalk(const SDATarget &T, ArrayRef<MachineInstr *> Instrs) : T(T) {
  for (const MachineInstr *MI : Instrs) {
    if (std::optional<SDATarget::Address> A = T.address(*MI))
      if (const MachineOperand &Base = MI->getOperand(A->Base); Base.isReg())
        follow(Base.getReg().asMCReg());
    if (std::optional<SDATarget::Move> M = T.move(*MI)) {
      follow(M->From);
      follow(M->To);
    }
  }
}

void AddressWalk::follow(MCRegister Reg) {
  if (!of(Reg))
    Now.push_back({Reg, Address{Reg, 0}});
}

std::optional<AddressWalk::Address> AddressWalk::of(MCRegister Reg) const {
  for (const auto &[Followed, At] : Now)
    if (Followed == Reg)
      return At;
  return std::nullopt;
}

std::optional<AddressWalk::Access> AddressWalk::access(const MachineInstr &MI) const {
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

void AddressWalk::step(const MachineInstr &MI) {
  std::optional<SDATarget::Move> M = T.move(MI);
  std::optional<Address> Moved = M ? of(M->From) : std::nullopt;
  if (Moved)
    Moved->Offset += M->By;
  for (auto &[Followed, At] : Now)
    if (M && Followed == M->To)
      At = Moved;
    else if (MI.modifiesRegister(Followed, &T.TRI))
      At = std::nullopt;
}

/// Bytes that MI accesses at its address, or 0 if that is not known.
static unsigned bytesOf(const MachineInstr &MI) {
  if (!MI.hasOneMemOperand())
    return 0;
  LocationSize Size = (*MI.memoperands_begin())->getSize();
  return Size.hasValue() && !Size.isScalable() ? Size.getValue().getFixedValue() : 0;
}

void findPlaces(const SDATarget &T, ArrayRef<MachineInstr *> Instrs,
                function_ref<InstrFacts &(unsigned)> Facts) {
  auto IsAccess = [](const MachineInstr *MI) { return MI->mayLoadOrStore() && !MI->isCall(); };
  if (llvm::count_if(Instrs, IsAccess) < 2 ||
      llvm::none_of(Instrs, [](const MachineInstr *MI) { return MI->mayStore(); }))
    return;
  AddressWalk Walk(T, Instrs);
  for (unsigned N = 0; N != Instrs.size(); ++N) {
    if (IsAccess(Instrs[N]) && !T.hidesAddress(*Instrs[N]))
      if (std::optional<AddressWalk::Access> A = Walk.access(*Instrs[N]))
        Facts(N).At = {A->At.Base, A->At.Offset, bytesOf(*Instrs[N])};
    Walk.step(*Instrs[N]);
  }
}

bool areApart(const InstrFacts &A, const InstrFacts &B) {
  return A.At.Base && A.At.Base == B.At.Base &&
         Place::areApart(B.At.Offset - A.At.Offset, A.At.Bytes, B.At.Bytes);
}

} // namespace llvm::sda
