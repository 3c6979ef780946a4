// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See CacheModel.h.
#include "CacheModel.h"

static bool isPowerOfTwo(uint32_t N) { return N && !(N & (N - 1)); }

bool CacheGeometry::parse(const char *Text) {
  if (std::sscanf(Text, "%u:%u:%u", &Size, &Line, &Ways) != 3 || !isPowerOfTwo(Line) || !Ways ||
      Size % (Line * Ways))
    return false;
  return isPowerOfTwo(Size / (Line * Ways));
}

Cache::Cache(const CacheGeometry &G)
    : Geometry(G), Sets(G.Size / (G.Line * G.Ways)), Ways(size_t(Sets) * G.Ways) {}

Cache::Result Cache::access(uint32_t Address, bool Store) {
  uint32_t Tag = Address / Geometry.Line;
  Way *Set = &Ways[size_t(Tag & (Sets - 1)) * Geometry.Ways], *Victim = Set;
  ++Clock;
  for (Way *W = Set; W != Set + Geometry.Ways; ++W) {
    if (W->Used && W->Tag == Tag) {
      W->Used = Clock;
      W->Dirty |= Store;
      return {true, false};
    }
    if (W->Used < Victim->Used)
      Victim = W;
  }
  Result R{false, Victim->Used && Victim->Dirty};
  *Victim = {Tag, Clock, Store};
  return R;
}

// Scalar accesses of a packet: at most two, each a load and a store for memory operations.
static constexpr unsigned MaxScalarAccesses = 4;
static constexpr uint32_t MaxScalarRun = 16, VectorBytes = 128;

void CacheModel::access(uint32_t ThePacket, uint32_t Address, uint32_t Bytes, bool Store) {
  if (ThePacket != Packet) {
    flush();
    Packet = ThePacket;
  }
  ++Accesses;
  if (!Pieces.empty()) {
    Piece &Last = Pieces.back();
    if (Last.Store == Store && Last.Address + Last.Bytes == Address &&
        Last.Bytes + Bytes <= VectorBytes) {
      Last.Bytes += Bytes;
      ++Last.Accesses;
      return;
    }
  }
  Pieces.push_back({Address, Bytes, Store});
}

/// A masked vector store leaves gaps: its short runs become one access.
void CacheModel::joinMaskedStore() {
  Piece Joined{~0u, 0, true};
  std::vector<Piece> Kept;
  uint32_t End = 0;
  for (const Piece &P : Pieces) {
    if (!P.Store || P.Bytes > MaxScalarRun) {
      Kept.push_back(P);
      continue;
    }
    Joined.Address = P.Address < Joined.Address ? P.Address : Joined.Address;
    End = P.Address + P.Bytes > End ? P.Address + P.Bytes : End;
  }
  if (End && End - Joined.Address <= VectorBytes) {
    Joined.Bytes = End - Joined.Address > MaxScalarRun ? End - Joined.Address : MaxScalarRun + 1;
    Kept.push_back(Joined);
    Pieces = Kept;
  }
}

void CacheModel::flush() {
  if (Pieces.empty())
    return;
  if (Accesses > MaxScalarAccesses && Pieces.size() > 2)
    joinMaskedStore();
  MemoryCounts &C = Counts[{Layer, Packet}];
  for (const Piece &P : Pieces)
    P.Bytes > MaxScalarRun ? vector(C, P) : scalar(C, P);
  Pieces.clear();
  Accesses = 0;
}

bool CacheModel::l2(MemoryCounts &C, uint32_t Address, bool Store) {
  Cache::Result R = L2.access(Address, Store);
  C.WriteBacks += R.WroteBack;
  return R.Hit;
}

void CacheModel::scalar(MemoryCounts &C, const Piece &P) {
  C.ScalarAccesses += P.Accesses;
  C.ScalarBytes += P.Bytes;
  if (L1.access(P.Address, P.Store).Hit)
    return;
  ++C.L1Misses;
  C.ScalarL2Misses += !l2(C, P.Address, P.Store);
}

void CacheModel::vector(MemoryCounts &C, const Piece &P) {
  ++C.VectorAccesses;
  C.VectorBytes += P.Bytes;
  uint32_t Line = L2.lineSize(), First = P.Address / Line, Last = (P.Address + P.Bytes - 1) / Line;
  uint32_t Aligned =
      (P.Bytes + Line - 1) / Line; // lines that an aligned access of this length touches
  C.LineCrossings += Last - First + 1 > Aligned;
  for (uint32_t L = First; L <= Last; ++L)
    C.VectorL2Misses += !l2(C, L * Line, P.Store);
}

void CacheModel::write(FILE *F) {
  flush();
  for (auto &[Key, C] : Counts) {
    std::fprintf(F, "mem %d %x", Key.first, Key.second);
#define HEX_MEMORY_COUNT(Name) std::fprintf(F, " %llu", (unsigned long long)C.Name);
#include "MemoryCounts.def"
    std::fputc('\n', F);
  }
}
