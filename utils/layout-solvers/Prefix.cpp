// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Prefix.h"

#include <algorithm>

namespace hexloom {

ChoiceProblem prefix(const ChoiceProblem &P, size_t Count) {
  const int End = static_cast<int>(std::min(Count, P.Operators.size()));
  ChoiceProblem Part;
  Part.Layouts = P.Layouts;
  Part.Operators.assign(P.Operators.begin(), P.Operators.begin() + End);
  for (ChoiceProblem::Value V : P.Values) {
    if (V.Maker >= End)
      continue;
    const auto IsLater = [&](const ChoiceProblem::Reader &R) { return R.Operator >= End; };
    const size_t Before = V.Readers.size();
    V.Readers.erase(std::remove_if(V.Readers.begin(), V.Readers.end(), IsLater), V.Readers.end());
    if (V.Readers.size() < Before && V.Maker >= 0)
      V.Kept |= 1;
    Part.Values.push_back(std::move(V));
  }
  return Part;
}

} // namespace hexloom
