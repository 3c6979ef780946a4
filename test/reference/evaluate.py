#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Evaluates a .tflite network by the definition of TensorFlow Lite's reference kernels, operator for operator in numpy.

Independent of the project's own code: nothing is shared with the front end, its kernels or its table of operators.

  evaluate.py MODEL.tflite INPUT OUTPUT      all graph inputs, all graph outputs one after the other, raw; of a network with
                                             state several such records one after the other
"""
import sys

import numpy as np

sys.dont_write_bytecode = True

import ops_axis  # noqa: E402,F401
import ops_elementwise  # noqa: E402,F401
import ops_float  # noqa: E402,F401
import ops_further  # noqa: E402,F401
import ops_hybrid  # noqa: E402,F401
import ops_float_recurrent  # noqa: E402,F401
import ops_movement  # noqa: E402,F401
import ops_products  # noqa: E402,F401
import ops_recurrent  # noqa: E402,F401
import ops_windows  # noqa: E402,F401
from context import Context, evaluator  # noqa: E402
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


class State:
    """What passes from one run to the next: variable tensors by index, variables behind handles by name."""

    def __init__(self, model):
        self.tensors = {index: start_of(tensor) for index, tensor in enumerate(model.tensors()) if tensor.variable}
        self.named = {}
        self.handles = {}  # tensor index to name
        for operator in model.operators():
            if operator.kind == "CALL_ONCE":
                graph = model.graphs[operator.options["subgraph"]]
                tensors = model.tensors(graph)
                values = {index: tensor.data for index, tensor in enumerate(tensors) if tensor.data is not None}
                inner = State.__new__(State)
                inner.named, inner.handles = self.named, {}
                for one in model.operators(graph):
                    inner.execute(one, tensors, values)

    def execute(self, operator, tensors, values):
        """An operator on handles; False: it is another one."""
        if operator.kind == "VAR_HANDLE":
            self.handles[operator.outputs[0]] = (operator.options["container"], operator.options["shared_name"])
        elif operator.kind == "ASSIGN_VARIABLE":
            self.named[self.handles[operator.inputs[0]]] = values[operator.inputs[1]]
        elif operator.kind == "READ_VARIABLE":
            name = self.handles[operator.inputs[0]]
            if name not in self.named:  # then it has the zero point of what is assigned
                self.named[name] = start_of(tensors[operator.outputs[0]])
            values[operator.outputs[0]] = self.named[name]
        else:
            return operator.kind == "CALL_ONCE"
        return True


def start_of(tensor):
    return np.full(tensor.shape, tensor.zero_point if tensor.dtype == np.int8 else 0, tensor.dtype)


def run_subgraph(model, number, inputs):
    """The results of a subgraph on these values."""
    graph = model.graphs[number]
    tensors = model.tensors(graph)
    own = {index: tensor.data for index, tensor in enumerate(tensors) if tensor.data is not None}
    own.update(zip(graph.vector(1, "i"), inputs))
    for one in model.operators(graph):
        results = results_of(model, one, tensors, own)
        for index, result in zip(one.outputs, results if isinstance(results, list) else [results]):
            own[index] = np.asarray(result).astype(tensors[index].dtype).reshape(tensors[index].shape)
    return [own[index] for index in graph.vector(2, "i")]


def results_of(model, operator, tensors, values):
    """Of any operator but those on handles."""
    if operator.kind == "IF":
        condition, *inputs = (values[index] for index in operator.inputs)
        return run_subgraph(model, operator.options["then" if condition.item() else "otherwise"], inputs)
    if operator.kind == "WHILE":
        now = [values[index] for index in operator.inputs]
        while run_subgraph(model, operator.options["condition"], now)[0].item():
            now = run_subgraph(model, operator.options["body"], now)
        return now
    context = Context(operator, tensors, values)
    return evaluator(context)(context)


def run(model, data, state=None):
    """{tensor index: array} of all tensors; a state is changed."""
    tensors = model.tensors()
    state = state or State(model)
    values = {index: tensor.data for index, tensor in enumerate(tensors) if tensor.data is not None}
    values.update({index: np.zeros(t.shape, t.dtype) for index, t in enumerate(tensors)
                   if index not in values and 0 in t.shape})
    values.update(split_inputs(model, tensors, data))
    values.update(state.tensors)
    for operator in model.operators():
        if state.execute(operator, tensors, values):
            continue
        results = results_of(model, operator, tensors, values)
        for index, result in zip(operator.outputs, results if isinstance(results, list) else [results]):
            tensor = tensors[index]
            values[index] = np.asarray(result).astype(tensor.dtype).reshape(tensor.shape)
    state.tensors = {index: values[index] for index in state.tensors}
    return values


def outputs(model, data):
    """All outputs of each record one after the other."""
    tensors = model.tensors()
    size = sum(int(np.prod(tensors[i].shape, dtype=np.int64)) * tensors[i].dtype.itemsize for i in model.inputs)
    state, parts = State(model), []
    for at in range(0, max(len(data), 1), size or 1) if model.has_state else [0]:
        values = run(model, data[at:at + size] if model.has_state else data, state)
        parts += [np.ascontiguousarray(values[index]).tobytes() for index in model.outputs]
    return b"".join(parts)


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
