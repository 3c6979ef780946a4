// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ARG_MAX and ARG_MIN: what their kernels share.
#pragma once

#include "plans/windows/Window.h"

namespace hexloom {

struct ArgShape {
  int64_t Outer = 1, Axis = 1, Inner = 1;
};
ArgShape argShape(const Graph &G, const Op &O);
Fields argFields(const Graph &G, const Op &O);
std::string argProblem(const Graph &G, const Op &O);

/// Whether the operator is ARG_MAX; otherwise it is ARG_MIN.
inline bool takesLargest(const Op &O) { return O.Kind == OpKind::ArgMax; }

} // namespace hexloom
