# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions evaluated through tables, as TensorFlow Lite's reference kernels do for int8, uint8 and int16."""
import math

import numpy as np

from fixed_point import clamp, i64, round_half_away

f32 = np.float32


def _each(function, values):
    """A real function applied in double precision and rounded to float: what a good float library gives, with infinity for too much."""
    def of(value):
        try:
            return function(value)
        except OverflowError:  # of the exponential functions alone
            return math.inf
    with np.errstate(all="ignore"):
        return np.array([f32(of(float(v))) for v in values], f32)


def table8(function, source, result):
    """256 entries, by value - type minimum; function maps an array of floats."""
    values = (i64(range(source.low, source.high + 1)) - source.zero_point).astype(f32)
    transformed = function(source.scale * values)
    scaled = round_half_away(transformed * (f32(1) / result.scale))
    bounded = np.clip(np.nan_to_num(scaled, nan=-(2.0**31)), -(2.0**31), 2.0**31)  # no whole number holds what is beyond 2^63
    return clamp(i64(bounded) + result.zero_point, result.low, result.high)


def look_up8(function, x, source, result):
    return table8(function, source, result)[i64(x) - source.low]


def table16(function, low, high, out_low, out_high, real=float):
    """513 entries; between two of them the kernels interpolate, so half of the midpoint's error is taken off. A NaN, the difference
    of two infinities, becomes 0."""
    def saturated(x):
        return 0 if math.isnan(x) else min(max(x, -32768), 32767)

    step = (high - low) / real(512)
    inverse = real(65536) / (out_high - out_low)
    entries = []
    for i in range(512):
        at = low + real(i) * step
        value, middle = real(function(at)), real(function(at + step / real(2)))
        following = real(function(low + real(i + 1) * step))
        sample = round_half_away(value * inverse)
        interpolated = round_half_away((following * inverse + round_half_away(value * inverse)) / 2)
        bias = round_half_away((interpolated - round_half_away(middle * inverse)) / 2)
        entries.append(saturated(sample - bias))
    entries.append(saturated(round_half_away(real(function(high)) * inverse)))
    return i64(entries)


def interpolate16(table, x):
    x = i64(x)
    index = 256 + (x >> 7)
    return table[index] + (((table[index + 1] - table[index]) * (x & 127) + 64) >> 7)


def sigmoid_entries():
    """sigmoid(i / 24) in steps of 2^-16, plus half of what a straight line misses in the middle of two entries; with that
    and only with that the table is the one in TensorFlow Lite's common.cc; its last entry is the one that the sigmoid tends to."""
    def exact(i):
        return 65536 / (1 + math.exp(-i / 24))
    missed = [exact(i + 0.5) - (exact(i) + exact(i + 1)) / 2 for i in range(256)]
    return i64([math.floor(exact(i) + missed[i] / 2 + 0.5) for i in range(255)] + [65535])


def logistic(x):
    return f32(1) / (f32(1) + _each(math.exp, -x))


def tanh(x):
    return _each(math.tanh, x)


def exp(x):
    return _each(math.exp, x)


def log(x):
    return _each(lambda v: math.log(v) if v > 0 else -math.inf if v == 0 else math.nan, x)


def elu(x):
    return np.where(x < 0, _each(math.expm1, x), x)


def gelu_tanh(x):
    inner = f32(math.sqrt(2 / math.pi)) * (x + f32(0.044715) * x * x * x)
    return f32(0.5) * x * (f32(1) + tanh(inner))


def gelu(x):
    return f32(0.5) * x * _each(math.erfc, x * f32(-math.sqrt(0.5)))
