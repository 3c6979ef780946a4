// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "embed/Rectangle.h"

#include <algorithm>
#include <map>

namespace hexloom {

namespace {

using Point = std::vector<int64_t>;

/// The dimension along which To is one further than From; -1: they differ otherwise.
int stepOf(const Point &From, const Point &To) {
  int Step = -1;
  for (size_t D = 0; D < From.size(); ++D)
    if (To[D] != From[D]) {
      if (Step >= 0 || To[D] != From[D] + 1)
        return -1;
      Step = static_cast<int>(D);
    }
  return Step;
}

} // namespace

bool isRectangle(const std::vector<Point> &Points) {
  std::vector<int> Used;
  for (size_t Inner = 1; Inner < Points.size();) { // the first Inner points are a rectangle
    const int Along = stepOf(Points[0], Points[Inner]);
    if (Along < 0 || std::find(Used.begin(), Used.end(), Along) != Used.end())
      return false;
    Used.push_back(Along);
    const auto IsNext = [&](size_t P) {
      Point Wanted = Points[P % Inner];
      Wanted[static_cast<size_t>(Along)] += static_cast<int64_t>(P / Inner);
      return Points[P] == Wanted;
    };
    size_t End = Inner;
    while (End < Points.size() && IsNext(End))
      ++End;
    if (End % Inner || Points.size() % End)
      return false;
    Inner = End;
  }
  return true;
}

std::vector<std::pair<int64_t, int64_t>> inOrder(const ScalarInstruction &I, size_t Operand) {
  std::map<int, std::pair<int64_t, int64_t>> First;
  for (int64_t Lane = 0; Lane < I.Lanes; ++Lane)
    for (int64_t Term = 0; Term < I.Terms; ++Term) {
      const int Element = I.Operands[Operand].Of[I.product(Lane, Term)];
      if (Element >= 0)
        First.try_emplace(Operand == 0 ? static_cast<int>(Lane) : Element, Lane, Term);
    }
  std::vector<std::pair<int64_t, int64_t>> All;
  for (const auto &Each : First)
    All.push_back(Each.second);
  return All;
}

} // namespace hexloom
