// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fields of the plan that have a usual value by a rule and others that a kernel serves, too. Plans with the usual values are made always; where
// the kernel is asked for, the others stand aside (Plan.h).
#pragma once

#include "ir/Schedule.h"

#include <algorithm>
#include <string>
#include <vector>

namespace hexloom {

/// The value that is asked for, if it is among `Values`; otherwise the first one, which is the usual one. Without values, it is unset.
template <typename T> T asked(const std::vector<T> &Values, const T &Asked) {
  if (Values.empty())
    return {};
  return std::count(Values.begin(), Values.end(), Asked) ? Asked : Values.front();
}

/// `Asked` with each other value of one field.
template <typename T>
std::vector<Schedule> withOthers(const Schedule &Asked, T Schedule::*Field, const T &Taken, const std::vector<T> &Values) {
  std::vector<Schedule> Others;
  for (const T &Value : Values)
    if (Value != Taken)
      (Others.emplace_back(Asked)).*Field = Value;
  return Others;
}

} // namespace hexloom
