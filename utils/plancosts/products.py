# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random convolutions and products of matrices."""
from .network import Sample, Tensor, elements
from .operands import constant, image, padded, tensor, window, words

# Multiply-accumulates of the largest ones: a second of emulation, not minutes.
MOST_MACS = 15_000_000


def weights(rng, kind, dims, axis):
    """Weights and their scales: uint8 with a zero point (half of them within int8 of it), int8 by
    channel; for int16 activations half of them so small that sums stay within 32 bits."""
    if kind == "u8":
        low, high = rng.choice(((0, 255), (20, 240)))
        return constant(Tensor("u8", dims, (0.01,), rng.choice((128, 131))), rng, low, high)
    scales = tuple(round(0.006 + 0.008 * rng.random(), 6) for _ in range(dims[axis]))
    made = Tensor("i8", dims, scales, 0, None, axis)
    if kind == "i16" and rng.random() < 0.5:  # sums stay within 32 bits
        made.data = bytes(rng.choice((0, 1, 255)) for _ in range(elements(dims)))
        return made
    return constant(made, rng)


def bias(rng, kind, channels):
    most = 9000 if kind != "i16" else rng.choice((9000, 1 << 33))
    values = [rng.randint(-most, most) for _ in range(channels)]
    return words("i64" if kind == "i16" else "i32", values)


def result(kind, dims):
    return tensor(kind, dims, 0.0009 if kind == "i16" else 0.2)


def any_image(rng):
    return image(rng, channels=(3, 8, 16, 24, 32, 40, 64, 96, 128, 160))


def photo(rng):
    """A strip of a picture as networks begin with."""
    return (1, rng.randint(6, 24), rng.randint(64, 256), rng.choice((1, 3, 3, 4)))


def conv_2d(rng, draw=any_image):
    kind = rng.turn(("u8", "u8", "i8", "i8", "i8", "i16"))
    while True:
        dims = draw(rng)
        kernel, stride, out, pads = window(rng, dims, (1, 1, 1, 3, 3, 5))
        channels = rng.choice((8, 10, 16, 24, 32, 48, 64, 96, 128, 160))
        groups = 2 if rng.random() < 0.1 and dims[3] % 2 == 0 else 1
        depth = dims[3] // groups
        if elements(out) * channels * kernel * kernel * depth <= MOST_MACS:
            break
    filters = weights(rng, kind, (channels, kernel, kernel, depth), 0)
    return Sample("CONV_2D", [tensor(kind, dims), filters, bias(rng, kind, channels)],
                  [result(kind, (1, *out, channels))],
                  {"stride": [stride] * 2, "dilation": [1, 1], "pads": pads,
                   "activation": rng.choice(("none", "relu"))})


def first_conv_2d(rng):
    return conv_2d(rng, photo)


def pointwise(rng):
    """1x1 convolutions to few channels and to many, with result scales for all kinds of output stage."""
    kind = rng.turn(("u8", "u8", "i8"))
    while True:
        dims = image(rng, channels=(8, 16, 24, 32, 64, 96, 144, 160))
        channels = rng.choice((8, 12, 16, 24, 32, 48, 96))
        if 100_000 <= elements(dims) * channels <= MOST_MACS:
            break
    filters = weights(rng, kind, (channels, 1, 1, dims[3]), 0)
    return Sample("CONV_2D", [tensor(kind, dims), filters, bias(rng, kind, channels)],
                  [tensor(kind, (*dims[:3], channels), rng.choice((0.2, 0.05, 0.03, 0.01)))],
                  {"stride": [1, 1], "dilation": [1, 1], "pads": [0] * 4,
                   "activation": rng.choice(("none", "relu"))})


