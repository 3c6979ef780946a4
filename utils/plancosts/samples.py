"""Random operators of the sizes that networks have, for fitting and checking plan costs.

Each maker draws one operator from a random.Random. Shapes are independent of any network; values do not matter for
cycles, except where code branches on them (weights beyond int8, unlike scales), which the makers vary.
"""
import random

from .network import Sample, Tensor, elements

QUANTIZED = ("u8", "i8")
# Multiply-accumulates of the largest products: seconds of emulation, not minutes.
MOST_MACS = 6_000_000


def scale_of(kind):
    return 0.0002 if kind == "i16" else 0.03


def tensor(kind, dims, scale=None, zero=None):
    """An activation."""
    if kind not in ("u8", "i8", "i16"):
        return Tensor(kind, tuple(dims))
    zero = 0 if kind == "i16" else 3 if zero is None else zero
    return Tensor(kind, tuple(dims), (scale or scale_of(kind),), zero)


def constant(like, rng, low=0, high=255):
    like.data = bytes(rng.randint(low, high) for _ in range(elements(like.dims) * {"i32": 4, "i64": 8, "i16": 2}.get(like.kind, 1)))
    return like


def words(kind, values):
    width = {"i32": 4, "i64": 8}[kind]
    return Tensor(kind, (len(values),), data=b"".join(v.to_bytes(width, "little", signed=True) for v in values))


def image(rng, largest=40, channels=(8, 16, 24, 32, 40, 48, 64, 96, 128, 144, 192)):
    """NHWC of at most 100,000 elements."""
    while True:
        dims = (1, rng.randint(4, largest), rng.randint(4, largest), rng.choice(channels))
        if elements(dims) <= 100_000:
            return dims


def weights(rng, kind, dims, axis):
    """Weights and their scales: uint8 with a zero point (half of them within int8 of it), int8 by channel."""
    if kind == "u8":
        low, high = rng.choice(((0, 255), (20, 240)))
        return constant(Tensor("u8", dims, (0.01,), rng.choice((128, 131))), rng, low, high)
    scales = tuple(round(0.006 + 0.008 * rng.random(), 6) for _ in range(dims[axis]))
    return constant(Tensor("i8", dims, scales, 0, None, axis), rng)


def bias(rng, kind, channels):
    return words("i64" if kind == "i16" else "i32", [rng.randint(-9000, 9000) for _ in range(channels)])


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


