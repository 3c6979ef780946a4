# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Data movement: no arithmetic but for concatenation with different scales."""
import numpy as np

from context import evaluates, f32
from fixed_point import clamp, i64, round_half_away


@evaluates("RESHAPE", "SQUEEZE", "EXPAND_DIMS")
def reshape(c):
    return c.values[0].reshape(c.out.shape)


@evaluates("TRANSPOSE")
def transpose(c):
    return c.values[0].transpose(c.numbers(1))


@evaluates("CONCATENATION")
def concatenation(c):
    parts = []
    for index, tensor in enumerate(c.ins):
        values = c.values[index]
        same = not tensor.quantized or (tensor.scale == c.out.scale and tensor.zero_point == c.out.zero_point)
        if c.out.dtype == np.uint8 and not same:  # the other types take no different scales
            scale = tensor.scale * (f32(1) / c.out.scale)
            bias = f32(-tensor.zero_point) * scale
            values = i64(round_half_away(values.astype(f32) * scale + bias)) + c.out.zero_point
            values = clamp(values, 0, 255)
        parts.append(values)
    return np.concatenate(parts, c.options["axis"])


@evaluates("PACK")
def pack(c):
    return np.stack(c.values, c.options["axis"])


@evaluates("UNPACK")
def unpack(c):
    axis = c.options["axis"]
    return [np.take(c.values[0], i, axis) for i in range(c.values[0].shape[axis])]


@evaluates("SPLIT")
def split(c):
    return np.split(c.values[1], len(c.outs), c.numbers(0)[0])


@evaluates("SPLIT_V")
def split_v(c):
    axis = c.numbers(2)[0]
    ends = np.cumsum([out.shape[axis] for out in c.outs])
    return np.split(c.values[0], ends[:-1], axis)


@evaluates("SLICE")
def slice_(c):
    begin = c.numbers(1)
    return c.values[0][tuple(slice(b, b + size) for b, size in zip(begin, c.out.shape))]


def whole_or(mask, index, value):
    return None if mask >> index & 1 else value


@evaluates("STRIDED_SLICE")
def strided_slice(c):
    """Python's own slices, by the masks; an ellipsis stands for all dimensions not named."""
    begin, end, step = c.numbers(1), c.numbers(2), c.numbers(3)
    masks, index = c.options, []
    for i in range(len(begin)):
        if masks["ellipsis_mask"] >> i & 1:
            index.append(Ellipsis)
        elif masks["new_axis_mask"] >> i & 1:
            index.append(np.newaxis)
        elif masks["shrink_axis_mask"] >> i & 1:
            index.append(begin[i])
        else:
            index.append(slice(whole_or(masks["begin_mask"], i, begin[i]), whole_or(masks["end_mask"], i, end[i]), step[i]))
    return c.values[0][tuple(index)].reshape(c.out.shape)


@evaluates("PAD", "PADV2")
def pad(c):
    widths = np.reshape(c.numbers(1), (-1, 2))
    value = c.values[2].item() if c.has(2) else c.ins[0].zero_point
    return np.pad(c.values[0], widths, constant_values=value)


@evaluates("MIRROR_PAD")
def mirror_pad(c):
    return np.pad(c.values[0], np.reshape(c.numbers(1), (-1, 2)), mode="symmetric" if c.options["mode"] else "reflect")


@evaluates("GATHER")
def gather(c):
    x, indices = c.values[0], c.values[1]
    axis, batch = c.options["axis"] % x.ndim, c.options["batch_dims"] % max(1, indices.ndim + 1)
    if batch == 0:
        return np.take(x, indices, axis)
    flat = [np.take(x[place], indices[place], axis - batch) for place in np.ndindex(*x.shape[:batch])]
    return np.stack(flat).reshape(c.out.shape)


@evaluates("GATHER_ND")
def gather_nd(c):
    return c.values[0][tuple(np.moveaxis(c.values[1], -1, 0))]


@evaluates("TILE")
def tile(c):
    return np.tile(c.values[0], c.numbers(1))


@evaluates("BROADCAST_TO")
def broadcast_to(c):
    return np.broadcast_to(c.values[0], c.out.shape)


@evaluates("REVERSE_V2")
def reverse(c):
    return np.flip(c.values[0], tuple(c.numbers(1)))


@evaluates("SPACE_TO_DEPTH")
def space_to_depth(c):
    n, h, w, depth = c.values[0].shape
    b = c.options["block"]
    blocks = c.values[0].reshape(n, h // b, b, w // b, b, depth)
    return blocks.transpose(0, 1, 3, 2, 4, 5).reshape(c.out.shape)


@evaluates("DEPTH_TO_SPACE")
def depth_to_space(c):
    n, h, w, depth = c.values[0].shape
    b = c.options["block"]
    return c.values[0].reshape(n, h, w, b, b, depth // (b * b)).transpose(0, 1, 3, 2, 4, 5).reshape(c.out.shape)


@evaluates("SPACE_TO_BATCH_ND")
def space_to_batch(c):
    block, padding = c.numbers(1), np.reshape(c.numbers(2), (-1, 2)).tolist()
    m = len(block)
    rest = c.values[0].ndim - 1 - m
    x = np.pad(c.values[0], [[0, 0], *padding, *[[0, 0]] * rest], constant_values=c.ins[0].zero_point)
    shape = [x.shape[0]]
    for i in range(m):
        shape += [x.shape[1 + i] // block[i], block[i]]
    x = x.reshape(shape + list(x.shape[1 + m:]))
    order = [2 + 2 * i for i in range(m)] + [0] + [1 + 2 * i for i in range(m)] + list(range(1 + 2 * m, x.ndim))
    return x.transpose(order).reshape(c.out.shape)


@evaluates("BATCH_TO_SPACE_ND")
def batch_to_space(c):
    block, crops = c.numbers(1), np.reshape(c.numbers(2), (-1, 2)).tolist()
    m, x = len(block), c.values[0]
    batches = x.shape[0] // int(np.prod(block))
    y = x.reshape(block + [batches] + list(x.shape[1:]))
    order = [m]
    for i in range(m):
        order += [m + 1 + i, i]
    y = y.transpose(order + list(range(2 * m + 1, y.ndim)))
    y = y.reshape([batches] + [x.shape[1 + i] * block[i] for i in range(m)] + list(x.shape[1 + m:]))
    cut = tuple(slice(before, y.shape[1 + i] - after) for i, (before, after) in enumerate(crops))
    return y[(slice(None), *cut)]
