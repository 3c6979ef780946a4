// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions over the elements of tensors, as trees that are compared by their structure. Numbers are whole and cannot overflow.
#pragma once

#include "maps/IndexMap.h"

namespace hexloom {

/// The type of an element of 8, 16 or 32 bits: "ub" is an unsigned byte, "w" a signed word.
struct ElementType {
  int Bits;
  bool IsSigned;
  int bytes() const { return Bits / 8; }
  bool operator==(const ElementType &O) const { return Bits == O.Bits && IsSigned == O.IsSigned; }
};
std::string text(ElementType Type);

enum class ExprKind {
  Number,
  Axis,     ///< Value: which one
  Element,  ///< of a tensor: Value; see Place
  Select,   ///< the second operand where the first is not 0, else the third
  Sum,      ///< of the operand over an axis: Value
  Saturate, ///< to bits: Value, or, unsigned, -Value
#define INFIX(KIND, TEXT, PRECEDENCE, COMMUTES) KIND,
#define CALL(KIND, TEXT, ARGUMENTS, COMMUTES) KIND,
#include "expr/nodes.def"
};

struct Expr {
  ExprKind Kind = ExprKind::Number;
  int64_t Value = 0;
  std::vector<Expr> Operands = {};
  ElementType Type = {};
  /// An element's place: a sum of parts of the axes, one output of an IndexMap. Nullopt: the operand computes it, and reads elements.
  std::optional<IndexMap::Sum> Place = {};

  static Expr number(int64_t Value) { return {ExprKind::Number, Value}; }
  static Expr axis(size_t Which) { return {ExprKind::Axis, static_cast<int64_t>(Which)}; }
  static Expr of(ExprKind Kind, std::vector<Expr> Operands) { return {Kind, 0, std::move(Operands)}; }
  bool isNumber() const { return Kind == ExprKind::Number; }
  bool isNumber(int64_t Wanted) const { return isNumber() && Value == Wanted; }
  bool operator==(const Expr &O) const;
  /// An order of all expressions, by their structure.
  bool operator<(const Expr &O) const;
};

/// Whether the operands' order, and their grouping, make no difference.
bool commutes(ExprKind Kind);

/// The number that an operation other than Element, Sum, Axis makes of its operands; `Value` of Saturate as in Expr.
int64_t compute(ExprKind Kind, int64_t Value, const std::vector<int64_t> &Operands);

} // namespace hexloom
