# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fixed-point arithmetic of TensorFlow Lite's reference kernels on numpy arrays, every value an int64.

Sources: gemmlowp's fixedpoint/fixedpoint.h for the operations on Q-formats, tensorflow/lite/kernels/internal/common.h and
quantization_util.cc for the multipliers. A value "Qn" is an int32 with n integer bits: real = raw * 2^(n - 31).
"""
import math

import numpy as np

INT32_MAX = (1 << 31) - 1
INT32_MIN = -(1 << 31)


def i64(x):
    return np.asarray(x, np.int64)


def clamp(x, low, high):
    return np.minimum(np.maximum(x, low), high)


def saturate32(x):
    return clamp(x, INT32_MIN, INT32_MAX)


def truncating_divide(a, b):
    """C's integer division."""
    a, b = i64(a), i64(b)
    return np.sign(a) * np.sign(b) * (np.abs(a) // np.abs(b))


def round_half_away(x):
    """std::round, in the type of x."""
    if not isinstance(x, np.ndarray) and not math.isfinite(x):
        return x
    return np.where(x < 0, -np.floor(-x + x.dtype.type(0.5)), np.floor(x + x.dtype.type(0.5))) if isinstance(
        x, np.ndarray) else math.copysign(math.floor(abs(x) + 0.5), x)


def high_mul(a, b):
    """SaturatingRoundingDoublingHighMul: a * b / 2^31, rounded to nearest, ties away from zero upwards."""
    product = i64(a) * i64(b)
    nudge = np.where(product >= 0, 1 << 30, 1 - (1 << 30))
    return np.minimum(truncating_divide(product + nudge, 1 << 31), INT32_MAX)


def divide_by_power(x, exponent):
    """RoundingDivideByPOT: x / 2^exponent, to nearest, ties away from zero."""
    x, exponent = i64(x), np.minimum(i64(exponent), 62)  # of 32 bits nothing is left then
    mask = (np.int64(1) << exponent) - 1
    threshold = (mask >> 1) + (x < 0)
    return (x >> exponent) + ((x & mask) > threshold)


def multiply_by_power(x, exponent):
    """SaturatingRoundingMultiplyByPOT."""
    x, exponent = i64(x), i64(exponent)
    left = saturate32(x << np.maximum(exponent, 0))
    return np.where(exponent >= 0, left, divide_by_power(x, np.maximum(-exponent, 0)))


def quantize_multiplier(real):
    """(m, shift) with real = m * 2^(shift - 31)."""
    real = float(real)
    if real == 0:
        return 0, 0
    fraction, shift = math.frexp(real)
    value = int(round_half_away(fraction * (1 << 31)))
    if value == 1 << 31:
        value, shift = value // 2, shift + 1
    return (0, 0) if shift < -31 else (value, shift)


def quantize_multipliers(reals):
    """Arrays of multipliers and shifts."""
    pairs = [quantize_multiplier(real) for real in np.atleast_1d(reals)]
    return i64([m for m, _ in pairs]), i64([s for _, s in pairs])


def rescale(x, multiplier, shift):
    """MultiplyByQuantizedMultiplier with two roundings; x is an int32."""
    shift = i64(shift)
    return divide_by_power(high_mul(i64(x) << np.maximum(shift, 0), multiplier), np.maximum(-shift, 0))


def rescale64(x, multiplier, shift):
    """MultiplyByQuantizedMultiplier of a 64-bit accumulator: the multiplier is cut to 16 bits, one rounding."""
    multiplier = i64(multiplier)
    reduced = np.where(multiplier < 0x7fff0000, (multiplier + (1 << 15)) >> 16, 0x7fff)
    total = 15 - i64(shift)
    return (i64(x) * reduced + (np.int64(1) << (total - 1))) >> total


def leading_zeros(x):
    """Of 32-bit values that are not negative."""
    return i64([32 - int(v).bit_length() for v in np.ravel(x)]).reshape(np.shape(x))


def half_sum(a, b):
    """RoundingHalfSum"""
    total = i64(a) + i64(b)
    return truncating_divide(total + np.where(total >= 0, 1, -1), 2)


def exp_near_zero(a):
    """exp of a Q0 in [-1/4, 0): Taylor's series around -1/8."""
    x = i64(a) + (1 << 28)
    x2 = high_mul(x, x)
    x3, x4 = high_mul(x2, x), high_mul(x2, x2)
    series = divide_by_power(high_mul(divide_by_power(x4, 2) + x3, 715827883) + x2, 1)
    return 1895147668 + high_mul(1895147668, x + series)


def exp_of_negative(a, integer_bits=5):
    """exp of a Qn <= 0, as a Q0."""
    a, fraction_bits = i64(a), 31 - integer_bits
    quarter = np.int64(1) << (fraction_bits - 2)
    modulo = (a & (quarter - 1)) - quarter
    result = exp_near_zero(multiply_by_power(modulo, integer_bits))
    remainder = modulo - a
    for exponent, factor in ((-2, 1672461947), (-1, 1302514674), (0, 790015084), (1, 290630308), (2, 39332535),
                             (3, 720401), (4, 242)):
        if integer_bits > exponent:
            bit = np.int64(1) << (fraction_bits + exponent)
            result = np.where(remainder & bit, high_mul(result, factor), result)
    return np.where(a == 0, INT32_MAX, result)


def one_over_one_plus(x):
    """1 / (1 + x) for a Q0 in [0, 1], as a Q0: Newton and Raphson's division."""
    half_denominator = half_sum(x, INT32_MAX)
    estimate = 1515870810 + high_mul(half_denominator, -1010580540)  # Q2
    for _ in range(3):
        error = (1 << 29) - high_mul(half_denominator, estimate)
        estimate = estimate + multiply_by_power(high_mul(estimate, error), 2)
    return multiply_by_power(estimate, 1)


def reciprocal(x, integer_bits):
    """(Q0 of 1 / mantissa, number of bits over unit) of a positive Qn."""
    x = i64(x)
    headroom = leading_zeros(x)
    fraction = (x << headroom) - (np.int64(1) << 31)
    return one_over_one_plus(fraction), integer_bits - headroom


def inverse_square_root(value):
    """(multiplier, left shift) of 1 / sqrt(value) for one integer: GetInvSqrtQuantizedMultiplierExp."""
    value = int(value)
    if value <= 1:
        return INT32_MAX, 0
    shift = 11
    while value >= 1 << 29:
        value, shift = value // 4, shift + 1
    pairs = (32 - value.bit_length() - 1) // 2 - 1
    shift -= pairs
    value <<= 2 * pairs
    half_input = divide_by_power(value >> 1, 1)  # Q3
    x = i64(1 << 28)
    for _ in range(5):
        cube = multiply_by_power(high_mul(high_mul(x, x), x), 6)
        x = multiply_by_power(high_mul((1 << 28) + (1 << 27), x) - high_mul(half_input, cube), 3)
    result = int(high_mul(x, 1518500250))
    return (result << -shift, 0) if shift < 0 else (result, -shift)
