// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kernels are for which operators: the column of plans/kernels.def.
#pragma once

#include "plans/Plan.h"

namespace hexloom {

bool serves(const Kernel &K, OpKind Kind);

} // namespace hexloom
