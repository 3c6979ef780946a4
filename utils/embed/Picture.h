// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An embedding drawn: what each lane and each element of the operands has of the operator.
#pragma once

#include "embed/Search.h"

namespace hexloom {

/// SVG. The operator without padding; elements that are padding are grey.
std::string picture(const DimensionMap &M, const ScalarInstruction &I, const ScalarOperator &O, const std::string &Title);

} // namespace hexloom
