// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels leave open for an operator: of each axis (plans/spaces.def) the values that plans have.
#pragma once

#include "plans/Plan.h"

namespace hexloom {

struct AxisValues {
  AxisRow Row;
  std::vector<std::string> Values; ///< in the order of the plans; none: the operator leaves nothing open here
};

/// Values of the axes that plans of one kernel have, in the order of the kernel's declaration.
std::vector<AxisValues> axisValues(const Kernel &K, const std::vector<Plan> &Plans);

/// Lines "tile=8x32|4x32  by cost: ...", each behind `Indent`: of one field, or of all.
std::string axisText(const Kernel &K, const std::vector<Plan> &Plans, const std::string &Indent, const std::string &Field = "");

/// What no plan of the kernel says, whatever the operator; "": nothing. Of instruction and stage a beginning is enough.
std::string scheduleFault(const Kernel &K, const Schedule &S);

/// --list-schedules: the axes of all kernels, or of the one of that name; throws UserError if there is none.
std::string listSchedules(const std::string &Kernel);
inline constexpr const char *kAllKernels = "*";

} // namespace hexloom
