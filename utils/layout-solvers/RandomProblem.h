// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Problems as networks pose them, at random.
#pragma once

#include "select/ChoiceProblem.h"

#include <cstdint>
#include <string>

namespace hexloom {

struct RandomShape {
  int Operators = 50;
  int Layouts = 4;
  int Reach = 6;          ///< an operator reads values of so many operators before it
  double Forbidden = 0;   ///< of conversions, the share that cannot be had
  uint32_t Seed = 1;
};

/// Chains with branches and joins: products that are fast in one or two layouts, and operators that serve any layout.
ChoiceProblem randomProblem(const RandomShape &S);

/// A problem in the form of EfficientDet-d0, with 822 operators: a backbone of inverted bottlenecks with squeeze and excitation, three
/// pyramids of five levels that are joined both ways, and two heads on each level.
ChoiceProblem detectorProblem(int Layouts, uint32_t Seed);

/// The problem as a weighted constraint satisfaction problem, in the text form that toulbar2 reads. Costs are in units
/// (select/ChoiceProblem.h), and what cannot be had is a hard constraint: nothing here is what the exact solver does.
std::string wcsp(const ChoiceProblem &P);

} // namespace hexloom
