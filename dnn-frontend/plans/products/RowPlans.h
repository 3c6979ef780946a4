// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans of products with weights in vectors, whose rows RowNest.h writes: every tile, number of words that are written out and order of
// loops by cost, and the forms of a row by rule (RowForm.h).
#pragma once

#include "plans/products/View.h"

#include <functional>

namespace hexloom {

/// Takes the fields of a row's form from those that are asked for, or the usual ones, for a view that has its output stage, tile and order.
void setForm(View &V, bool HasSums, const Schedule &Asked, Schedule &S);

/// Gives a view that has its output stage what the operator's schedule says; of a strange schedule an internal error.
void obey(View &V, bool HasSums, const Op &O);

/// The plans of one view: of an image of one layout, and results in another.
class RowPlans {
public:
  /// Adds a plan of the view as it then is.
  using AddPlan = std::function<void(const View &, const Schedule &)>;

  /// `HasSums`: pixels are summed for the zero point of stored weights.
  RowPlans(const char *Instruction, bool HasSums, PlanList &Plans, AddPlan Add)
      : Instruction(Instruction), HasSums(HasSums), Plans(Plans), Add(std::move(Add)) {}

  void addAcross(View V, const Schedule &Asked);
  /// Adds every tile, unrolling and order, and both places of the output stage where cost decides (choosesFinish). Where the kernel is
  /// asked for, plans with other forms of a row stand beside the first of them.
  void addAll(View V, const Schedule &Asked, bool WithOthers, bool IsWide);
  /// Adds a plan of the first tile that stands aside by that field (Plan.h).
  void addAside(View V, const Schedule &Asked, bool IsWide, const char *Field);

private:
  const char *const Instruction;
  const bool HasSums;
  PlanList &Plans;
  const AddPlan Add;

  void setFirst(View &V, const Schedule &First) const;
  Schedule addEach(View &V, const Schedule &Asked, bool IsWide, bool OnlyFirst);
};

} // namespace hexloom
