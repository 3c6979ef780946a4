# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Integer operators that put elements where indices say, that count, and along sequences."""
import numpy as np

from context import evaluates
from fixed_point import clamp, i64, quantize_multiplier, rescale, rescale64
from ops_windows import axes_of, plain_integers


@evaluates("FLOOR_DIV")
def floor_div(c):
    return c.raw(0) // c.raw(1)


@evaluates("FLOOR_MOD")
def floor_mod(c):
    return c.raw(0) % c.raw(1)


@evaluates("SIGN")
def sign(c):
    return np.sign(c.raw(0))


def byte_terms(c, values):
    """Terms of a sum of bytes, on half their scale with 20 more bits."""
    return rescale((i64(values) - c.ins[0].zero_point) << 20, *quantize_multiplier(0.5))


def byte_result(c, total):
    scale = quantize_multiplier(2 * float(c.ins[0].scale) / (float(1 << 20) * float(c.out.scale)))
    return clamp(rescale(total, *scale) + c.out.zero_point, c.out.low, c.out.high)


@evaluates("ADD_N")
def add_n(c):
    if c.out.dtype == np.int8:
        return byte_result(c, sum(byte_terms(c, values) for values in c.values))
    return sum(i64(values) for values in c.values)


@evaluates("CUMSUM")
def cumsum(c):
    is_byte, axis = c.out.dtype == np.int8, c.numbers(1)[0]
    x = np.moveaxis(byte_terms(c, c.values[0]) if is_byte else c.raw(0), axis, -1)
    x = x[..., ::-1] if c.options["reverse"] else x
    total = np.cumsum(x, -1)
    total = total - x if c.options["exclusive"] else total
    total = np.moveaxis(total[..., ::-1] if c.options["reverse"] else total, -1, axis)
    return byte_result(c, total) if is_byte else total


@evaluates("TOPK_V2")
def top_k(c):
    count = c.numbers(1)[0]
    places = np.argsort(-c.values[0].astype(np.float64 if c.out.dtype == np.float32 else object), -1, kind="stable")[..., :count]
    return [np.take_along_axis(c.values[0], places.astype(np.int64), -1), places]


@evaluates("REDUCE_ANY")
def reduce_any(c):
    return c.values[0].any(axes_of(c)).reshape(c.out.shape)


@evaluates("REDUCE_ALL")
def reduce_all(c):
    return c.values[0].all(axes_of(c)).reshape(c.out.shape)


@evaluates("REDUCE_PROD")
def reduce_prod(c):
    axes = axes_of(c)
    if plain_integers(c):
        with np.errstate(over="ignore"):
            return np.multiply.reduce(c.raw(0), axes).reshape(c.out.shape)
    x = c.centred(0)
    kept = [axis for axis in range(x.ndim) if axis not in axes]
    x = x.transpose(kept + list(axes)).reshape([x.shape[axis] for axis in kept] + [-1])
    scale = quantize_multiplier(float(c.ins[0].scale) / float(c.out.scale) ** (1.0 / x.shape[-1]))
    total = x[..., 0]
    for i in range(1, x.shape[-1]):
        total = rescale64(total * x[..., i], *scale)
    return clamp(rescale64(total, *scale) + c.out.zero_point, c.out.low, c.out.high).reshape(c.out.shape)


@evaluates("REVERSE_SEQUENCE")
def reverse_sequence(c):
    axis, batch = c.options["seq_dim"], c.options["batch_dim"]
    x = np.moveaxis(c.values[0], (batch, axis), (0, 1))
    result = x.copy()
    for i, length in enumerate(c.numbers(1)):
        result[i, :length] = x[i, :length][::-1]
    return np.moveaxis(result, (0, 1), (batch, axis))


@evaluates("ONE_HOT")
def one_hot(c):
    axis = c.options["axis"] % len(c.out.shape)
    depth = np.arange(c.out.shape[axis]).reshape([-1] + [1] * (len(c.out.shape) - 1 - axis))
    return np.where(np.expand_dims(c.raw(0), axis) == depth, c.values[2], c.values[3])


@evaluates("FILL")
def fill(c):
    return np.full(c.out.shape, c.values[1])


@evaluates("SHAPE")
def shape(c):
    return c.values[0].shape


@evaluates("RANK")
def rank(c):
    return len(c.ins[0].shape)


@evaluates("ZEROS_LIKE")
def zeros_like(c):
    return np.zeros(c.out.shape)


@evaluates("RANGE")
def range_(c):
    if c.out.dtype == np.float32:
        first, step = (np.float32(c.values[i].item()) for i in (0, 2))
        return np.add.accumulate(np.array([first] + [step] * (c.out.shape[0] - 1), np.float32), dtype=np.float32)
    return np.arange(*(c.numbers(i)[0] for i in range(3)))


@evaluates("WHERE")
def where(c):
    return np.argwhere(c.values[0])


@evaluates("EMBEDDING_LOOKUP")
def embedding_lookup(c):
    rows = c.values[1][c.numbers(0)]
    if c.out.dtype == c.ins[1].dtype:
        return rows
    scales = c.ins[1].scales if len(c.ins[1].scales) > 1 else np.repeat(c.ins[1].scales, c.ins[1].shape[0])
    return rows.astype(np.float32) * scales[c.numbers(0)].reshape([-1] + [1] * (rows.ndim - 1))


@evaluates("SCATTER_ND")
def scatter_nd(c):
    result = np.zeros(c.out.shape, c.out.dtype)
    with np.errstate(over="ignore"):
        for place in np.ndindex(*c.values[0].shape[:-1]):
            at = tuple(c.values[0][place])
            result[at] = result[at] | c.values[1][place] if c.out.dtype == np.bool_ else result[at] + c.values[1][place]
    if c.out.dtype == np.float32:  # no number is always the same one
        result[np.isnan(result)] = np.nan
    return result


@evaluates("DYNAMIC_UPDATE_SLICE")
def dynamic_update_slice(c):
    result = c.values[0].copy()
    begin = [max(0, min(at, whole - part)) for at, whole, part in zip(c.numbers(2), c.ins[0].shape, c.ins[1].shape)]
    result[tuple(slice(at, at + part) for at, part in zip(begin, c.ins[1].shape))] = c.values[1]
    return result


@evaluates("BROADCAST_ARGS")
def broadcast_args(c):
    return np.broadcast_shapes(tuple(c.numbers(0)), tuple(c.numbers(1)))
