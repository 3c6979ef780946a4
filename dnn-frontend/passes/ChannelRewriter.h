// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A graph whose channels lie in other orders: weights and other constants by channel in the same, and movements as these orders want them.
#pragma once

#include "passes/ChannelOrders.h"

#include <map>

namespace hexloom {

/// The operators of a graph, and by which of the old ones each has been made.
struct Rewritten {
  Graph G;
  std::vector<size_t> Of;
  int64_t Moves = 0;          ///< that have changed
  int64_t NewConstants = 0;   ///< bytes
};

/// Writes a graph in which channels have other orders.
class ChannelRewriter {
public:
  ChannelRewriter(const Graph &Old, const ChannelGroups &Groups, const ChannelOrders &Orders);
  /// Nothing: a move would need too many boxes, which `Failed` names.
  std::optional<Rewritten> run(const ChannelMove *&Failed);

private:
  const Graph &Old;
  const ChannelGroups &Groups;
  const ChannelOrders &Orders;
  Rewritten New;
  std::map<TensorId, const ChannelMove *> MoveOf;
  std::map<TensorId, TensorId> Same; ///< tensors that others are, read in their place
  std::vector<bool> Touched;

  void findTouched();
  bool append(const ChannelMove &M);
  TensorId joined(const ChannelMove &M, const Op &Like);
  Op movement(TensorId Out, const std::vector<TensorId> &Inputs, const std::vector<BoxMovement::Piece> &Pieces) const;
  void appendPermuted(size_t I);
  void permute(Op &O, size_t Input, int Axis, const ChannelOrder &Order, bool IsRead);
  void dropUnread();
};

} // namespace hexloom
