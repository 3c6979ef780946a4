// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Channels, the last dimension of tensors, that may lie in another order than the network has them in: what permute-channels looks at.
#pragma once

#include "passes/Sources.h"
#include "passes/Uses.h"

namespace hexloom {

/// The channel that lies at each place, -1: a gap, whose numbers nobody uses. Empty: each channel lies at its own place.
using ChannelOrder = std::vector<int32_t>;

/// What an operator does with the order of its input's channels.
struct ChannelRole {
  enum {
    Needs,  ///< its inputs and outputs have the network's order
    Gives,  ///< it has weights for each channel of its input, and others for each of its output: both orders are free
    Passes, ///< its output has the order of its input, and its constants of a number for each channel have it, too
    Moves   ///< see ChannelMove
  } Kind = Needs;
  int FilterIn = -1, FilterOut = -1; ///< the filter's axes of both, -1: none
};

/// Activations whose channels lie in one order, whatever it is.
struct ChannelGroup {
  int32_t Channels = 1;
  bool IsFixed = false;               ///< somebody needs the network's order
  bool TakesGaps = true;              ///< all operators on the way bear channels that nobody uses
  std::vector<size_t> MadeBy, ReadBy; ///< moves, in the order of execution
};

/// A tensor of whose channels each is one of another tensor's that no movement makes, pixel by pixel.
struct ChannelMove {
  struct Place {
    size_t Input; ///< of Inputs
    int32_t Channel;
    bool operator==(const Place &O) const { return Input == O.Input && Channel == O.Channel; }
    bool operator<(const Place &O) const { return Input != O.Input ? Input < O.Input : Channel < O.Channel; }
  };
  TensorId Out;
  size_t Op; ///< that makes it
  std::vector<TensorId> Inputs;
  std::vector<Place> Places; ///< by channel
};

class ChannelGroups {
public:
  ChannelGroups(const Graph &G, Budget &Purse);

  const std::vector<ChannelGroup> &groups() const { return Groups; }
  /// Those whose results are read by others than movements.
  const std::vector<ChannelMove> &moves() const { return Moves; }
  /// Groups that moves connect, and of which some are free; those of each set in ascending order.
  std::vector<std::vector<size_t>> connected() const;
  const ChannelRole &roleOf(size_t Op) const { return Roles[Op]; }
  size_t groupOf(TensorId T) const { return Number[static_cast<size_t>(T)]; }

private:
  const Graph &G;
  const Uses U;
  Budget &Purse;
  std::vector<ChannelRole> Roles;      ///< by operator
  std::vector<ChannelMove> Moves;      ///< in the order of execution
  std::vector<int> MoveOf;             ///< by tensor; -1: none
  std::vector<size_t> Joined;          ///< by tensor: another one of its group, or itself
  std::vector<size_t> Number;          ///< by tensor: its group
  std::vector<bool> IsNeeded;          ///< by tensor: the network's order
  std::vector<ChannelGroup> Groups;

  size_t root(size_t T);
  int32_t channelsOf(TensorId T) const;
  ChannelRole productRole(const Op &O, int FilterIn, int FilterOut) const;
  ChannelRole roleOf(const Op &O) const;
  bool isPassedByEach(const Op &O) const;
  std::optional<ChannelMove> nearestMove(size_t Op, size_t Output);
  ChannelMove composed(const ChannelMove &M) const;
  void findMoves(size_t Op);
  std::optional<ChannelMove> moveOf(TensorId Out, const Sources &Boxes) const;
  void join(const Op &O);
  void need();
  void number();
};

/// A constant whose elements along an axis, and their scales if they are by that axis, lie in this order. Gaps have this byte; nothing: they
/// have the numbers of some channel.
Tensor inChannelOrder(const Tensor &T, int Axis, const ChannelOrder &Order, std::optional<uint8_t> Gap);

} // namespace hexloom
