// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/Solvers.h"
#include "support/Error.h"

namespace hexloom {

#define SOLVER(FUNCTION, NAME, DESCRIPTION) Choice FUNCTION(const ChoiceProblem &);
#include "select/solvers.def"

const std::vector<LayoutSolver> &allLayoutSolvers() {
  static const std::vector<LayoutSolver> All = {
#define SOLVER(FUNCTION, NAME, DESCRIPTION) {NAME, FUNCTION, DESCRIPTION},
#include "select/solvers.def"
  };
  return All;
}

const LayoutSolver &layoutSolverNamed(const std::string &Name) {
  for (const LayoutSolver &S : allLayoutSolvers())
    if (Name == S.Name)
      return S;
  throw UserError("no layout solver is named '" + Name + "'");
}

} // namespace hexloom
