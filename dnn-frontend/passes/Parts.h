// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors that are parts of others as they lie in memory, row-major: what RESHAPE, SPLIT, UNPACK and STRIDED_SLICE make of one.
#pragma once

#include "passes/Uses.h"

#include <optional>

namespace hexloom {

class Parts {
public:
  explicit Parts(const Graph &G);

  /// The tensor that these tensors of equal size are, one behind the other, without a rest. Nothing: there is no such tensor.
  std::optional<TensorId> wholeOfAll(const std::vector<TensorId> &Tensors) const;

private:
  /// Elements of `Whole` in their order, from number `Offset` on.
  struct Part {
    TensorId Whole;
    int64_t Offset;
  };
  const Graph &G;
  std::vector<Part> Cut; ///< by tensor: what it was cut from; kNoTensor: from none

  void add(const Op &O);
  std::vector<Part> wholesOf(TensorId T) const;
};

/// Elements of the I-th input of a PACK or CONCATENATION lie one behind the other in the output, in the inputs' order, and are
/// the same bytes.
bool joinsInOrder(const Graph &G, const Op &O);

} // namespace hexloom
