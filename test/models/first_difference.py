# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the first operator of a network whose output differs, by NAME.CASE.tensors.json: CRC-32 and size of every
activation tensor by its index in the file. All of these tensors are kept (utils/runmodel/dump.py), which also changes what
the front end may fuse: a difference that goes away then lies in fusion or layout selection, and that is said."""
import glob
import json
import os
import zlib

from runmodel import dump, network
from tflite_reader import Model


def checksums(path):
    """(input file, {tensor index: CRC-32})"""
    with open(path, encoding="utf-8") as file:
        entries = json.load(file)
    crcs = {int(index): int(entry["crc32"], 16) for index, entry in entries["tensors"].items()}
    return os.path.join(os.path.dirname(path), entries["input"]), crcs


def made_by_the_file(graph, stem, known):
    """Tensors with a checksum; branches, whose numbers are those of other subgraphs, have none."""
    makers = {out: number for number, op in enumerate(Model(stem + ".tflite").operators()) for out in op.outputs}
    return [tensor for tensor in graph.tensors if tensor.index in known and tensor.maker is not None
            and graph.operators[tensor.maker].number == makers.get(tensor.index)]


def first_difference(tools, target, stem, folder, options):
    """Lines to print."""
    files = sorted(glob.glob(glob.escape(stem) + ".*.tensors.json"))
    if not files:
        return ["(no checksums of intermediate tensors)"]
    inputs, known = checksums(files[0])
    probe = os.path.join(folder, "probe")
    os.makedirs(probe, exist_ok=True)
    graph = network.read(tools, stem + ".tflite", probe)
    tensors = made_by_the_file(graph, stem, known)
    made = dump.execute(tools, target, graph, tensors, probe, [inputs], options.frontend_option, options.cflag)
    for tensor, path in zip(tensors, made):
        with open(path, "rb") as file:
            if zlib.crc32(file.read()) != known[tensor.index]:
                return [f"first difference: operator {graph.operators[tensor.maker].text()}, tensor {tensor.index}, with every tensor kept"]
    return ["every tensor agrees when it is kept: look at fusion, layouts or the arena"]
