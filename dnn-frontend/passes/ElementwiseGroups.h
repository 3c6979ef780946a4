// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators that read one another, and the movements around them: what reorder-elementwise looks at.
#pragma once

#include "passes/ElementOrder.h"
#include "passes/Passes.h"
#include "passes/Uses.h"

#include <set>

namespace hexloom {

constexpr int64_t kStepsOfEdge = 3000; // of composing and pricing one movement

/// Where a group's tensor comes from or goes.
struct GroupEdge {
  TensorId Near;             ///< of the group: what an operator reads, or makes
  TensorId Far;              ///< what movements make it of, or make of it; the same as Near: there are none
  ElementOrder Order;        ///< of an input: Near in elements of Far; of an output: Far in elements of Near
  std::vector<size_t> Chain; ///< of an output: the movements, which nobody else reads
};

struct ElementwiseGroup {
  int64_t Elements;          ///< of each tensor that is not repeated
  std::vector<size_t> Ops;   ///< ascending; views between them are among them
  std::vector<GroupEdge> Inputs, Outputs;
  std::set<size_t> Gone;     ///< movements that are there for the group alone
  std::set<size_t> Around;   ///< these and others through which it reads
  double Cycles = 0;         ///< of these
};

/// An order of a group's elements, and the shape that they have in it.
struct GroupOrder {
  ElementOrder Order; ///< of the row-major order that the group has
  Shape Dims;
};

class ElementwiseGroups {
public:
  ElementwiseGroups(const Graph &G, Budget &Purse);
  const std::vector<ElementwiseGroup> &groups() const { return Groups; }
  /// Those of the tensors around, without those in which nothing is moved.
  std::vector<GroupOrder> ordersOf(const ElementwiseGroup &Group) const;

private:
  const Graph &G;
  const Uses U;
  std::vector<std::vector<size_t>> Readers;       ///< by tensor
  std::vector<std::optional<ElementOrder>> Moves; ///< by operator
  std::vector<ElementwiseGroup> Groups;

  bool isElementwise(const Op &O) const;
  bool readsWhole(const Op &O, TensorId Id) const;
  std::vector<std::vector<size_t>> membersOfGroups() const;
  std::optional<ElementwiseGroup> groupOf(std::vector<size_t> Ops) const;
  GroupEdge comingTo(TensorId Near, std::set<size_t> &Chain) const;
  std::optional<GroupEdge> goingBy(TensorId Near, size_t Reader) const;
  void countGone(ElementwiseGroup &Group, const std::set<size_t> &Before) const;
};

/// An operand in a group's order.
struct RepeatedOperand {
  ElementOrder Order; ///< of its own elements
  Shape Dims;
};
/// An operand of this shape of an operator whose results have the shape `Whole`. Nothing: some dimension of the order has elements that are
/// repeated and others.
std::optional<RepeatedOperand> repeatedIn(const GroupOrder &To, const Shape &Dims, const Shape &Whole);

/// Elements of `Width` bytes in an order.
Bytes inOrder(const Bytes &Data, const ElementOrder &Order, int64_t Width);

} // namespace hexloom
