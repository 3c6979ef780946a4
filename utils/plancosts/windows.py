"""Random pools, reductions, searches, resizings and softmaxes."""
from .network import Sample
from .operands import QUANTIZED, image, tensor, window


def pool(operator):
    def make(rng):
        kind, dims = rng.choice(QUANTIZED), image(rng)
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
        kind, dims = rng.choice(QUANTIZED), image(rng, 24)
        axes = rng.choice(([1, 2], [1, 2], [3]))
        out = tuple(1 if i in axes else size for i, size in enumerate(dims))
        scale = None if operator.startswith("REDUCE") else 0.05
        return Sample(operator, [tensor(kind, dims)], [tensor(kind, out, scale)],
                      {"axes": axes, "keep_dims": True})
    return make


def arg(rng):
    kind, dims = rng.choice(QUANTIZED), image(rng, 24)
    operator = rng.choice(("ARG_MAX", "ARG_MIN"))
    return Sample(operator, [tensor(kind, dims)], [tensor("i32", dims[:3])], {"axis": 3})


def resize(operator):
    def make(rng):
        kind, dims = rng.choice(QUANTIZED), image(rng, 20, (8, 16, 32, 48, 64))
        factor = rng.choice((2, 2, 4))
        out = (1, dims[1] * factor, dims[2] * factor, dims[3])
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
        kind = rng.choice(QUANTIZED)
        wide = (rng.randint(1, 40), rng.randint(2, 400))
        dims = rng.choice((wide, (rng.randint(64, 2000), 2)))
        out = tensor(kind, dims, scale, zero + (128 if kind == "u8" else 0))
        return Sample(operator, [tensor(kind, dims, rng.choice((0.02, 0.06, 0.15)))], [out],
                      dict(attributes))
    return make
