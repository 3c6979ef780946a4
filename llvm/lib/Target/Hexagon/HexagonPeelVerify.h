//===- HexagonPeelVerify.h - Validation of a peeled loop --------*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONPEELVERIFY_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONPEELVERIFY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/CodeGen/MachineOperand.h"
#include <string>

namespace llvm {

class HexagonLiveUnits;
class MachineBasicBlock;
class MachineInstr;

/// A loop (M R)^n that was peeled.
struct HexagonPeeledLoop {
  const MachineBasicBlock &Preheader, &Loop, &Epilogue, &Exit;
  const MachineInstr &Setup;
  /// n, as the setup had it.
  MachineOperand OldCount;
  /// M and R, and what is now in the loop, as the instructions stand.
  SmallVector<const MachineInstr *, 32> Head, Rest, Body;
};

/// Reads the function, of which the preheader and the epilogue are not packed yet, and says why it is
/// not M (R M)^(n-1) R, or nothing: whether the setup counts one less, and a guard on the same count
/// leads past the loop if that is less than one; whether M ends the preheader, R and M are the loop,
/// and R is all of the epilogue; whether the registers of count and guard hold nothing that anybody
/// wants. That M R is the program's iteration is verifyHexagonOrder's business.
std::string verifyHexagonPeel(const HexagonPeeledLoop &P, const HexagonLiveUnits &Liveness);

} // namespace llvm

#endif
