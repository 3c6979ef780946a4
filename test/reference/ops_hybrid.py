# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of float activations and int8 weights (dynamic-range quantization), after TensorFlow Lite's reference kernels: activations are
quantized row by row while the network runs. Each float operation is rounded once."""
import numpy as np

from context import evaluates_floats, f32
from fixed_point import i64
from ops_float import BOUNDS, bounded, real
from ops_products import exact_matmul, taps
from tflite_operators import ACTIVATIONS


def half_away(x):
    """Rounds to whole numbers, halves away from zero."""
    cut = np.trunc(x)
    return cut + np.where(np.abs(x - cut) >= 0.5, np.sign(x), 0)


def numbers(row):
    return row[~np.isnan(row)]


def to_bytes(scaled, low, high):
    """Numbers that are none count as 0, as the reference leaves that open."""
    return i64(np.clip(half_away(np.where(np.isnan(scaled), f32(0), np.clip(scaled, f32(-1000), f32(1000)))), low, high))


def symmetric(row):
    """(bytes, scale, zero point)"""
    most = np.max(np.abs(numbers(row)), initial=f32(0))
    if most == 0:
        return np.zeros(row.shape, np.int64), f32(1), 0
    return to_bytes(row * (f32(127) / most), -127, 127), most / f32(127), 0


def asymmetric(row):
    """(bytes, scale, zero point); the latter two in double precision."""
    low, high = float(np.min(numbers(row), initial=f32(0))), float(np.max(numbers(row), initial=f32(0)))
    if low == high:
        return np.zeros(row.shape, np.int64), f32(1), 0
    step = np.float64(high - low) / 255
    from_low, from_high = -128 - low / step, 127 - high / step
    chosen = from_low if 128 + abs(low / step) < 127 + abs(high / step) else from_high
    zero = 0 if np.isnan(chosen) else int(half_away(np.clip(chosen, -128, 127)))
    scale = f32(step)
    return to_bytes(f32(zero) + row * (f32(1) / scale), -128, 127), scale, zero


def quantized(rows, is_asymmetric):
    """(bytes less their zero points, bytes, scales, zero points) of an array of rows; scales have the rows' rank."""
    with np.errstate(all="ignore"):
        results = [(asymmetric if is_asymmetric else symmetric)(row) for row in rows]
    by_row = (-1,) + (1,) * (rows.ndim - 1)
    values = np.array([r[0] for r in results], np.int64).reshape(rows.shape)
    scales = np.array([r[1] for r in results], f32).reshape(by_row)
    zeros = np.array([r[2] for r in results], np.int64).reshape(by_row)
    return values - zeros, values, scales, zeros


def word(sums):
    return sums.astype(np.int32)


def weight_scales(c, channels):
    return np.resize(c.ins[1].scales, channels).astype(f32)


def biased(c, values):
    return values + c.values[2] if c.has(2) else values


def activated(c, values):
    return bounded(values, *BOUNDS[ACTIVATIONS[c.options.get("activation", 0)]])


@evaluates_floats("CONV_2D")
def conv2d(c):
    """With unlike scales, or in groups, the quantization is asymmetric, and the channel's scale comes first."""
    weights = i64(c.values[1])
    channels, height, width, depth = weights.shape
    groups = c.ins[0].shape[3] // depth
    by_channel = len(set(c.ins[1].scales.tolist())) > 1 or groups > 1
    centred, _, rows, _ = quantized(c.values[0], by_channel)
    sums, part = np.zeros(c.out.shape, np.int64), channels // groups
    for ky, kx, seen in taps(c, (height, width), (c.options["dilation_h"], c.options["dilation_w"]), centred):
        for g in range(groups):
            own = slice(g * part, (g + 1) * part)
            sums[..., own] += exact_matmul(seen[..., g * depth:(g + 1) * depth], weights[own, ky, kx].T)
    sums, scales = word(sums).astype(f32), weight_scales(c, channels)
    with np.errstate(all="ignore"):
        return activated(c, biased(c, sums * scales * rows if by_channel else f32(0) + sums * (rows * scales)))


