// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an instruction computes, as a tensor expression: axes, and for each of their indices one element of the result, by a body
// that reads elements and may sum over further axes. The text is C:
//
//   d.w[i] += SUM(4, a.ub[4*i+j] * b.b[j])
//
// d is the result, a, b, c are operands: bytes that are read as elements of 8 (b), 16 (h) or 32 bits (w), signed or not (u). There
// is an i for each element of the result, j is the axis of the innermost SUM, V the number of bytes of a vector. What the text says
// of d on the right, and +=, is the result as it was before. SATn and USATn saturate to n bits; nodes.def has the operators. The
// result keeps the lower bits of its type.
#pragma once

#include "expr/Expr.h"

namespace hexloom {

struct Definition {
  std::vector<int64_t> Tensors; ///< bytes of d, a, b, c
  std::vector<int64_t> Axes;    ///< extents: that of the result's elements, then those that are summed over
  Expr Result;                  ///< the element of d that an index makes
  Expr Body;

  /// An element that is read: of which tensor (0: d), where.
  struct Access {
    int Tensor;
    ElementType Type;
    std::optional<IndexMap> Map; ///< from the axes; nullopt: data decide where
  };
  std::vector<Access> accesses() const;
  /// Whether all accesses are maps.
  bool isMapped() const;
  /// Whether the definition reads the result as it was before: an accumulator.
  bool readsResult() const;

  /// The text that parses to this definition.
  std::string text() const;
  /// The canonical form: one for all definitions that are equal by the laws of whole numbers. Sums are written out, operands that may be
  /// exchanged are in one order, constants are folded, and a larger one of two is a MAX.
  Definition canonical() const;
  bool operator==(const Definition &O) const { return Tensors == O.Tensors && Axes == O.Axes && Result == O.Result && Body == O.Body; }
  /// Computes the result's bytes from those of d before, a, b and c. Throws UserError for an element outside of its tensor, a division by
  /// zero and the like.
  std::vector<uint8_t> evaluate(const std::vector<std::vector<uint8_t>> &Given) const;
};

/// Tensors: bytes of d, a, b, c. UserError: the text is no definition.
Definition parseDefinition(const std::string &Text, const std::vector<int64_t> &Tensors, int64_t VectorBytes);

/// The expression, which reads no element, as a sum of parts of the axes; nullopt: it is none.
std::optional<IndexMap::Sum> indexSum(const Expr &E, const std::vector<int64_t> &Axes);

} // namespace hexloom
