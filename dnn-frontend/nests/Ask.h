// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What emission asks of a nest (Nest.h).
#pragma once

#include "nests/Nest.h"

#include <set>

namespace hexloom {

/// Whether an object with static storage begins with a constant's address, which C wants to be known.
bool initializesByConstants(const nest::Block &Body);

/// The layer's inputs, in0 and so on, that the nest names.
std::set<size_t> inputsNamed(const nest::Block &Body);

/// How many vectors the arrays have that live together at most. Arrays of fixed indices are registers, if there are as many.
int64_t vectorsInArrays(const nest::Block &Body);

} // namespace hexloom
