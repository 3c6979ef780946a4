// Data movement as strided copies: out[affine(i)] = in[affine(i)] over a few loops with a contiguous run of bytes inside.
#pragma once

#include "ir/Graph.h"

#include <string>
#include <vector>

namespace hexloom {

struct StridedCopy {
  struct Loop {
    int64_t Size, In, Out; ///< turns; strides in bytes, which may be 0 (input) or negative (input)
  };
  std::vector<Loop> Loops; ///< outermost first
  int64_t InOffset = 0, OutOffset = 0;
  int64_t Run = 0; ///< bytes that are contiguous on both sides

  int64_t turns() const; ///< number of runs
  int64_t bytes() const { return turns() * Run; }
  /// Drops loops of one turn and joins loops (and the run) that continue one another. The order of loops stays.
  void simplify();
  /// Does it, at compile time.
  void apply(const uint8_t *From, uint8_t *To) const;
  /// The value of an hl_copy_params (hexloom/portable/copy.h).
  std::string cText() const;
};

/// hl_copy_params' number of loops.
constexpr size_t kCopyLoops = 8;

/// A tensor's storage as a box of units: elements (row-major), or the 32 bytes of a block in one column (depth-blocked, rank 4, with
/// the last dimension counted in blocks).
struct View {
  Shape Dims;
  std::vector<int64_t> Strides; ///< in bytes
  int64_t Unit = 1;             ///< bytes
};
View viewOf(const Tensor &T, Layout L);

/// A copy of a box of `Size` units of `Unit` bytes with the given strides and offsets in bytes; simplified.
StridedCopy boxCopy(int64_t Unit, const Shape &Size, const std::vector<int64_t> &InStrides,
                    const std::vector<int64_t> &OutStrides, int64_t InOffset, int64_t OutOffset);

/// One operator: each copy reads one input and writes one output; they cover the outputs once.
struct Movement {
  struct Piece {
    size_t Input, Output; ///< of the operator
    StridedCopy Copy;
  };
  std::vector<Piece> Pieces;
  bool Fills = false; ///< the output is first filled with FillValue
  int64_t FillValue = 0;
};

/// TRANSPOSE, STRIDED_SLICE, SPLIT, UNPACK, CONCATENATION (same scales), PACK, PAD, MIRROR_PAD, TILE, BROADCAST_TO, REVERSE_V2,
/// SPACE_TO_DEPTH, DEPTH_TO_SPACE, SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND with all tensors in one layout.
Movement movementOf(const Graph &G, const Op &O, Layout L);

/// Why the depth-blocked layout cannot serve the operator; empty: blocks of 32 channels move as they are.
std::string whyNotBlocked(const Graph &G, const Op &O);

} // namespace hexloom
