# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators with state: SVDF and UNIDIRECTIONAL_SEQUENCE_LSTM. What they leave in a variable tensor, they say to the context."""
import math

import numpy as np

from context import evaluates, f32
from fixed_point import (clamp, divide_by_power, i64, inverse_square_root, quantize_multiplier, rescale, rescale64,
                         truncating_divide)

GATES = ("input", "forget", "cell", "output")


def saturate16(x):
    return clamp(x, -32768, 32767)


def wrap32(x):
    return i64(x).astype(np.int32).astype(np.int64)


# gemmlowp's functions on 16-bit values: a "Qn" has n integer bits, real = raw * 2^(n - 15). Its constants are 32-bit ones, rounded.
def constant16(raw):
    return int(divide_by_power(raw, 16))


def mul16(a, b):
    product = i64(a) * i64(b)
    return np.minimum(truncating_divide(product + np.where(product >= 0, 1 << 14, 1 - (1 << 14)), 1 << 15), 32767)


def exp16(a, bits):
    """exp of a Qn <= 0, as a Q0."""
    a, fraction_bits = i64(a), 15 - bits
    quarter = 1 << (fraction_bits - 2)
    modulo = (a & (quarter - 1)) - quarter
    x = saturate16(modulo << bits) + (1 << 12)
    x2 = mul16(x, x)
    x3, x4 = mul16(x2, x), mul16(x2, x2)
    series = divide_by_power(mul16(divide_by_power(x4, 2) + x3, constant16(715827883)) + x2, 1)
    start = constant16(1895147668)
    result = saturate16(start + mul16(start, x + series))
    remainder = modulo - a
    for exponent, factor in ((-2, 1672461947), (-1, 1302514674), (0, 790015084), (1, 290630308), (2, 39332535),
                             (3, 720401), (4, 242)):
        if bits > exponent:
            result = np.where(remainder & (1 << (fraction_bits + exponent)), mul16(result, constant16(factor)), result)
    if bits > 5:
        result = np.where(a < -(1 << (20 - bits)), 0, result)
    return np.where(a == 0, 32767, result)


def newton16(a):
    """1 / (1 + a) of a Q0 in [0, 1], as a Q2."""
    half = truncating_divide(i64(a) + 32767 + 1, 2)
    x = constant16(1515870810) + mul16(half, constant16(-1010580540))
    for _ in range(3):
        x = x + saturate16(mul16(x, (1 << 13) - mul16(half, x)) << 2)
    return x


def sigmoid16(a, bits):
    a = i64(a)
    positive = saturate16(newton16(exp16(-np.abs(a), bits)) << 1)
    return np.where(a == 0, 1 << 14, np.where(a > 0, positive, 32767 - positive))


def tanh16(a, bits):
    a = i64(a)
    return np.sign(a) * saturate16((newton16(exp16(-np.abs(a), bits + 1)) - (1 << 13)) << 2)


# The table for int16 activations: 256 samples of the sigmoid, 1/24 apart, for linear interpolation.
SAMPLES = [65536 / (1 + math.exp(-i / 24)) for i in range(257)]


def sample(i):
    middle = 65536 / (1 + math.exp(-(i + 0.5) / 24))
    return 65535 if i >= 255 else math.floor(SAMPLES[i] + (middle - (SAMPLES[i] + SAMPLES[i + 1]) / 2) / 2 + 0.5)


TABLE = np.array([sample(i) for i in range(256)], np.int64)


def interpolated(magnitude, bits, most):
    index = np.minimum(magnitude >> bits, 255)
    step = TABLE[np.minimum(index + 1, 255)] - TABLE[index]
    return np.where(index >= 255, most, (TABLE[index] << bits) + (magnitude & ((1 << bits) - 1)) * step)


def sigmoid_table(a):
    x = 3 * i64(a)
    y = interpolated(np.abs(x), 9, 0x7fff << 10)
    return np.where(x >= 0, y + (1 << 9), (1 << 25) - y + (1 << 9) - 1) >> 10


