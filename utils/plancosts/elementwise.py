"""Random operators that work on one element at a time."""
from .network import Sample
from .operands import QUANTIZED, constant, image, tensor

COMPARISONS = ("LESS", "EQUAL", "GREATER")


def other_operand(rng, kind, dims):
    """Of the same shape, one value, or one for each channel."""
    form = rng.choice(("same", "same", "scalar", "channel"))
    if form == "same":
        return tensor(kind, dims, 0.05, 7)
    return constant(tensor(kind, (1,) if form == "scalar" else (dims[3],), 0.05, 7), rng)


def binary(operator, kinds=("u8", "i8", "i8", "i16"), **attributes):
    def make(rng):
        kind, dims = rng.choice(kinds), image(rng)
        out = tensor("bool", dims) if operator in COMPARISONS else tensor(kind, dims, 0.07, 5)
        other = other_operand(rng, kind, dims)
        if operator in ("MAXIMUM", "MINIMUM"):  # all in the same scale
            out = tensor(kind, dims)
            other.scales, other.zero = out.scales, out.zero
        return Sample(operator, [tensor(kind, dims), other], [out], attributes)
    return make


def prelu(rng):
    kind, dims = rng.choice(QUANTIZED), image(rng)
    alpha = constant(tensor(kind, (1, 1, dims[3]), 0.01, 5), rng)
    return Sample("PRELU", [tensor(kind, dims), alpha], [tensor(kind, dims, 0.04, 5)])


def unary(operator, kinds=QUANTIZED, out=None, **attributes):
    def make(rng):
        kind, dims = rng.choice(kinds), image(rng)
        made = out or kind
        fixed = operator in ("LOGISTIC", "TANH") and kind == "i16"
        result = tensor(made, dims, 1 / 32768 if fixed else 0.04, 9 if made == "u8" else -9)
        return Sample(operator, [tensor(kind, dims)], [result], attributes)
    return make


def select(rng):
    kind, dims = rng.choice(QUANTIZED), image(rng)
    inputs = [tensor("bool", dims), tensor(kind, dims), tensor(kind, dims)]
    return Sample("SELECT_V2", inputs, [tensor(kind, dims)])


