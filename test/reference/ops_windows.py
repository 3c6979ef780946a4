# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pooling, reductions, resizing."""
import numpy as np

from context import evaluates, f32
from fixed_point import clamp, i64, quantize_multiplier, rescale, round_half_away, truncating_divide
from ops_products import pads


def windows(c):
    """For each output position: (y, x, the window's values inside of the image)."""
    x, shape = c.raw(0), c.out.shape
    window = (c.options["filter_h"], c.options["filter_w"])
    top, left = pads(c, x.shape, shape, window)
    for oy in range(shape[1]):
        for ox in range(shape[2]):
            y0, x0 = oy * c.options["stride_h"] - top, ox * c.options["stride_w"] - left
            yield oy, ox, x[:, max(y0, 0):max(y0 + window[0], 0), max(x0, 0):max(x0 + window[1], 0)]


@evaluates("AVERAGE_POOL_2D")
def average_pool(c):
    result = np.zeros(c.out.shape, np.int64)
    for y, x, seen in windows(c):
        count, total = seen.shape[1] * seen.shape[2], seen.sum((1, 2))
        result[:, y, x] = truncating_divide(total + np.where(total > 0, count // 2, -(count // 2)), count)
    return clamp(result, *c.activation_range())


@evaluates("MAX_POOL_2D")
def max_pool(c):
    result = np.zeros(c.out.shape, np.int64)
    for y, x, seen in windows(c):
        result[:, y, x] = seen.max((1, 2))
    return clamp(result, *c.activation_range())


def axes_of(c):
    rank = len(c.ins[0].shape)
    return tuple(sorted({axis % rank for axis in c.numbers(1)})) if rank else ()


def plain_integers(c):
    return c.out.dtype in (np.int32, np.int64)


def lacks_scales(c):
    """Types that have scales, without: the factor is 0 / 0, no number, whose bits as an integer of 32 bits are 0."""
    return c.ins[0].dtype in (np.int8, np.uint8, np.int16) and not c.ins[0].quantized


@evaluates("MEAN")
def mean(c):
    """Quantized: the count divides the multiplier, one rounding less than a division of its own. Plain integers: the sum in 64
    bits, divided towards zero."""
    if lacks_scales(c):
        return np.zeros(c.out.shape, np.int64)
    axes = axes_of(c)
    count = int(np.prod([c.ins[0].shape[axis] for axis in axes], dtype=np.int64))
    if plain_integers(c):
        return truncating_divide(c.raw(0).sum(axes), count).reshape(c.out.shape)
    multiplier, shift = quantize_multiplier(float(c.ins[0].scale) / float(c.out.scale))
    extra = min(count.bit_length() - 1, 32, 31 + shift)
    total = c.centred(0).sum(axes)
    return clamp(rescale(total, (multiplier << extra) // count, shift - extra) + c.out.zero_point, c.out.low,
                 c.out.high).reshape(c.out.shape)


@evaluates("SUM")
def sum_(c):
    if lacks_scales(c):
        return np.zeros(c.out.shape, np.int64)
    if plain_integers(c):
        return c.raw(0).sum(axes_of(c)).reshape(c.out.shape)
    total = c.centred(0).sum(axes_of(c))
    multiplier, shift = quantize_multiplier(float(c.ins[0].scale) / float(c.out.scale))
    return clamp(rescale(total, multiplier, shift) + c.out.zero_point, c.out.low, c.out.high).reshape(c.out.shape)


@evaluates("REDUCE_MAX")
def reduce_max(c):
    return c.raw(0).max(axes_of(c)).reshape(c.out.shape)


@evaluates("REDUCE_MIN")
def reduce_min(c):
    return c.raw(0).min(axes_of(c)).reshape(c.out.shape)


@evaluates("ARG_MAX")
def arg_max(c):
    return c.raw(0).argmax(c.numbers(1)[0])


@evaluates("ARG_MIN")
def arg_min(c):
    return c.raw(0).argmin(c.numbers(1)[0])


def float_step(size, out_size, align):
    return f32(size - 1) / f32(out_size - 1) if align and out_size > 1 else f32(size) / f32(out_size)


@evaluates("RESIZE_NEAREST_NEIGHBOR")
def resize_nearest(c):
    x, align, half = c.values[0], c.options["align_corners"], c.options["half_pixel"]

    def sources(size, out_size):
        step, offset = float_step(size, out_size, align), f32(0.5) if half else f32(0)
        for i in range(out_size):
            at = (f32(i) + offset) * step
            at = int(round_half_away(float(at))) if align else int(np.floor(at))
            yield max(0, min(at, size - 1)) if half else min(at, size - 1)
    rows, columns = list(sources(x.shape[1], c.out.shape[1])), list(sources(x.shape[2], c.out.shape[2]))
    return x[:, rows][:, :, columns]


def integer_positions(size, out_size, align, half):
    """[(position in 1/1024, lower, upper index)]"""
    step = (1024 * size + out_size // 2) // out_size
    if align and out_size > 1:
        step = (1024 * (size - 1) + (out_size - 1) // 2) // (out_size - 1)
    for i in range(out_size):
        at = i * step + (step // 2 - 512 if half else 0)
        upper = int(truncating_divide(at + 1023, 1024))
        yield at, max(int(truncating_divide(at, 1024)), 0), min(upper, size - 1)


def float_positions(size, out_size, align, half):
    step = float_step(size, out_size, align)
    for i in range(out_size):
        at = (f32(i) + f32(0.5)) * step - f32(0.5) if half else f32(i) * step
        yield at, max(int(np.floor(at)), 0), min(int(np.ceil(at)), size - 1)


@evaluates("RESIZE_BILINEAR")
def resize_bilinear(c):
    """uint8 interpolates in floats, int8 and int16 in integers with 10 fraction bits."""
    shape, x = c.out.shape, c.raw(0)
    floats = c.ins[0].dtype == np.uint8
    positions = float_positions if floats else integer_positions
    options = c.options["align_corners"], c.options["half_pixel"]
    result = np.zeros(shape, np.int64)
    columns = list(positions(x.shape[2], shape[2], *options))
    for oy, (at_y, y0, y1) in enumerate(positions(x.shape[1], shape[1], *options)):
        for ox, (at_x, x0, x1) in enumerate(columns):
            corners = x[:, y0, x0], x[:, y1, x0], x[:, y0, x1], x[:, y1, x1]
            result[:, oy, ox] = (blend_floats if floats else blend_integers)(corners, at_y, y0, at_x, x0)
    return result


def blend_floats(corners, at_y, y0, at_x, x0):
    dy, dx = at_y - f32(y0), at_x - f32(x0)
    a, b, d, e = (corner.astype(f32) for corner in corners)
    one = f32(1)
    value = a * (one - dy) * (one - dx) + b * dy * (one - dx) + d * (one - dy) * dx + e * dy * dx + f32(0.5)
    return i64(np.trunc(value))


def blend_integers(corners, at_y, y0, at_x, x0):
    dy, dx = at_y - 1024 * y0, at_x - 1024 * x0
    a, b, d, e = corners
    total = a * (1024 - dy) * (1024 - dx) + b * dy * (1024 - dx) + d * (1024 - dy) * dx + e * dy * dx
    return truncating_divide(total + np.where(total > 0, 1 << 19, -(1 << 19)), 1 << 20)
