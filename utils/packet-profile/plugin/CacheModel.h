// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The data side of the memory system, driven by addresses: scalar accesses go through L1 to L2, HVX
// accesses go to L2 (HVX PRM, "Memory"); L2 misses go to DDR. Set-associative, least recently used,
// write back with allocation on a miss. No prefetch, and l2fetch is not modelled: assumptions,
// stated in dnn-frontend/machine/*.json.
#ifndef PACKET_PROFILE_CACHEMODEL_H
#define PACKET_PROFILE_CACHEMODEL_H

#include <cstdint>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

struct CacheGeometry {
  uint32_t Size = 0, Line = 0, Ways = 0; // bytes, bytes, lines of a set
  /// Reads SIZE:LINE:WAYS; false unless the sets and lines are powers of two.
  bool parse(const char *Text);
};

class Cache {
public:
  explicit Cache(const CacheGeometry &G);
  struct Result {
    bool Hit = false;
    bool WroteBack = false; // a modified line was evicted
  };
  Result access(uint32_t Address, bool Store);
  uint32_t lineSize() const { return Geometry.Line; }

private:
  struct Way {
    uint32_t Tag = ~0u;
    uint64_t Used = 0;
    bool Dirty = false;
  };
  CacheGeometry Geometry;
  uint32_t Sets;
  std::vector<Way> Ways;
  uint64_t Clock = 0;
};

/// What a packet's accesses did, over all its executions.
struct MemoryCounts {
#define HEX_MEMORY_COUNT(Name) uint64_t Name = 0;
#include "MemoryCounts.def"
};

class CacheModel {
public:
  CacheModel(const CacheGeometry &L1, const CacheGeometry &L2) : L1(L1), L2(L2) {}
  /// Takes an access as the emulator reports it. A vector load comes as 16 accesses of 8 bytes, a
  /// vector store as 128 of 1 (fewer when it is masked).
  void access(uint32_t Packet, uint32_t Address, uint32_t Bytes, bool Store);
  /// A block of layer \p TheLayer begins. To be called before every block: a packet runs once in a
  /// block.
  void beginBlock(int TheLayer) {
    flush();
    Layer = TheLayer;
  }
  /// Writes the lines `mem LAYER ADDRESS ...` of the profile, in order.
  void write(FILE *F);

private:
  struct Piece {
    uint32_t Address, Bytes;
    bool Store;
    unsigned Accesses = 1;
  };
  void flush();
  void joinMaskedStore();
  void scalar(MemoryCounts &C, const Piece &P);
  void vector(MemoryCounts &C, const Piece &P);
  bool l2(MemoryCounts &C, uint32_t Address, bool Store);

  Cache L1, L2;
  int Layer = -1;
  uint32_t Packet = 0;
  std::vector<Piece> Pieces; // contiguous runs of the accesses of the packet that runs
  unsigned Accesses = 0;     // of the packet that runs
  std::map<std::pair<int, uint32_t>, MemoryCounts> Counts; // by layer and packet
};

#endif
