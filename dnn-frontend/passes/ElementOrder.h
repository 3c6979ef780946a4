// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of a tensor in another order: what movements do that take each element to one place (TRANSPOSE, SPACE_TO_DEPTH, RESHAPE).
#pragma once

#include "ir/Graph.h"
#include "support/Budget.h"

#include <optional>
#include <vector>

namespace hexloom {

/// A place is a number whose digits these are, outermost first. The element there lies as many elements behind the first one of the
/// row-major tensor as each digit's value times its `Stride` are together.
struct OrderDigit {
  int64_t Size, Stride;
};
using ElementOrder = std::vector<OrderDigit>;

ElementOrder rowMajorOrder(const Shape &Dims);

/// The digits of each dimension; some may be divided. Nothing: a dimension begins or ends within a digit that it does not divide.
std::optional<std::vector<ElementOrder>> digitsOf(const Shape &Dims, ElementOrder Order);

/// With neighbouring digits joined that go on where another one ends; one digit or none: nothing moves.
ElementOrder joined(const ElementOrder &Order);
inline bool movesNothing(const ElementOrder &Joined) { return Joined.size() <= 1; }

/// The order of a tensor whose elements are taken by `Then` from one whose elements are taken by `First`. Nothing: their digits do not
/// divide one another.
std::optional<ElementOrder> composed(const ElementOrder &Then, const ElementOrder &First);

/// The order that undoes this one.
ElementOrder inverse(const ElementOrder &Order);

/// The order that a movement gives its only input. Nothing: some elements go to several places, or to none.
std::optional<ElementOrder> orderOf(const Graph &G, const Op &O, Budget &Purse);

/// The cycles of a copy into this order, of elements of `Width` bytes; 0 where nothing moves.
double copyCycles(const ElementOrder &Order, int64_t Width);

/// Whether one TRANSPOSE says it.
bool isTranspose(const ElementOrder &Joined);

/// Appends operators that bring `From` into an order, joined, and give it the shape of `To`: RESHAPE, TRANSPOSE, RESHAPE. Their names are
/// those of `Last`, which they replace; only the last one has its number in the file.
void appendCopy(Graph &G, std::vector<Op> &Ops, TensorId From, const ElementOrder &Order, TensorId To, const Op &Last, Budget &Purse);

} // namespace hexloom
