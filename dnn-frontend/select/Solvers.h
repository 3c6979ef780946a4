// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The solvers of a ChoiceProblem, by name: rows of select/solvers.def.
#pragma once

#include "select/ChoiceProblem.h"

#include <cstdint>
#include <string>

namespace hexloom {

struct Choice {
  std::vector<int> Options;  ///< one for each operator
  double Cost = 0;           ///< ChoiceProblem::cost() of them
  double Bound = 0;          ///< no choice costs less, proven; 0 where the solver proves nothing
  int Width = 0;             ///< operators and sets of layouts that the largest table of the elimination joined; 0: no table
  int64_t Steps = 0;         ///< of work, counted by the solver: combinations or table entries it looked at

  bool isProven() const { return Bound >= Cost; }
};

/// Deterministic; bounded in memory and steps, whatever the problem.
struct LayoutSolver {
  const char *Name;
  Choice (*Solve)(const ChoiceProblem &);
  const char *Description;
};

const std::vector<LayoutSolver> &allLayoutSolvers();
const LayoutSolver &layoutSolverNamed(const std::string &Name);
constexpr const char *kDefaultLayoutSolver = "exact";

} // namespace hexloom
