# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every tensor of a network, as the program of another network computes it: the same one with all of them as its outputs. No operator
is fused away in it; results do not depend on fusion, layouts and kernels, so that the values are those of the deployed program."""
import json
import os
import re

import numpy

from . import network, pipeline
from .tools import RunError, keep_apart, shown

INDEX = "tensors.json"
OUTPUTS = 256  # of one program, its states included: runtime/harness.c
LONGEST = 100  # of a file's name


def wanted(graph):
    """Inputs, what operators of the file make, and outputs: not what importing added."""
    return [tensor for tensor in graph.tensors if tensor.index >= 0 or tensor.identity in graph.outputs]


def execute(tools, target, graph, tensors, folder, inputs=(), options=(), flags=(), sanitize=False, most=OUTPUTS, progress=lambda stage: None):
    """Files of raw bytes, one for each of the tensors: some programs that run one after the other, each on what those before it gave.
    options: of the front end."""
    step, files = max(1, most - graph.states), {}
    for start in range(0, len(tensors), step):
        part = os.path.join(folder, f"part{start}")
        os.makedirs(part, exist_ok=True)
        identities = [tensor.identity for tensor in tensors[start:start + step]]
        text, inputs_here = text_of(graph, identities, files, inputs, most)
        path = os.path.join(part, "kept.hlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        progress(f"tensors {start + 1} to {start + len(identities)} of {len(tensors)} of")
        pipeline.translate(tools, path, target, part, options)
        program = pipeline.compile_model(tools, target, part, flags, sanitize)
        pipeline.execute(tools, target, program, inputs_here, os.path.join(part, "t"))
        files.update((identity, os.path.join(part, f"t{i}.bin")) for i, identity in enumerate(identities))
    return [files[tensor.identity] for tensor in tensors]


def text_of(graph, identities, files, inputs, most):
    """A network that gives these tensors out, and the files of its inputs. It computes again what it could not take from files:
    what leads to a state, and everything where that would be too many inputs, or where not all inputs are among the files."""
    own = [tensor.identity for tensor in graph.tensors if tensor.maker is None]
    if not graph.states and all(identity in files for identity in own):
        text, taken = graph.with_outputs(identities, files)
        if len(own) + len(taken) <= most:
            return text, [files[identity] for identity in (*own, *taken)]
    return graph.with_outputs(identities)[0], inputs


def file_names(tensors):
    """One for each: the tensor's name as far as a file can have it, made different where that leaves two alike."""
    taken, result = {os.path.splitext(INDEX)[0]}, []
    for tensor in tensors:
        stem = re.sub("[^A-Za-z0-9_.-]", "_", tensor.name)[:LONGEST].lstrip(".-") or "tensor"
        name, number = stem, 1
        while name.lower() in taken or re.fullmatch("output[0-9]+", name.lower()):  # those are run-model's own
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.lower())
        result.append(name + ".npy")
    return result


def entry(graph, tensor, name, order):
    """A row of the index."""
    maker = graph.operators[tensor.maker] if tensor.maker is not None else None
    return {"order": order, "name": tensor.name, "file": name, "type": tensor.dtype.name, "shape": list(tensor.shape),
            "scale": tensor.scale, "zero_point": tensor.zero_point,
            "operator": maker and {"number": maker.number, "kind": maker.kind}}


class Dump:
    """What --dump-tensors writes into DIR. read: files that must not be written over."""

    def __init__(self, tools, options, folder, arguments, read):
        self.tools, self.options = tools, options
        self.folder = os.path.join(folder, "tensors")
        os.makedirs(self.folder, exist_ok=True)
        self.graph = network.read(tools, options.model, self.folder, arguments)
        self.tensors = wanted(self.graph)
        self.names = file_names(self.tensors)
        self.paths = [os.path.join(options.dump_tensors, name) for name in [*self.names, INDEX]]
        keep_apart(read, self.paths)
        for path in self.paths:
            if os.path.isdir(path):
                raise RunError("setup", f"cannot write {shown(path)}: it is a directory")

    def make(self, inputs, prefix, arguments, flags, progress):
        """Files for self.paths. prefix: of the deployed program's outputs, which have to be the same bytes."""
        files = execute(self.tools, self.options.target, self.graph, self.tensors, self.folder, inputs, arguments, flags,
                        self.options.sanitize, progress=progress)
        by_identity = {tensor.identity: file for tensor, file in zip(self.tensors, files)}
        for number, identity in enumerate(self.graph.outputs):
            if identity in by_identity:  # not a constant
                check_same(f"{prefix}{number}.bin", by_identity[identity], number)
        made = [os.path.join(self.folder, name) for name in [*self.names, INDEX]]
        for tensor, raw, path in zip(self.tensors, files, made):
            numpy.save(path, numpy.fromfile(raw, tensor.dtype).reshape(tensor.shape))
            os.remove(raw)
        rows = [entry(self.graph, tensor, name, order) for order, (tensor, name) in enumerate(zip(self.tensors, self.names))]
        with open(made[-1], "w", encoding="utf-8") as index:
            head = json.dumps({"network": os.path.basename(self.options.model), "target": self.options.target})
            index.write(head[:-1] + ', "tensors": [\n' + ",\n".join(map(json.dumps, rows)) + "\n]}\n")
        return made


def check_same(deployed, kept, number):
    with open(deployed, "rb") as one, open(kept, "rb") as other:
        if one.read() != other.read():
            raise RunError("dump", f"output {number} of the deployed program differs from the same tensor with every tensor kept: this is "
                           "a fault of Hexloom, please report it")