def tanh_table(a, bits):
    x = i64(a) * 3 << max(bits - 3, 0)
    down = max(3 - bits, 0)
    x = (x + ((1 << down) >> 1)) >> down
    y = interpolated(np.abs(x), 8, 0xffff << 8)
    return np.where(x >= 0, y - (1 << 23) + (1 << 7), -y + (1 << 23) + (1 << 7) - 1) >> 8


class Lstm:
    def __init__(self, c):
        self.c, self.byte = c, c.ins[0].dtype == np.int8
        self.cells, self.outputs = c.ins[4].shape[0], c.ins[8].shape[1]
        self.cell_power = int(round(math.log2(float(c.ins[19].scale))))
        self.bits = 15 + self.cell_power
        self.hidden = c.intermediates[4] if self.byte else c.ins[18]
        self.normalized, self.coupled = c.has(21), not c.has(1)
        self.gate_scale = [f32(c.intermediates[k].scale) if self.normalized else f32(2.0 ** -12) for k in range(4)]

    def multiplier(self, weights, x, gate):
        product = f32(weights.scale) * f32(x.scale)
        return quantize_multiplier(float(product / gate) if self.byte else float(product) / float(gate))

    def products(self, k, x, state):
        """Both products of a gate, each saturated."""
        c = self.c
        ins, recurrent = i64(c.values[1 + k]), i64(c.values[5 + k])
        first = c.ins[0]
        a = ins @ (x - first.zero_point)
        b = recurrent @ (state - c.ins[18].zero_point)
        if not self.normalized:
            a = a + c.raw(12 + k)
        scale_a = self.multiplier(c.ins[1 + k], first, self.gate_scale[k])
        scale_b = self.multiplier(c.ins[5 + k], c.ins[18], self.gate_scale[k])
        if self.byte:
            gate = saturate16(rescale(wrap32(a), *scale_a))
            return saturate16(rescale(wrap32(b), *scale_b) + gate)
        return saturate16(saturate16(rescale64(a, *scale_a)) + saturate16(rescale64(b, *scale_b)))

    def gate(self, k, raw, cell):
        c = self.c
        peephole = {0: 9, 1: 10, 3: 11}.get(k)
        if peephole and c.has(peephole):
            scale = float(f32(2.0 ** self.cell_power * float(c.ins[peephole].scale) / float(self.gate_scale[k])))
            raw = saturate16(rescale(c.raw(peephole) * cell, *quantize_multiplier(scale)) + raw)
        if self.normalized:
            raw = self.normalize(k, raw)
        if k == 2:
            return tanh16(raw, 3) if self.byte else tanh_table(raw, 3)
        return sigmoid16(raw, 3) if self.byte else sigmoid_table(raw)

    def normalize(self, k, gate):
        c, n = self.c, len(gate)
        total, squares = int(gate.sum()), int((gate * gate).sum())
        mean = int(truncating_divide(total * 1024, n))
        scaled = squares * ((1 << 20) // n) - mean * mean
        variance = int(truncating_divide(scaled, 1 << 20))
        scale = c.ins[20 + k].scale
        if variance < 1:
            variance = max(1, int(10000 * scale))
        multiplier, shift = inverse_square_root(variance)
        centred = rescale(1024 * gate - mean, multiplier, shift)
        y = wrap32(centred * c.raw(20 + k)) + c.raw(12 + k)
        halves = truncating_divide(np.where(y > 0, y + 512, y - 512), 1024)
        m, s = quantize_multiplier(float(scale))
        return saturate16(rescale(halves, m, s + 12))

    def new_cell(self, keep, cell, add, renew):
        if self.byte:
            kept, added = divide_by_power(keep * cell, 15), divide_by_power(add * renew, 30 + self.cell_power)
        else:
            renewing = quantize_multiplier(2.0 ** -30 / float(self.c.ins[19].scale))
            kept = saturate16(rescale(keep * cell, *quantize_multiplier(2.0 ** -15)))
            added = saturate16(rescale(add * renew, *renewing))
        result = saturate16(kept + added)
        clip = self.c.options["cell_clip"]
        if clip > 0:
            most = int(min(f32(clip) / self.c.ins[19].scale, f32(32767)))
            result = clamp(result, -most, most) if most else result
        return result

    def new_state(self, output, cell):
        c, low, high = self.c, self.c.out.low, self.c.out.high
        inner = tanh16(cell, self.bits) if self.byte else tanh_table(cell, self.bits)
        scale = 2.0 ** -30 / float(self.hidden.scale)
        scaled = rescale(output * inner, *quantize_multiplier(float(f32(scale)) if self.byte else scale))
        if not c.has(16):
            return clamp(scaled + self.hidden.zero_point, low, high)
        hidden = clamp(scaled - self.hidden.zero_point, low, high)
        sums = i64(c.values[16]) @ (hidden + self.hidden.zero_point)
        if c.has(17):
            sums = sums + c.raw(17)
        factor = f32(c.ins[16].scale) * f32(self.hidden.scale) / f32(c.ins[18].scale)
        result = clamp(rescale(wrap32(sums), *quantize_multiplier(float(factor))) + c.ins[18].zero_point, low, high)
        clip = c.options["proj_clip"]
        most = int(min(f32(clip) / c.out.scale, f32(127))) if clip > 0 else 0
        return clamp(result, -most, most) if most else result

    def step(self, x, state, cell):
        raw = [None if k == 0 and self.coupled else self.products(k, x, state) for k in range(4)]
        forget, renew = self.gate(1, raw[1], cell), self.gate(2, raw[2], cell)
        add = 32767 - forget if self.coupled else self.gate(0, raw[0], cell)
        cell = self.new_cell(forget, cell, add, renew)
        return self.new_state(self.gate(3, raw[3], cell), cell), cell


@evaluates("LSTM", "UNIDIRECTIONAL_SEQUENCE_LSTM")
def lstm(c):
    layer, x, state, cell = Lstm(c), c.raw(0), c.raw(18).copy(), c.raw(19).copy()
    if x.ndim == 2:  # LSTM: one time
        x = x[None]
    elif not c.options["time_major"]:
        x = np.swapaxes(x, 0, 1)
    result = np.zeros((*x.shape[:2], layer.outputs), np.int64)
    for t in range(x.shape[0]):
        for b in range(x.shape[1]):
            state[b], cell[b] = layer.step(x[t, b], state[b], cell[b])
            result[t, b] = state[b]
    c.leave(18, state)
    c.leave(19, cell)
    return result.reshape(c.out.shape) if c.options.get("time_major", True) else np.swapaxes(result, 0, 1)


@evaluates("SVDF")
def svdf(c):
    features, times = i64(c.values[1]), i64(c.values[2])
    filters, memory = times.shape
    state = c.raw(4).reshape(-1, filters, memory)
    zero, kind = c.ins[4].zero_point, np.iinfo(c.ins[4].dtype)
    scale = f32(c.ins[0].scale) * f32(c.ins[1].scale) / f32(c.ins[4].scale)
    newest = clamp(rescale(wrap32(c.centred(0) @ features.T), *quantize_multiplier(float(scale))), kind.min, kind.max)
    newest = (newest + zero).astype(c.ins[4].dtype).astype(np.int64)
    state = np.concatenate([state[:, :, 1:], newest[:, :, None]], axis=2)
    sums = ((state - zero) * times).sum(axis=2).reshape(len(state), -1, c.options["rank"]).sum(axis=2)
    if c.has(3):
        sums = sums + c.raw(3)
    c.leave(4, state.reshape(c.ins[4].shape))
    scale = f32(c.ins[4].scale) * f32(c.ins[2].scale) / f32(c.out.scale)
    return clamp(rescale(wrap32(sums), *quantize_multiplier(float(scale))) + c.out.zero_point, -128, 127)
