// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expr/Expr.h"
#include "support/Checked.h"

#include <algorithm>
#include <tuple>

namespace hexloom {

std::string text(ElementType Type) {
  return std::string(Type.IsSigned ? "" : "u") + (Type.Bits == 8 ? "b" : Type.Bits == 16 ? "h" : "w");
}

bool commutes(ExprKind Kind) {
  switch (Kind) {
#define INFIX(KIND, TEXT, PRECEDENCE, COMMUTES)                                                                              \
  case ExprKind::KIND:                                                                                                       \
    return COMMUTES;
#define CALL(KIND, TEXT, ARGUMENTS, COMMUTES) INFIX(KIND, TEXT, 0, COMMUTES)
#include "expr/nodes.def"
  default:
    return false;
  }
}

/// -1, 0 or 1.
template <class T> static int compare(const T &A, const T &B) { return A < B ? -1 : B < A ? 1 : 0; }

static int compare(const IndexMap::Sum &A, const IndexMap::Sum &B) {
  const auto Key = [](const IndexMap::Term &T) { return std::tuple(T.Dim, T.Div, T.Mod, T.Coefficient); };
  for (size_t I = 0; I < std::min(A.Terms.size(), B.Terms.size()); ++I)
    if (const int Order = compare(Key(A.Terms[I]), Key(B.Terms[I])))
      return Order;
  const int Sizes = compare(A.Terms.size(), B.Terms.size());
  return Sizes ? Sizes : compare(A.Constant, B.Constant);
}

static int compare(const Expr &A, const Expr &B) {
  const auto Key = [](const Expr &E) {
    return std::tuple(E.Kind, E.Value, E.Type.Bits, E.Type.IsSigned, E.Place.has_value(), E.Operands.size());
  };
  if (const int Order = compare(Key(A), Key(B)))
    return Order;
  if (A.Place)
    if (const int Order = compare(*A.Place, *B.Place))
      return Order;
  for (size_t I = 0; I < A.Operands.size(); ++I)
    if (const int Order = compare(A.Operands[I], B.Operands[I]))
      return Order;
  return 0;
}

bool Expr::operator==(const Expr &O) const { return compare(*this, O) == 0; }
bool Expr::operator<(const Expr &O) const { return compare(*this, O) < 0; }

static int64_t saturated(int64_t Number, int64_t Bits) {
  const int64_t Least = Bits > 0 ? -(int64_t(1) << (Bits - 1)) : 0, Most = (int64_t(1) << (Bits > 0 ? Bits - 1 : -Bits)) - 1;
  return std::clamp(Number, Least, Most);
}

static int64_t requantized(int64_t Number, int64_t Multiplier, int64_t Word) {
  const int64_t Shift = ((Word & 63) ^ 32) - 32;
  const auto Left = static_cast<int32_t>(static_cast<uint32_t>(Number) << std::max<int64_t>(Shift, 0));
  const int64_t Product = checkedAdd(checkedMul(Left, Multiplier), int64_t(1) << 30) >> 31, High = std::min<int64_t>(Product, INT32_MAX);
  return Shift < 0 ? (High + (int64_t(1) << (-Shift - 1)) - (High < 0)) >> -Shift : High;
}

static int64_t shifted(int64_t Number, int64_t By, bool IsLeft) {
  if (By < 0 || By > 62)
    throw UserError(strf("a shift by %lld", (long long)By));
  return IsLeft ? checkedMul(Number, int64_t(1) << By) : Number >> By;
}

/// As in C, rounded towards zero.
static int64_t divided(int64_t A, int64_t B, bool WantsRemainder) {
  if (B == 0 || (A == INT64_MIN && B == -1))
    throw UserError(strf("%lld divided by %lld", (long long)A, (long long)B));
  return WantsRemainder ? A % B : A / B;
}

int64_t compute(ExprKind Kind, int64_t Value, const std::vector<int64_t> &Of) {
  switch (Kind) {
  case ExprKind::Number:
    return Value;
  case ExprKind::Select:
    return Of[0] ? Of[1] : Of[2];
  case ExprKind::Saturate:
    return saturated(Of[0], Value);
  case ExprKind::Or:
    return Of[0] | Of[1];
  case ExprKind::Xor:
    return Of[0] ^ Of[1];
  case ExprKind::And:
    return Of[0] & Of[1];
  case ExprKind::Equal:
    return Of[0] == Of[1];
  case ExprKind::Less:
    return Of[0] < Of[1];
  case ExprKind::ShiftLeft:
  case ExprKind::ShiftRight:
    return shifted(Of[0], Of[1], Kind == ExprKind::ShiftLeft);
  case ExprKind::Add:
    return checkedAdd(Of[0], Of[1]);
  case ExprKind::Multiply:
    return checkedMul(Of[0], Of[1]);
  case ExprKind::Divide:
  case ExprKind::Remainder:
    return divided(Of[0], Of[1], Kind == ExprKind::Remainder);
  case ExprKind::Maximum:
    return std::max(Of[0], Of[1]);
  case ExprKind::Minimum:
    return std::min(Of[0], Of[1]);
  case ExprKind::Requantize:
    return requantized(Of[0], Of[1], Of[2]);
  case ExprKind::Axis:
  case ExprKind::Element:
  case ExprKind::Sum:
    break;
  }
  HEXLOOM_CHECK(false, "an expression that is no number by itself");
  return 0;
}

} // namespace hexloom
