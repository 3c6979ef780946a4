# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Softmax and its kin: functions along the last axis."""
import math

import numpy as np

import lookup
from context import evaluates
from fixed_point import (INT32_MIN, clamp, divide_by_power, exp_of_negative, half_sum, high_mul, i64,
                         inverse_square_root, leading_zeros, multiply_by_power, one_over_one_plus, quantize_multiplier,
                         reciprocal, rescale, saturate32)


def scaled_differences(c, beta):
    """(x - maximum in Q5, mask of those that count, multiplier, shift, smallest difference)"""
    real = min(beta * float(c.ins[0].scale) * (1 << 26), (1 << 31) - 1.0)
    multiplier, shift = quantize_multiplier(real)
    smallest = -math.floor(31.0 * (1 << 26) / (1 << shift))
    x = c.raw(0)
    difference = x - x.max(-1, keepdims=True)
    counts = difference >= smallest
    scaled = high_mul(np.where(counts, difference, 0) << shift, multiplier)
    return difference, scaled, counts, (multiplier, shift, smallest)


def sum_of_exponentials(scaled, counts):
    """Q12"""
    return np.where(counts, divide_by_power(exp_of_negative(scaled), 12), 0).sum(-1, keepdims=True)


@evaluates("SOFTMAX")
def softmax(c):
    if c.ins[0].dtype == np.int16:
        return softmax16(c)
    _, scaled, counts, _ = scaled_differences(c, float(c.options["beta"]))
    inverse, over_unit = reciprocal(sum_of_exponentials(scaled, counts), 12)
    bits = 8 * c.out.dtype.itemsize
    probability = divide_by_power(high_mul(inverse, exp_of_negative(scaled)), over_unit + 31 - bits)
    return np.where(counts, clamp(probability + c.out.low, c.out.low, c.out.high), c.out.low)


def softmax16(c):
    exponential = lookup.table16(math.exp, -10.0, 0.0, -1.0, 1.0)
    inverse = lookup.table16(lambda v: 1 / (1 + v), 0.0, 1.0, -1.0, 1.0)
    multiplier = quantize_multiplier(float(c.ins[0].scale) * float(c.options["beta"]) / (10.0 / 65535.0))
    x = c.raw(0)
    scaled = rescale(x - x.max(-1, keepdims=True), *multiplier)
    powers = lookup.interpolate16(exponential, clamp(scaled + 32767, -32768, 32767))
    total = powers.sum(-1, keepdims=True)
    headroom = leading_zeros(total)
    shifted = ((total << (headroom - 1)) + (1 << 13)) >> 14
    factor = lookup.interpolate16(inverse, clamp(shifted - (1 << 15) - (1 << 16), -32768, 32767))
    right = 31 - headroom
    return clamp((powers * factor + (np.int64(1) << (right - 1))) >> right, 0, 32767)


def logarithm(x):
    """Natural logarithm of a Q12 >= 1, as a Q5: log_x_for_x_greater_than_or_equal_to_1 of TensorFlow Lite's common.h."""
    fourth_root_of_half, root_of_half, quarter = 1805811301, 1518500250, multiply_by_power(536870912, -6)
    x = i64(x)
    zeros = leading_zeros(x)
    r_a = multiply_by_power(high_mul(multiply_by_power(x, zeros - 1), root_of_half), 1)
    power_a = saturate32(multiply_by_power(12 - zeros, 25) + quarter)
    zeros_b = leading_zeros(high_mul(x, root_of_half)) - 1
    r_b = multiply_by_power(x, zeros_b)
    power_b = saturate32(multiply_by_power(12 - zeros_b, 25) - quarter)
    r, power = np.minimum(r_a, r_b), np.maximum(power_a, power_b)
    p, q = half_sum(r, fourth_root_of_half), 2 * (r - fourth_root_of_half)
    square = high_mul(q, q)
    numerator = high_mul(q, r) + high_mul(high_mul(q, square), 117049297)
    denominator = high_mul(p, 1057819769 + q + high_mul(127690142, square)) + high_mul(638450708, q)
    result = high_mul(power, 1488522236) + high_mul(multiply_by_power(numerator, -6), one_over_one_plus(denominator))
    return multiply_by_power(result, 1)


@evaluates("LOG_SOFTMAX")
def log_softmax(c):
    difference, scaled, counts, (multiplier, shift, smallest) = scaled_differences(c, 1.0)
    log_sum = logarithm(sum_of_exponentials(scaled, counts))
    reverse, reverse_shift = quantize_multiplier((1 << (31 - shift)) / float(multiplier))
    limit = np.maximum(smallest - 1, rescale(log_sum + INT32_MIN, reverse, reverse_shift))
    result = divide_by_power(high_mul(np.maximum(difference, smallest - 1) << shift, multiplier) - log_sum, 31 - 5 - 4)
    return np.where(difference > limit, clamp(result + c.out.high, c.out.low, c.out.high), c.out.low)


@evaluates("L2_NORMALIZATION")
def l2_normalization(c):
    x = c.centred(0)
    rows, result, signed = x.reshape(-1, x.shape[-1]), [], c.out.dtype == np.int8
    for row in rows:
        multiplier, shift = inverse_square_root((row ** 2).sum())
        # int8 folds the output's scale of 1/128 into the shift, uint8 into the value
        result.append(rescale(row, multiplier, shift + 7) if signed else rescale(128 * row, multiplier, shift))
    middle = 0 if signed else 128
    return clamp(i64(result).reshape(x.shape) + middle, c.out.low, c.out.high)
