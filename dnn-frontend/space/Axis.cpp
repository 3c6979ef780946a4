// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "space/Axis.h"

#include <algorithm>
#include <cctype>

namespace hexloom {

const char *text(TakenBy By) { return By == TakenBy::Shape ? "shape" : By == TakenBy::Cost ? "cost" : "rule"; }

/// "Nx4x32" is the pattern of "3x4x32".
static bool matches(const std::string &Pattern, const std::string &Value) {
  if (Pattern == "*")
    return !Value.empty();
  size_t At = 0;
  for (char C : Pattern) {
    const size_t Begin = At;
    if (C != 'N') {
      if (At == Value.size() || Value[At++] != C)
        return false;
      continue;
    }
    while (At < Value.size() && std::isdigit(static_cast<unsigned char>(Value[At])))
      ++At;
    if (At == Begin)
      return false;
  }
  return At == Value.size();
}

bool has(const AxisRow &Row, const std::string &Value) {
  const std::string All = Row.Values, Joint = ", ";
  for (size_t Begin = 0; Begin <= All.size();) {
    const size_t End = std::min(All.find(Joint, Begin), All.size());
    if (matches(All.substr(Begin, End - Begin), Value))
      return true;
    Begin = End + Joint.size();
  }
  return false;
}

const AxisRow *Space::row(ScheduleField F) const {
  const auto Found = std::find_if(Rows.begin(), Rows.end(), [&](const AxisRow &R) { return R.Field == F; });
  return Found == Rows.end() ? nullptr : &*Found;
}

const AxisRow &stageRow() {
  static const AxisRow Row = {ScheduleField::Stage, "", "*", TakenBy::Rule,
                              "how sums become outputs: usually the first form of stages/forms.def that is proven for the layer; the "
                              "first words are enough"};
  return Row;
}

} // namespace hexloom
