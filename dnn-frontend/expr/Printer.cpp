// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A definition's text, in C, with no more parentheses than it needs.
#include "expr/Definition.h"
#include "support/Checked.h"

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kChoice = 0, kPrimary = 100; // precedences of ?: and of what needs no parentheses

struct Operation {
  const char *Text;
  int Precedence;
};

Operation operationOf(ExprKind Kind) {
  switch (Kind) {
#define INFIX(KIND, TEXT, PRECEDENCE, COMMUTES)                                                                              \
  case ExprKind::KIND:                                                                                                       \
    return {TEXT, PRECEDENCE};
#define CALL(KIND, TEXT, ARGUMENTS, COMMUTES) INFIX(KIND, TEXT, kPrimary, COMMUTES)
#include "expr/nodes.def"
  default:
    return {"", Kind == ExprKind::Select ? kChoice : kPrimary};
  }
}

const char *axisName(size_t Axis) { return Axis ? "j" : "i"; }

/// "i%2*64 + i/2"
std::string textOf(const IndexMap::Sum &S) {
  const bool BeginsWithNumber = S.Terms.empty() || S.Constant != 0 || S.Terms[0].Coefficient < 0;
  std::string Text = BeginsWithNumber ? std::to_string(S.Constant) : "";
  for (const IndexMap::Term &T : S.Terms) {
    Text += Text.empty() ? "" : T.Coefficient < 0 ? " - " : " + ";
    Text += axisName(T.Dim);
    Text += T.Div > 1 ? strf("/%lld", (long long)T.Div) : "";
    Text += T.Mod ? strf("%%%lld", (long long)T.Mod) : "";
    Text += std::abs(T.Coefficient) > 1 ? strf("*%lld", (long long)std::abs(T.Coefficient)) : "";
  }
  return Text;
}

std::string textOf(const Expr &E);

std::string within(const Expr &E, int Precedence) {
  const std::string Text = textOf(E);
  return operationOf(E.Kind).Precedence < Precedence ? "(" + Text + ")" : Text;
}

/// What is subtracted where E, a product by a number below 0, is added.
std::optional<Expr> subtracted(const Expr &E) {
  if (E.isNumber() && E.Value < 0)
    return Expr::number(checkedMul(E.Value, -1));
  if (E.Kind != ExprKind::Multiply || !E.Operands[0].isNumber() || E.Operands[0].Value >= 0)
    return std::nullopt;
  Expr Positive = E;
  Positive.Operands[0].Value = checkedMul(E.Operands[0].Value, -1);
  if (!Positive.Operands[0].isNumber(1))
    return Positive;
  Positive.Operands.erase(Positive.Operands.begin());
  return Positive.Operands.size() == 1 ? Expr(Positive.Operands[0]) : Positive;
}

std::string infixText(const Expr &E) {
  const Operation Its = operationOf(E.Kind);
  std::string Text = within(E.Operands[0], Its.Precedence);
  for (size_t I = 1; I < E.Operands.size(); ++I) {
    const std::optional<Expr> Less = E.Kind == ExprKind::Add ? subtracted(E.Operands[I]) : std::nullopt;
    Text += std::string(" ") + (Less ? "-" : Its.Text) + " " + within(Less ? *Less : E.Operands[I], Its.Precedence + 1);
  }
  return Text;
}

std::string callText(const std::string &Name, const Expr &E) {
  std::string Text;
  for (const Expr &Each : E.Operands)
    Text += (Text.empty() ? Name + "(" : ", ") + textOf(Each);
  return Text + ")";
}

std::string elementText(const Expr &E) {
  const char Tensor = E.Value ? static_cast<char>('a' + E.Value - 1) : 'd';
  return Tensor + ("." + text(E.Type)) + "[" + (E.Place ? textOf(*E.Place) : textOf(E.Operands[0])) + "]";
}

std::string textOf(const Expr &E) {
  switch (E.Kind) {
  case ExprKind::Number:
    return std::to_string(E.Value);
  case ExprKind::Axis:
    return axisName(static_cast<size_t>(E.Value));
  case ExprKind::Element:
    return elementText(E);
  case ExprKind::Select:
    return within(E.Operands[0], kChoice + 1) + " ? " + textOf(E.Operands[1]) + " : " + textOf(E.Operands[2]);
  case ExprKind::Sum: // withExtents
    return callText("SUM", E);
  case ExprKind::Saturate:
    return callText(strf("%sSAT%d", E.Value < 0 ? "U" : "", int(std::abs(E.Value))), E);
  default:
    return operationOf(E.Kind).Precedence == kPrimary ? callText(operationOf(E.Kind).Text, E) : infixText(E);
  }
}

/// The expression with the extents of its sums as operands, as the text has them.
Expr withExtents(const Expr &E, const std::vector<int64_t> &Axes) {
  Expr Result = E;
  for (Expr &Each : Result.Operands)
    Each = withExtents(Each, Axes);
  if (E.Kind == ExprKind::Sum)
    Result.Operands.insert(Result.Operands.begin(), Expr::number(Axes[static_cast<size_t>(E.Value)]));
  return Result;
}

} // namespace

std::string Definition::text() const {
  const bool Adds = Body.Kind == ExprKind::Add && Body.Operands.size() == 2 && Body.Operands[0] == Result;
  return textOf(Result) + (Adds ? " += " : " = ") + textOf(withExtents(Adds ? Body.Operands[1] : Body, Axes));
}

} // namespace hexloom
