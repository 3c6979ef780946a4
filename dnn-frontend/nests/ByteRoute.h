// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How bytes of a vector move to other places of it by one instruction: controls of vdelta and vrdelta.
#pragma once

#include "ir/Graph.h"

#include <array>
#include <optional>
#include <vector>

namespace hexloom {

struct ByteRoute {
  Bytes Control;   ///< 128 bytes
  bool SmallFirst; ///< vrdelta

  bool operator==(const ByteRoute &O) const { return SmallFirst == O.SmallFirst && Control == O.Control; }
};

/// The controls by which one instruction moves byte From[i] to place To[i]; a byte may have several places. Nothing: no instruction does
/// it.
std::optional<ByteRoute> routeBytes(const std::vector<int> &From, const std::vector<int> &To);

/// As routeBytes(), but by two instructions: vdelta, then vrdelta. They move all bytes to any places, each to one. Nothing: a byte has
/// several places, or two bytes have one.
std::optional<std::array<ByteRoute, 2>> routeBytesTwice(const std::vector<int> &From, const std::vector<int> &To);

} // namespace hexloom
