// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors of a subgraph on their way into the graph.
#pragma once

#include "import/ModelFile.h"
#include "support/Budget.h"

#include <optional>

namespace hexloom {

/// Whether elements of this type are quantized values of 8 bits.
inline bool isByteType(DType Type) { return Type == DType::UInt8 || Type == DType::Int8; }

std::optional<DType> importType(tflite::TensorType Type); ///< nullopt: not supported

/// "INT4", or the number of a type newer than our schema.
std::string nameOf(tflite::TensorType Type);

/// Imports tensors of a subgraph on first use, with everything about them checked.
class TensorReader {
public:
  TensorReader(const ModelFile &File, const tflite::SubGraph &Source, Graph &G, Budget &Purse);

  /// "tensor #12 'block3/weights'".
  std::string describeTensor(int32_t Index) const;
  /// The file's tensor; throws UserError when there is none with this index.
  const tflite::Tensor &source(int32_t Index) const;
  /// The tensor in the graph.
  TensorId import(int32_t Index);
  /// Whether it is a constant of type FLOAT16. In the graph it is one of FLOAT32, with the same values.
  bool isHalfConstant(int32_t Index) const;
  /// What the file's tensor stands for from now on: variables change.
  void rename(int32_t Index, TensorId Id) { Imported.at(Index) = Id; }
  /// Whether the file leaves the shape (or part of it) open; then it is what the operators give.
  bool isShapeOpen(int32_t Index) const;

private:
  [[noreturn]] void fail(int32_t Index, const std::string &What) const;
  Shape readShape(int32_t Index) const;
  Quant readQuantization(int32_t Index, const Tensor &T) const;
  void readData(int32_t Index, Tensor &T);
  void readHalves(int32_t Index, Tensor &T);

  const ModelFile &File;
  const tflite::SubGraph &Source;
  Graph &G;
  Budget &Purse;
  std::vector<TensorId> Imported; ///< by the file's index; kNoTensor: not yet
};

} // namespace hexloom
