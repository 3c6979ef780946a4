// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In which order vectors copy: what a plan may choose.
#include "plans/movement/Copy.h"
#include "plans/movement/Permutation.h"
#include "plans/movement/Transposition.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

static constexpr CopyOrder kAll[] = {CopyOrder::Tiles, CopyOrder::LongestInside, CopyOrder::AsStored};

const char *text(CopyOrder Order) {
  return Order == CopyOrder::Tiles ? "tiles" : Order == CopyOrder::LongestInside ? "longest-inside" : "as-stored";
}

bool goesByTiles(const StridedCopy &C) { return permutationOf(C) || transpositionOf(C); }

/// Whether another loop of some copy becomes the innermost one. Copies of a table keep their order.
static bool isReordered(const CopyGroup &Copies) {
  const auto Innermost = [](const StridedCopy &C) { return C.Loops.empty() ? StridedCopy::Loop{1, 0, 0} : C.Loops.back(); };
  const auto Moves = [&](const StridedCopy &C) {
    const StridedCopy::Loop Before = Innermost(C), After = Innermost(longestInside(C));
    return Before.Size != After.Size || Before.In != After.In || Before.Out != After.Out;
  };
  return !shareTable(Copies, false) && std::any_of(Copies.begin(), Copies.end(), Moves);
}

std::vector<CopyOrder> copyOrders(const std::vector<CopyGroup> &Groups) {
  std::vector<CopyOrder> Orders;
  const auto ByTiles = [](const CopyGroup &Copies) { return std::any_of(Copies.begin(), Copies.end(), goesByTiles); };
  if (std::any_of(Groups.begin(), Groups.end(), ByTiles))
    Orders.push_back(CopyOrder::Tiles);
  if (std::any_of(Groups.begin(), Groups.end(), isReordered))
    Orders.push_back(CopyOrder::LongestInside);
  Orders.push_back(CopyOrder::AsStored);
  return Orders;
}

CopyOrder copyOrder(const Schedule &S) {
  if (S.Order.empty())
    return CopyOrder::AsStored;
  for (CopyOrder Order : kAll)
    if (S.Order == text(Order))
      return Order;
  throw InternalError("copies in a strange order: " + S.Order);
}

} // namespace hexloom
