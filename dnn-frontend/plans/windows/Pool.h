// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AVERAGE_POOL_2D and MAX_POOL_2D: what their kernels share.
#pragma once

#include "plans/windows/Window.h"
#include "support/Rounding.h"

namespace hexloom {

Fields poolFields(const Graph &G, const Op &O);

/// Why no pooling kernel can serve the operator, or "".
std::string poolProblem(const Graph &G, const Op &O);

/// Whether a window lies wholly in the padding; empty: none does.
std::string poolWindowProblem(const WindowShape &S);

inline bool isAverage(const Op &O) { return O.Kind == OpKind::AveragePool2D; }

} // namespace hexloom
