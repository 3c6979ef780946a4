// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the TCG plugin wrote: see plugin/profile-plugin.cpp and README.md, "Format".
#ifndef PACKET_PROFILE_RECORDING_H
#define PACKET_PROFILE_RECORDING_H

#include "plugin/CacheModel.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <vector>

namespace profile {

/// Straight-line packets.
struct RecordedBlock {
  std::vector<uint32_t> Packets; // addresses
  uint32_t End = 0;
};

/// Executions of a block on one path and in one layer.
struct RecordedNode {
  int Layer = -1;
  uint64_t Count = 0;
  std::vector<unsigned> Path; // indices of blocks: the one that runs, then the earlier ones
};

struct Recording {
  std::vector<RecordedBlock> Blocks;
  std::vector<RecordedNode> Nodes;
  std::map<std::pair<int, uint32_t>, MemoryCounts>
      Memory; // by layer and packet; empty without the cache model
  bool HasMemory = false;

  static llvm::Expected<Recording> read(llvm::StringRef File);
};

} // namespace profile

#endif
