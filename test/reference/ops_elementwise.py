# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise operators with one, two or three inputs."""
import math

import numpy as np

import lookup
from context import evaluates, f32
from fixed_point import (INT32_MAX, clamp, divide_by_power, high_mul, i64, inverse_square_root, leading_zeros,
                         quantize_multiplier, reciprocal, rescale, round_half_away, truncating_divide)

QUANTIZED = (np.uint8, np.int8, np.int16)


def is_quantized(tensor):
    return tensor.dtype in QUANTIZED and tensor.quantized


def plain(c, values):
    """Result of an operator on integers that are not quantized."""
    if c.out.dtype == np.int16:  # modulo its range first
        values = values.astype(np.int16)
    return clamp(values, *c.activation_range()) if c.options.get("activation") else values


def power_of_two(scale):
    """TensorFlow Lite takes what is within a thousandth of its logarithm."""
    log = math.log2(scale)
    return round(log) if abs(log - round(log)) < 1e-3 else None


def add_power_of_two_scales(c, sign):
    """int16 with scales that are powers of two: one input is shifted to the other's scale."""
    logs = [power_of_two(tensor.scale) for tensor in (*c.ins, c.out)]
    a, b = c.raw(0), c.raw(1)
    a = divide_by_power(a, logs[2] - logs[0])
    b = divide_by_power(b, logs[2] - logs[1])
    return clamp(clamp(a + sign * b, -32768, 32767), *c.activation_range())


def add_or_sub(c, sign):
    if not is_quantized(c.out):
        return plain(c, c.raw(0) + sign * c.raw(1))
    scales = [tensor.scale for tensor in c.ins]
    wide = c.out.dtype == np.int16
    if wide and c.options["pot_scale_int16"] and all(power_of_two(t.scale) is not None for t in (*c.ins, c.out)):
        return add_power_of_two_scales(c, sign)
    left = 15 if wide else 20
    twice = float(f32(2) * max(scales))
    parts = [rescale(c.centred(i) << left, *quantize_multiplier(float(scales[i]) / twice)) for i in range(2)]
    multiplier = quantize_multiplier(twice / float(f32(1 << left) * c.out.scale))
    return c.finish(rescale(parts[0] + sign * parts[1], *multiplier))


@evaluates("ADD")
def add(c):
    return add_or_sub(c, 1)


@evaluates("SUB")
def sub(c):
    return add_or_sub(c, -1)


def product_of_fractions(c):
    """int16 by int16 to int8: fractions of 2^-15, whatever the scales; rounded to 16 bits, ties towards positive numbers by the
    truncation of what is nudged, then to 8, ties away from zero."""
    product = c.raw(0) * c.raw(1)
    nudged = product + np.where(product >= 0, 1 << 14, 1 - (1 << 14))
    high = np.minimum(truncating_divide(nudged, i64(1 << 15)), 32767)
    return c.finish(i64(round_half_away(high / 256)))


@evaluates("MUL")
def mul(c):
    if c.ins[0].dtype == np.int16 and c.out.dtype == np.int8:
        return product_of_fractions(c)
    if not is_quantized(c.out):
        return plain(c, c.raw(0) * c.raw(1))
    multiplier = quantize_multiplier(c.ins[0].scale * c.ins[1].scale / c.out.scale)
    return c.finish(rescale(c.centred(0) * c.centred(1), *multiplier))


@evaluates("DIV")
def div(c):
    if not is_quantized(c.out):
        return plain(c, truncating_divide(c.raw(0), c.raw(1)))
    if c.out.dtype == np.int16 and c.ins[0].shape == c.ins[1].shape:  # in single precision
        a, b = (c.values[i].astype(f32) * c.ins[i].scale for i in range(2))
        return clamp(i64(round_half_away(a / b / c.out.scale)), *c.activation_range())
    multiplier, shift = quantize_multiplier(c.ins[0].scale / (c.ins[1].scale * c.out.scale))
    a, b = np.broadcast_arrays(c.centred(0), c.centred(1))
    a, b = np.where(b < 0, -a, a), np.abs(b)
    inverse, over_unit = reciprocal(b, 31)
    headroom = leading_zeros(np.where(a < 0, ~a, a)) - 1
    quotient = high_mul(a << headroom, inverse)
    total = shift - over_unit - headroom
    return c.finish(divide_by_power(high_mul(quotient, multiplier), -total))


@evaluates("SQUARED_DIFFERENCE")
def squared_difference(c):
    if not is_quantized(c.out):
        return (c.raw(0) - c.raw(1)) ** 2
    scales = [float(tensor.scale) for tensor in c.ins]
    twice, left = 2.0 * max(scales), 7
    a, b = (rescale(c.centred(i) << left, *quantize_multiplier(scales[i] / twice)) for i in range(2))
    multiplier = quantize_multiplier(twice * twice / float(f32(1 << 2 * left) * c.out.scale))
    return c.finish(rescale((a - b) ** 2, *multiplier))


@evaluates("POW")
def power(c):
    return i64(np.power(c.raw(0).astype(object), c.raw(1).astype(object)))


