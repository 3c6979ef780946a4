// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the processors have, from their descriptions (*.json here, which say where each figure is from; packet-profile and the probe
// read the same files). Hexagon: V66's, as far as code is made for it; vectors, registers and caches are the same from V60 on.
#pragma once

#include <string_view>

namespace hexloom {

struct Fact {
  std::string_view Key;
  double Value;
};

#define FACT(KEY, VALUE) {KEY, VALUE},
inline constexpr Fact kHexagonFacts[] = {
#include "machine/hexagon-v66.inc"
};
inline constexpr Fact kSwiftDSPFacts[] = {
#include "machine/swiftdsp.inc"
};
#undef FACT

/// A key that is not there does not compile.
template <size_t Count> constexpr double factOf(const Fact (&Facts)[Count], std::string_view Key) {
  for (const Fact &Each : Facts)
    if (Each.Key == Key)
      return Each.Value;
  throw "no such fact";
}

namespace hexagon {
constexpr double fact(std::string_view Key) { return factOf(kHexagonFacts, Key); }
inline constexpr int kVectorBytes = static_cast<int>(fact("vector.bytes")), kVectorLanes = kVectorBytes / 4; ///< of 32 bits
/// Vector registers that the machine has.
inline constexpr int kVectorRegisters = static_cast<int>(fact("vector.registers"));
/// Vector registers that a kernel may keep from one turn of a loop to the next: eight are for what a turn loads, makes and stores in
/// packets that overlap.
inline constexpr int kKeptRegisters = kVectorRegisters - 8;
} // namespace hexagon

namespace swiftdsp {
constexpr double fact(std::string_view Key) { return factOf(kSwiftDSPFacts, Key); }
inline constexpr int kVectorBytes = static_cast<int>(fact("vector.bytes")), kVectorRegisters = static_cast<int>(fact("vector.registers"));
} // namespace swiftdsp

} // namespace hexloom
