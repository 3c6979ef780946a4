// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How variables that are gone follow from those that went later.
#pragma once

#include <cstdint>
#include <vector>

namespace hexloom {

struct Decision {
  int Variable;
  std::vector<int> Others;
  std::vector<std::vector<int>> OtherValues; ///< of each, ascending: those that were left
  std::vector<int> Values;                   ///< the variable's own
  std::vector<uint16_t> Best;                ///< the place of its best one by the others' places, the last one fastest
};

/// Sets the variables of all decisions, the last one first.
void replay(const std::vector<Decision> &Decisions, std::vector<int> &Values);

} // namespace hexloom
