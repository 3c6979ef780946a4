// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over executed packets.
#ifndef SWIFTDSP_SIM_TOTALS_H
#define SWIFTDSP_SIM_TOTALS_H

#include "Packet.h"

namespace swiftdsp {

struct Totals {
  uint64_t Packets = 0, Stalls[NumCauses] = {}, Slots[8] = {};
#define RESOURCE(Name) uint64_t Name = 0;
#include "Resources.def"

  void add(const Packet &P, const Counts &C) {
    Packets += C.Packets;
    for (unsigned I = 0; I != NumCauses; ++I)
      Stalls[I] += P.stalls(C, Cause(I));
    for (unsigned I = 0; I != 8; ++I)
      Slots[I] += P.Uses.Slots >> I & 1 ? C.Packets : 0;
#define RESOURCE(Name) Name += P.Uses.Name * C.Packets;
#include "Resources.def"
  }
  void add(const Totals &T) {
    Packets += T.Packets;
    for (unsigned I = 0; I != NumCauses; ++I)
      Stalls[I] += T.Stalls[I];
    for (unsigned I = 0; I != 8; ++I)
      Slots[I] += T.Slots[I];
#define RESOURCE(Name) Name += T.Name;
#include "Resources.def"
  }
  uint64_t stalls(bool ControlOnly = false) const {
    uint64_t Sum = 0;
    for (unsigned I = 0; I != NumCauses; ++I)
      Sum += !ControlOnly || CauseRows[I].Control ? Stalls[I] : 0;
    return Sum;
  }
  uint64_t cycles() const { return Packets + stalls(); }
};

} // namespace swiftdsp

#endif
