// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators in any layout of bytes. Where all activations have one shape and one layout, an operator may go through
// memory as it lies, since what it makes of padding does not matter; an operand with a value for each channel meets the same
// channels in all vectors of a run.
#pragma once

#include "ir/LayoutMap.h"

#include <optional>

namespace hexloom {

/// Whether the tensor has as many images, rows, columns and channels as the other and both can be stored in L.
bool sameInLayout(const Tensor &A, const Tensor &B, Layout L);

/// Memory as Outer groups of Blocks runs of Vectors vectors, each of them with one block of Channels channels, again and again.
struct ChannelRuns {
  int64_t Outer, Blocks, Vectors, Channels;
};

/// The runs of a tensor in L. Its first digit has to count images if there are several sets of channels. Nullopt: memory is not such runs.
std::optional<ChannelRuns> channelRuns(const Tensor &T, Layout L, int64_t SetsOfChannels);

} // namespace hexloom
