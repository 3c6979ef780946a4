// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Multipliers and ranges against values worked out by hand.
#include "ir/Quantize.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace hexloom;

TEST(Quantize, MultiplierOfPowersOfTwo) {
  // 0.5 = 2^30 * 2^(0 - 31); 1 = 2^30 * 2^(1 - 31).
  EXPECT_EQ(quantizeMultiplier(0.5).Value, 1 << 30);
  EXPECT_EQ(quantizeMultiplier(0.5).Shift, 0);
  EXPECT_EQ(quantizeMultiplier(1.0).Shift, 1);
  EXPECT_EQ(quantizeMultiplier(0.0).Value, 0);
}

TEST(Quantize, MultiplierRoundsUpToTheNextPower) {
  const Multiplier M =
      quantizeMultiplier(1.0 - std::ldexp(1.0, -40)); // rounds to 2^31, which does not fit
  EXPECT_EQ(M.Value, 1 << 30);
  EXPECT_EQ(M.Shift, 1);
}

TEST(Quantize, MultiplierIsWithinHalfAUnit) {
  for (double Real = 1e-9; Real < 1000; Real *= 1.37) {
    const Multiplier M = quantizeMultiplier(Real);
    const double Unit = std::ldexp(1.0, M.Shift - 31);
    EXPECT_NEAR(M.Value * Unit, Real, Unit / 2) << Real;
    EXPECT_GE(M.Value, 1 << 30);
  }
}

TEST(Quantize, TinyFactorsVanish) { EXPECT_EQ(quantizeMultiplier(std::ldexp(1.0, -40)).Value, 0); }

TEST(Quantize, HugeFactorsSaturate) {
  for (double Real :
       {std::ldexp(1.0, 30), std::ldexp(1.0, 30) - std::ldexp(1.0, -10), 1e80, HUGE_VAL}) {
    EXPECT_EQ(quantizeMultiplier(Real).Value, INT32_MAX) << Real;
    EXPECT_EQ(quantizeMultiplier(Real).Shift, 30) << Real;
  }
  EXPECT_EQ(quantizeMultiplier(std::ldexp(1.0, 29)).Value, 1 << 30);
  EXPECT_EQ(quantizeMultiplier(std::ldexp(1.0, 29)).Shift, 30);
}

TEST(Quantize, ActivationRanges) {
  Tensor T;
  T.Type = DType::Int8;
  T.Quant.Scales = {0.05f};
  T.Quant.ZeroPoints = {-100};
  EXPECT_EQ(activationRange(T, "none").Min, -128);
  EXPECT_EQ(activationRange(T, "relu").Min, -100);
  EXPECT_EQ(activationRange(T, "relu").Max, 127);
  EXPECT_EQ(activationRange(T, "relu6").Max, 20); // -100 + 6 / 0.05
  EXPECT_EQ(activationRange(T, "relu_n1_to_1").Min, -120);
  EXPECT_EQ(activationRange(T, "relu_n1_to_1").Max, -80);
  T.Quant.Scales = {0.001f}; // 6 lies outside of what the type can hold
  EXPECT_EQ(activationRange(T, "relu6").Max, 127);
}

TEST(Quantize, ShiftingIntoARangeCannotOverflow) {
  const Range Bytes = {-128, 127};
  EXPECT_EQ(hexloom::shiftedInto(Bytes, INT32_MIN, -3), -128);
  EXPECT_EQ(hexloom::shiftedInto(Bytes, INT32_MAX, 3), 127);
  EXPECT_EQ(hexloom::shiftedInto(Bytes, 5, -7), -2);
}
