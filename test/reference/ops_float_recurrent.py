# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LSTMs and RNNs of float activations, after TensorFlow Lite's reference kernels. By int8 weights the input and the output state are quantized
row by row at each time; matrices have one scale each. Each float operation is rounded once."""
import numpy as np

from context import evaluates_floats, f32
from fixed_point import i64
from ops_float import BOUNDS, activated, bounded, sums
from ops_hybrid import quantized, word
from ops_products import exact_matmul
from real_functions import logistic, tanh

INPUT, FORGET, CELL, OUTPUT = range(4)


def product(c, rows, slot):
    """Rows by a matrix, in float."""
    if c.ins[slot].dtype == f32:
        return sums(c.values[slot][None] * rows[:, None])[..., 0]
    centred, _, scales, _ = quantized(rows, c.options["asymmetric_quantize_inputs"])
    return word(exact_matmul(centred, i64(c.values[slot]).T)).astype(f32) * (scales * c.ins[slot].scale)


def finite(values):
    """As operators of their own, ADD, MUL and their kin keep what is computed among the finite numbers."""
    return bounded(values, *BOUNDS["NONE"])


def add(a, b):
    return finite(a + b)


def times(a, b):
    return finite(a * b)


def clipped(values, bound):
    if not bound > 0:
        return values
    values = np.where(values < f32(bound), values, f32(bound))
    return np.where(values > -f32(bound), values, -f32(bound))


def normalized(rows):
    count = f32(rows.shape[1])
    apart = add(rows, -finite(sums(rows) / count))
    return times(apart, f32(1) / np.sqrt(add(finite(sums(times(apart, apart)) / count), f32(1e-8))))


class Lstm:
    def __init__(self, c):
        self.c = c

    def gate(self, which, x, state, cell=None):
        c, peephole = self.c, {INPUT: 9, FORGET: 10, OUTPUT: 11}.get(which)
        bias, is_normal = c.values[12 + which], c.has(20 + which)
        total = (f32(0) if is_normal else bias) + product(c, x, 1 + which)
        total = add(total, f32(0) + product(c, state, 5 + which))
        if peephole and c.has(peephole):
            total = add(total, times(c.values[peephole].astype(f32) * c.ins[peephole].scale, cell))
        if is_normal:
            total = add(times(normalized(total), c.values[20 + which]), bias)
        return (tanh if which == CELL else logistic)(total)

    def step(self, x, state, cell):
        c = self.c
        forget = self.gate(FORGET, x, state, cell)
        renew = self.gate(INPUT, x, state, cell) if c.has(1) else add(f32(1), -forget)
        cell = clipped(add(times(forget, cell), times(self.gate(CELL, x, state), renew)), c.options["cell_clip"])
        result = times(self.gate(OUTPUT, x, state, cell), tanh(cell))
        if c.has(16):
            result = clipped((c.values[17] if c.has(17) else f32(0)) + product(c, result, 16), c.options["proj_clip"])
        return result, cell


def over_time(c, slots, step):
    """The states after each time, the output first. Without a dimension of times it is one."""
    x, is_swapped = c.values[0], c.values[0].ndim == 3 and not c.options["time_major"]
    x = x[None] if x.ndim == 2 else x.swapaxes(0, 1) if is_swapped else x
    states, results = [c.values[slot] for slot in slots], []
    with np.errstate(all="ignore"):
        for now in x:
            states = step(now, *states)
            results.append(states[0])
    for slot, state in zip(slots, states):
        c.leave(slot, state)
    result = np.stack(results)
    return (result.swapaxes(0, 1) if is_swapped else result).reshape(c.out.shape)


@evaluates_floats("LSTM", "UNIDIRECTIONAL_SEQUENCE_LSTM")
def lstm(c):
    return over_time(c, (18, 19), Lstm(c).step)


@evaluates_floats("RNN", "UNIDIRECTIONAL_SEQUENCE_RNN")
def rnn(c):
    def step(x, state):
        total = c.values[3] + product(c, x, 1)
        total = total + (f32(0) + product(c, state, 2))
        return [tanh(total) if c.options["activation"] == 4 else activated(c, total)]
    return over_time(c, (4,), step)
