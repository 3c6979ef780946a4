// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packets drawn at random, and what the cycle model makes of them.
#ifndef PACKET_PROFILE_TIMINGTRIALS_H
#define PACKET_PROFILE_TIMINGTRIALS_H

#include "MCTargetDesc/HexagonPacketTiming.h"
#include "llvm/Support/raw_ostream.h"

namespace profile {

/// Issues packets of a fixed choice of instructions, an instruction of each kind that a rule of the
/// scoreboard tells apart, and prints each with the cycles that it waits. Few registers, so that most
/// packets depend on those before them. The same packets everywhere.
void printTimingTrials(const llvm::HexagonTiming::TimingModel &TM, const llvm::MCRegisterInfo &MRI,
                       llvm::raw_ostream &OS);

} // namespace profile

#endif
