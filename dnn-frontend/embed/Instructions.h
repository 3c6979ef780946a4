// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions that the search can embed: sums of products of instructions/instructions.def and of foreign.def.
#pragma once

#include "embed/Scalars.h"
#include "instructions/Instruction.h"

namespace hexloom {

struct EmbeddableInstruction {
  ScalarInstruction Scalars;
  const char *Expression, *Description;
  const Instruction *Row; ///< null: another machine's
};
const std::vector<EmbeddableInstruction> &embeddableInstructions();

/// UserError: no instruction has the name, or it is no sum of products.
const EmbeddableInstruction &embeddableNamed(const std::string &Name);

/// The most of them that one packet has room for; 0: not known.
int perPacket(const EmbeddableInstruction &I);

} // namespace hexloom
