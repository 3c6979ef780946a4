//===- HexagonVectorLoads.cpp - Loads as .cur and as .tmp -----------------===//

#include "HexagonVectorLoads.h"
#include "MCTargetDesc/HexagonMCTargetDesc.h"

using namespace llvm;

static constexpr VectorLoadForms Loads[] = {
    {Hexagon::V6_vL32b_ai, Hexagon::V6_vL32b_cur_ai, Hexagon::V6_vL32b_tmp_ai},
    {Hexagon::V6_vL32b_pi, Hexagon::V6_vL32b_cur_pi, Hexagon::V6_vL32b_tmp_pi},
    {Hexagon::V6_vL32b_ppu, Hexagon::V6_vL32b_cur_ppu, Hexagon::V6_vL32b_tmp_ppu},
    {Hexagon::V6_vL32b_nt_ai, Hexagon::V6_vL32b_nt_cur_ai, Hexagon::V6_vL32b_nt_tmp_ai},
    {Hexagon::V6_vL32b_nt_pi, Hexagon::V6_vL32b_nt_cur_pi, Hexagon::V6_vL32b_nt_tmp_pi},
    {Hexagon::V6_vL32b_nt_ppu, Hexagon::V6_vL32b_nt_cur_ppu, Hexagon::V6_vL32b_nt_tmp_ppu},
};

const VectorLoadForms *llvm::vectorLoadForms(unsigned Opcode) {
  for (const VectorLoadForms &F : Loads)
    if (Opcode == F.Plain || Opcode == F.Current || Opcode == F.Temporary)
      return &F;
  return nullptr;
}

bool llvm::isCurrentLoad(unsigned Opcode) {
  const VectorLoadForms *F = vectorLoadForms(Opcode);
  return F && Opcode == F->Current;
}

bool llvm::isTemporaryLoad(unsigned Opcode) {
  const VectorLoadForms *F = vectorLoadForms(Opcode);
  return F && Opcode == F->Temporary;
}
