// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of what executes each instruction.
#include "Execute.h"

using namespace swiftdsp;

// Defined in the files Execute*.cpp.
#define INST(Id, ...) template <> void swiftdsp::execute<Opcode::Id>(Machine &, const Operation &);
#include "ISA.def"

Handler swiftdsp::handlerOf(Opcode Code) {
  static const Handler Table[] = {
#define INST(Id, ...) execute<Opcode::Id>,
#include "ISA.def"
  };
  return Table[unsigned(Code)];
}
