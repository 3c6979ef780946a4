# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random pools, reductions, searches, resizings and softmaxes."""
from .network import Sample
from .operands import QUANTIZED, SCALED, image, tensor, window


def pool(operator):
    def make(rng):
        kind, dims = rng.turn(SCALED), image(rng)
        kernel, stride, out, pads = window(rng, dims, (2, 3, 3, 5), (1, 2, 2))
        if operator == "AVERAGE_POOL_2D" and rng.random() < 0.3:  # over the whole image
            dims = (1, *[rng.randint(4, 14)] * 2, dims[3])
            kernel, stride, out, pads = dims[1], 1, (1, 1), [0] * 4
        return Sample(operator, [tensor(kind, dims)], [tensor(kind, (1, *out, dims[3]))],
                      {"kernel": [kernel] * 2, "stride": [stride] * 2, "pads": pads,
                       "activation": "none"})
    return make


def reduction(operator):
    def make(rng):
        kind, dims = rng.turn(SCALED), image(rng, 24)
        axes = rng.choice(([1, 2], [1, 2], [3], [1], [2]))
        out = tuple(1 if i in axes else size for i, size in enumerate(dims))
        scale = None if operator.startswith("REDUCE") else 0.05
        return Sample(operator, [tensor(kind, dims)], [tensor(kind, out, scale)],
                      {"axes": axes, "keep_dims": True})
    return make


def arg(rng):
    kind, dims = rng.turn(QUANTIZED), image(rng, 24)
    operator, axis = rng.choice(("ARG_MAX", "ARG_MIN")), rng.choice((1, 2, 3, 3))
    out = dims[:axis] + dims[axis + 1:]
    return Sample(operator, [tensor(kind, dims)], [tensor(rng.choice(("i32", "i64")), out)],
                  {"axis": axis})


def arg_of_rows(rng):
    """Over the classes of a few rows."""
    rows, depth = rng.randint(1, 12), rng.randint(100, 3000)
    return Sample("ARG_MAX", [tensor(rng.turn(QUANTIZED), (rows, depth))],
                  [tensor("i32", (rows,))], {"axis": 1})


def over_channels(rng):
    kind, dims = rng.turn(SCALED), image(rng, 24)
    operator = rng.choice(("MEAN", "SUM", "REDUCE_MAX"))
    return Sample(operator, [tensor(kind, dims)], [tensor(kind, (*dims[:3], 1))],
                  {"axes": [3], "keep_dims": True})


def resize(operator):
    def make(rng):
        kind, dims = rng.turn(("u8", "i8", "i8", "i16")), image(rng, 16, (8, 16, 32, 48, 64))
        # Halves and quarters; distances of more bits; none that a power of two divides.
        factor = rng.choice((2, 2, 2, 4, 8, 16, 1.7))
        height, width = (max(2, dims[i] // (4 if factor > 4 else 1)) for i in (1, 2))
        dims = (1, height, width, dims[3])
        out = (1, int(height * factor), int(width * factor), dims[3])
        return Sample(operator, [tensor(kind, dims)], [tensor(kind, out)],
                      {"align_corners": False, "half_pixel": rng.random() < 0.5})
    return make


# The scale that the format fixes for the result, its int8 zero point, attributes.
RESULTS = {
    "SOFTMAX": (1 / 256, -128, {"beta": 1.0}),
    "LOG_SOFTMAX": (16 / 256, 127, {}),
    "L2_NORMALIZATION": (1 / 128, 0, {"activation": "none"}),
}


def rows(operator):
    scale, zero, attributes = RESULTS[operator]

    def make(rng):
        kind = rng.turn(SCALED if operator == "SOFTMAX" else QUANTIZED)
        wide = (rng.randint(1, 40), rng.randint(2, 400))
        narrow = (rng.randint(1, 400), rng.choice((7, 16, 32, 49, 64, 128)))
        dims = rng.choice((wide, narrow, (rng.randint(64, 2000), 2)))
        out = tensor(kind, dims, scale, zero + (128 if kind == "u8" else 0))
        step = rng.choice((0.02, 0.06, 0.15))
        if kind == "i16":
            out, step = tensor(kind, dims, 1 / 32768), step / 100
        return Sample(operator, [tensor(kind, dims, step)], [out],
                      dict(attributes))
    return make
