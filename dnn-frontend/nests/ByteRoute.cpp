// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/ByteRoute.h"

namespace hexloom {

static constexpr int kVector = 128;

/// Byte by byte through the stages: at each of them the place's bit becomes that of the goal.
/// False: two bytes want the same place to do different things.
static bool route(const std::vector<int> &From, const std::vector<int> &To, bool SmallFirst, Bytes &Control) {
  constexpr int kStages = 7;
  Control.assign(kVector, 0);
  Bytes Decided(kVector, 0); // bits of the stages that a byte has passed here
  for (size_t I = 0; I < From.size(); ++I) {
    int Place = From[I];
    for (int Stage = 0; Stage < kStages; ++Stage) {
      const int Bit = 1 << (SmallFirst ? Stage : kStages - 1 - Stage);
      const bool Crosses = ((Place ^ To[I]) & Bit) != 0;
      Place = (Place & ~Bit) | (To[I] & Bit);
      if ((Decided[Place] & Bit) && ((Control[Place] & Bit) != 0) != Crosses)
        return false;
      Decided[Place] |= static_cast<uint8_t>(Bit);
      Control[Place] |= static_cast<uint8_t>(Crosses ? Bit : 0);
    }
  }
  return true;
}

std::optional<ByteRoute> routeBytes(const std::vector<int> &From, const std::vector<int> &To) {
  ByteRoute R;
  for (bool SmallFirst : {false, true}) {
    R.SmallFirst = SmallFirst;
    if (route(From, To, SmallFirst, R.Control))
      return R;
  }
  return std::nullopt;
}

} // namespace hexloom
