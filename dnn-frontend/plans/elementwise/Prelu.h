// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PRELU (kernels/activations.cc): alpha is broadcast against the input.
#pragma once

#include "ir/Graph.h"

#include <string>
#include <utility>
#include <vector>

namespace hexloom {

/// Why the operator cannot be served; empty: it can.
std::string whyNotPrelu(const Graph &G, const Op &O);

/// The fields of hl_prelu_params (hexloom/portable/binary.h).
std::vector<std::pair<std::string, std::string>> preluFields(const Graph &G, const Op &O);

} // namespace hexloom
