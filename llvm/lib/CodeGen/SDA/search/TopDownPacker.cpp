//===- SDA/TopDownPacker.cpp - Algorithm 1 from the other end -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/TopDownPacker.h"
#include <algorithm>

namespace llvm::sda {

IDG reversed(const IDG &G) {
  IDG R(G.size());
  R.setPenaltiesOnce(G.hasPenaltiesOnce());
  unsigned Last = G.size() - 1;
  for (Edge E : G.edges()) {
    unsigned Src = E.Src;
    E.Src = Last - E.Dst;
    E.Dst = Last - Src;
    R.addEdge(E);
  }
  for (unsigned N = 0; N != G.size(); ++N)
    R.setLatency(Last - N, G.latency(N));
  R.finalize();
  return R;
}

namespace {

/// Answers for the nodes' other numbers.
class Mirror : public PackingPolicy {
public:
  Mirror(PackingPolicy &Policy, unsigned Size) : Policy(Policy), Last(Size - 1) {}

  unsigned issueWidth() const override { return Policy.issueWidth(); }
  bool fits(ArrayRef<unsigned> Members, unsigned N) override {
    return Policy.fits(there(Members), Last - N);
  }
  void dropMisfits(ArrayRef<unsigned> Members, std::vector<unsigned> &Nodes) override {
    auto Turn = [&] {
      for (unsigned &N : Nodes)
        N = Last - N;
    };
    Turn();
    Policy.dropMisfits(there(Members), Nodes);
    Turn();
  }
  unsigned width(unsigned N) const override { return Policy.width(Last - N); }

private:
  Packet there(ArrayRef<unsigned> Members) const {
    Packet There;
    for (unsigned M : llvm::reverse(Members))
      There.push_back(Last - M);
    return There;
  }

  PackingPolicy &Policy;
  unsigned Last;
};

} // namespace

Packing packTopDown(const IDG &Reversed, PackingPolicy &Policy, const PackerParams &Params,
                    std::vector<Choice> *Choices) {
  for (unsigned N = 0; N != Reversed.size(); ++N)
    if (Policy.partner(N) >= 0)
      return {};
  Mirror Other(Policy, Reversed.size());
  Packing P = packBottomUp(Reversed, Other, Params, Choices);
  for (Packet &Members : P) {
    for (unsigned &N : Members)
      N = Reversed.size() - 1 - N;
    std::reverse(Members.begin(), Members.end());
  }
  std::reverse(P.begin(), P.end());
  if (Choices)
    std::reverse(Choices->begin(), Choices->end());
  return P;
}

} // namespace llvm::sda
