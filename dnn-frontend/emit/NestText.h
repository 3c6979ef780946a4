// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What --dump-nests tells of a layer.
#pragma once

#include "nests/LayerWriter.h"

namespace hexloom {

/// Its kernel and schedule, what its loops execute, and, of a target whose pipes are known, its price by pipes and by bodies.
std::string nestText(const std::string &Function, const Op &O, const LayerWriter &W);

} // namespace hexloom
