// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows that lie one behind the other and do not end with whole vectors.
#pragma once

#include "machine/Processor.h"

#include <cstdint>

namespace hexloom {

/// How many of `Rows` rows of `Row` bytes end in a part of a vector (128 bytes) that lies in two vectors of memory. Places of rows repeat
/// after 128 of them at most.
inline double endsAcross(int64_t Rows, int64_t Row) {
  constexpr int64_t kVector = hexagon::kVectorBytes;
  const int64_t Rest = Row % kVector;
  const auto Among = [&](int64_t Count) {
    int64_t Across = 0;
    for (int64_t R = 0; R < Count; ++R)
      Across += R * Rest % kVector + Rest > kVector;
    return Across;
  };
  return Rest == 0 ? 0.0 : double(Rows / kVector) * double(Among(kVector)) + double(Among(Rows % kVector));
}

} // namespace hexloom
