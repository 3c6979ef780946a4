# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the first operator of a network whose output differs, by NAME.CASE.tensors.json: CRC-32 and size of every
activation tensor by its index in the file. All of these tensors are made outputs of a copy of the network, which also
changes what the front end may fuse: a difference that goes away then lies in fusion or layout selection, and that is
said."""
import glob
import json
import os
import zlib

from runmodel import pipeline
from tflite_reader import Model

MAX_OUTPUTS = 256  # of runtime/harness.c


def checksums(path):
    """(input file, {tensor index: CRC-32})"""
    with open(path, encoding="utf-8") as file:
        entries = json.load(file)
    crcs = {int(index): int(entry["crc32"], 16) for index, entry in entries["tensors"].items()}
    return os.path.join(os.path.dirname(path), entries["input"]), crcs


def first_difference(tools, target, stem, folder, options):
    """Lines to print."""
    files = sorted(glob.glob(glob.escape(stem) + ".*.tensors.json"))
    if not files:
        return ["(no checksums of intermediate tensors)"]
    inputs, known = checksums(files[0])
    model = Model(stem + ".tflite")
    order = [(number, op, out) for number, op in enumerate(model.operators()) for out in op.outputs
             if out in known][:MAX_OUTPUTS]
    probe = os.path.join(folder, "probe")
    os.makedirs(probe, exist_ok=True)
    path = os.path.join(probe, "probe.tflite")
    with open(path, "wb") as file:
        file.write(model.with_outputs([out for _, _, out in order]))
    pipeline.translate(tools, path, target, probe, options.frontend_option)
    program = pipeline.compile_model(tools, target, probe, options.cflag)
    pipeline.execute(tools, target, program, [inputs], os.path.join(probe, "t"))
    for position, (number, op, out) in enumerate(order):
        with open(os.path.join(probe, f"t{position}.bin"), "rb") as file:
            if zlib.crc32(file.read()) != known[out]:
                return [f"first difference: operator #{number} {op.kind}, tensor {out}, with every tensor kept"]
    return ["every tensor agrees when it is kept: look at fusion, layouts or the arena"]
