// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors that are parts of others as they lie in memory, row-major: what a movement takes out of one without gaps.
#pragma once

#include "passes/Uses.h"
#include "support/Budget.h"

#include <optional>

namespace hexloom {

class Parts {
public:
  Parts(const Graph &G, Budget &Purse);

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

  void add(const Op &O, Budget &Purse);
  std::vector<Part> wholesOf(TensorId T) const;
};

/// Whether a movement puts several inputs one behind the other, in their order, and keeps their bytes.
bool joinsInOrder(const Graph &G, const Op &O);

} // namespace hexloom
