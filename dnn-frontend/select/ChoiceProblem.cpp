// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/ChoiceProblem.h"

#include <cmath>

namespace hexloom {

double inUnits(double Cycles) { return std::round(Cycles / kCostUnit) * kCostUnit; }

LayoutSet ChoiceProblem::Value::wanted() const {
  LayoutSet Set = Kept;
  for (const Reader &R : Readers)
    for (LayoutSet W : R.Wants)
      Set |= W;
  return Set;
}

LayoutSet ChoiceProblem::convertedInto(const Value &V, const std::vector<int> &Options) const {
  LayoutSet Set = V.Kept;
  for (const Reader &R : V.Readers)
    Set |= R.Wants[static_cast<size_t>(Options[static_cast<size_t>(R.Operator)])];
  return Set & ~(LayoutSet(1) << madeIn(V, Options));
}

double ChoiceProblem::conversions(const Value &V, int From, LayoutSet Into) const {
  double Sum = 0;
  for (int L = 0; Into >> L; ++L)
    if (Into >> L & 1)
      Sum += conversion(V, From, L);
  return Sum;
}

double ChoiceProblem::conversionsOf(const Value &V, const std::vector<int> &Options) const {
  return conversions(V, madeIn(V, Options), convertedInto(V, Options));
}

double ChoiceProblem::cost(const std::vector<int> &Options) const {
  double Sum = 0;
  for (size_t I = 0; I < Operators.size(); ++I)
    Sum += Operators[I].Costs[static_cast<size_t>(Options[I])];
  for (const Value &V : Values)
    Sum += conversionsOf(V, Options);
  return Sum;
}

} // namespace hexloom
