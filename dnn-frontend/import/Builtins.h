// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The TFLite operators that are imported: the rows of builtins.def.
#pragma once

#include "import/ModelFile.h"
#include "ir/Signatures.h"

#include <map>
#include <optional>

namespace hexloom {

class OpReader;

/// Where an input of the file's operator goes.
struct InputRule {
  int Slot = -1; ///< input of the IR operator; -1: a parameter, read by the import function
  bool Optional = false, Repeats = false;
  bool State = false; ///< a variable tensor; its next value becomes a further output
  bool Real = false;  ///< a float; bytes are dequantized by an operator of their own
  bool Hybrid = false; ///< may be int8 weights where all else is float
};

struct Builtin {
  tflite::BuiltinOperator Code;
  std::optional<OpKind> Kind;     ///< nullopt: the result is a constant (SHAPE), or several operators compute it
  tflite::BuiltinOptions Options; ///< NONE: none are read
  std::vector<InputRule> Inputs;
  void (*Import)(OpReader &);

  size_t slots() const; ///< number of IR inputs, a repeated one counted once
  /// Whether these types, in the order of the IR operator's, are those of the hybrid form: floats, and int8 weights.
  bool isHybrid(const Types &Operands, const Types &Results) const;
  bool hasHybrid() const; ///< whether there is such a form
  bool isSeveral() const { return !Kind && hasHybrid(); } ///< the import function makes all operators that compute it
};

/// The row, or null for an operator that is not supported.
const Builtin *findBuiltin(tflite::BuiltinOperator Code);

/// Names of custom operators that functions of the user compute, and the headers that declare these.
using CustomHeaders = std::map<std::string, std::string>;

/// The C function of the custom operator: its name, with _ for what stands in no identifier.
std::string customFunction(const std::string &Name);

/// The row of a custom operator; null: neither known nor the user's.
const Builtin *findCustom(const std::string &Name, const CustomHeaders &Headers);

/// The rows of all operators in their order, for --list-operators.
std::vector<const Builtin *> allBuiltins();
std::vector<std::pair<std::string, const Builtin *>> allCustoms();

} // namespace hexloom
