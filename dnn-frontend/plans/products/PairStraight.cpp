// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PairNest's products that are written out. A packet has room for two products and two loads: those of a word of four pixels and four
// blocks fill four packets, beside the loads of four vectors of weights and of the next word's two pairs. The compiler finds these packets
// where each word stands apart, and where the next word's pairs cannot have the registers of this one's.
#include "plans/products/PairNest.h"

namespace hexloom {

/// All runs one behind the other. The products of a word fill their packets, beside the loads of the next one's pairs.
void PairNest::straightRuns(const Group &G) {
  const int Each = Pairs.FullWords, Words = Pairs.runs() * Each;
  const auto Load = [&](int Word) { loadPairs(G, Word, Word / Each * Pairs.runBytes() + Pairs.placeOfWord(Word % Each), "uint64_t"); };
  if (!G.IsReady)
    Load(0);
  for (int Word = 0; Word < Words; ++Word) {
    if (Word + 1 < Words)
      Load(Word + 1);
    multiply(G, Word, Word % Each);
    if (Word + 1 == Words)
      return;
    std::vector<Value> Apart;
    for (int Pair = 0; Pair < G.pairs(); ++Pair)
      Apart.push_back(pairOf(Word, Pair));
    for (int I = 0; I < pointers(G) && (Word + 1) % Each == 0; ++I) {
      N.move({{pointerNamed(I), Each}});
      Apart.push_back(pointerNamed(I));
    }
    fence(G, "the next word's pairs have other registers than this one's", Apart);
  }
}

/// All rows of a group. Each tile's first pairs and sums are made beside the output stage of the tile before.
void PairNest::readyRows(int Blocks, const std::vector<RestGroup::Each> &Rests) {
  Group G = {Blocks, Pairs.tilesOf(Blocks), Rests};
  G.IsReady = true;
  const auto First = [&](int Pair) { return loadOf(Pair, "eight", Pairs.placeOfWord(0)); };
  const auto LoadFirst = [&] {
    for (int Pair = 0; Pair < G.pairs(); ++Pair)
      N.set(pairOf(0, Pair), First(Pair));
  };
  sums(G);
  N.declare("const uint8_t *", "eight", "words");
  for (int Pair = 0; Pair < G.pairs(); ++Pair)
    N.declare("uint64_t", pairOf(0, Pair).text(), First(Pair));
  begin(G);
  N.declare("const uint8_t *", "from", "words");
  N.declare("uint8_t *", "row_to", "to");
  N.loop("y", S.Out.H, {{"from", Pairs.OutputStep * Pairs.rowBytes()}, {"row_to", Out.Row}}, Unrolling::None, [&] {
    N.declare("HVX_Vector *", "four", cast("HVX_Vector *", "row_to"));
    if (!Pairs.isOneWalk()) {
      N.set("eight", "from");
      LoadFirst();
    }
    declareDistance(G.Tiles);
    N.loop("tile", Pairs.tiles() / G.Tiles, {{"four", G.Tiles}}, Unrolling::None, [&] {
      N.declare("const uint8_t *const", "tile_from", "eight");
      tile(G);
      next(G.Tiles);
      LoadFirst();
      begin(G);
    });
  });
}

} // namespace hexloom
