// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be asked of a nest (Nest.h).
#pragma once

#include "nests/Nest.h"

namespace hexloom {

/// Whether an object with static storage begins with a constant's address, which C wants to be known.
bool initializesByConstants(const nest::Block &Body);

/// Statements, those within others among them, and how many of these are C that is not looked into, or have such values.
struct Written {
  int64_t Statements = 0, Raw = 0, RawValues = 0;
};
Written writtenIn(const nest::Block &Body);

} // namespace hexloom
