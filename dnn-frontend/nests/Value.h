// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An expression of a layer's nest (Nest.h), as a tree that is never changed.
//
//   Value = Text                           C that is not looked into
//         | Name | Number                  a variable, or a field of one
//         | Constant(number, type)         of the layer's, in the weights (LayerWriter)
//         | Scratch(bytes)                 a place in the memory that the layer has while it runs
//         | Element(value, index)          of an array, which may be registers, or of what a pointer points to
//         | Load(type, address)            what lies there, of the pointer's type or its own; as a place it is a store
//         | Cast(type, value) | Address(value) | Parentheses(value)
//         | Binary(operator, left, right) | Choice(condition, value, other)
//         | Instruction(row of instructions.def, operands) | Call(function, arguments)
//         | List(values) | Lines(values)   what an array or a structure begins with; lines: each on its own
#pragma once

#include "instructions/Machine.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hexloom {

class Value {
public:
  enum class Kind {
    Text, Name, Number, Constant, Scratch, Element, Load, Cast, Address, Parentheses, Binary, Choice, Instruction, Call, List, Lines
  };

  /// A name, "&" and a name, a number as it is to be written, a constant's mark (Print.h), or other text.
  Value(const char *Text) : Value(std::string(Text)) {}
  Value(const std::string &Text);
  Value(int64_t Number);
  Value(int Number) : Value(int64_t(Number)) {}
  Value(size_t Number) : Value(int64_t(Number)) {}
  Value(Kind K, std::vector<Value> Of, std::string Text = "", int64_t Number = 0, const hexloom::Instruction *Row = nullptr);

  Kind kind() const { return Its->Is; }
  bool is(Kind K) const { return Its->Is == K; }
  /// The name, the type, the operator, the function.
  const std::string &text() const { return Its->Text; }
  int64_t number() const { return Its->Number; }
  const Instruction *row() const { return Its->Row; }
  const std::vector<Value> &of() const { return Its->Of; }

  Value operator[](const Value &Index) const { return {Kind::Element, {*this, Index}}; }

private:
  struct Node {
    Kind Is;
    std::string Text;
    int64_t Number;
    const hexloom::Instruction *Row;
    std::vector<Value> Of;
  };
  std::shared_ptr<const Node> Its;
};

inline Value binary(const char *Operator, const Value &A, const Value &B) { return {Value::Kind::Binary, {A, B}, Operator}; }
inline Value operator+(const Value &A, const Value &B) { return binary("+", A, B); }
inline Value operator-(const Value &A, const Value &B) { return binary("-", A, B); }
inline Value operator*(const Value &A, const Value &B) { return binary("*", A, B); }
inline Value operator<(const Value &A, const Value &B) { return binary("<", A, B); }
inline Value operator<=(const Value &A, const Value &B) { return binary("<=", A, B); }
inline Value operator>=(const Value &A, const Value &B) { return binary(">=", A, B); }
inline Value operator||(const Value &A, const Value &B) { return binary("||", A, B); }
inline Value operator&&(const Value &A, const Value &B) { return binary("&&", A, B); }
inline Value choice(const Value &Condition, const Value &A, const Value &B) { return {Value::Kind::Choice, {Condition, A, B}}; }
inline Value load(const char *Type, const Value &Address) { return {Value::Kind::Load, {Address}, Type}; }
inline Value pointed(const Value &Address) { return load("", Address); }
inline Value cast(const char *Type, const Value &V) { return {Value::Kind::Cast, {V}, Type}; }
inline Value addressOf(const Value &V) { return {Value::Kind::Address, {V}}; }
inline Value parentheses(const Value &V) { return {Value::Kind::Parentheses, {V}}; }
inline Value call(const char *Function, std::vector<Value> Arguments) { return {Value::Kind::Call, std::move(Arguments), Function}; }
inline Value lines(std::vector<Value> Values) { return {Value::Kind::Lines, std::move(Values)}; }
inline Value list(std::vector<Value> Values) { return {Value::Kind::List, std::move(Values)}; }

/// The lesser of V and `Most`.
inline Value atMost(const Value &V, int64_t Most) { return choice(V < Most, V, Most); }

/// A pointer that is moved by so many; 0: itself. shifted() has the sum even then.
Value moved(const Value &Pointer, int64_t By);
Value shifted(const Value &Pointer, int64_t By);

inline Value does(const Instruction &Row, std::vector<Value> Operands) {
  return {Value::Kind::Instruction, std::move(Operands), "", 0, &Row};
}
/// The machine's instruction that computes it (Machine::find), which it has.
template <typename Expression> Value does(const Machine &M, const Expression &What, std::vector<Value> Operands) {
  return does(*M.find(What), std::move(Operands));
}

} // namespace hexloom
