# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an evaluator function gets: the operator, its tensors' descriptions and values."""
import numpy as np

from fixed_point import clamp, i64, round_half_away
from tflite_operators import ACTIVATIONS

f32 = np.float32
EVALUATORS = {}


def evaluates(*kinds):
    """Registers a function(Context) -> array, or list of arrays, for these operators."""
    def register(function):
        for kind in kinds:
            EVALUATORS[kind] = function
        return function
    return register


FLOATS = {}


def evaluates_floats(*kinds):
    """The same for the operator's form that computes in float."""
    def register(function):
        for kind in kinds:
            FLOATS[kind] = function
        return function
    return register


def evaluator(context):
    """The function for these types."""
    is_float = any(t is not None and t.dtype == np.float32 for t in context.ins[:1] + context.outs[:1])
    only_conversion = context.kind not in FLOATS
    return EVALUATORS[context.kind] if only_conversion or not is_float else FLOATS[context.kind]


class Context:
    def __init__(self, operator, tensors, values):
        self._operator, self._values = operator, values
        self.intermediates = [tensors[i] for i in operator.intermediates]
        self.kind, self.options, self.custom_options = operator.kind, operator.options, operator.custom_options
        self.ins = [tensors[i] if i >= 0 else None for i in operator.inputs]
        self.outs = [tensors[i] for i in operator.outputs]
        self.values = [values[i] if i >= 0 else None for i in operator.inputs]

    def leave(self, index, values):
        """The next value of a variable tensor that is input `index`."""
        self._values[self._operator.inputs[index]] = np.asarray(values).astype(self.ins[index].dtype)

    def has(self, index):
        return index < len(self.ins) and self.ins[index] is not None

    @property
    def out(self):
        return self.outs[0]

    def raw(self, index):
        """Values as int64."""
        return i64(self.values[index])

    def centred(self, index):
        return self.raw(index) - self.ins[index].zero_point

    def numbers(self, index):
        """A small constant tensor (axes, sizes) as Python integers."""
        return [int(v) for v in np.ravel(self.values[index])]

    def activation_range(self):
        """(low, high) of the output, in quantized units if it is quantized."""
        low, high = self.out.low, self.out.high
        activation = ACTIVATIONS[self.options.get("activation", 0)]
        if activation == "NONE":
            return low, high

        def quantize(real):
            if not self.out.quantized:
                return real
            return self.out.zero_point + int(round_half_away(float(f32(real) / self.out.scale)))
        if activation == "RELU_N1_TO_1":
            return max(low, quantize(-1)), min(high, quantize(1))
        return max(low, quantize(0)), min(high, quantize(6)) if activation == "RELU6" else high

    def finish(self, values):
        """Adds the zero point and applies the activation's bounds."""
        return clamp(values + self.out.zero_point, *self.activation_range())
