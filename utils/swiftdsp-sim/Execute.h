// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the files Execute*.cpp define instructions: EXECUTE(id) { uses M and O }. One that is missing does not link.
#ifndef SWIFTDSP_SIM_EXECUTE_H
#define SWIFTDSP_SIM_EXECUTE_H

#include "Machine.h"

namespace swiftdsp {
template <Opcode Code> void execute(Machine &M, const Operation &O);
}

#define EXECUTE(Id)                                                                                \
  template <>                                                                                      \
  void swiftdsp::execute<swiftdsp::Opcode::Id>([[maybe_unused]] swiftdsp::Machine & M,             \
                                               [[maybe_unused]] const swiftdsp::Operation &O)

#endif
