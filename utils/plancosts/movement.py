# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random operators that move elements."""
from .network import Sample
from .operands import CHANNELS, QUANTIZED, any_scale, image, tensor, words


def move(operator, shapes, channels=CHANNELS, kinds=("u8", "i8", "i8", "i16")):
    """shapes(rng, dims) gives (output shapes, attributes, number of inputs)."""
    def make(rng):
        kind, dims = rng.turn(kinds), image(rng, channels=channels)
        outs, attributes, inputs = shapes(rng, dims)
        return Sample(operator, [tensor(kind, dims) for _ in range(inputs)],
                      [tensor(kind, out) for out in outs], attributes)
    return make


def changed(dims, axis, size):
    return tuple(size if i == axis else old for i, old in enumerate(dims))


def transposed(rng, dims):
    perm = rng.choice(([0, 3, 1, 2], [0, 2, 1, 3], [0, 2, 3, 1], [0, 1, 3, 2]))
    return [tuple(dims[i] for i in perm)], {"perm": perm}, 1


def concatenated(rng, dims):
    axis, count = rng.choice((1, 2, 3, 3, 3)), rng.randint(2, 4)
    out = changed(dims, axis, dims[axis] * count)
    return [out], {"axis": axis, "activation": "none"}, count


def rescaled_concatenation(rng):
    """Of inputs in scales of their own."""
    dims, count = image(rng), rng.randint(2, 3)
    axis = rng.choice((1, 3))
    out = tensor("u8", changed(dims, axis, dims[axis] * count))
    return Sample("CONCATENATION", [tensor("u8", dims, any_scale(rng, 0.03)) for _ in range(count)],
                  [out], {"axis": axis, "activation": "none"})


def divided(rng, dims):
    axis = rng.choice((1, 3, 3))
    first = max(1, dims[axis] // rng.choice((2, 4)))
    parts = (first, dims[axis] - first)
    return [changed(dims, axis, part) for part in parts], {"axis": axis}, 1


def sliced(rng, dims):
    begin = [0] + [rng.randint(0, size // 2) for size in dims[1:]]
    step = [1, *rng.choice(((1, 1), (1, 1), (2, 2))), 1]
    size = [max(1, (d - b) // s) for d, b, s in zip(dims, begin, step)]
    return [tuple(size)], {"begin": begin, "strides": step, "size": size}, 1


def grown(dims, pads):
    return tuple(d + pads[2 * i] + pads[2 * i + 1] for i, d in enumerate(dims))


def padded_image(rng, dims):
    what = rng.choice(("image", "image", "channels", "both"))
    channels = 0 if what == "image" else rng.randint(1, 40)
    around = [0] * 4 if what == "channels" else [rng.randint(0, 2) for _ in range(3)] + [1]
    pads = [0, 0, *around, 0, channels]
    return [grown(dims, pads)], {"paddings": pads, "pad_value": 3}, 1


def mirrored(_, dims):
    pads = [0, 0, 1, 1, 2, 1, 0, 0]
    return [grown(dims, pads)], {"paddings": pads, "mode": "reflect"}, 1


def tiled(rng, dims):
    axis = rng.choice((1, 2, 3))
    return [changed(dims, axis, 2 * dims[axis])], {}, 1


def reversed_axis(rng, dims):
    return [dims], {"axes": [rng.choice((1, 2, 3))]}, 1


def depth_to_space(_, dims):
    return [(1, dims[1] * 2, dims[2] * 2, dims[3] // 4)], {"block": [2]}, 1


def space_to_depth(rng):
    kind, dims = rng.turn(QUANTIZED), image(rng, 16, (8, 16, 32, 64))
    big, small = (1, dims[1] * 2, dims[2] * 2, dims[3]), (1, *dims[1:3], dims[3] * 4)
    return Sample("SPACE_TO_DEPTH", [tensor(kind, big)], [tensor(kind, small)], {"block": [2]})


def broadcast(rng):
    kind, dims = rng.turn(QUANTIZED), image(rng)
    return Sample("BROADCAST_TO", [tensor(kind, (1, 1, 1, dims[3]))], [tensor(kind, dims)])


def gather(rng):
    kind, rows = rng.turn(QUANTIZED), rng.randint(8, 200)
    run, count = rng.randint(4, 256), rng.randint(4, 100)
    indices = words("i32", [rng.randrange(rows) for _ in range(count)])
    return Sample("GATHER", [tensor(kind, (rows, run)), indices], [tensor(kind, (count, run))],
                  {"axis": 0, "batch_dims": 0})


def gather_pixels(rng):
    """GATHER_ND of pixels."""
    kind, dims = rng.turn(QUANTIZED), image(rng)
    count = rng.randint(4, 100)
    pairs = [rng.randrange(size) for _ in range(count) for size in (1, dims[1], dims[2])]
    indices = words("i32", pairs)
    indices.dims = (count, 3)
    return Sample("GATHER_ND", [tensor(kind, dims), indices], [tensor(kind, (count, dims[3]))])
