// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cycles of bodies: bodies.def, which has the compiler's own packets for each, in emitted layers (utils/plancosts/bodies.py). Of a body that
// is not in it, bodies that are like it say what it takes beyond its bound by pipes (Pipes.h), and how many times that bound.
#pragma once

#include "price/Bodies.h"

namespace hexloom {

struct BodyCycles {
  double Turn = 0, Entry = 0;
  bool IsMeasured = false; ///< the table has the body itself
};
BodyCycles cyclesOf(const Body &B);

} // namespace hexloom
