#!/usr/bin/python3
"""Evaluates a .tflite network by the definition of TensorFlow Lite's reference kernels, operator for operator in numpy.

Independent of the project's own code: nothing is shared with the front end, its kernels or its table of operators.

  evaluate.py MODEL.tflite INPUT OUTPUT      all graph inputs, all graph outputs one after the other, raw
"""
import sys

import numpy as np

sys.dont_write_bytecode = True

import ops_axis  # noqa: E402,F401
import ops_elementwise  # noqa: E402,F401
import ops_movement  # noqa: E402,F401
import ops_products  # noqa: E402,F401
import ops_windows  # noqa: E402,F401
from context import EVALUATORS, Context  # noqa: E402
from tflite_reader import Model  # noqa: E402


def split_inputs(model, tensors, data):
    values, at = {}, 0
    for index in model.inputs:
        tensor = tensors[index]
        count = int(np.prod(tensor.shape, dtype=np.int64))
        values[index] = np.frombuffer(data, tensor.dtype, count, at).reshape(tensor.shape)
        at += count * tensor.dtype.itemsize
    if at != len(data):
        raise ValueError(f"{len(data)} bytes of input where the network takes {at}")
    return values


def run(model, data):
    """{tensor index: array} of all tensors."""
    tensors = model.tensors()
    values = {index: tensor.data for index, tensor in enumerate(tensors) if tensor.data is not None}
    values.update({index: np.zeros(t.shape, t.dtype) for index, t in enumerate(tensors)
                   if index not in values and 0 in t.shape})
    values.update(split_inputs(model, tensors, data))
    for operator in model.operators():
        context = Context(operator, tensors, values)
        results = EVALUATORS[operator.kind](context)
        for index, result in zip(operator.outputs, results if isinstance(results, list) else [results]):
            tensor = tensors[index]
            values[index] = np.asarray(result).astype(tensor.dtype).reshape(tensor.shape)
    return values


def outputs(model, data):
    values = run(model, data)
    return b"".join(np.ascontiguousarray(values[index]).tobytes() for index in model.outputs)


def main():
    if len(sys.argv) != 4:
        print(__doc__, file=sys.stderr)
        return 2
    with open(sys.argv[2], "rb") as file:
        data = file.read()
    result = outputs(Model(sys.argv[1]), data)
    with open(sys.argv[3], "wb") as file:
        file.write(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
