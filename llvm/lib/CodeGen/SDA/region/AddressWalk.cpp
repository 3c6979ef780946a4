//===- SDA/AddressWalk.cpp - Addresses within an iteration ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/AddressWalk.h"
#include "llvm/CodeGen/SDA/Faults.h"
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
    Now.push_back({Reg, Address{Reg}});
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
  ++Steps;
  for (auto &[Followed, At] : Now)
    if (Moved && Followed == M->To)
      At = *Moved;
    else if (MI.modifiesRegister(Followed, &T.TRI))
      At = Address{Followed, Steps};
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
        Facts(N).At = {A->At.Base, A->At.Since, A->At.Offset, T.accessBytes(*Instrs[N])};
    Walk.step(*Instrs[N]);
  }
}

static bool shareBase(const Place &A, const Place &B) {
  return A.Base && A.Base == B.Base && A.Since == B.Since;
}

bool areApart(const InstrFacts &A, const InstrFacts &B) {
  return shareBase(A.At, B.At) &&
         Place::areApart(B.At.Offset - A.At.Offset, A.At.Bytes, B.At.Bytes);
}

bool meet(const SDATarget &T, const InstrFacts &A, const InstrFacts &B) {
  const int64_t Distance = B.At.Offset - A.At.Offset;
  const bool Meet = A.OfNext == B.OfNext && shareBase(A.At, B.At) &&
                    Place::meet(Distance, A.At.Bytes, B.At.Bytes) &&
                    Place::meet(Distance, T.leastAccessBytes(*A.MI), T.leastAccessBytes(*B.MI));
  return faults::mayTouch(Meet);
}

} // namespace llvm::sda
