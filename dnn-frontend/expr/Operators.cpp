// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expr/Operators.h"

namespace hexloom {

Group groupOf(OpKind Kind) {
  switch (Kind) {
#define ELEMENTWISE(KIND, GROUP, INTEGERS, REALS, EFFORT)                                                                    \
  case OpKind::KIND:                                                                                                         \
    return Group::GROUP;
#include "expr/operators.def"
  default:
    return Group::None;
  }
}

const char *integerC(OpKind Kind) {
  switch (Kind) {
#define ELEMENTWISE(KIND, GROUP, INTEGERS, REALS, EFFORT)                                                                    \
  case OpKind::KIND:                                                                                                         \
    return INTEGERS;
#include "expr/operators.def"
  default:
    return nullptr;
  }
}

} // namespace hexloom
