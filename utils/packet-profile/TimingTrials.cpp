// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See TimingTrials.h.
#include "TimingTrials.h"
#include "MCTargetDesc/HexagonMCTargetDesc.h"
#include "llvm/MC/MCInst.h"
#include <algorithm>
#include <random>

using namespace llvm;
using namespace llvm::HexagonTiming;

static constexpr unsigned Opcodes[] = {
    // scalar results, plain and conditional, single and pairs
    Hexagon::A2_addi, Hexagon::A2_paddit, Hexagon::A2_paddif, Hexagon::A2_paddifnew, Hexagon::A2_combinew,
    Hexagon::A2_addp, Hexagon::C2_cmpeqi, Hexagon::L2_loadri_io, Hexagon::L2_loadri_pi, Hexagon::L2_ploadrit_io,
    Hexagon::M2_mpyi, Hexagon::M2_maci, Hexagon::F2_sfadd,
    // stores and jumps, of values of their own packet too
    Hexagon::S2_storeri_io, Hexagon::S2_storerinew_io, Hexagon::J4_cmpeqi_t_jumpnv_t,
    Hexagon::J4_cmpeqi_tp0_jump_nt,
    // vector loads and stores in all forms
    Hexagon::V6_vL32b_ai, Hexagon::V6_vL32b_cur_ai, Hexagon::V6_vL32b_tmp_ai, Hexagon::V6_vL32b_pred_ai,
    Hexagon::V6_vL32b_cur_pred_ai, Hexagon::V6_vL32b_tmp_pred_ai, Hexagon::V6_vS32b_ai, Hexagon::V6_vS32b_new_ai,
    Hexagon::V6_vS32Ub_ai,
    // early and late vector sources, accumulators, pairs, conditions, and a scalar out of a vector
    Hexagon::V6_vaddw, Hexagon::V6_vaddw_dv, Hexagon::V6_vmpyieoh, Hexagon::V6_vmpabus, Hexagon::V6_vrmpyub_acc,
    Hexagon::V6_vlalignb, Hexagon::V6_vshuffvdd, Hexagon::V6_vcmov, Hexagon::V6_extractw};

namespace {

class Trials {
public:
  Trials(const TimingModel &TM, const MCRegisterInfo &MRI, raw_ostream &OS) : TM(TM), MRI(MRI), OS(OS) {}
  void run(unsigned Packets);

private:
  unsigned below(unsigned Limit) { return unsigned(Draw() % Limit); }
  MCInst instruction();
  void print(const MCInst &I);

  const TimingModel &TM;
  const MCRegisterInfo &MRI;
  raw_ostream &OS;
  std::minstd_rand Draw; // the standard fixes its numbers
};

} // namespace

MCInst Trials::instruction() {
  constexpr unsigned Registers = 3;
  MCInst I;
  I.setOpcode(Opcodes[below(std::size(Opcodes))]);
  const MCInstrDesc &D = TM.instrInfo().get(I.getOpcode());
  for (unsigned Op = 0; Op != D.getNumOperands(); ++Op) {
    const int Tied = D.getOperandConstraint(Op, MCOI::TIED_TO);
    if (Tied != -1)
      I.addOperand(I.getOperand(unsigned(Tied)));
    else if (D.operands()[Op].RegClass < 0)
      I.addOperand(MCOperand::createImm(0));
    else
      I.addOperand(MCOperand::createReg(
          MRI.getRegClass(unsigned(D.operands()[Op].RegClass)).getRegister(below(Registers))));
  }
  return I;
}

void Trials::print(const MCInst &I) {
  OS << " " << TM.instrInfo().getName(I.getOpcode());
  for (const MCOperand &O : I)
    if (O.isReg())
      OS << " " << MRI.getName(O.getReg());
  OS << ";";
}

void Trials::run(unsigned Packets) {
  constexpr unsigned PathLength = 64;
  Scoreboard Board(TM, MRI);
  for (unsigned N = 0; N != Packets; ++N) {
    if (N % PathLength == 0)
      Board.reset();
    PacketAccesses P;
    OS << "packet";
    for (unsigned Left = 1 + below(3); Left; --Left) {
      const MCInst I = instruction();
      P.add(I, TM);
      print(I);
    }
    OS << " waits " << Board.issue(P).Cycles << "\n";
  }
}

void profile::printTimingTrials(const TimingModel &TM, const MCRegisterInfo &MRI, raw_ostream &OS) {
  constexpr unsigned Packets = 8192;
  Trials(TM, MRI, OS).run(Packets);
}
