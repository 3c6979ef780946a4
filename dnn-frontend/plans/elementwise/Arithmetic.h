// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters of the quantized operators with two inputs, as TensorFlow Lite's kernels prepare them.
#pragma once

#include "ir/Quantize.h"
#include "plans/elementwise/Broadcast.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace hexloom {

/// hl_arithmetic of hexloom/portable/binary.h.
struct Arithmetic {
  DType Type = DType::Int8;
  std::array<int32_t, 3> Zero{};
  int LeftShift = 0;
  std::array<Multiplier, 2> Input;
  Multiplier Output;
  Range Bounds{0, 0};
  BroadcastLoops Loops;

  std::vector<std::pair<std::string, std::string>> fields() const;
};

/// The parameters of ADD, SUB, MUL, DIV, SQUARED_DIFFERENCE and comparisons of quantized types.
Arithmetic arithmeticOf(const Graph &G, const Op &O);

/// ADD or SUB of int16 by the power-of-two scheme: `pot_scale` is set and all scales are powers of two.
bool addsByPowersOfTwo(const Graph &G, const Op &O);
/// By how many places input I of such an operator is shifted to the left; none is above 0.
int powerOfTwoShift(const Graph &G, const Op &O, size_t I);

/// Why the operator's quantized form cannot be served; empty: it can.
std::string whyNotArithmetic(const Graph &G, const Op &O);

} // namespace hexloom
