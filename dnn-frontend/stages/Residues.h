// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Multiples of a number whose remainders lie in a window.
#pragma once

#include <cstdint>
#include <optional>

namespace hexloom {

/// The least x >= 0 with Low <= Factor x mod Modulus <= High, for 0 <= Low <= High < Modulus; by the
/// Euclidean algorithm, in as many steps as that.
std::optional<int64_t> firstResidue(int64_t Factor, int64_t Modulus, int64_t Low, int64_t High);

} // namespace hexloom
