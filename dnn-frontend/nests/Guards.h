// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often the guards of a nest (Nest.h) hold. The loops that have guards are run, but of all that they do only the integers and the
// pointers to bytes.
#pragma once

#include "nests/Nest.h"

#include <map>

namespace hexloom {

/// The share of a guard's turns in which its condition holds. Of conditions that depend on data, or after too many turns, there is none.
using GuardShares = std::map<const nest::Guard *, double>;

GuardShares guardShares(const nest::Block &Body);

} // namespace hexloom
