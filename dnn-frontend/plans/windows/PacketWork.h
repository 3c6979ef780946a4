// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What instructions fill of packets, for costs that count them.
#pragma once

namespace hexloom {

/// Instructions by what of a packet they fill.
struct PacketWork {
  double Slots = 0, Permutes = 0, Loads = 0, Multiplies = 0; ///< the last: packets
  double Unaligned = 0;                                      ///< loads and stores
  PacketWork &operator+=(const PacketWork &O) {
    Slots += O.Slots, Permutes += O.Permutes, Loads += O.Loads, Multiplies += O.Multiplies, Unaligned += O.Unaligned;
    return *this;
  }
  PacketWork operator*(double Times) const {
    return {Slots * Times, Permutes * Times, Loads * Times, Multiplies * Times, Unaligned * Times};
  }
};

} // namespace hexloom
