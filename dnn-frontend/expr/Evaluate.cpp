// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A definition on concrete bytes, index by index.
#include "expr/Definition.h"
#include "support/Checked.h"

namespace hexloom {

namespace {

class Evaluator {
public:
  Evaluator(const Definition &Its, const std::vector<std::vector<uint8_t>> &Given) : D(Its), Tensors(Given), Index(Its.Axes.size()) {}

  std::vector<uint8_t> run() {
    std::vector<uint8_t> Result = Tensors.at(0);
    for (Index[0] = 0; Index[0] < D.Axes[0]; ++Index[0]) {
      const auto Number = static_cast<uint64_t>(value(D.Body));
      const size_t At = place(D.Result);
      for (int Byte = 0; Byte < D.Result.Type.bytes(); ++Byte)
        Result[At + static_cast<size_t>(Byte)] = static_cast<uint8_t>(Number >> 8 * Byte);
    }
    return Result;
  }

private:
  const Definition &D;
  const std::vector<std::vector<uint8_t>> &Tensors;
  IndexMap::Index Index;

  /// The first byte of an element.
  size_t place(const Expr &Element) {
    const int64_t At = Element.Place ? IndexMap(D.Axes, {*Element.Place}).at(0, Index) : value(Element.Operands[0]);
    const auto Bytes = static_cast<int64_t>(Tensors.at(static_cast<size_t>(Element.Value)).size()), Width = int64_t(Element.Type.bytes());
    if (At < 0 || At >= Bytes / Width)
      throw UserError(strf("element %lld of %lld", (long long)At, (long long)(Bytes / Width)));
    return static_cast<size_t>(At * Width);
  }

  int64_t element(const Expr &E) {
    const size_t At = place(E);
    uint64_t Number = 0;
    for (int Byte = 0; Byte < E.Type.bytes(); ++Byte)
      Number |= uint64_t(Tensors[static_cast<size_t>(E.Value)][At + static_cast<size_t>(Byte)]) << 8 * Byte;
    const int Unused = 64 - E.Type.Bits;
    return E.Type.IsSigned ? static_cast<int64_t>(Number << Unused) >> Unused : static_cast<int64_t>(Number);
  }

  int64_t sum(const Expr &E) {
    const auto Axis = static_cast<size_t>(E.Value);
    int64_t Total = 0;
    for (Index[Axis] = 0; Index[Axis] < D.Axes[Axis]; ++Index[Axis])
      Total = checkedAdd(Total, value(E.Operands[0]));
    return Total;
  }

  int64_t value(const Expr &E) {
    if (E.Kind == ExprKind::Axis)
      return Index[static_cast<size_t>(E.Value)];
    if (E.Kind == ExprKind::Element)
      return element(E);
    if (E.Kind == ExprKind::Sum)
      return sum(E);
    if (E.Kind == ExprKind::Select) // what is not chosen need not have a value
      return value(E.Operands[value(E.Operands[0]) ? 1 : 2]);
    std::vector<int64_t> Of;
    for (const Expr &Each : E.Operands)
      Of.push_back(value(Each));
    for (; Of.size() > 2 && commutes(E.Kind); Of.pop_back()) // of many, as many times of two
      Of[0] = compute(E.Kind, E.Value, {Of[0], Of.back()});
    return compute(E.Kind, E.Value, Of);
  }
};

} // namespace

std::vector<uint8_t> Definition::evaluate(const std::vector<std::vector<uint8_t>> &Given) const {
  HEXLOOM_CHECK(Given.size() == Tensors.size(), "a definition of other operands");
  for (size_t I = 0; I < Given.size(); ++I)
    HEXLOOM_CHECK(static_cast<int64_t>(Given[I].size()) == Tensors[I], "an operand of another size");
  return Evaluator(*this, Given).run();
}

} // namespace hexloom
