// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --explain: what was chosen, what it costs, and why the others were not taken.
#pragma once

#include "select/Select.h"

#include <functional>
#include <iosfwd>

namespace hexloom {

/// Why plans that were left are dearer than those taken, all else as it is: by their own cycles and by conversions around.
class Losses {
public:
  explicit Losses(const Selection &S);
  struct Loss {
    double Own, Conversions;
  };
  Loss of(size_t Op, size_t Candidate) const;
  /// Operators that read the value in a layout, with the plans taken.
  size_t readers(size_t Value, int Layout) const { return Wanting[Value * static_cast<size_t>(S.Problem.Problem.Layouts) + Layout]; }

private:
  struct Part {
    size_t Value;
    int Reader; ///< among the value's; -1: the operator makes it
  };

  const Selection &S;
  std::vector<std::vector<Part>> Around; ///< by operator
  std::vector<uint32_t> Wanting;         ///< counted once: a value may have thousands of readers

  double conversions(size_t Op, size_t Candidate) const;
};

/// An operator's plans by a kernel, those that stand aside among them.
using PlansByKernel = std::function<std::vector<Plan>(const Op &, const Kernel &)>;

/// The plans of every operator, or, by name, number or kind, of one or some, for which the whole graph's cost with each plan is
/// told, too, as far as a fixed amount of work goes, and what each kernel leaves open. Throws UserError if none has this name. `G`: before the selection is applied;
/// `S`: with SelectOptions::KeepsRejected.
void explain(std::ostream &Out, const Graph &G, const Selection &S, const std::string &Operator, const PlansByKernel &PlansBy = {});
constexpr const char *kAllOperators = "*";

} // namespace hexloom