@evaluates("MAXIMUM")
def maximum(c):
    return np.maximum(c.raw(0), c.raw(1))


@evaluates("MINIMUM")
def minimum(c):
    return np.minimum(c.raw(0), c.raw(1))


COMPARISONS = {"EQUAL": np.equal, "NOT_EQUAL": np.not_equal, "GREATER": np.greater, "GREATER_EQUAL": np.greater_equal,
               "LESS": np.less, "LESS_EQUAL": np.less_equal}


@evaluates(*COMPARISONS)
def compare(c):
    if not is_quantized(c.ins[0]):
        return COMPARISONS[c.kind](c.raw(0), c.raw(1))
    a, b = (rescale(c.centred(i) << 8, *quantize_multiplier(float(c.ins[i].scale))) for i in range(2))
    return COMPARISONS[c.kind](a, b)


@evaluates("LOGICAL_AND")
def logical_and(c):
    return np.logical_and(c.values[0], c.values[1])


@evaluates("LOGICAL_OR")
def logical_or(c):
    return np.logical_or(c.values[0], c.values[1])


@evaluates("LOGICAL_NOT")
def logical_not(c):
    return np.logical_not(c.values[0])


@evaluates("SELECT", "SELECT_V2")
def select(c):
    return np.where(c.values[0], c.values[1], c.values[2])


def split_by_sign(c, x, positive, negative):
    """rescale(x) where x >= 0, else rescale(negative's product)"""
    return c.finish(np.where(x >= 0, rescale(x, *quantize_multiplier(positive)), negative))


@evaluates("PRELU")
def prelu(c):
    x, slope = np.broadcast_arrays(c.centred(0), c.centred(1))
    below = quantize_multiplier(c.ins[0].scale * c.ins[1].scale / c.out.scale)
    return split_by_sign(c, x, c.ins[0].scale / c.out.scale, rescale(x * slope, *below))


@evaluates("LEAKY_RELU")
def leaky_relu(c):
    x = c.centred(0)
    below = quantize_multiplier(c.ins[0].scale * f32(c.options["alpha"]) / c.out.scale)
    return split_by_sign(c, x, c.ins[0].scale / c.out.scale, rescale(x, *below))


BOUNDS = {"RELU": (0, None), "RELU6": (0, 6), "RELU_N1_TO_1": (-1, 1), "RELU_0_TO_1": (0, 1)}


@evaluates(*BOUNDS)
def relu(c):
    values = rescale(c.centred(0), *quantize_multiplier(c.ins[0].scale / c.out.scale)) + c.out.zero_point

    def quantized(real):
        return c.out.zero_point + int(round_half_away(float(f32(real) / c.out.scale)))
    low, high = BOUNDS[c.kind]
    return clamp(values, max(c.out.low, quantized(low)), c.out.high if high is None else min(c.out.high, quantized(high)))


@evaluates("ABS")
def absolute(c):
    if not is_quantized(c.out):
        return np.abs(c.raw(0))
    value = np.abs(c.centred(0))
    if c.ins[0].scale != c.out.scale:
        value = rescale(value, *quantize_multiplier(c.ins[0].scale / c.out.scale))
    return c.finish(value)


@evaluates("NEG")
def negate(c):
    return -c.raw(0)


@evaluates("SQUARE")
def square(c):
    return c.raw(0) ** 2


@evaluates("RSQRT")
def rsqrt(c):
    if c.ins[0].dtype == np.int16:
        greatest = f32(32767) * c.out.scale
        return look_up16(c, lambda v: np.where(v > 0, f32(1) / np.sqrt(np.maximum(v, f32(1e-38))), greatest))
    multiplier, shift = quantize_multiplier(1.0 / float(f32(np.sqrt(c.ins[0].scale)) * c.out.scale))
    table = {}
    for value in np.unique(c.centred(0)):
        if value == 0:
            table[int(value)] = c.out.high
            continue
        inverse, exponent = inverse_square_root(value)
        data = rescale(1, inverse, exponent + 20)
        table[int(value)] = int(c.finish(rescale(data, multiplier, shift - 20)))
    return np.vectorize(table.__getitem__, otypes=[np.int64])(c.centred(0))


def look_up16(c, function):
    def bounds(tensor):
        return tuple(tensor.scale * f32(limit - tensor.zero_point) for limit in (-32768, 32767))
    table = lookup.table16(lambda v: float(function(np.array([v], f32))[0]), *bounds(c.ins[0]), *bounds(c.out), f32)
    return lookup.interpolate16(table, c.raw(0))


@evaluates("SQRT")
def sqrt(c):
    """The quotient is cut, not rounded."""
    real = np.sqrt(np.maximum(c.ins[0].scale * c.centred(0).astype(f32), f32(0)))
    return c.finish(i64(real / c.out.scale))


FUNCTIONS = {"EXP": lookup.exp, "LOG": lookup.log, "ELU": lookup.elu}