def to_few(rng):
    """Windows to few channels, as images are made by, with and without padding."""
    kind = rng.turn(("u8", "i8", "i8"))
    while True:
        depth, kernel = rng.choice((4, 16, 32, 48, 64)), rng.choice((3, 3, 5, 7))
        dims = (1, rng.randint(12, 40), rng.randint(40, 160), depth)
        channels, pad = rng.choice((1, 2, 3, 3, 4, 8)), rng.choice((0, kernel // 2))
        out = [size + 2 * pad - kernel + 1 for size in dims[1:3]]
        if elements(out) * channels * kernel * kernel * depth <= MOST_MACS:
            break
    filters = weights(rng, kind, (channels, kernel, kernel, depth), 0)
    return Sample("CONV_2D", [tensor(kind, dims), filters, bias(rng, kind, channels)],
                  [tensor(kind, (1, *out, channels), rng.choice((0.2, 0.03)))],
                  {"stride": [1, 1], "dilation": [1, 1], "pads": [pad] * 4, "activation": "none"})


def small_weights(rng, kind, dims, axis):
    """Weights of which few or many are 257 in sum, for sums of 16 bits."""
    most = rng.choice((8, 30, 60, 120))
    made = Tensor(kind, dims, (0.004,), 128 if kind == "u8" else 0)
    made.data = bytes((made.zero + rng.randint(-most, most)) % 256 for _ in range(elements(dims)))
    return made


def few_channels(rng, depthwise=False):
    """Windows over one channel or few, to few, as networks for grey images begin, filters are, and images are made."""
    kind = rng.turn(("u8", "i8"))
    wide = rng.random() < 0.5
    depth = rng.choice((1, 2, 3, 4)) if depthwise else rng.choice((1, 1, 1, 2, 3, 8))
    dims = (1, rng.randint(12, 60), rng.randint(128, 200) if wide else rng.randint(16, 127), depth)
    kernel, same = rng.choice((3, 3, 5)), not wide or rng.random() < 0.7
    pad = kernel // 2 if same else 0
    channels = depth if depthwise else rng.choice((1, 2, 4, 8, 12)) if depth < 4 else rng.choice((1, 2))
    out = [size + 2 * pad - kernel + 1 for size in dims[1:3]]
    filters = small_weights(rng, kind, (1 if depthwise else channels, kernel, kernel, depth), 3 if depthwise else 0)
    options = {"stride": [1, 1], "dilation": [1, 1], "pads": [pad] * 4, "activation": rng.choice(("none", "relu"))}
    if depthwise:
        options["depth_multiplier"] = 1
    return Sample("DEPTHWISE_CONV_2D" if depthwise else "CONV_2D", [tensor(kind, dims), filters, bias(rng, kind, channels)],
                  [tensor(kind, (1, *out, channels), rng.choice((0.2, 0.05, 0.02)))], options)


def depthwise_few(rng):
    return few_channels(rng, depthwise=True)


def fully_connected(rng):
    kind = rng.turn(("u8", "i8", "i8", "i16"))
    channels = rng.choice((rng.randint(2, 64), rng.randint(8, 512)))
    form = rng.choice(("vector", "vector", "rows", "rows", "image", "pixels"))
    if form == "image":  # all of it is one row
        dims = (1, rng.randint(2, 7), rng.randint(2, 7), rng.choice((16, 32, 48, 64)))
        depth, out = elements(dims), (1, channels)
    elif form == "pixels":
        depth = rng.choice((16, 32, 48, 64, 96))
        dims = (1, rng.randint(1, 8), rng.randint(2, 12), depth)
        out = (*dims[:3], channels)
    else:
        depth = rng.randint(16, 1024) if rng.random() < 0.5 else 32 * rng.randint(1, 40)
        dims = (1 if form == "vector" else rng.choice((2, 3, 5, 8, 16, 49)), depth)
        out = (dims[0], channels)
    filters = weights(rng, kind, (channels, depth), 0)
    return Sample("FULLY_CONNECTED", [tensor(kind, dims), filters, bias(rng, kind, channels)],
                  [result(kind, out)], {"activation": "none"})


def many_rows(rng):
    """Rows as of transformers, to few outputs and to many, with result scales for all kinds of output stage."""
    kind = rng.turn(("u8", "i8"))
    while True:
        rows = rng.choice((rng.randint(8, 64), rng.randint(64, 512), 64 * rng.randint(1, 8)))
        depth = rng.choice((16, 32, 48, 64, 96, 144, 256, rng.randint(16, 1024)))
        channels = rng.choice((rng.randint(8, 40), 8 * rng.randint(1, 64)))
        if rows * depth * channels <= MOST_MACS:
            break
    filters = weights(rng, kind, (channels, depth), 0)
    return Sample("FULLY_CONNECTED", [tensor(kind, (1, rows, depth)), filters, bias(rng, kind, channels)],
                  [tensor(kind, (1, rows, channels), rng.choice((0.2, 0.05, 0.03, 0.01)))],
                  {"activation": rng.choice(("none", "relu"))})


def transpose_conv(rng):
    kind = rng.turn(("u8", "i8", "i8", "i16"))
    kernel, stride = rng.choice(((2, 2), (3, 2), (4, 2), (3, 1)))
    dims = (1, rng.randint(4, 20), rng.randint(4, 20), rng.choice((8, 16, 32, 64)))
    channels = rng.choice((4, 8, 16, 32, 48))
    out = [size * stride for size in dims[1:3]]
    both = [max(0, (size - 1) * stride + kernel - o) for size, o in zip(dims[1:3], out)]
    pads = [pad // 2 for pad in both] + [pad - pad // 2 for pad in both]
    filters = weights(rng, kind, (channels, kernel, kernel, dims[3]), 0)
    return Sample("TRANSPOSE_CONV", [tensor(kind, dims), filters, bias(rng, kind, channels)],
                  [result(kind, (1, *out, channels))],
                  {"stride": [stride] * 2, "pads": pads, "activation": "none"})


def batch_matmul(rng):
    kind = rng.turn(("i8", "i8", "i8", "i16"))
    batches, rows = rng.randint(1, 4), rng.choice((rng.randint(1, 64), 16 * rng.randint(1, 8)))
    depth, columns = rng.choice((rng.randint(8, 96), 32, 64, 8 * rng.randint(9, 40))), rng.choice((rng.randint(4, 96), 32 * rng.randint(1, 4)))
    adj_x, adj_y = rng.random() < 0.3, rng.random() < 0.5
    of_x, of_y = rng.choice(((batches, batches),) * 4 + ((1, batches), (batches, 1)))  # matrices: one may serve all
    x = (of_x, depth, rows) if adj_x else (of_x, rows, depth)
    y = (of_y, columns, depth) if adj_y else (of_y, depth, columns)
    return Sample("BATCH_MATMUL", [tensor(kind, x), tensor(kind, y)],
                  [result(kind, (batches, rows, columns))], {"adj_x": adj_x, "adj_y": adj_y})


def depthwise(rng, kinds=("u8", "u8", "i8", "i8", "i8", "i16"), draw=image):
    kind = rng.turn(kinds)
    dims = draw(rng)
    kernel, stride, out, pads = window(rng, dims, (3, 3, 3, 5, 7))
    multiplier = rng.choice((2, 4)) if rng.random() < 0.15 else 1
    if multiplier > 1:
        dims = (*dims[:3], min(dims[3], 24))
    channels = dims[3] * multiplier
    filters = weights(rng, kind, (1, kernel, kernel, channels), 3)
    return Sample("DEPTHWISE_CONV_2D", [tensor(kind, dims), filters, bias(rng, kind, channels)],
                  [result(kind, (1, *out, channels))],
                  {"stride": [stride] * 2, "dilation": [1, 1], "pads": pads,
                   "activation": rng.choice(("none", "relu6")), "depth_multiplier": multiplier})


def depthwise_dense(rng):
    """Few channels or a few times as many, rows of any length, strides and dilations: what stays row-major."""
    kind = rng.turn(("u8", "i8", "i8", "i16"))
    depth, multiplier = rng.randint(1, 24), rng.choice((1, 1, 1, 1, 2, 3, 4, 8))
    depth = max(2, depth // multiplier)
    dims = (rng.choice((1, 1, 1, 2)), rng.randint(1, 24), rng.randint(1, 200), depth)
    stride, dilation = rng.choice((1, 1, 1, 2, 2, 3)), rng.choice((1, 1, 1, 2))
    kernel = [rng.choice((1, 3, 3, 3, 5)) for _ in range(2)]
    (height, top, bottom), (width, left, right) = (
        padded(size, (side - 1) * dilation + 1, stride, True) for size, side in zip(dims[1:3], kernel))
    channels = depth * multiplier
    filters = weights(rng, kind, (1, *kernel, channels), 3)
    return Sample("DEPTHWISE_CONV_2D", [tensor(kind, dims), filters, bias(rng, kind, channels)],
                  [result(kind, (dims[0], height, width, channels))],
                  {"stride": [stride] * 2, "dilation": [dilation] * 2, "pads": [top, left, bottom, right],
                   "activation": rng.choice(("none", "relu6")), "depth_multiplier": multiplier})


def whole_rows(rng):
    """An image whose rows are whole vectors, as networks for pictures of 128 or 256 pixels have them."""
    channels = rng.choice((8, 8, 16, 16, 32, 64))
    return (1, rng.randint(8, 32), rng.choice((16, 32, 64)) * (1 if channels > 8 else 2), channels)


def depthwise_whole(rng):
    return depthwise(rng, ("u8", "u8", "i8"), whole_rows)


def depthwise_16(rng):
    return depthwise(rng, ("i16",))


def odd_depth(rng):
    """An image whose depth is of no usual kind: small, odd, or no multiple of what a vector holds."""
    return (1, rng.randint(6, 28), rng.randint(6, 64), rng.choice((5, 9, 12, 20, 33, 48, rng.randint(3, 60))))


def depthwise_odd(rng):
    """What finds rows whose 128 elements begin with another channel each time, 5x5 windows as often as 3x3."""
    kind, dims = rng.turn(("u8", "i8", "i8", "i16")), odd_depth(rng)
    kernel, stride, out, pads = window(rng, dims, (3, 5), (1, 1, 1, 2))
    filters = weights(rng, kind, (1, kernel, kernel, dims[3]), 3)
    return Sample("DEPTHWISE_CONV_2D", [tensor(kind, dims), filters, bias(rng, kind, dims[3])],
                  [result(kind, (1, *out, dims[3]))],
                  {"stride": [stride] * 2, "dilation": [1, 1], "pads": pads,
                   "activation": rng.choice(("none", "relu6")), "depth_multiplier": 1})
