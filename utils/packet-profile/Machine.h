// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine description: what the cycle model assumes beyond the latency rules, each figure with
// its source.
#ifndef PACKET_PROFILE_MACHINE_H
#define PACKET_PROFILE_MACHINE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace profile {

struct Machine {
  /// A figure of the file, for the report: its key, value and where it comes from.
  struct Fact {
    std::string Key;
    double Value;
    std::string Source;
  };
  std::string Name;
  std::vector<Fact> Facts;

  // Clocks from one packet without HVX to the next at best: 1, or 2 as for HVX packets.
  unsigned ScalarClocks = 1;
  // Cycles of control flow and the fetch window in bytes.
  unsigned WrongHint = 0, IndirectJump = 0, SplitTarget = 0, FetchWindow = 32;
  // Data caches: bytes, bytes, ways.
  unsigned L1Size = 0, L1Line = 0, L1Ways = 0, L2Size = 0, L2Line = 0, L2Ways = 0;
  // Cycles that a miss adds, and bytes a cycle that DDR can move at best.
  unsigned L2Latency = 0, DdrLatency = 0;
  double DdrBytesPerCycle = 1;
  // Multiply-accumulates of 8-bit factors that a packet can do at most.
  unsigned MacsPerPacket = 0;

  /// Reads a file of dnn-frontend/machine. A missing key, an unknown one, a value that is not positive or
  /// an entry without a source is an error that names it. Facts that stand in the file that it is "like" need not be repeated.
  static llvm::Expected<Machine> read(llvm::StringRef File);

  /// The plugin's cache arguments, "l1=...,l2=...".
  std::string pluginArguments() const;
};

} // namespace profile

#endif
