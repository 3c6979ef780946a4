# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random tensors of the sizes that networks have."""
from .network import Tensor, elements

QUANTIZED = ("u8", "i8")
SCALED = ("u8", "i8", "i16")
WIDTHS = {"i16": 2, "i32": 4, "i64": 8, "f32": 4}


def scale_of(kind):
    return 0.0002 if kind == "i16" else 0.03


def tensor(kind, dims, scale=None, zero=None):
    """An activation."""
    if kind not in SCALED:
        return Tensor(kind, tuple(dims), (scale,) if scale else ())
    zero = 0 if kind == "i16" else 3 if zero is None else zero
    return Tensor(kind, tuple(dims), (scale or scale_of(kind),), zero)


def constant(like, rng, low=0, high=255):
    """The same tensor with random bytes."""
    size = elements(like.dims) * WIDTHS.get(like.kind, 1)
    like.data = bytes(rng.randint(low, high) for _ in range(size))
    return like


def any_scale(rng, middle, factor=2):
    """One of the scales around `middle`, without the ties of round figures."""
    return round(middle * factor ** rng.uniform(-1, 1), 7)


def words(kind, values):
    data = b"".join(value.to_bytes(WIDTHS[kind], "little", signed=True) for value in values)
    return Tensor(kind, (len(values),), data=data)


CHANNELS = (8, 16, 24, 32, 40, 48, 64, 96, 128, 144, 192)


def image(rng, largest=48, channels=CHANNELS):
    """NHWC of at most 150,000 elements."""
    while True:
        dims = (1, rng.randint(4, largest), rng.randint(4, largest), rng.choice(channels))
        if elements(dims) <= 150_000:
            return dims


def padded(size, kernel, stride, same):
    """(outputs, before, after) of one dimension."""
    if not same:
        return (size - kernel) // stride + 1, 0, 0
    out = -(-size // stride)
    both = max(0, (out - 1) * stride + kernel - size)
    return out, both // 2, both - both // 2


def window(rng, dims, kernels, strides=(1, 1, 2)):
    """(kernel, stride, output height and width, pads) that fit."""
    while True:
        kernel, stride, same = rng.choice(kernels), rng.choice(strides), rng.random() < 0.7
        if kernel <= min(dims[1], dims[2]):
            break
    height, top, bottom = padded(dims[1], kernel, stride, same)
    width, left, right = padded(dims[2], kernel, stride, same)
    return kernel, stride, (height, width), [top, left, bottom, right]
