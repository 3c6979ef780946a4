// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An output stage for the kernels that run it: hexloom/hvx/stage.h.
#pragma once

#include "instructions/Instruction.h"
#include "stages/Stage.h"
#include "support/CText.h"

#include <array>

namespace hexloom {

/// Emission obeys: throws InternalError unless the stage is the one that the operator's plan says.
void checkObeyed(const Op &O, const Stage &S);

/// Whether the target has the instructions of hexloom/hvx/stage.h; others compute as the reference does.
bool runsStages(Target T);
/// Whether the target has a header of the same interface with the reference's own arithmetic: a multiplier and a shift for each lane.
bool rescalesVectors(Target T);

/// The fields of hl_stage, each name behind `Prefix`: "product.stage.".
Fields stageFields(const StageKind &K, const std::string &Prefix);

/// Packets that the stage fills with multiplications for 128 results. Not for the reference's own.
int stagePackets(const StageKind &K);
/// Cycles of a product from its loads to the store of its results, each instruction behind the one that it waits for; as compiled.
int stageChain(const StageKind &K);

/// How many vectors hl_stage_load reads; none of the reference's arithmetic.
int stageVectorsOf(const StageKind &K);

/// The words of hl_stage_lanes for one lane.
std::array<int32_t, 4> stageWords(const StageKind &K, const StageLane &L);
/// The vectors of hl_stage_lanes for channels First .. First + Lanes - 1, one behind the other; zeros
/// behind the last channel.
std::vector<int32_t> stageVectors(const Stage &S, int First, int Lanes);

/// What is to be added to a channel's bias.
int32_t stageOffset(const Stage &S, int Channel);

} // namespace hexloom
