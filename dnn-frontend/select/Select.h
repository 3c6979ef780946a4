// Selection: one plan for each operator, so that kernels and layout conversions together cost least
// over the whole graph (GCD2, section IV.B), exactly.
#pragma once

#include "select/ForcedPlan.h"

#include <iosfwd>

namespace hexloom {

struct SelectOptions {
  hexloom::Target Target = Target::Hexagon;
  std::ostream *Explain =
      nullptr; ///< a line for each plan, taken, dearer or rejected, with its cost and reason
  std::vector<ForcedPlan> Forced; ///< plans that must be taken
};

/// Sets Op::Kernel, Op::Schedule and the tensors' layouts, and inserts LAYOUT_CONVERT operators where producer
/// and consumer differ. Graph inputs and outputs stay row-major. Returns the modelled cycles of the
/// whole graph. Throws UserError that lists every operator which no plan can serve, or says why a
/// forced plan cannot be had.
double selectPlans(Graph &G, const SelectOptions &Options);

} // namespace hexloom
