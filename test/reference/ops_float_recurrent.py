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
AUX = 24  # where an LSTM's weights of a second input follow, by gates; an RNN's follow at 5


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

    def gate(self, which, inputs, state, cell=None):
        c, peephole = self.c, {INPUT: 9, FORGET: 10, OUTPUT: 11}.get(which)
        bias, is_normal = c.values[12 + which], c.has(20 + which)
        total = (f32(0) if is_normal else bias) + product(c, inputs[0], 1 + which)
        for further in inputs[1:]:
            total = add(total, f32(0) + product(c, further, AUX + which))
        total = add(total, f32(0) + product(c, state, 5 + which))
        if peephole and c.has(peephole):
            total = add(total, times(c.values[peephole].astype(f32) * c.ins[peephole].scale, cell))
        if is_normal:
            total = add(times(normalized(total), c.values[20 + which]), bias)
        return (tanh if which == CELL else logistic)(total)

    def step(self, inputs, state, cell):
        c = self.c
        forget = self.gate(FORGET, inputs, state, cell)
        renew = self.gate(INPUT, inputs, state, cell) if c.has(1) else add(f32(1), -forget)
        cell = clipped(add(times(forget, cell), times(self.gate(CELL, inputs, state), renew)), c.options["cell_clip"])
        result = times(self.gate(OUTPUT, inputs, state, cell), tanh(cell))
        if c.has(16):
            result = clipped((c.values[17] if c.has(17) else f32(0)) + product(c, result, 16), c.options["proj_clip"])
        return result, cell


class Rnn:
    def __init__(self, c):
        self.c = c

    def step(self, inputs, state):
        c = self.c
        total = c.values[3] + product(c, inputs[0], 1)
        for further in inputs[1:]:
            total = add(total, f32(0) + product(c, further, 5))
        total = total + (f32(0) + product(c, state, 2))
        return [tanh(total) if c.options["activation"] == 4 else activated(c, total)]


def is_swapped(c):
    return c.values[0].ndim == 3 and not c.options.get("time_major")


def times_first(c, values):
    """The values with the times as the first dimension; without such a dimension it is one time."""
    return values[None] if values.ndim == 2 else values.swapaxes(0, 1) if is_swapped(c) else values


def over_time(c, inputs, slots, step, order):
    """The first of the states after each time. `order` has the times as they follow each other; some may come again."""
    states, results = [c.values[slot] for slot in slots], {}
    with np.errstate(all="ignore"):
        for time in order:
            states = step([rows[time] for rows in inputs], *states)
            results[time] = states[0]
    for slot, state in zip(slots, states):
        c.leave(slot, state)
    return np.stack([results[time] for time in range(len(results))])


def one_way(c, slots, step):
    x = times_first(c, c.values[0])
    result = over_time(c, [x], slots, step, range(len(x)))
    return (result.swapaxes(0, 1) if is_swapped(c) else result).reshape(c.out.shape)


@evaluates_floats("LSTM", "UNIDIRECTIONAL_SEQUENCE_LSTM")
def lstm(c):
    return one_way(c, (18, 19), Lstm(c).step)


@evaluates_floats("RNN", "UNIDIRECTIONAL_SEQUENCE_RNN")
def rnn(c):
    return one_way(c, (4,), Rnn(c).step)


class Direction:
    """One direction's inputs, at the places where a unidirectional operator has them."""
    def __init__(self, c, places):
        self.c, self.places, self.options = c, places, c.options
        self.ins = [c.ins[place] if self.is_at(place) else None for place in places]
        self.values = [c.values[place] if self.is_at(place) else None for place in places]

    def is_at(self, place):
        return place is not None and self.c.has(place)

    def has(self, slot):
        return slot < len(self.ins) and self.ins[slot] is not None

    def leave(self, slot, values):
        self.c.leave(self.places[slot], values)


def both_ways(c, layers, slots, further, second_input_of_backward, passes):
    """Layers: forward and backward. Further: the second input that both read, or nothing. Each way is gone `passes` times."""
    x = times_first(c, c.values[0])
    inputs = [[x, *further], [second_input_of_backward if second_input_of_backward is not None else x, *further]]
    forward = list(range(len(x)))
    results = [over_time(layer.c, rows, slots, layer.step, order * passes)
               for layer, rows, order in zip(layers, inputs, (forward, forward[::-1]))]
    results = [np.concatenate(results, axis=2)] if c.options["merge_outputs"] else results
    return [(result.swapaxes(0, 1) if is_swapped(c) else result).reshape(out.shape) for result, out in zip(results, c.outs)]


def auxiliary(c, place, has_weights):
    """(what both directions read besides, what the backward one reads instead)"""
    values = times_first(c, c.values[place]) if c.has(place) else None
    return ([values], None) if has_weights else ([], values)


@evaluates_floats("BIDIRECTIONAL_SEQUENCE_LSTM")
def bidirectional_lstm(c):
    layers = [Lstm(Direction(c, [0, *range(1 + 17 * way, 18 + 17 * way), 35 + 2 * way, 36 + 2 * way, *[None] * 4, *range(40 + 4 * way, 44 + 4 * way)]))
              for way in range(2)]
    return both_ways(c, layers, (18, 19), *auxiliary(c, 39, c.has(41)), 1)


@evaluates_floats("BIDIRECTIONAL_SEQUENCE_RNN")
def bidirectional_rnn(c):
    """The reference's kernel of floats by int8 goes through a sequence that is time-major as many times as it has times, the state kept. One
    that is batch-major has no second input of the backward direction."""
    layers = [Rnn(Direction(c, [0, *range(1 + 4 * way, 5 + 4 * way), 10 + way])) for way in range(2)]
    further, instead = auxiliary(c, 9, c.has(10))
    is_time_major = c.options["time_major"]
    return both_ways(c, layers, (4,), further, instead if is_time_major else None, len(c.values[0]) if is_time_major else 1)
