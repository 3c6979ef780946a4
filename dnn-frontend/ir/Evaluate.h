// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compile-time evaluation of operators on constants: everything that moves elements, conversions
// between types, and integer arithmetic as it occurs on shapes. Equal to the bit to what the
// emitted program would compute.
#pragma once

#include "ir/Graph.h"

#include <optional>

namespace hexloom {

/// Larger results (of TILE, BROADCAST_TO, PAD) are better computed than stored.
constexpr int64_t kMaxFoldedBytes = 16 << 20;

/// The data of O's outputs, or nullopt when an input is no constant or the operator is not
/// evaluated. Requires a verified operator on row-major tensors.
std::optional<std::vector<Bytes>> evaluate(const Graph &G, const Op &O);

// The groups, each nullopt for an operator that is not its own.
std::optional<std::vector<Bytes>> evaluateMovement(const Graph &G, const Op &O);
std::optional<Bytes> evaluateArithmetic(const Graph &G, const Op &O);

} // namespace hexloom
