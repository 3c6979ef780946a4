// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a file is that cannot be compiled, and what its owner can do: kinds of files that people often have instead of a quantized
// network.
#pragma once

#include "import/Tensors.h"

namespace hexloom {

/// Why a custom operator is none of ours, and what to do. `Function`: the name that a function of the user's would have.
std::string adviceOnCustom(const std::string &Name, const std::string &Function);

/// How far a network without quantized activations is quantized.
class FloatKind {
public:
  FloatKind(const ModelFile &File, const TensorReader &Tensors) : File(File), Tensors(Tensors) {}

  /// An operator that computes in float, or makes a float of a constant.
  void add(const tflite::Operator &O, tflite::BuiltinOperator Code);
  /// "not quantized: run post-training quantization", or what it is instead.
  std::string advice() const;
  /// Whether a constant of the operator holds bytes.
  bool hasBytes(const tflite::Operator &O) const;
  /// The operator's constant of type FLOAT16: its name; none: "".
  std::string halfConstant(const tflite::Operator &O) const;

private:
  const ModelFile &File;
  const TensorReader &Tensors;
  bool Hybrid = false;  ///< products of float activations and constant bytes
  bool Weights = false; ///< constant bytes that become floats
  bool Halves = false;  ///< constants of FLOAT16

  bool isConstant(int32_t Index) const;
};

} // namespace hexloom
