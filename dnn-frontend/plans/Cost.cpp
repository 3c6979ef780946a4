// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/Cost.h"

#include <algorithm>

namespace hexloom {

double Cost::cycles() const {
  double Sum = 0;
  for (const Term &T : Terms)
    Sum += T.Count * T.Constant->Cycles;
  return Sum;
}

Cost Cost::through(const Traffic &T) const {
  Cost C = *this;
  C.Moved = T;
  return C;
}

bool Cost::isLessThan(const Cost &Other) const {
  const double Mine = cycles(), Others = Other.cycles();
  return Mine < Others || (Mine == Others && Moved.waits() < Other.Moved.waits());
}

Cost &Cost::operator+=(const Cost &Other) {
  for (const Term &New : Other.Terms) {
    const auto Same = std::find_if(Terms.begin(), Terms.end(), [&](const Term &T) {
      return T.Constant == New.Constant;
    });
    if (Same == Terms.end())
      Terms.push_back(New);
    else
      Same->Count += New.Count;
  }
  return *this;
}

Cost &Cost::operator*=(double Count) {
  for (Term &T : Terms)
    T.Count *= Count;
  return *this;
}

} // namespace hexloom
