// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/AxisValues.h"
#include "plans/Spaces.h"
#include "support/CText.h"
#include "support/Quote.h"

#include <algorithm>

namespace hexloom {

std::vector<AxisValues> axisValues(const Kernel &K, const std::vector<Plan> &Plans) {
  std::vector<AxisValues> All;
  const Space *const Its = spaceOf(K);
  for (const AxisRow &Row : Its ? Its->Rows : std::vector<AxisRow>()) {
    AxisValues Found{Row, {}};
    for (const Plan &P : Plans) {
      const std::string Value = P.Kernel == &K && P.Rejected.empty() ? P.Schedule.get(Row.Field) : "";
      if (!Value.empty() && !std::count(Found.Values.begin(), Found.Values.end(), Value))
        Found.Values.push_back(Value);
    }
    All.push_back(std::move(Found));
  }
  return All;
}

static std::string joined(const std::vector<std::string> &Values) {
  std::string Text;
  for (const std::string &Value : Values)
    Text += (Text.empty() ? "" : "|") + Value;
  return Text;
}

static const char *takenBy(TakenBy By) {
  return By == TakenBy::Shape ? "follows from the operator" : By == TakenBy::Cost ? "taken by cost" : "usual by a rule";
}

/// "tile=8x32|4x32 (pixels x channels; taken by cost): outputs ..."
static std::string line(const AxisRow &Row, const std::string &Values) {
  const std::string Unit = Row.Unit;
  return strf("%s=%s (%s%s): %s", text(Row.Field), Values.c_str(), (Unit.empty() ? Unit : Unit + "; ").c_str(), takenBy(Row.By), Row.Meaning);
}

std::string axisText(const Kernel &K, const std::vector<Plan> &Plans, const std::string &Indent, const std::string &Field) {
  std::string Text;
  for (const AxisValues &Each : axisValues(K, Plans))
    if (!Each.Values.empty() && (Field.empty() || Field == text(Each.Row.Field)))
      Text += Indent + line(Each.Row, joined(Each.Values));
  return Text;
}

/// All values of a row, as axisText() has those of plans.
static std::string allValues(const AxisRow &Row) {
  std::string Values = Row.Values;
  for (size_t At; (At = Values.find(", ")) != std::string::npos;)
    Values.replace(At, 2, "|");
  return Values;
}

std::string scheduleFault(const Kernel &K, const Schedule &S) {
  const Space *const Its = spaceOf(K);
  if (!Its)
    return S == Schedule() ? "" : std::string(K.Name) + " has one form for a shape, and no axes";
  std::string Names;
  for (const AxisRow &Row : Its->Rows)
    Names += (Names.empty() ? "" : ", ") + std::string(text(Row.Field));
  for (int I = 0; I < kScheduleFields; ++I) {
    const ScheduleField F = ScheduleField(I);
    const AxisRow *const Row = Its->row(F);
    if (!S.sets(F))
      continue;
    if (!Row) {
      const auto Now = std::find_if(Its->Rows.begin(), Its->Rows.end(), [&](const AxisRow &R) { return R.Was == F; });
      return std::string(K.Name) + " has no axis '" + text(F) + "'" +
             (Now == Its->Rows.end() ? "" : std::string(", what it said is '") + text(Now->Field) + "' now") + "; its axes: " + Names;
    }
    if (F != ScheduleField::Instruction && F != ScheduleField::Stage && !has(*Row, S.get(F)))
      return "'" + S.get(F) + "' is no value of '" + text(F) + "' of " + K.Name + ", " + line(*Row, allValues(*Row));
  }
  return "";
}

/// "a,b" as "a, b".
static std::string spaced(const std::string &Names) {
  std::string Text;
  for (char C : Names)
    Text += C == ',' ? ", " : std::string(1, C);
  return Text;
}

static std::string said(const Space &S, const std::string &Kernels) {
  std::string Text = Kernels + "\n";
  for (const AxisRow &Row : S.Rows)
    Text += "  " + line(Row, allValues(Row)) + "\n";
  return Text;
}

std::string listSchedules(const std::string &Kernel) {
  if (Kernel == kAllKernels) {
    std::string Text = "What plans say besides kernel and layouts: for each kernel its axes, as FIELD=VALUES (unit; what takes one): meaning.\n"
                       "N is any number, * any word. --force-plan=OPERATOR=KERNEL:FIELD=VALUE takes another value; --explain=OPERATOR has the\n"
                       "values that apply to an operator. A schedule leaves out most fields in which the operator leaves no choice.\n\n";
    for (const Space &S : allSpaces())
      Text += said(S, spaced(S.Kernels)) + "\n";
    return Text + "Other kernels have one form for a shape.\n";
  }
  const auto &All = allKernels();
  const auto Found = std::find_if(All.begin(), All.end(), [&](const hexloom::Kernel &K) { return Kernel == K.Name; });
  if (Found == All.end())
    throw UserError("no kernel is named '" + printable(Kernel) + "'");
  const Space *const Its = spaceOf(*Found);
  return Its ? said(*Its, Kernel) : Kernel + "\n  has one form for a shape\n";
}

} // namespace hexloom