@evaluates_floats("DEPTHWISE_CONV_2D")
def depthwise_conv2d(c):
    weights = i64(c.values[1])
    _, height, width, channels = weights.shape
    centred, _, rows, _ = quantized(c.values[0], True)
    sums = np.zeros(c.out.shape, np.int64)
    for ky, kx, seen in taps(c, (height, width), (c.options["dilation_h"], c.options["dilation_w"]), centred):
        sums += np.repeat(seen, channels // c.ins[0].shape[3], axis=3) * weights[0, ky, kx]
    with np.errstate(all="ignore"):
        return activated(c, biased(c, word(sums).astype(f32) * (weight_scales(c, channels) * rows)))


@evaluates_floats("FULLY_CONNECTED")
def fully_connected(c):
    weights = i64(c.values[1])
    centred, _, rows, _ = quantized(c.values[0].reshape(-1, weights.shape[1]), c.options["asymmetric_quantize_inputs"])
    with np.errstate(all="ignore"):
        scaled = word(exact_matmul(centred, weights.T)).astype(f32) * (rows * weight_scales(c, weights.shape[0]))
        result = (c.values[2] if c.has(2) else f32(0)) + scaled
    low, high = BOUNDS[ACTIVATIONS[c.options["activation"]]]
    is_open = ACTIVATIONS[c.options["activation"]]  # the infinite stays so
    low, high = (f32(-np.inf) if is_open == "NONE" else low), (f32(np.inf) if is_open in ("NONE", "RELU") else high)
    return bounded(result, low, high).reshape(c.out.shape)


@evaluates_floats("BATCH_MATMUL")
def batch_matmul(c):
    """The zero point's part is taken off in single precision."""
    x, weights = c.values[0], i64(c.values[1])
    x = np.swapaxes(x, -1, -2) if c.options["adj_x"] else x
    weights = weights if c.options["adj_y"] else np.swapaxes(weights, -1, -2)
    _, values, rows, zeros = quantized(x.reshape(-1, x.shape[-1]), c.options["asymmetric_quantize_inputs"])
    values, rows, zeros = values.reshape(x.shape), rows.reshape((*x.shape[:-1], 1)), zeros.reshape((*x.shape[:-1], 1))
    with np.errstate(all="ignore"):
        offsets = weights.sum(axis=-1).astype(f32)[..., None, :] * zeros.astype(f32)
        sums = word(exact_matmul(values, np.swapaxes(weights, -1, -2))).astype(f32) - offsets
        return real(f32(0) + rows * weight_scales(c, weights.shape[-2]) * sums).reshape(c.out.shape)


@evaluates_floats("SVDF")
def svdf(c):
    """Inputs: data, features, times, bias, state, whose newest values come last. Unlike in LiteRT's kernel, a product that overflows is the
    largest finite number, and a sum is where it has a bias: these are MUL and ADD (docs/explanation/semantics.md)."""
    features, times = i64(c.values[1]), c.values[2].astype(f32) * c.ins[2].scale
    centred, _, rows, _ = quantized(c.values[0], c.options["asymmetric_quantize_inputs"])
    with np.errstate(all="ignore"):
        return svdf_of(c, centred, features, rows, times)


def svdf_of(c, centred, features, rows, times):
    filters, memory = times.shape
    newest = f32(0) + word(exact_matmul(centred, features.T)).astype(f32) * (rows * c.ins[1].scale)
    state = np.concatenate([c.values[4].reshape(-1, filters, memory)[:, :, 1:], newest[:, :, None]], axis=2)
    c.leave(4, state.reshape(c.ins[4].shape))
    sums = np.zeros(state.shape[:2], f32)
    for place in range(memory):
        sums = sums + bounded(state[:, :, place] * times[:, place], *BOUNDS["NONE"])
    units, result = sums.reshape(len(state), -1, c.options["rank"]), np.zeros(c.out.shape, f32)
    for place in range(c.options["rank"]):
        result = result + units[:, :, place]
    if c.has(3):  # as ADD
        return activated(c, result + c.values[3])
    low, high = BOUNDS[ACTIVATIONS[c.options["activation"]]]
    return bounded(result, low if low > -np.finfo(f32).max else f32(-np.inf), high if high < np.finfo(f32).max else f32(np.inf))
