# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A network's tensors and operators, read from the IR's text that dnn-frontend writes after import: the file is checked by then."""
import os
import re
from dataclasses import dataclass

import numpy

from .arrays import DTYPES
from .pipeline import call
from .tools import RunError

TYPE = re.compile(r"%(\d+): (\w+)\[([0-9x]*)\](?: scale=(\[[^]]*\]|[^\s,]+) zero=(\[[^]]*\]|[^\s,]+))?")
QUOTED = r'"(?:[^"\\]|\\.)*"'
NAMES = re.compile(rf" name=(?:({QUOTED})|\[((?:{QUOTED}(?:, )?)+)\])")
OPERATION = re.compile(r" = (\w+)\(([^)]*)\)")


@dataclass
class Tensor:
    """An activation. identity: %N of the text; index: in the .tflite file, -1 for one that the file does not have; maker: number of its
    operator in Network.operators, None for an input of the graph; scale, zero_point: None where it is not quantized as a whole."""
    identity: int
    name: str
    index: int
    dtype: numpy.dtype
    shape: tuple
    scale: float
    zero_point: int
    maker: int = None

    @property
    def bytes(self):
        return self.dtype.itemsize * int(numpy.prod(self.shape, dtype=object))


@dataclass
class Operator:
    """number: in the .tflite file, -1 for one of the front end's own; inputs: identities of tensors, constants among them."""
    kind: str
    number: int
    inputs: list

    def text(self):
        return (f"#{self.number} " if self.number >= 0 else "") + self.kind


@dataclass
class Network:
    """tensors: inputs of the graph, then what operators make, in order; outputs: identities; lines: the text."""
    tensors: list
    operators: list
    outputs: list
    states: int
    lines: list

    def needed(self, identities, known):
        """(operators that make these tensors of known ones and of what is no tensor here, the known ones that they read)"""
        by_identity, makers, read, waiting = {tensor.identity: tensor for tensor in self.tensors}, set(), set(), list(identities)
        while waiting:
            identity = waiting.pop()
            tensor = by_identity.get(identity)
            if identity in known:
                read.add(identity)
            elif tensor and tensor.maker is not None and tensor.maker not in makers:
                makers.add(tensor.maker)
                waiting += self.operators[tensor.maker].inputs
        return makers, sorted(read)

    def with_outputs(self, identities, known=()):
        """The text of a network that gives these tensors out. known: tensors that it takes as inputs behind its own, where it needs
        them; (text, those that it takes)"""
        makers, taken = self.needed(identities, known)
        own = {tensor.identity for tensor in self.tensors if tensor.maker is None}
        taken = [identity for identity in taken if identity not in own]
        types, depth = {}, 0
        for line in self.lines:
            depth += (line == "region {") - (line == "}")
            if depth == 0 and line.startswith("%"):  # a region numbers its own tensors anew
                types.update((int(m[1]), m[0]) for m in TYPE.finditer(line.partition(" = ")[0]))
        changed, depth, number, is_kept = [], 0, -1, True
        inputs, outputs = [f"input {types[identity]}" for identity in taken], [f"output %{identity}" for identity in identities]
        for line in self.lines:
            is_inner = depth > 0 or line == "region {"  # of the operator before it
            depth += (line == "region {") - (line == "}")
            if not is_inner:
                number += line.startswith("%")
                is_kept = not line.startswith("%") or not known or number in makers
                if inputs and not line.startswith(("graph ", "input ")):
                    changed, inputs = changed + inputs, []
                if line.startswith("output "):
                    changed, outputs, is_kept = changed + outputs, [], False
            if is_kept:
                changed.append(line)
        return "\n".join(changed) + "\n", taken


def unquoted(text):
    """What the front end's quoted() was given."""
    data = re.sub(rb"\\(x..|.)", lambda m: bytes.fromhex(m[1][1:].decode()) if len(m[1]) == 3 else m[1], text[1:-1].encode())
    return data.decode(errors="replace")


def names_of(line, count):
    """Of a line's tensors, '' for those without one."""
    found = NAMES.search(line)
    names = [unquoted(text) for text in re.findall(QUOTED, found[1] or found[2])] if found else []
    return names if len(names) == count else [""] * count


def number_or_none(text, make):
    """None for what is not there, and for one number for each channel."""
    return make(text) if text and not text.startswith("[") and text != "data" else None


def tensors_of(line, maker):
    """What the types before an operator's ' = ', or behind 'input', say."""
    head = line.partition('"')[0]
    types = TYPE.findall(head.partition(" = ")[0])
    found = re.findall(r" tensor=(\[[^]]*\]|-?\d+)", head)
    indices = [int(word) for word in re.findall(r"-?\d+", found[-1])] if found else [-1] * len(types)
    for (identity, dtype, dims, scale, zero), name, index in zip(types, names_of(line, len(types)), indices):
        yield Tensor(int(identity), name, index, numpy.dtype(DTYPES[dtype]), tuple(map(int, dims.split("x"))) if dims else (),
                     number_or_none(scale, float), number_or_none(zero, int), maker)


def parsed(text):
    lines = text.rstrip("\n").split("\n")
    tensors, operators, outputs, states, depth = [], [], [], 0, 0
    for line in lines:
        depth += (line == "region {") - (line == "}")
        if depth or line.startswith(" "):
            continue
        if line.startswith("input "):
            tensors += tensors_of(line, None)
        elif line.startswith("output "):
            outputs.append(int(re.match(r"output %(\d+)", line)[1]))
        elif line.startswith("state "):
            states += 1
        elif line.startswith("%"):
            head = line.partition('"')[0]
            kind, operands = OPERATION.search(head).groups()
            number = re.findall(r" source=(\d+)", head)
            operators.append(Operator(kind, int(number[-1]) if number else -1, [int(word) for word in re.findall(r"%(\d+)", operands)]))
            tensors += tensors_of(line, len(operators) - 1)
    return Network(tensors, operators, outputs, states, lines)


def read(tools, path, folder, arguments=()):
    """The network of a file; arguments: of the front end, which decide what the network is. The text goes through `folder`."""
    text = os.path.join(folder, "imported.hlir")
    call("front end", [tools.frontend, path, "--stop-after=import", "-o", text, *arguments], "dnn-frontend")
    with open(text, encoding="utf-8") as file:
        network = parsed(file.read())
    if any(" kernel=" in line.partition('"')[0] for line in network.lines if line.startswith("%")):
        raise RunError("setup", f"{path}: has plans already, which may leave tensors out: give the network itself")
    return network
