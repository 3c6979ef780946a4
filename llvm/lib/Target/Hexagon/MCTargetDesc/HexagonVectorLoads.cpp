//===- HexagonVectorLoads.cpp - Loads as .cur and as .tmp -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MCTargetDesc/HexagonVectorLoads.h"
#include "MCTargetDesc/HexagonMCTargetDesc.h"

using namespace llvm;

const VectorLoadForms *llvm::vectorLoadForms(unsigned Opcode) {
  switch (Opcode) {
#define HEX_VECTOR_LOAD(Plain, Current, Temporary)                                                 \
  case Hexagon::Plain:                                                                             \
  case Hexagon::Current:                                                                           \
  case Hexagon::Temporary: {                                                                       \
    static constexpr VectorLoadForms Forms = {Hexagon::Plain, Hexagon::Current,                    \
                                              Hexagon::Temporary};                                 \
    return &Forms;                                                                                 \
  }
#include "MCTargetDesc/HexagonVectorLoads.def"
  default:
    return nullptr;
  }
}

bool llvm::isCurrentLoad(unsigned Opcode) {
  switch (Opcode) {
#define HEX_VECTOR_LOAD(Plain, Current, Temporary) case Hexagon::Current:
#define HEX_CONDITIONAL_VECTOR_LOAD(Plain, Current, Temporary) case Hexagon::Current:
#include "MCTargetDesc/HexagonVectorLoads.def"
    return true;
  default:
    return false;
  }
}

bool llvm::isTemporaryLoad(unsigned Opcode) {
  switch (Opcode) {
#define HEX_VECTOR_LOAD(Plain, Current, Temporary) case Hexagon::Temporary:
#define HEX_CONDITIONAL_VECTOR_LOAD(Plain, Current, Temporary) case Hexagon::Temporary:
#include "MCTargetDesc/HexagonVectorLoads.def"
    return true;
  default:
    return false;
  }
}
