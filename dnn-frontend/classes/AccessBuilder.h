// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What accesses are put together with.
#pragma once

#include "classes/Accesses.h"

namespace hexloom {

inline IndexMap::Sum sumOf(size_t Axis, int64_t First = 0) { return {First, {{Axis}}}; }
inline IndexMap::Sum together(size_t Axis, size_t Other) { return {0, {{Axis}, {Other}}}; }

/// An access that is put together dimension by dimension, from the outermost on.
class AccessBuilder {
public:
  AccessBuilder(size_t Input, size_t Output) : Input(Input), Output(Output) {}
  size_t axis(int64_t Size, bool IsChosen = false) {
    Sizes.push_back(Size);
    Chosen.push_back(IsChosen);
    return Sizes.size() - 1;
  }
  /// An axis that walks in both.
  void both(int64_t Size) {
    const size_t A = axis(Size);
    In.push_back(sumOf(A));
    Out.push_back(sumOf(A));
  }
  Access operator()(bool Decides = false) const { return {Input, Output, IndexMap(Sizes, In), IndexMap(Sizes, Out), Chosen, Decides}; }

  std::vector<IndexMap::Sum> In, Out;

private:
  size_t Input, Output;
  std::vector<int64_t> Sizes;
  std::vector<bool> Chosen;
};

/// Each element of a row, which lies along an axis, depends on all of the row.
Access rowAccess(const Graph &G, const Op &O, size_t Axis, size_t Output = 0);

/// The accesses of operators of which data decide where elements come from or go, or that sort or add up rows. Nullopt: it is none.
std::optional<Accesses> chosenAccesses(const Graph &G, const Op &O);

} // namespace hexloom
