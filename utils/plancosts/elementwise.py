# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random operators that work on one element at a time."""
from .network import Sample
from .operands import QUANTIZED, SCALED, any_scale, constant, image, tensor

COMPARISONS = ("LESS", "EQUAL", "GREATER")


def other_operand(rng, kind, dims, scale=0.05):
    """Of the same shape, one value, or one for each channel, column or pixel."""
    form = rng.choice(("same", "same", "same", "scalar", "channel", "row", "pixel"))
    if form == "same":
        return tensor(kind, dims, scale, 7)
    if form == "row":
        return tensor(kind, (1, 1, *dims[2:]), scale, 7)
    if form == "pixel":
        return tensor(kind, (*dims[:3], 1), scale, 7)
    return constant(tensor(kind, (1,) if form == "scalar" else (dims[3],), scale, 7), rng)


def binary(operator, kinds=("u8", "i8", "i8", "i16"), **attributes):
    def make(rng):
        kind, dims = rng.turn(kinds), image(rng)
        scale = any_scale(rng, 0.025, 8)  # sums on small ones need more than linear factors
        out = tensor("bool", dims) if operator in COMPARISONS else tensor(kind, dims, scale, 5)
        other = other_operand(rng, kind, dims, any_scale(rng, 0.05))
        if operator in ("MAXIMUM", "MINIMUM"):  # all in the same scale
            out = tensor(kind, dims)
            other.scales, other.zero = out.scales, out.zero
        return Sample(operator, [tensor(kind, dims), other], [out], attributes)
    return make


def plain(operator, **attributes):
    """Of int32 without scales."""
    def make(rng):
        dims = image(rng)
        other = tensor("i32", rng.choice((dims, dims, (dims[3],), (*dims[:3], 1))))
        out = tensor("bool" if operator in COMPARISONS else "i32", dims)
        return Sample(operator, [tensor("i32", dims), other], [out], attributes)
    return make


def prelu(rng):
    kind, dims = rng.turn(QUANTIZED), image(rng)
    alpha = constant(tensor(kind, (1, 1, dims[3]), 0.01, 5), rng)
    return Sample("PRELU", [tensor(kind, dims), alpha], [tensor(kind, dims, 0.04, 5)])


def same(operator, kinds):
    """Of one input, of whose type the output is."""
    def make(rng):
        kind, dims = rng.turn(kinds), image(rng)
        return Sample(operator, [tensor(kind, dims)], [tensor(kind, dims)])
    return make


def narrow_mul(rng):
    """Fractions of int16, to int8."""
    dims = image(rng)
    return Sample("MUL", [tensor("i16", dims), tensor("i16", dims)], [tensor("i8", dims, 0.04, 5)], {"activation": "none"})


def add_broadcast(rng):
    """With a value for each channel, or a constant one, or one for each pixel."""
    kind, dims = rng.turn(("i8", "u8")), image(rng)
    other = tensor(kind, rng.turn(((dims[3],), (dims[3],), (*dims[:3], 1))), any_scale(rng, 0.05), 7)
    if rng.random() < 0.5:
        other = constant(other, rng)
    return Sample("ADD", [tensor(kind, dims), other], [tensor(kind, dims, any_scale(rng, 0.05), 5)], {"activation": "none", "pot_scale": False})


def by_channel(rng):
    """A small image, as networks end with, and a value for each channel."""
    operator, kind = rng.turn(("PRELU", "MUL", "ADD", "MUL", "PRELU")), rng.choice(QUANTIZED)
    dims = (1, rng.randint(4, 16), 4 * rng.turn((1, 2, 3, 4)) - rng.choice((0, 1)), rng.choice((32, 64, 96, 128, 192, 256)))
    other = tensor(kind, (1, 1, dims[3]), any_scale(rng, 0.02), 5)
    if operator == "PRELU" or rng.random() < 0.5:
        other = constant(other, rng)
    attributes = {"PRELU": {}, "MUL": {"activation": "none"}, "ADD": {"activation": "none", "pot_scale": False}}[operator]
    return Sample(operator, [tensor(kind, dims), other], [tensor(kind, dims, any_scale(rng, 0.04), 5)], attributes)


def unary(operator, kinds=QUANTIZED, out=None, **attributes):
    def make(rng):
        kind, dims = rng.turn(kinds), image(rng)
        made = out or kind
        fixed = operator in ("LOGISTIC", "TANH") and kind == "i16"
        result = tensor(made, dims, 1 / 32768 if fixed else 0.04, 9 if made == "u8" else -9)
        return Sample(operator, [tensor(kind, dims)], [result], attributes)
    return make


def requantize(rng):
    """QUANTIZE between integers."""
    kind, out = rng.turn((("i16", "i8"), ("i8", "i16"), ("i16", "i16"), ("i8", "i32"),
                            ("i32", "i8"), ("i32", "i16")))
    dims = image(rng)
    return Sample("QUANTIZE", [tensor(kind, dims, any_scale(rng, 0.03))],
                  [tensor(out, dims, any_scale(rng, 0.03))])


def cast(rng):
    dims = image(rng)
    kinds = ("u8", "i8", "i32", "f32", "bool")
    kind = rng.turn(kinds)
    out = rng.choice([other for other in kinds if other != kind])
    return Sample("CAST", [tensor(kind, dims)], [tensor(out, dims)])


def select_broadcast(rng):
    """By a condition for each row, or between a tensor and a value for each channel."""
    kind, dims = rng.turn((*SCALED, "i32")), image(rng)
    form = rng.choice(("rows", "channels", "both"))
    condition = dims if form == "channels" else (1, dims[1], 1, dims[3])
    other = dims if form == "rows" else (dims[3],)
    inputs = [tensor("bool", condition), tensor(kind, dims), tensor(kind, other)]
    return Sample("SELECT_V2", inputs, [tensor(kind, dims)])


def select(rng):
    kind, dims = rng.turn((*SCALED, "i32")), image(rng)
    inputs = [tensor("bool", dims), tensor(kind, dims), tensor(kind, dims)]
    return Sample("SELECT_V2", inputs, [tensor(kind, dims)])
