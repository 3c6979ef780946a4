// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/Passes.h"

namespace hexloom {

const std::vector<Pass> &allPasses() {
  static const std::vector<Pass> Rows = {
#define PASS(NAME, FUNCTION, DESCRIPTION, STATISTIC) \
  {NAME, DESCRIPTION, STATISTIC, [](Graph &G, const PassContext &C) { return FUNCTION(G, C.Shared.Purse); }},
#define PRICED_PASS(NAME, FUNCTION, DESCRIPTION, STATISTIC) {NAME, DESCRIPTION, STATISTIC, FUNCTION},
#include "passes/passes.def"
  };
  return Rows;
}

int64_t runPass(const Pass &P, Graph &G, const PassContext &C) {
  int64_t Changes = 0;
  for (Op &O : G.Ops)
    for (Graph &R : O.Regions)
      Changes += runPass(P, R, C);
  return Changes + P.Run(G, C);
}

} // namespace hexloom
