// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What GCD2 compares itself with: each operator's cheapest plan, as if conversions were free.
#include "select/Solvers.h"

#include <algorithm>

namespace hexloom {

Choice solveLocal(const ChoiceProblem &P) {
  Choice C;
  for (const ChoiceProblem::Operator &O : P.Operators) {
    C.Options.push_back(static_cast<int>(std::min_element(O.Costs.begin(), O.Costs.end()) - O.Costs.begin()));
    C.Steps += static_cast<int64_t>(O.Costs.size());
  }
  C.Cost = P.cost(C.Options);
  return C;
}

} // namespace hexloom
