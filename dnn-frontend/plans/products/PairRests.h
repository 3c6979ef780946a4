// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weights of products by pairs as signed bytes. Less their zero point most weights of uint8 are such, and then pixels need no sums. What a
// few have beyond a byte, often only the least or the greatest of a layer, is multiplied by itself: another vector of weights for a word
// that such a weight belongs to.
#pragma once

#include "ir/Graph.h"
#include "plans/products/PairView.h"

#include <array>
#include <optional>
#include <vector>

namespace hexloom {

/// What the weights of a block of 32 outputs have beyond signed bytes, of a word.
struct PairRest {
  int Block, Word; ///< in the order in which words are packed
  std::array<int8_t, hexagon::kVectorBytes> Weights;
};

/// All of them, by blocks; none: the weights are signed bytes. Nothing: there are too many, or one is no signed byte either.
std::optional<std::vector<PairRest>> pairRests(const PairView &Pairs, const Tensor &Filter, int Zero);

/// The further words of blocks that are multiplied alike, of which only some sets of blocks have any.
struct RestGroup {
  struct Each {
    int Block, Word; ///< the block in the set
  };
  std::vector<Each> Words;  ///< of any of the sets
  std::vector<uint8_t> Has; ///< by set: 0, or the number of the set among those that have any, from 1 on
  Bytes Weights;            ///< [sets that have any][Words], vectors
};
/// The rests of `Times` sets of `Blocks` blocks from `First` on.
RestGroup restGroup(const std::vector<PairRest> &Rests, int First, int Blocks, int Times);

} // namespace hexloom
