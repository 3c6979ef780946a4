// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What --dump-nests tells of a layer.
#pragma once

#include "nests/LayerWriter.h"

namespace hexloom {

/// Describes a layer's nest: kernel and schedule, what its loops execute, and its price by pipes and by bodies, if the target's pipes are
/// known.
std::string nestText(const std::string &Function, const Op &O, const LayerWriter &W);

} // namespace hexloom
