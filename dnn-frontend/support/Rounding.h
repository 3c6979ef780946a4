// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients of integers that are rounded to one side; the divisor is above 0.
#pragma once

#include <type_traits>

namespace hexloom {

template <typename A, typename B> constexpr std::common_type_t<A, B> floorDiv(A Value, B By) { return Value / By - (Value % By < 0); }

template <typename A, typename B> constexpr std::common_type_t<A, B> ceilDiv(A Value, B By) { return Value / By + (Value % By > 0); }

/// The least multiple of `Multiple` that is not below the value.
template <typename A, typename B> constexpr std::common_type_t<A, B> roundUp(A Value, B Multiple) {
  return ceilDiv(Value, Multiple) * Multiple;
}

} // namespace hexloom
