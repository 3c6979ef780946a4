// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recording priced by the cycle model: packets, stalls by cause and resources, by packet,
// function, layer and loop.
#ifndef PACKET_PROFILE_PRICING_H
#define PACKET_PROFILE_PRICING_H

#include "Machine.h"
#include "Program.h"
#include "Recording.h"
#include <array>

namespace profile {

constexpr unsigned NumCauses = unsigned(llvm::HexagonTiming::Cause::NumCauses);

/// Sums over executed packets. Cycles are compute cycles: packets and stalls, no memory.
struct Totals {
  uint64_t Packets = 0;
#define HEX_RESOURCE(Name) uint64_t Name = 0;
#include "Resources.def"
  std::array<uint64_t, NumCauses> Stalls{};
  MemoryCounts Memory;

  uint64_t stalls() const;        // all
  uint64_t controlStalls() const; // those that the machine description assumes
  uint64_t cycles() const { return Packets + stalls(); }
  void addPacket(const Packet &P, uint64_t Count);
  void addMemory(const MemoryCounts &C);
  void add(const Totals &T);
};

/// What the caches cost, apart from compute cycles. Latency: every miss waits in full, none
/// overlaps: an upper bound. Bandwidth: DDR traffic at its full rate, all else hidden: a lower
/// bound.
struct MemoryCost {
  uint64_t LatencyCycles = 0, BandwidthCycles = 0;
  uint64_t L2Bytes = 0, DdrBytes = 0; // bytes that L2 and DDR deliver or take
};
MemoryCost memoryCost(const Totals &T, const Machine &M);

/// A resource of packets, with the share of its room that is used: of the packets, or of the cycles.
struct Use {
  const char *Name;
  double OfPackets, OfCycles;
};
std::vector<Use> uses(const Totals &T); // in Bounds.def's order
/// What \p T's cycles are fullest of: a resource of packets, or stalls.
Use boundBy(const Totals &T);

struct PacketCost {
  const Packet *P = nullptr;
  Totals Sum; // of the network, where there is one
};

/// A loop: the packets from the target of a backward transfer to its source, in one function.
struct Loop {
  const Function *In = nullptr;
  uint32_t Low = 0, High = 0; // first packet; end of the last one
  uint64_t Iterations = 0;    // times the first packet runs
  bool Hardware = false;
  bool Innermost = true;
  Totals Sum; // everything in [Low, High), inner loops included; callees are not
};

/// What a run costs. If it has a network (a layer ran), packets, functions and loops are counted as
/// far as they belong to the network's run. Start-up code and the harness are then seen in Runtime
/// and Total alone.
struct Pricing {
  Totals Total;
  std::map<uint32_t, PacketCost> Packets;                // by address
  std::vector<std::pair<std::string, Totals>> Functions; // by cycles; self
  std::map<int, Totals> Layers; // by index into Program::layers(); those that ran
  // Outside every layer: code that belongs to a network (its name starts with NAME_), the rest
  // (start-up, run-time library, test programs), and packets that no symbol covers. The three and
  // the layers sum to the total.
  Totals NetworkDriver, Runtime, Unknown;
  std::vector<Loop> Loops; // by cycles
  bool hasNetwork() const { return !Layers.empty(); }
  std::map<std::pair<uint32_t, uint32_t>, uint64_t>
      Transfers; // last packet of a block -> first one of the next
};

llvm::Expected<Pricing> price(Program &Prog, const Recording &R, const Machine &M);

} // namespace profile

#endif
