// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Diagnostics.h"
#include "support/Error.h"

namespace hexloom {

void opError(const Graph &G, const Op &O, const std::string &What) {
  throw UserError(describe(G, O) + ": " + What);
}

} // namespace hexloom
