// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is looked at before the import proper: the entry point, and whether all operators are
// supported.
#pragma once

#include "import/Builtins.h"
#include "import/Tensors.h"

namespace hexloom {

/// The subgraph to import and the names of its inputs and outputs.
struct EntryPoint {
  const tflite::SubGraph *Source = nullptr;
  const tflite::SignatureDef *Signature = nullptr; ///< null: none

  std::string inputName(int32_t Index, const std::string &Default) const;
  std::string outputName(int32_t Index, const std::string &Default) const;
};

/// The signature with this key, or (empty key) the first subgraph. Throws UserError that lists the
/// signatures.
EntryPoint findEntry(const ModelFile &File, const std::string &Key);

tflite::BuiltinOperator builtinCode(const ModelFile &File, const tflite::Operator &O);

/// The name of a custom operator; "" for others.
std::string customNameOf(const ModelFile &File, const tflite::Operator &O);

/// The operator's row, or null.
const Builtin *findRow(const ModelFile &File, const tflite::Operator &O, const CustomHeaders &Custom);

/// Throws one UserError with a line for each kind of operator and reason that is not supported:
/// unknown and custom operators, sparse tensors, types. Float operators that
/// have kernels may stand anywhere; where one has none, a network that is float throughout is told
/// to be quantized, and of another, it is said what is float, and where.
void checkSupported(const ModelFile &File, const EntryPoint &Entry, const TensorReader &Tensors,
                    const CustomHeaders &Custom);

} // namespace hexloom