def conv_2d(rng):
    kind = rng.choice(("u8", "u8", "i8", "i8", "i8", "i16"))
    while True:
        dims = image(rng, channels=(3, 8, 16, 24, 32, 40, 64, 96, 128, 160))
        kernel, stride, out, pads = window(rng, dims, (1, 1, 1, 3, 3, 5))
        channels = rng.choice((8, 10, 16, 24, 32, 48, 64, 96, 128, 160))
        groups = 2 if rng.random() < 0.1 and dims[3] % 2 == 0 and channels % 2 == 0 else 1
        if elements(out) * channels * kernel * kernel * dims[3] // groups <= MOST_MACS:
            break
    filters = weights(rng, kind, (channels, kernel, kernel, dims[3] // groups), 0)
    if kind == "i16":  # sums that fit into 32 bits
        filters.data = bytes(rng.choice((0, 1, 255)) for _ in filters.data)
    return Sample("CONV_2D", [tensor(kind, dims), filters, bias(rng, kind, channels)],
                  [tensor(kind, (1, *out, channels), 0.2 if kind != "i16" else 0.0009)],
                  {"stride": [stride] * 2, "dilation": [1, 1], "pads": pads, "activation": rng.choice(("none", "relu"))})


def fully_connected(rng):
    kind = rng.choice(("u8", "i8", "i8", "i16"))
    rows, depth, channels = rng.choice((1, 1, 1, 2, 5, 16, 49)), rng.randint(16, 1024), rng.randint(8, 512)
    filters = weights(rng, kind, (channels, depth), 0)
    if kind == "i16":
        filters.data = bytes(rng.choice((0, 1, 255)) for _ in filters.data)
    return Sample("FULLY_CONNECTED", [tensor(kind, (rows, depth)), filters, bias(rng, kind, channels)],
                  [tensor(kind, (rows, channels), 0.2 if kind != "i16" else 0.0009)], {"activation": "none"})


def transpose_conv(rng):
    kind = rng.choice(("u8", "i8", "i8", "i16"))
    kernel, stride = rng.choice(((2, 2), (3, 2), (4, 2), (3, 1)))
    dims = (1, rng.randint(4, 20), rng.randint(4, 20), rng.choice((8, 16, 32, 64)))
    channels = rng.choice((4, 8, 16, 32, 48))
    out = [size * stride for size in dims[1:3]]
    both = [max(0, (size - 1) * stride + kernel - o) for size, o in zip(dims[1:3], out)]
    filters = weights(rng, kind, (channels, kernel, kernel, dims[3]), 0)
    if kind == "i16":
        filters.data = bytes(rng.choice((0, 1, 255)) for _ in filters.data)
    return Sample("TRANSPOSE_CONV", [tensor(kind, dims), filters, bias(rng, kind, channels)],
                  [tensor(kind, (1, *out, channels), 0.2 if kind != "i16" else 0.0009)],
                  {"stride": [stride] * 2, "pads": [both[0] // 2, both[1] // 2, both[0] - both[0] // 2, both[1] - both[1] // 2],
                   "activation": "none"})


def batch_matmul(rng):
    kind = rng.choice(("i8", "i8", "i8", "i16"))
    batches, rows, depth, columns = rng.randint(1, 4), rng.randint(4, 64), rng.randint(8, 96), rng.randint(4, 96)
    adj_x, adj_y = rng.random() < 0.3, rng.random() < 0.5
    return Sample("BATCH_MATMUL", [tensor(kind, (batches, depth, rows) if adj_x else (batches, rows, depth)),
                                   tensor(kind, (batches, columns, depth) if adj_y else (batches, depth, columns))],
                  [tensor(kind, (batches, rows, columns), 0.4 if kind == "i8" else 0.0009)],
                  {"adj_x": adj_x, "adj_y": adj_y})


def depthwise(rng):
    kind = rng.choice(("u8", "i8", "i8", "i8", "i16"))
    dims = image(rng)
    kernel, stride, out, pads = window(rng, dims, (3, 3, 3, 5, 7))
    multiplier = 2 if rng.random() < 0.1 else 1
    channels = dims[3] * multiplier
    return Sample("DEPTHWISE_CONV_2D",
                  [tensor(kind, dims), weights(rng, kind, (1, kernel, kernel, channels), 3), bias(rng, kind, channels)],
                  [tensor(kind, (1, *out, channels), 0.2 if kind != "i16" else 0.0009)],
                  {"stride": [stride] * 2, "dilation": [1, 1], "pads": pads, "activation": rng.choice(("none", "relu6")),
                   "depth_multiplier": multiplier})


def pool(operator):
    def make(rng):
        kind, dims = rng.choice(QUANTIZED), image(rng)
        kernel, stride, out, pads = window(rng, dims, (2, 3, 3, 5), (1, 2, 2))
        if operator == "AVERAGE_POOL_2D" and rng.random() < 0.3:  # over the whole image
            dims = (1, *[rng.randint(4, 14)] * 2, dims[3])
            kernel, stride, out, pads = dims[1], 1, (1, 1), [0] * 4
        return Sample(operator, [tensor(kind, dims)], [tensor(kind, (1, *out, dims[3]))],
                      {"kernel": [kernel] * 2, "stride": [stride] * 2, "pads": pads, "activation": "none"})
    return make


def reduction(operator):
    def make(rng):
        kind, dims = rng.choice(QUANTIZED), image(rng, 24)
        axes = rng.choice(([1, 2], [1, 2], [3]))
        out = tuple(1 if i in axes else size for i, size in enumerate(dims))
        same = operator.startswith("REDUCE")
        return Sample(operator, [tensor(kind, dims)], [tensor(kind, out, None if same else 0.05)],
                      {"axes": axes, "keep_dims": True})
    return make


def arg(rng):
    kind, dims = rng.choice(QUANTIZED), image(rng, 24)
    return Sample(rng.choice(("ARG_MAX", "ARG_MIN")), [tensor(kind, dims)], [tensor("i32", dims[:3])], {"axis": 3})


def resize(operator):
    def make(rng):
        kind, dims = rng.choice(QUANTIZED), image(rng, 20, (8, 16, 32, 48, 64))
        factor = rng.choice((2, 2, 4))
        return Sample(operator, [tensor(kind, dims)], [tensor(kind, (1, dims[1] * factor, dims[2] * factor, dims[3]))],
                      {"align_corners": False, "half_pixel": rng.random() < 0.5})
    return make


def softmax(operator):
    def make(rng):
        kind = rng.choice(QUANTIZED)
        dims = rng.choice(((rng.randint(1, 40), rng.randint(2, 400)), (rng.randint(64, 2000), 2)))
        scale = {"SOFTMAX": 1 / 256, "LOG_SOFTMAX": 16 / 256, "L2_NORMALIZATION": 1 / 128}[operator]
        zero = {"SOFTMAX": -128, "LOG_SOFTMAX": 127, "L2_NORMALIZATION": 0}[operator] + (128 if kind == "u8" else 0)
        attributes = {"SOFTMAX": {"beta": 1.0}, "L2_NORMALIZATION": {"activation": "none"}}.get(operator, {})
        return Sample(operator, [tensor(kind, dims, rng.choice((0.02, 0.06, 0.15)))], [tensor(kind, dims, scale, zero)], attributes)
    return make


def other_operand(rng, kind, dims):
    """Of the same shape, one value, or one for each channel."""
    form = rng.choice(("same", "same", "scalar", "channel"))
    if form == "same":
        return tensor(kind, dims, 0.05, 7)
    shape = (1,) if form == "scalar" else (dims[3],)
    return constant(tensor(kind, shape, 0.05, 7), rng)


def binary(operator, kinds=("u8", "i8", "i8", "i16"), **attributes):
    def make(rng):
        kind, dims = rng.choice(kinds), image(rng)
        compares = operator in ("LESS", "EQUAL", "GREATER")
        out = tensor("bool", dims) if compares else tensor(kind, dims, 0.07, 5)
        other = other_operand(rng, kind, dims)
        if operator in ("MAXIMUM", "MINIMUM"):
            other.scales, other.zero, out = (scale_of(kind),), 0 if kind == "i16" else 3, tensor(kind, dims)
        return Sample(operator, [tensor(kind, dims), other], [out], attributes)
    return make


def prelu(rng):
    kind, dims = rng.choice(QUANTIZED), image(rng)
    alpha = constant(tensor(kind, (1, 1, dims[3]), 0.01, 5), rng)
    return Sample("PRELU", [tensor(kind, dims), alpha], [tensor(kind, dims, 0.04, 5)])


def unary(operator, kinds=QUANTIZED, out=None, **attributes):
    def make(rng):
        kind, dims = rng.choice(kinds), image(rng)
        result = tensor(out or kind, dims, 1 / 32768 if operator in ("LOGISTIC", "TANH") and kind == "i16" else 0.04, -9)
        if result.kind == "u8":
            result.zero = 9
        return Sample(operator, [tensor(kind, dims)], [result], attributes)
    return make


def select(rng):
    kind, dims = rng.choice(QUANTIZED), image(rng)
    return Sample("SELECT_V2", [tensor("bool", dims), tensor(kind, dims), tensor(kind, dims)], [tensor(kind, dims)])


def same_quantization(operator, shapes):
    """A movement operator: shapes(rng, dims) gives (output shapes, attributes, number of inputs)."""
    def make(rng):
        kind, dims = rng.choice(("u8", "i8", "i8", "i16")), image(rng)
        outs, attributes, inputs = shapes(rng, dims)
        return Sample(operator, [tensor(kind, dims) for _ in range(inputs)], [tensor(kind, out) for out in outs], attributes)
    return make


def transposed(rng, dims):
    perm = rng.choice(([0, 3, 1, 2], [0, 2, 1, 3], [0, 2, 3, 1], [0, 1, 3, 2]))
    return [tuple(dims[i] for i in perm)], {"perm": perm}, 1


def concatenated(rng, dims):
    axis, count = rng.choice((1, 2, 3, 3, 3)), rng.randint(2, 4)
    out = tuple(size * count if i == axis else size for i, size in enumerate(dims))
    return [out], {"axis": axis, "activation": "none"}, count


def divided(rng, dims):
    axis = rng.choice((1, 3, 3))
    first = max(1, dims[axis] // rng.choice((2, 4)))
    parts = [first, dims[axis] - first]
    return [tuple(part if i == axis else size for i, size in enumerate(dims)) for part in parts], {"axis": axis}, 1


def sliced(rng, dims):
    begin = [0] + [rng.randint(0, size // 2) for size in dims[1:]]
    step = [1, *rng.choice(((1, 1), (1, 1), (2, 2))), 1]
    size = [max(1, (d - b) // s) for d, b, s in zip(dims, begin, step)]
    return [tuple(size)], {"begin": begin, "strides": step, "size": size}, 1


def paddings(rng, rank=4):
    after = rng.choice((0, 0, 1)) * rng.randint(1, 24)
    return [0, 0, rng.randint(0, 2), rng.randint(0, 2), rng.randint(0, 2), rng.randint(1, 2), 0, after]


def padded_image(rng, dims):
    pads = paddings(rng)
    return [tuple(d + pads[2 * i] + pads[2 * i + 1] for i, d in enumerate(dims))], {"paddings": pads, "pad_value": 3}, 1


def mirrored(rng, dims):
    pads = [0, 0, 1, 1, 2, 1, 0, 0]
    return [tuple(d + pads[2 * i] + pads[2 * i + 1] for i, d in enumerate(dims))], {"paddings": pads, "mode": "reflect"}, 1


def tiled(rng, dims):
    axis = rng.choice((1, 2, 3))
    return [tuple(2 * d if i == axis else d for i, d in enumerate(dims))], {}, 1


def reversed_axis(rng, dims):
    return [dims], {"axes": [rng.choice((1, 2, 3))]}, 1


def spaced(rng, dims):
    dims = tuple(dims)
    return [(1, dims[1] * 2, dims[2] * 2, dims[3] // 4)], {"block": [2]}, 1


def space_to_depth(rng):
    kind, dims = rng.choice(QUANTIZED), image(rng, 32, (8, 16, 32, 64))
    dims = (1, dims[1] // 2 * 2, dims[2] // 2 * 2, dims[3])
    return Sample("SPACE_TO_DEPTH", [tensor(kind, dims)], [tensor(kind, (1, dims[1] // 2, dims[2] // 2, dims[3] * 4))], {"block": [2]})


def broadcast(rng):
    kind, dims = rng.choice(QUANTIZED), image(rng)
    return Sample("BROADCAST_TO", [tensor(kind, (1, 1, 1, dims[3]))], [tensor(kind, dims)])


def gather(rng):
    kind, rows, run, count = rng.choice(QUANTIZED), rng.randint(8, 200), rng.randint(4, 256), rng.randint(4, 100)
    indices = words("i32", [rng.randrange(rows) for _ in range(count)])
    return Sample("GATHER", [tensor(kind, (rows, run)), indices], [tensor(kind, (count, run))], {"axis": 0, "batch_dims": 0})


MAKERS = {
    "conv_2d": conv_2d, "fully_connected": fully_connected, "transpose_conv": transpose_conv, "batch_matmul": batch_matmul,
    "depthwise": depthwise, "average_pool": pool("AVERAGE_POOL_2D"), "max_pool": pool("MAX_POOL_2D"),
    "mean": reduction("MEAN"), "sum": reduction("SUM"), "reduce_max": reduction("REDUCE_MAX"), "arg": arg,
    "resize_bilinear": resize("RESIZE_BILINEAR"), "resize_nearest": resize("RESIZE_NEAREST_NEIGHBOR"),
    "softmax": softmax("SOFTMAX"), "log_softmax": softmax("LOG_SOFTMAX"), "l2_normalization": softmax("L2_NORMALIZATION"),
    "add": binary("ADD", activation="none", pot_scale=False), "sub": binary("SUB", activation="none", pot_scale=False),
    "mul": binary("MUL", activation="none"), "div": binary("DIV", ("u8", "i8"), activation="none"),
    "squared_difference": binary("SQUARED_DIFFERENCE", ("i8",)), "maximum": binary("MAXIMUM"), "less": binary("LESS", QUANTIZED),
    "prelu": prelu, "select": select, "logistic": unary("LOGISTIC", ("i8", "u8", "i16")), "hard_swish": unary("HARD_SWISH"),
    "leaky_relu": unary("LEAKY_RELU", ("i8", "u8", "i16"), alpha=0.1), "exp": unary("EXP", ("i8", "i16")),
    "sqrt": unary("SQRT", ("i8",)), "quantize": unary("QUANTIZE", ("f32",), "i8"),
    "requantize": unary("QUANTIZE", ("i16",), "i8"), "dequantize": unary("DEQUANTIZE", ("u8", "i8", "i16"), "f32"),
    "transpose": same_quantization("TRANSPOSE", transposed), "concatenation": same_quantization("CONCATENATION", concatenated),
    "split": same_quantization("SPLIT", divided), "strided_slice": same_quantization("STRIDED_SLICE", sliced),
    "pad": same_quantization("PAD", padded_image), "mirror_pad": same_quantization("MIRROR_PAD", mirrored),
    "tile": same_quantization("TILE", tiled), "reverse": same_quantization("REVERSE_V2", reversed_axis),
    "depth_to_space": same_quantization("DEPTH_TO_SPACE", spaced), "space_to_depth": space_to_depth,
    "broadcast_to": broadcast, "gather": gather,
}

# How many of each to fit with, where it is not the common number: kernels with many constants need more.
MORE = {"conv_2d": 4, "depthwise": 2, "fully_connected": 2, "batch_matmul": 2, "transpose_conv": 1.5}


def draw(maker, count, seed):
    """`count` operators, the same on every machine."""
    rng = random.Random(f"{maker} {seed}")
    return [MAKERS[maker](rng) for _ in range(count)]
