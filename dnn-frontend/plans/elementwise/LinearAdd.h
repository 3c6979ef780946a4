// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ADD and SUB of bytes as one linear function of both inputs (hexloom/hvx/add_linear.h).
#pragma once

#include "plans/elementwise/Arithmetic.h"
#include "support/Budget.h"

#include <optional>

namespace hexloom {

/// out = clamp((a * Factors[0] + b * Factors[1] + Constant) >> (15 + Fraction)) for the bytes' values a and b.
struct LinearAdd {
  DType Type;
  std::array<int64_t, 2> Factors;
  int64_t Constant;
  int Fraction;
  Range Bounds;

  std::vector<std::pair<std::string, std::string>> fields() const; ///< of hl_add_linear
  /// Whether the sums of the factors' upper parts are halfwords (hl_vadd_coarse).
  bool isCoarse() const;
  /// Whether one input's part of the sums may be kept (hexloom/hvx/add_linear_held.h); the fields of hl_add_held for it, but for those
  /// of hl_add_linear.
  bool canHold() const;
  std::vector<std::pair<std::string, std::string>> heldFields(int Input) const;
};

/// Coefficients that give the reference's result for every pair of bytes: all 65536 are compared. Nothing: none were found, they do not fit
/// into the kernel's words, or `Purse` does not afford a search any more.
std::optional<LinearAdd> linearAddOf(const Arithmetic &P, Budget &Purse);

} // namespace hexloom
