// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kernels are for which operators: the column of plans/kernels.def.
#pragma once

#include "plans/Plan.h"

namespace hexloom {

/// The kernels that can serve a kind of operator, in the order of plans/kernels.def.
const std::vector<const Kernel *> &kernelsOf(OpKind Kind);

} // namespace hexloom
