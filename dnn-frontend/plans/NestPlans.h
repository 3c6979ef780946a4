// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans that cost what their nests do (price/Bodies.h): each is built as it would be emitted, without its constants' bytes. Nothing is
// fitted.
#pragma once

#include "nests/LayerWriter.h"
#include "nests/Nest.h"
#include "plans/Plan.h"

namespace hexloom {

/// The price of primitives with loops of their own, which a kernel calls.
Cost costOf(const OwnLoops &Loops);

/// Whether a nest's price is that of the target's own packets.
bool areNestsPriced(Target T);

class NestPlans {
public:
  /// Writes the nest of an operator with layouts and schedule.
  using Nest = std::function<void(const Graph &, const Op &, LayerWriter &)>;

  /// `Facts`: the nest, and by what it differs in what it executes, besides types, shapes, layouts and schedule. Nests that differ in
  /// nothing have one price.
  NestPlans(const Graph &G, const Op &O, PlanList &Plans, std::string Facts);
  void add(std::vector<Layout> Inputs, std::vector<Layout> Outputs, Schedule How, const Nest &Write);
  /// `Besides`: of what the nest that is written leaves out.
  void add(std::vector<Layout> Inputs, std::vector<Layout> Outputs, Schedule How, const Nest &Write, Cost Besides);

private:
  PlanList &Plans;
  Graph Alone; ///< the operator and its tensors
  std::string Facts;

  double cyclesWith(const Schedule &How, const Nest &Write) const;
};

} // namespace hexloom
