// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compile-time evaluation of operators on constants: everything that moves elements, conversions
// between types, integer arithmetic as it occurs on shapes, and products, pools and reductions by the portable kernels. Equal to the
// bit to what the emitted program would compute.
#pragma once

#include "ir/Graph.h"
#include "support/Budget.h"

#include <hexloom/layer.h>

#include <optional>

namespace hexloom {

/// Larger results (of TILE, BROADCAST_TO, PAD) are better computed than stored.
constexpr int64_t kMaxFoldedBytes = 16 << 20;

enum class Effort {
  Any,  ///< as far as the budget goes
  Light ///< in proportion to the outputs' bytes: no products, pools and reductions
};

/// The data of O's outputs, or nullopt when an input is no constant or the operator is not
/// evaluated. Requires a verified operator on row-major tensors.
std::optional<std::vector<Bytes>> evaluate(const Graph &G, const Op &O, Budget &Purse, Effort Most = Effort::Any);

// The groups, each nullopt for an operator that is not its own.
std::optional<std::vector<Bytes>> evaluateMovement(const Graph &G, const Op &O, Budget &Purse);
std::optional<Bytes> evaluateArithmetic(const Graph &G, const Op &O);
std::optional<Bytes> evaluateProduct(const Graph &G, const Op &O);
std::optional<Bytes> evaluateWindow(const Graph &G, const Op &O);

/// What the last two take (support/Budget.h); 0 for an operator that is not their own.
int64_t productSteps(const Graph &G, const Op &O);
int64_t windowSteps(const Graph &G, const Op &O);

/// The I-th element of a constant of integers or truth values.
int64_t integerAt(const Tensor &T, int64_t I);

/// The portable kernels' name of a type.
inline hl_type hlTypeOf(DType Type) {
  static_assert(int(DType::UInt8) == HL_UINT8 && int(DType::Int8) == HL_INT8 && int(DType::Int16) == HL_INT16 &&
                int(DType::Int32) == HL_INT32 && int(DType::Int64) == HL_INT64 && int(DType::Float32) == HL_FLOAT32 &&
                int(DType::Bool) == HL_BOOL);
  return static_cast<hl_type>(Type);
}

} // namespace hexloom
