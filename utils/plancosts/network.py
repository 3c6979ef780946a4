# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators in the front end's text form (dnn-frontend/ir/Text.h)."""
import base64
from dataclasses import dataclass, field

BYTES = {"u8": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "f32": 4, "bool": 1}


def elements(dims):
    count = 1
    for size in dims:
        count *= size
    return count


@dataclass
class Tensor:
    """data: little-endian bytes of a constant, None for an activation; axis: of several scales."""
    kind: str
    dims: tuple
    scales: tuple = ()
    zero: int = 0
    data: bytes = None
    axis: int = 0


@dataclass
class Sample:
    """One operator. None among the inputs is one that is absent."""
    operator: str
    inputs: list
    outputs: list
    attributes: dict = field(default_factory=dict)


def text_of(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value)


def type_of(tensor):
    words = f"{tensor.kind}[{'x'.join(map(str, tensor.dims))}]"
    if len(tensor.scales) == 1:
        words += f" scale={tensor.scales[0]} zero={tensor.zero}"
    elif tensor.scales:
        words += f" scale=data zero={tensor.zero} axis={tensor.axis}"
    return words


class Writer:
    """Operator number i is named s<i>, its inputs s<i>_x<k>, further outputs s<i>_y<k>."""

    def __init__(self):
        self.lines, self.ends, self.count = [], [], 0

    def number(self):
        self.count += 1
        return f"%{self.count - 1}"

    def constant(self, tensor):
        own = self.number()
        self.lines.append(f'const {own}: {type_of(tensor)} = data name="c{own[1:]}"')
        packed = base64.b64encode(tensor.data).decode()
        self.ends.append(f"data {own} = base64")
        self.ends += ["  " + packed[i:i + 96] for i in range(0, len(packed), 96)]
        if len(tensor.scales) > 1:
            self.ends.append(f"scales {own} = {len(tensor.scales)}")
            self.ends.append("  " + ", ".join(map(str, tensor.scales)))
        return own

    def declare(self, sample, index):
        """The operands' numbers; graph inputs and constants stand first in the text."""
        operands = []
        for k, tensor in enumerate(sample.inputs):
            if tensor is None:
                operands.append("none")
            elif tensor.data is not None:
                operands.append(self.constant(tensor))
            else:
                operands.append(self.number())
                declared = f'input {operands[-1]}: {type_of(tensor)} name="s{index}_x{k}"'
                self.lines.append(declared)
        return operands

    def operator(self, sample, index, operands):
        results = [self.number() for _ in sample.outputs]
        names = [f'"s{index}"' if k == 0 else f'"s{index}_y{k}"' for k in range(len(results))]
        left = [f"{own}: {type_of(tensor)}" for own, tensor in zip(results, sample.outputs)]
        attributes = [f"{key}={text_of(value)}" for key, value in sample.attributes.items()]
        name = names[0] if len(names) == 1 else "[" + ", ".join(names) + "]"
        braces = " {" + ", ".join(attributes) + "}" if attributes else ""
        call = f"{sample.operator}({', '.join(operands)})"
        self.lines.append(f"{', '.join(left)} = {call}{braces} name={name}")
        return results


def network(samples):
    """The text of a network of these operators, independent of each other."""
    writer = Writer()
    operands = [writer.declare(sample, i) for i, sample in enumerate(samples)]
    results = [writer.operator(sample, i, operands[i]) for i, sample in enumerate(samples)]
    outputs = [f"output {own}" for own in sum(results, [])]
    lines = ['graph samples from "samples"', *writer.lines, *outputs, *writer.ends]
    return "\n".join(lines) + "\n"
