# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions, products of matrices. Filters keep TensorFlow Lite's shapes."""
import numpy as np

from context import evaluates, f32
from fixed_point import i64, quantize_multiplier, quantize_multipliers, rescale, rescale64
from tflite_operators import PADDINGS


def exact_matmul(a, b):
    """Products of integers in double precision: exact, since every partial sum stays below 2^53."""
    return i64(np.matmul(a.astype(np.float64), b.astype(np.float64)))


def same_padding(size, window, stride, out_size):
    return max(0, (out_size - 1) * stride + window - size) // 2


def pads(c, in_shape, out_shape, window, dilation=(1, 1)):
    """(top, left) padding of a window operator."""
    if PADDINGS[c.options["padding"]] == "VALID":
        return 0, 0
    strides = (c.options["stride_h"], c.options["stride_w"])
    return tuple(same_padding(in_shape[1 + i], (window[i] - 1) * dilation[i] + 1, strides[i], out_shape[1 + i])
                 for i in range(2))


def padded(x, top, left, height, width):
    """x, centred, on a canvas of zeros with the image at (top, left)."""
    canvas = np.zeros((x.shape[0], height, width, x.shape[3]), np.int64)
    h, w = min(x.shape[1], height - top), min(x.shape[2], width - left)
    canvas[:, top:top + h, left:left + w] = x[:, :h, :w]
    return canvas


def taps(c, window, dilation, x=None):
    """For each filter tap (ky, kx): the input value (of x, 0 outside) that each output position sees."""
    x, shape = c.centred(0) if x is None else x, c.out.shape
    sh, sw = c.options["stride_h"], c.options["stride_w"]
    top, left = pads(c, x.shape, shape, window, dilation)
    height = max((shape[1] - 1) * sh + (window[0] - 1) * dilation[0] + 1, top + x.shape[1])
    width = max((shape[2] - 1) * sw + (window[1] - 1) * dilation[1] + 1, left + x.shape[2])
    canvas = padded(x, top, left, height, width)
    for ky in range(window[0]):
        for kx in range(window[1]):
            y0, x0 = ky * dilation[0], kx * dilation[1]
            yield ky, kx, canvas[:, y0:y0 + (shape[1] - 1) * sh + 1:sh, x0:x0 + (shape[2] - 1) * sw + 1:sw]


def channel_multipliers(c, filter_tensor, channels):
    """uint8 multiplies the scales as floats, the others as doubles, for each channel."""
    scale, out = c.ins[0].scale, c.out.scale
    if c.ins[0].dtype == np.uint8:
        real = float(f32(scale * filter_tensor.scale)) / float(out)
        return quantize_multipliers([real] * channels)
    scales = np.resize(filter_tensor.scales, channels)
    return quantize_multipliers([float(scale) * float(s) / float(out) for s in scales])


def requantize(c, accumulators, bias_index, multiplier, shift):
    """Adds the bias and rescales: 64-bit accumulators for int16 activations unless the bias is int32."""
    wide = c.ins[0].dtype == np.int16
    if c.has(bias_index):
        accumulators = accumulators + c.raw(bias_index)
        wide = wide and c.ins[bias_index].dtype == np.int64
    return c.finish((rescale64 if wide else rescale)(accumulators, multiplier, shift))


@evaluates("CONV_2D")
def conv2d(c):
    weights = c.centred(1)
    out_channels, kh, kw, in_channels = weights.shape
    dilation = (c.options["dilation_h"], c.options["dilation_w"])
    groups = c.ins[0].shape[3] // in_channels if in_channels else 1
    per_group = out_channels // max(groups, 1)
    acc = np.zeros(c.out.shape, np.int64)
    for ky, kx, seen in taps(c, (kh, kw), dilation):
        for g in range(groups):
            part = slice(g * per_group, (g + 1) * per_group)
            acc[..., part] += exact_matmul(seen[..., g * in_channels:(g + 1) * in_channels], weights[part, ky, kx].T)
    return requantize(c, acc, 2, *channel_multipliers(c, c.ins[1], out_channels))


@evaluates("DEPTHWISE_CONV_2D")
def depthwise_conv2d(c):
    weights = c.centred(1)
    _, kh, kw, out_channels = weights.shape
    repeat = out_channels // c.ins[0].shape[3]
    acc = np.zeros(c.out.shape, np.int64)
    for ky, kx, seen in taps(c, (kh, kw), (c.options["dilation_h"], c.options["dilation_w"])):
        acc += np.repeat(seen, repeat, axis=3) * weights[0, ky, kx]
    return requantize(c, acc, 2, *channel_multipliers(c, c.ins[1], out_channels))


@evaluates("TRANSPOSE_CONV")
def transpose_conv(c):
    """Inputs: output shape, filter, data, bias."""
    weights, x = c.centred(1), c.centred(2)
    out_channels, kh, kw, _ = weights.shape
    sh, sw = c.options["stride_h"], c.options["stride_w"]
    batches, height, width, _ = c.out.shape
    top = left = 0
    if PADDINGS[c.options["padding"]] == "SAME":  # the padding of the convolution that this one transposes
        top = max(0, (x.shape[1] - 1) * sh + kh - height) // 2
        left = max(0, (x.shape[2] - 1) * sw + kw - width) // 2
    acc = np.zeros(c.out.shape, np.int64)
    for iy in range(x.shape[1]):
        for ix in range(x.shape[2]):
            for ky in range(kh):
                for kx in range(kw):
                    y, z = iy * sh + ky - top, ix * sw + kx - left
                    if 0 <= y < height and 0 <= z < width:
                        acc[:, y, z] += exact_matmul(x[:, iy, ix], weights[:, ky, kx].T)
    c.ins = [c.ins[2], c.ins[1], c.ins[3] if c.has(3) else None]
    c.values = [c.values[2], c.values[1], c.values[3] if len(c.values) > 3 else None]
    return requantize(c, acc, 2, *channel_multipliers(c, c.ins[1], out_channels))


@evaluates("FULLY_CONNECTED")
def fully_connected(c):
    weights = c.centred(1)
    acc = exact_matmul(c.centred(0).reshape(-1, weights.shape[1]), weights.T)
    if len(c.ins[1].scales) > 1:
        multiplier, shift = channel_multipliers(c, c.ins[1], weights.shape[0])
    else:
        multiplier, shift = quantize_multiplier(float(f32(c.ins[0].scale * c.ins[1].scale)) / float(c.out.scale))
    return requantize(c, acc, 2, multiplier, shift).reshape(c.out.shape)


@evaluates("BATCH_MATMUL")
def batch_matmul(c):
    keeps_sums = c.out.dtype == np.int32  # of what is stored
    a, b = (c.raw(0), c.raw(1)) if keeps_sums else (c.centred(0), c.centred(1))
    a = np.swapaxes(a, -1, -2) if c.options["adj_x"] else a
    b = np.swapaxes(b, -1, -2) if c.options["adj_y"] else b
    if keeps_sums:
        return exact_matmul(a, b).astype(np.int32)
    multiplier, shift = quantize_multiplier(float(f32(c.ins[0].scale * c.ins[1].scale)) / float(c.out.scale))
    return requantize(c, exact_matmul(a, b), 2, multiplier, shift)
