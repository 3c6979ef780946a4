// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors that name an operator.
#pragma once

#include "ir/Graph.h"

namespace hexloom {

/// Throws UserError "net.tflite: op #12 CONV_2D 'block3/conv': <What>".
[[noreturn]] void opError(const Graph &G, const Op &O, const std::string &What);

} // namespace hexloom
