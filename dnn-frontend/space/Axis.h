// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An axis is one thing that a kernel leaves open, and a field of the schedule says which value a plan has of it. Each kernel's axes are
// declared once (plans/spaces.def says where). Plans are enumerated from the declaration, emission obeys it, --list-schedules prints it.
#pragma once

#include "ir/Schedule.h"

#include <string>
#include <vector>

namespace hexloom {

/// What takes one of an axis's values.
enum class TakenBy {
  Shape, ///< the operator: it has one
  Cost,  ///< the least cost
  Rule   ///< a rule says which is usual; another one is taken where it is asked for
};
const char *text(TakenBy By);

/// What is true of an axis whatever the operator's shape.
struct AxisRow {
  ScheduleField Field;
  const char *Unit;   ///< of its numbers, or ""
  const char *Values; ///< all that there are, joined by ", "; N in them is any number, "*" is any word
  TakenBy By;
  const char *Meaning; ///< one sentence
  std::optional<ScheduleField> Was = {}; ///< the field that older texts have in its place
};

/// Whether a value is one of the row's.
bool has(const AxisRow &Row, const std::string &Value);

/// An axis of kernels whose plans are made from subjects of that type.
template <typename Subject> struct Axis {
  AxisRow Row;
  /// Values for a subject that has taken the axes before this one, the usual value first. None: nothing is open, and the field stays unset.
  std::vector<std::string> (*Values)(const Subject &);
  /// Gives the subject a value, as often as wanted; "" where there is none. Null: it need not know.
  void (*Take)(Subject &, const std::string &) = nullptr;
  /// Whether cost decides for this subject although the axis is one by rule.
  bool (*IsByCost)(const Subject &) = nullptr;

  bool isByRule(const Subject &S) const { return Row.By == TakenBy::Rule && !(IsByCost && IsByCost(S)); }
};

/// The axes of one kernel, or of several that have the same ones.
struct Space {
  const char *Kernels; ///< names, joined by ","
  std::vector<AxisRow> Rows;

  const AxisRow *row(ScheduleField F) const;
};

/// `Others`: rows that no subject takes.
template <typename Subject>
Space declaredSpace(const char *Kernels, const std::vector<Axis<Subject>> &Axes, const std::vector<AxisRow> &Others = {}) {
  Space S{Kernels, {}};
  for (const Axis<Subject> &A : Axes)
    S.Rows.push_back(A.Row);
  S.Rows.insert(S.Rows.end(), Others.begin(), Others.end());
  return S;
}

/// The axis of all kernels whose sums have a proven output stage (PlanList::stage).
const AxisRow &stageRow();

} // namespace hexloom
