// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What movements make a tensor of: boxes of other tensors, through as many movements as one likes.
#pragma once

#include "ir/Box.h"
#include "support/Budget.h"

#include <optional>
#include <vector>

namespace hexloom {

struct Source {
  TensorId From;
  hexloom::Box Box;
};
using Sources = std::vector<Source>;
inline constexpr size_t kMostBoxes = 64; ///< of a MOVE

/// Whether a movement takes each byte as it is.
bool keepsBytes(const Graph &G, const Op &M);

/// The boxes of a movement that brings all that an output has from its inputs, byte for byte. Nothing: it is no such movement.
std::optional<Sources> sourcesOf(const Graph &G, const Op &M, size_t Output = 0);

/// Those that are of one tensor replaced by what makes that. Nothing: these are too many boxes.
std::optional<Sources> replaced(const Sources &All, TensorId Id, const Sources &By, Budget &Purse);

/// A box's channels, which are the last dimension: where each goes, and where it comes from.
struct ChannelTurn {
  int64_t Out;
  std::vector<int64_t> In; ///< the indices of the channel's first element, by axis
};
/// What the loops that do not walk along other dimensions of the output bring. None: these are too many.
std::vector<ChannelTurn> channelsOf(const Box &B);

/// The loop of a box that walks along an axis of the output from its first to its last element, one by one. Null: there is none, or others
/// walk there, too.
const Box::Loop *wholeLoop(const Box &B, int Axis, int64_t Size);

} // namespace hexloom
