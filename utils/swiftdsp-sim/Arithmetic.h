// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The document's functions on numbers: saturation, rounding, requantisation, division.
#ifndef SWIFTDSP_SIM_ARITHMETIC_H
#define SWIFTDSP_SIM_ARITHMETIC_H

#include <algorithm>
#include <cstdint>

namespace swiftdsp {

inline int64_t saturate(int64_t X, unsigned Bits) {
  int64_t High = (int64_t(1) << (Bits - 1)) - 1;
  return std::clamp(X, -High - 1, High);
}

inline int64_t saturateUnsigned(int64_t X, unsigned Bits) {
  return std::clamp<int64_t>(X, 0, (int64_t(1) << Bits) - 1);
}

/// SaturatingRoundingDoublingHighMul.
inline int32_t srdhm(int32_t A, int32_t B) {
  if (A == INT32_MIN && B == INT32_MIN)
    return INT32_MAX;
  return int32_t((int64_t(A) * B + (int64_t(1) << 30)) >> 31);
}

/// RoundingDivideByPOT: ties away from zero; E up to 32.
inline int32_t rdiv(int32_t X, unsigned E) {
  if (E == 0)
    return X;
  int64_t Half = int64_t(1) << (E - 1);
  return int32_t((int64_t(X) + Half - (X < 0)) >> E);
}

/// MultiplyByQuantizedMultiplier: the shift is a signed number of six bits.
inline int32_t requantize(int32_t X, int32_t Multiplier, int32_t Shift) {
  Shift = int32_t(uint32_t(Shift) << 26) >> 26;
  if (Shift > 0)
    return srdhm(int32_t(uint32_t(X) << Shift), Multiplier);
  return rdiv(srdhm(X, Multiplier), unsigned(-Shift));
}

/// Ties up.
inline int64_t roundingShift(int64_t X, unsigned E) {
  return E ? (X + (int64_t(1) << (E - 1))) >> E : X;
}

inline int32_t divide(int32_t A, int32_t B) {
  if (B == 0)
    return -1;
  return A == INT32_MIN && B == -1 ? INT32_MIN : A / B;
}

inline int32_t remainder(int32_t A, int32_t B) {
  if (B == 0)
    return A;
  return A == INT32_MIN && B == -1 ? 0 : A % B;
}

/// The next address in a ring of \p Length bytes from \p Base on.
inline uint32_t ring(uint32_t Pointer, uint32_t Offset, uint32_t Base, uint32_t Length) {
  if (Length == 0)
    return Pointer + Offset;
  int32_t D = int32_t(Pointer - Base + Offset);
  if (D < 0)
    return Base + uint32_t(D) + Length;
  return Base + uint32_t(D) - (D >= int32_t(Length) ? Length : 0);
}

} // namespace swiftdsp

#endif
