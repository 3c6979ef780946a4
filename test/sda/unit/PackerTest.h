//===- PackerTest.h - Small machines and an exhaustive search -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SDA_UNIT_PACKERTEST_H
#define SDA_UNIT_PACKERTEST_H

#include "llvm/CodeGen/SDA/OptimalPacker.h"
#include <set>

namespace llvm::sda {

/// Any instructions fit together, but for some pairs.
struct PairPolicy : PackingPolicy {
  std::set<std::pair<unsigned, unsigned>> Apart;
  unsigned Places = 4;
  unsigned issueWidth() const override { return Places; }
  bool fits(ArrayRef<unsigned> Members, unsigned N) override {
    return llvm::none_of(Members, [&](unsigned M) {
      return Apart.count({std::min(M, N), std::max(M, N)});
    });
  }
};

inline Edge edge(unsigned A, unsigned B, EdgeKind K, unsigned Latency = 1, unsigned Penalty = 0) {
  return {A, B, K, uint8_t(K == EdgeKind::Soft), Latency, Penalty};
}

/// The fewest cycles over all assignments of nodes to packets.
inline unsigned exhaustive(const IDG &G, PackingPolicy &Policy) {
  unsigned Best = ~0u, N = G.size();
  std::vector<unsigned> At(N);
  for (bool More = true; More;) {
    Packing P(N);
    for (unsigned I = 0; I != N; ++I)
      P[At[I]].push_back(I);
    llvm::erase_if(P, [](const Packet &K) { return K.empty(); });
    bool Legal = !findViolation(G, P);
    for (const Packet &K : P)
      for (unsigned I = 0; Legal && I != K.size(); ++I)
        Legal = K.size() <= Policy.issueWidth() && Policy.fits(ArrayRef(K).take_front(I), K[I]);
    if (Legal)
      Best = std::min(Best, price(G, P).cycles());
    More = false;
    for (unsigned I = 0; I != N && !More; ++I) {
      More = ++At[I] < N;
      if (!More)
        At[I] = 0;
    }
  }
  return Best;
}

/// The best of what the packer finds with a few weights and all of its rules.
inline unsigned heuristic(const IDG &G, PackingPolicy &Policy) {
  unsigned Best = ~0u;
  for (double W : {0.5, 0.02, 0.9, 0.0})
    for (SeedRule Seed : {SeedRule::CriticalPath, SeedRule::CriticalPathReady})
      for (bool StallFree : {false, true}) {
        PackerParams Params;
        Params.W = W;
        Params.Seed = Seed;
        Params.StallFree = StallFree;
        Packing P = packBottomUp(G, Policy, Params);
        if (!findViolation(G, P))
          Best = std::min(Best, price(G, P).cycles());
      }
  return Best;
}

} // namespace llvm::sda

#endif
