// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selection: one plan for each operator, so that kernels and layout conversions together cost least
// over the whole graph (GCD2, section IV.B). The steps: gather plans, state the problem, solve it, and set it in the graph.
#pragma once

#include "select/GraphProblem.h"
#include "select/Solvers.h"

#include <functional>

namespace hexloom {

struct SelectOptions {
  hexloom::Target Target = Target::Hexagon;
  std::vector<ForcedPlan> Forced; ///< plans that must be taken
  std::string Solver = kDefaultLayoutSolver;
  bool KeepsRejected = false; ///< the plans that cannot be taken, too, with the reasons: for explain()
};

struct Selection {
  hexloom::Target Target;
  hexloom::Candidates Candidates;
  GraphProblem Problem;
  hexloom::Choice Choice;

  const Plan &taken(size_t Op) const { return Candidates.Chosen[Op][static_cast<size_t>(Choice.Options[Op])]; }
};

/// Throws UserError that lists every operator which no plan can serve, or says why a
/// forced plan cannot be had.
Selection choosePlans(const Graph &G, const SelectOptions &Options, Compilation &Shared);

/// Sets Op::Kernel, Op::Schedule and the tensors' layouts, and inserts LAYOUT_CONVERT operators where producer
/// and consumer differ. Graph inputs and outputs stay row-major.
void applySelection(Graph &G, const Selection &S, Compilation &Shared);

/// Chooses and applies the plans of all regions of the graph's operators, innermost first; Tell sees each choice before it is
/// applied. A graph's own plans come after those of its regions, whose costs they are. Forced plans are not for regions.
void selectRegions(Graph &G, const SelectOptions &Options, Compilation &Shared, const std::function<void(const Graph &, const Selection &)> &Tell = {});

/// Chooses and applies all plans, those of regions included. Returns the modelled cycles of the whole graph.
double selectPlans(Graph &G, const SelectOptions &Options, Compilation &Shared);

} // namespace hexloom
