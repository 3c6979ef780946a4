// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that put the bytes of a vector into another order, block by block: channel shuffles, short runs that lie close together.
#pragma once

#include "nests/ByteRoute.h"
#include "plans/movement/Copy.h"

namespace hexloom {

class LayerWriter;

/// The value of an hl_permute_params (hexloom/hvx/permute.h).
struct Permutation {
  StridedCopy Blocks; ///< each run is a block of the output, up to a vector; the offset is that of its window
  int64_t Window;     ///< bytes of the input in which a block's bytes lie
  std::vector<ByteRoute> Routes; ///< one, or vdelta's and then vrdelta's

  bool isWhole() const; ///< all blocks are whole vectors on both sides
  OwnLoops loops() const;
  /// The layer's statement; `Name` is that of its parameters.
  void emit(const std::string &Name, const std::string &In, const std::string &Out, LayerWriter &W) const;
};

/// The copy as a permutation of blocks. Nothing: there are no such blocks, a byte goes to several places (which one instruction may do, but
/// not always), or copying otherwise costs less.
std::optional<Permutation> permutationOf(const StridedCopy &C);

} // namespace hexloom