@evaluates(*FUNCTIONS)
def function_by_table(c):
    function = FUNCTIONS[c.kind]
    if c.ins[0].dtype == np.int16:
        if c.kind == "LOG":  # what has no logarithm gives the least output
            least = f32(-32768) * c.out.scale
            return look_up16(c, lambda v: np.where(v > 0, function(np.maximum(v, f32(1e-38))), least))
        return look_up16(c, function)
    return lookup.look_up8(function, c.raw(0), c.ins[0], c.out)


@evaluates("GELU")
def gelu(c):
    function = lookup.gelu_tanh if c.options["approximate"] else lookup.gelu
    return lookup.look_up8(function, c.raw(0), c.ins[0], c.out)


def scaled_for_sigmoid(c, allowed_shifts):
    """Input in steps of 1 / (3 * 4096), by an integer multiplier and a rounding shift."""
    log = power_of_two(c.ins[0].scale)
    if log is not None and 12 + log in allowed_shifts:
        return c.raw(0) * (3 << (12 + log))
    multiplier, shift = float(c.ins[0].scale) * 4096.0 * 3.0, 0
    while multiplier <= 32767.0 / 2 and shift <= 30:
        multiplier, shift = multiplier * 2, shift + 1
    return (c.raw(0) * int(multiplier) + (1 << shift >> 1)) >> shift


def interpolated_sigmoid(x, bits, top):
    table = lookup.sigmoid_entries()
    whole = np.minimum(np.abs(x) >> bits, 254)
    part = np.abs(x) & ((1 << bits) - 1)
    between = (table[whole] << bits) + part * (table[whole + 1] - table[whole])
    return np.where(np.abs(x) >> bits >= 255, top, between)


@evaluates("LOGISTIC")
def logistic(c):
    if c.out.dtype != np.int16:
        return lookup.look_up8(lookup.logistic, c.raw(0), c.ins[0], c.out)
    x = scaled_for_sigmoid(c, (0,))
    result = interpolated_sigmoid(x, 9, 0x7fff << 10)
    return np.where(x >= 0, result + (1 << 9), (1 << 25) - result + (1 << 9) - 1) >> 10


@evaluates("TANH")
def tanh(c):
    if c.out.dtype != np.int16:
        return lookup.look_up8(lookup.tanh, c.raw(0), c.ins[0], c.out)
    x = scaled_for_sigmoid(c, (0, 1))
    result = interpolated_sigmoid(x, 8, 0xffff << 8)
    return np.where(x >= 0, result - (1 << 23) + (1 << 7), -result + (1 << 23) + (1 << 7) - 1) >> 8


def high_mul16(a, b):
    product = i64(a) * i64(b)
    return np.minimum(truncating_divide(product + np.where(product >= 0, 1 << 14, 1 - (1 << 14)), 1 << 15), 32767)


def saturate16(x):
    return clamp(x, -32768, 32767)


def narrowed(pair):
    """A 31-bit multiplier as one of 15 bits."""
    multiplier, shift = pair
    return (32767 if multiplier >= INT32_MAX - (1 << 15) else (multiplier + (1 << 15)) >> 16), shift


@evaluates("HARD_SWISH")
def hard_swish(c):
    hires = f32(1 / 128) * c.ins[0].scale
    out_multiplier, out_shift = narrowed(quantize_multiplier(hires / c.out.scale))
    relu_multiplier, relu_shift = narrowed(quantize_multiplier(hires / (f32(3) / f32(32768))))
    x = c.centred(0) << 7
    preshift = high_mul16(x, out_multiplier)
    gate = saturate16(x << (relu_shift - 1)) if relu_shift > 0 else x
    gate = high_mul16(gate, relu_multiplier)
    gate = saturate16(gate << 1) if relu_shift > 0 else divide_by_power(gate, -relu_shift)
    gate = (gate + (1 << 15)) >> 1
    product = np.minimum(truncating_divide(gate * preshift, 1 << 15), 32767)
    return c.finish(divide_by_power(product, -out_shift))


@evaluates("QUANTIZE")
def quantize(c):
    if c.ins[0].dtype == np.float32:
        steps = np.clip(c.values[0] / c.out.scale, -2.0 ** 40, 2.0 ** 40)  # beyond int32, where C leaves open what a cast gives
        return c.finish(i64(round_half_away(np.where(np.isnan(steps), -2.0 ** 40, steps))))
    return c.finish(rescale(c.centred(0), *quantize_multiplier(float(c.ins[0].scale) / float(c.out.scale))))


@evaluates("DEQUANTIZE")
def dequantize(c):
    return (float(c.ins[0].scale) * c.centred(0)).astype(f32)


@evaluates("CAST")
def cast(c):
    x, integer = c.values[0], np.issubdtype(c.out.dtype, np.integer)
    if x.dtype != np.float32 or not integer:
        return x.astype(c.out.dtype)
    # Saturated to int32 or int64; what is no number is beyond the end on its sign's side.
    wide = np.dtype(np.int64 if c.out.dtype == np.int64 else np.int32)
    ends, beyond = np.iinfo(wide), ~(np.abs(x) < 2.0 ** (8 * wide.itemsize - 1))
    inside = np.where(beyond, 0, x).astype(wide)
    return np.where(beyond, np.where(np.signbit(x), ends.min, ends.max), inside).astype(c.out.dtype)
