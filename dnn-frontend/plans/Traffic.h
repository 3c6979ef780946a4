// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes that a plan moves between the levels of memory. The cycle model is one of compute, and no machine here could say what
// a byte from memory costs: so traffic decides between plans of equal cycles, such as those that differ in the order of their
// loops, and is no part of cycles. `utils/profile.sh --memory` counts what a program really moves.
#pragma once

#include "machine/Processor.h"

namespace hexloom {

/// Sizes and rates of the processor.
struct Memory {
  static constexpr double FirstLevel = hexagon::fact("l1d.bytes"), SecondLevel = hexagon::fact("l2.bytes"); ///< bytes
  static constexpr double SecondLevelWait = hexagon::fact("l2.latency_cycles") / hexagon::fact("l1d.line_bytes"),
                          MemoryWait = 1 / hexagon::fact("ddr.bytes_per_cycle"); ///< cycles for each byte
};

struct Traffic {
  double FromSecondLevel = 0; ///< bytes that scalar accesses do not find in the first level, which vectors go past in any order
  double FromMemory = 0;      ///< bytes that come from behind the second level, or go there

  /// Cycles, if nothing hides the first level's misses and all but its rate the memory's.
  double waits() const { return FromSecondLevel * Memory::SecondLevelWait + FromMemory * Memory::MemoryWait; }
};

} // namespace hexloom
