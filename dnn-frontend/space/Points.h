// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The points of a space: an operator's schedules by a kernel, one value for each axis. Axes take their values in the order of the
// declaration, so that an axis sees what those before it have taken.
#pragma once

#include "space/Axis.h"
#include "support/Error.h"

#include <algorithm>
#include <functional>

namespace hexloom {

template <typename Subject> class Points {
public:
  /// Sees the subject as it then is.
  using Visitor = std::function<void(const Subject &, const Schedule &)>;

  /// Axes by rule take the values that are asked for, if there are such, else the usual ones.
  Points(const std::vector<Axis<Subject>> &Axes, Subject &S, const Schedule &Asked) : Axes(Axes), S(S), Asked(Asked) {}

  /// All that differ in what cost decides.
  void visit(const Visitor &Visit) const {
    Schedule How;
    walk(0, How, Asked, nullptr, Visit);
  }

  /// The first of them, with each other value of each axis by rule in turn; before each, `Begin` is told its field.
  void visitOthers(const std::function<void(ScheduleField)> &Begin, const Visitor &Visit) const {
    std::vector<Met> All;
    Schedule How;
    walk(0, How, Asked, &All, [](const Subject &, const Schedule &) {});
    for (const Met &Each : All)
      for (const std::string &Other : Each.Values) {
        if (Other == Each.Taken)
          continue;
        Begin(Each.Field);
        Schedule Wanted = Asked;
        Wanted.set(Each.Field, Other);
        std::vector<Met> Again;
        walk(0, How, Wanted, &Again, Visit);
      }
  }

private:
  /// An axis by rule on the way to the first point.
  struct Met {
    ScheduleField Field;
    std::vector<std::string> Values;
    std::string Taken;
  };

  const std::vector<Axis<Subject>> &Axes;
  Subject &S;
  const Schedule Asked;

  static std::string one(const std::vector<std::string> &Values, const std::string &Wanted) {
    return std::count(Values.begin(), Values.end(), Wanted) ? Wanted : Values.front();
  }

  /// `OnlyFirst`: to one point, and what was met on the way.
  void walk(size_t At, Schedule &How, const Schedule &Wanted, std::vector<Met> *OnlyFirst, const Visitor &Visit) const {
    if (At == Axes.size())
      return Visit(S, How);
    const Axis<Subject> &A = Axes[At];
    std::vector<std::string> Values = A.Values(S);
    if (Values.empty())
      Values.emplace_back();
    if (const bool IsByRule = A.isByRule(S); Values.size() > 1 && (IsByRule || OnlyFirst)) {
      const std::string Taken = one(Values, Wanted.get(A.Row.Field));
      if (IsByRule && OnlyFirst)
        OnlyFirst->push_back({A.Row.Field, Values, Taken});
      Values = {Taken};
    }
    for (const std::string &Value : Values) {
      HEXLOOM_CHECK(How.set(A.Row.Field, Value), "an axis with a strange value: " + Value);
      if (A.Take)
        A.Take(S, Value);
      walk(At + 1, How, Wanted, OnlyFirst, Visit);
    }
    How.set(A.Row.Field, "");
  }
};

/// Gives the subject what a schedule says; of one that is no point an internal error.
template <typename Subject> void obey(const std::vector<Axis<Subject>> &Axes, Subject &S, const Schedule &How) {
  for (const Axis<Subject> &A : Axes) {
    const std::vector<std::string> Values = A.Values(S);
    const std::string Value = How.get(A.Row.Field);
    HEXLOOM_CHECK(Values.empty() ? Value.empty() : std::count(Values.begin(), Values.end(), Value) == 1,
                  std::string("a schedule with a strange ") + text(A.Row.Field) + ": " + text(How));
    if (A.Take)
      A.Take(S, Value);
  }
}

/// Numbers as values.
template <typename T> std::vector<std::string> numbers(const std::vector<T> &All) {
  std::vector<std::string> Values;
  for (const T &Each : All)
    Values.push_back(std::to_string(Each));
  return Values;
}

/// The names of several; a single one leaves nothing open.
template <typename T> std::vector<std::string> choice(const std::vector<T> &All) {
  std::vector<std::string> Values;
  for (const T &Each : All)
    if (All.size() > 1)
      Values.push_back(text(Each));
  return Values;
}
/// The one of that name; of no name the first.
template <typename T> T chosen(const std::vector<T> &All, const std::string &Value) {
  for (const T &Each : All)
    if (text(Each) == Value)
      return Each;
  return All.front();
}

/// "8x32"
inline std::string tileOf(std::initializer_list<int64_t> Sizes) {
  std::string Tile;
  for (int64_t Size : Sizes)
    Tile += (Tile.empty() ? "" : "x") + std::to_string(Size);
  return Tile;
}

/// A number that a value is, or begins with: the first of a tile; 0 of none.
inline int numberOf(const std::string &Value) { return Value.empty() ? 0 : std::stoi(Value); }

} // namespace hexloom
