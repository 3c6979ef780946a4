// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Orders of channels in which movements between products copy less, by two rules; permute-channels takes what costs least.
#pragma once

#include "passes/ChannelGroups.h"

namespace hexloom {

/// Where products make them, channels lie reader by reader; where movements make them, as they do where they come from.
enum class OrderRule {
  Dense,
  Blocks ///< those of a reader fill blocks of 32, with gaps, where that makes no more blocks
};

class ChannelOrders {
public:
  ChannelOrders(const Graph &G, const ChannelGroups &Groups) : G(&G), Groups(&Groups), Orders(Groups.groups().size()), IsHeld(Groups.groups().size(), false) {}

  /// Chooses the orders of those of the groups that are free.
  void choose(const std::vector<size_t> &Those, OrderRule Rule);
  /// Gives groups the network's order.
  void reset(const std::vector<size_t> &Those);
  /// Keeps the network's order of what a move reads and makes from now on.
  bool hold(const ChannelMove &M);

  const ChannelOrder &of(TensorId T) const { return Orders[Groups->groupOf(T)]; }
  /// How many channels a tensor has in its order, gaps included.
  int32_t sizeOf(TensorId T) const;
  bool changesAny(const std::vector<size_t> &Those) const;
  bool operator==(const ChannelOrders &O) const { return Orders == O.Orders; }

  static constexpr size_t kGap = SIZE_MAX; ///< an input's number
  /// Where each place's channel lies.
  std::vector<ChannelMove::Place> placesOf(const ChannelMove &M) const;
  /// The boxes of a move, of which each writes channels that are neighbours.
  std::vector<BoxMovement::Piece> piecesOf(const ChannelMove &M, const std::vector<ChannelMove::Place> &Places) const;

private:
  const Graph *G;
  const ChannelGroups *Groups;
  std::vector<ChannelOrder> Orders; ///< by group
  std::vector<bool> IsHeld;

  bool isFree(size_t Group) const { return !Groups->groups()[Group].IsFixed && !IsHeld[Group]; }
  void set(size_t Group, ChannelOrder Order);
  ChannelOrder bySources(size_t Group, bool WithGaps) const;
  ChannelOrder byReaders(size_t Group, bool WithGaps) const;
};

} // namespace hexloom
