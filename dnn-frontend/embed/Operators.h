// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators as the search for embeddings takes them: by their sizes, by a line of text, of a network.
#pragma once

#include "embed/Scalars.h"
#include "ir/Graph.h"

namespace hexloom {

/// Sums over windows of an image of one to three dimensions.
struct WindowOperator {
  enum Kinds { Convolution, Transposed, Depthwise, Pool } Kind;
  /// Channels, outputs: of a group. Depthwise and Pool: each channel is its own output.
  int64_t Batches, Groups, Channels, Outputs;
  struct Dimension {
    int64_t Outputs, Taps, Stride, Dilation;
  };
  std::vector<Dimension> Dimensions; ///< the innermost last
};
ScalarOperator scalarsOf(const WindowOperator &W);

struct DenseOperator {
  int64_t Rows, Outputs, Depth;
};
ScalarOperator scalarsOf(const DenseOperator &D);

/// Products of matrices; one that is shared is the same in each batch.
struct MatrixOperator {
  int64_t Batches, Rows, Columns, Depth;
  bool IsLeftShared, IsRightShared;
};
ScalarOperator scalarsOf(const MatrixOperator &M);

/// The operator of a text:
///
///   conv [Nx]HxWxC, RxS [by STRIDE] [pad P] [dilated D], K [groups G]     one to three dimensions; kernel and stride as 20x5, or one number
///   transposed [Nx]HxWxC, RxS [by STRIDE], K
///   depthwise [Nx]HxWxC, RxS [by STRIDE] [pad P] [dilated D]
///   pool [Nx]HxWxC, RxS [by STRIDE] [pad P]                               the average
///   fc [Nx]C, K
///   matmul [Bx]MxK, N
///
/// UserError: the text is none of these.
ScalarOperator parseOperator(const std::string &Text);

/// A verified operator of a network. Nullopt: it is no sum of products of integers with a shape of its own, or is empty.
std::optional<ScalarOperator> scalarsOf(const Graph &G, const Op &O);

} // namespace hexloom
