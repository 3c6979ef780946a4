// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers that come from a file: what is computed of them fits, or it is an error that says so.
#pragma once

#include "support/Error.h"

#include <cstdint>

namespace hexloom {

/// A number of a file leads to one that has no room. As a UserError it is the file's fault; where
/// plans are made, one that overflows is rejected (plans/Kernels.cpp).
struct Overflow : UserError {
  using UserError::UserError;
};

inline int64_t checkedMul(int64_t A, int64_t B) {
  int64_t Result;
  if (__builtin_mul_overflow(A, B, &Result))
    throw Overflow(strf("%lld * %lld has no room in 64 bits", (long long)A, (long long)B));
  return Result;
}

inline int64_t checkedAdd(int64_t A, int64_t B) {
  int64_t Result;
  if (__builtin_add_overflow(A, B, &Result))
    throw Overflow(strf("%lld + %lld has no room in 64 bits", (long long)A, (long long)B));
  return Result;
}

/// The number in 32 bits, as the kernels' parameters are. Throws Overflow if it has no room there.
inline int32_t checkedInt(int64_t Value) {
  if (Value < INT32_MIN || Value > INT32_MAX)
    throw Overflow(strf("%lld has no room in 32 bits", (long long)Value));
  return static_cast<int32_t>(Value);
}

} // namespace hexloom
