// The TFLite operators that are imported: the rows of builtins.def.
#pragma once

#include "import/ModelFile.h"

#include <optional>

namespace hexloom {

class OpReader;

/// Where an input of the file's operator goes.
struct InputRule {
  int Slot = -1; ///< input of the IR operator; -1: a parameter, read by the import function
  bool Optional = false, Repeats = false;
  bool State = false; ///< a variable tensor; its next value becomes a further output
};

struct Builtin {
  tflite::BuiltinOperator Code;
  std::optional<OpKind> Kind;     ///< nullopt: the result is a constant (SHAPE)
  tflite::BuiltinOptions Options; ///< NONE: none are read
  std::vector<InputRule> Inputs;
  void (*Import)(OpReader &);

  size_t slots() const; ///< number of IR inputs, a repeated one counted once
};

/// The row, or null for an operator that is not supported.
const Builtin *findBuiltin(tflite::BuiltinOperator Code);

} // namespace hexloom
