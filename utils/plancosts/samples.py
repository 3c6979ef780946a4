# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random operators for fitting and checking plan costs, by name.

A maker draws one operator from a random.Random. Shapes are of no particular network; values do not
matter for cycles, except where code branches on them, which the makers vary (weights beyond int8
of their zero point, unlike scales).
"""
import random

from . import elementwise, movement, products, windows
from .elementwise import binary, unary
from .movement import move
from .windows import pool, reduction, resize, rows

BYTES = ("u8", "i8")
SUM = {"activation": "none", "pot_scale": False}
PLAIN = {"activation": "none"}

MAKERS = {
    "conv_2d": products.conv_2d,
    "first_conv_2d": products.first_conv_2d,
    "pointwise": products.pointwise,
    "to_few": products.to_few,
    "few_channels": products.few_channels,
    "depthwise_few": products.depthwise_few,
    "fully_connected": products.fully_connected,
    "many_rows": products.many_rows,
    "transpose_conv": products.transpose_conv,
    "batch_matmul": products.batch_matmul,
    "depthwise": products.depthwise,
    "depthwise_whole": products.depthwise_whole,
    "depthwise_16": products.depthwise_16,
    "depthwise_dense": products.depthwise_dense,
    "depthwise_odd": products.depthwise_odd,
    "average_pool": pool("AVERAGE_POOL_2D"),
    "max_pool": pool("MAX_POOL_2D"),
    "mean": reduction("MEAN"),
    "sum": reduction("SUM"),
    "reduce_max": reduction("REDUCE_MAX"),
    "over_channels": windows.over_channels,
    "arg": windows.arg,
    "arg_of_rows": windows.arg_of_rows,
    "resize_bilinear": resize("RESIZE_BILINEAR"),
    "resize_nearest": resize("RESIZE_NEAREST_NEIGHBOR"),
    "softmax": rows("SOFTMAX"),
    "log_softmax": rows("LOG_SOFTMAX"),
    "l2_normalization": rows("L2_NORMALIZATION"),
    "add": binary("ADD", **SUM),
    "by_channel": elementwise.by_channel,
    "add_broadcast": elementwise.add_broadcast,
    "sub": binary("SUB", **SUM),
    "mul": binary("MUL", **PLAIN),
    "narrow_mul": elementwise.narrow_mul,
    "div": binary("DIV", BYTES, **PLAIN),
    "squared_difference": binary("SQUARED_DIFFERENCE", ("i8",)),
    "maximum": binary("MAXIMUM"),
    "less": binary("LESS", BYTES),
    "prelu": elementwise.prelu,
    "select": elementwise.select,
    "select_broadcast": elementwise.select_broadcast,
    "add_plain": elementwise.plain("ADD", **SUM),
    "mul_plain": elementwise.plain("MUL", **PLAIN),
    "less_plain": elementwise.plain("LESS"),
    "cast": elementwise.cast,
    "abs": elementwise.same("ABS", ("i32",)),
    "neg": elementwise.same("NEG", ("i32", "i16")),
    "tanh": unary("TANH", ("i16",)),
    "relu": unary("RELU", ("i16",)),
    "logistic": unary("LOGISTIC", ("i8", "u8", "i16")),
    "hard_swish": unary("HARD_SWISH"),
    "leaky_relu": unary("LEAKY_RELU", ("i8", "u8", "i16"), alpha=0.1),
    "exp": unary("EXP", ("i8", "i16")),
    "sqrt": unary("SQRT", ("i8",)),
    "quantize": unary("QUANTIZE", ("f32",), "i8"),
    "requantize": elementwise.requantize,
    "dequantize": unary("DEQUANTIZE", ("u8", "i8", "i16"), "f32"),
    "transpose": move("TRANSPOSE", movement.transposed),
    "transpose_few": move("TRANSPOSE", movement.transposed, (2, 3, 4)),
    "concatenation_rescaled": movement.rescaled_concatenation,
    "concatenation": move("CONCATENATION", movement.concatenated),
    "split": move("SPLIT", movement.divided),
    "strided_slice": move("STRIDED_SLICE", movement.sliced),
    "pad": move("PAD", movement.padded_image),
    "mirror_pad": move("MIRROR_PAD", movement.mirrored),
    "mirror_pad_few": move("MIRROR_PAD", movement.mirrored, (1, 2, 3, 8), ("i32", "u8", "i16")),
    "tile": move("TILE", movement.tiled),
    "reverse": move("REVERSE_V2", movement.reversed_axis),
    "depth_to_space": move("DEPTH_TO_SPACE", movement.depth_to_space, kinds=BYTES),
    "space_to_depth": movement.space_to_depth,
    "broadcast_to": movement.broadcast,
    "gather": movement.gather,
    "gather_nd": movement.gather_pixels,
}

# Times the common number of operators: kernels with many constants need more.
MORE = {"conv_2d": 4, "first_conv_2d": 3, "pointwise": 4, "to_few": 2, "few_channels": 2, "depthwise_few": 2, "depthwise": 5, "depthwise_whole": 2, "depthwise_16": 2, "depthwise_dense": 5, "depthwise_odd": 3,
        "fully_connected": 6, "many_rows": 4,
        "batch_matmul": 2, "transpose_conv": 2, "average_pool": 5, "max_pool": 5, "mean": 3, "sum": 2,
        "reduce_max": 3, "arg": 3, "cast": 3, "neg": 2, "by_channel": 5, "add_broadcast": 3, "requantize": 3, "maximum": 2, "select_broadcast": 2, "resize_bilinear": 4,
        "resize_nearest": 2, "softmax": 3, "mirror_pad_few": 2, "log_softmax": 2, "pad": 2}


class Draws(random.Random):
    """Draws, and turns: of few samples each type of element should be one."""
    number = 0  # of the sample

    def turn(self, options):
        return options[self.number % len(options)]


def draw(maker, count, seed):
    """`count` operators, the same on every machine."""
    rng = Draws(f"{maker} {seed}")
    first = rng.randrange(1000)
    made = []
    for i in range(count):
        rng.number = first + i
        made.append(MAKERS[maker](rng))
    return made
