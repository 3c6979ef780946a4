# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The paper's tables 1 to 3: DeepBench's convolutions of one and three channels, and further ones, with their taps as channels or not."""
import json
import math
import os
import re
import tempfile

from plancosts import single
from plancosts.measure import write_network

from . import layers
from .result import Result

# Input NHW and channels, outputs, kernel, padding, stride; the paper's best speed-up of operator and transformation together (table 2).
PUBLISHED = [((1, 700, 161, 1), 32, (20, 5), (0, 0), (2, 2), 48.089), ((2, 700, 161, 1), 32, (20, 5), (0, 0), (2, 2), 35.411),
             ((4, 700, 161, 1), 32, (20, 5), (0, 0), (2, 2), 27.686), ((1, 480, 48, 1), 16, (3, 3), (1, 1), (1, 1), 0.272),
             ((1, 108, 108, 3), 64, (3, 3), (1, 1), (2, 2), 0.618), ((1, 224, 224, 3), 64, (3, 3), (1, 1), (1, 1), 0.466),
             ((2, 224, 224, 3), 64, (3, 3), (1, 1), (1, 1), 0.244), ((1, 224, 224, 3), 64, (7, 7), (3, 3), (2, 2), 1.137),
             ((2, 224, 224, 3), 64, (7, 7), (3, 3), (2, 2), 0.876), ((1, 151, 40, 1), 32, (20, 5), (8, 8), (8, 2), 6.973),
             ((1, 700, 161, 1), 64, (5, 5), (1, 1), (2, 2), 3.380), ((2, 700, 161, 1), 64, (5, 5), (1, 1), (2, 2), 2.737)]
# DS-CNN's, M5's and AlexNet's first layers, and grey pictures.
FURTHER = [((1, 49, 10, 1), 64, (10, 4), (4, 1), (2, 2), None), ((1, 1, 8000, 1), 128, (1, 80), (0, 38), (4, 4), None),
           ((1, 227, 227, 3), 64, (11, 11), (0, 0), (4, 4), None), ((1, 224, 224, 1), 64, (7, 7), (3, 3), (2, 2), None),
           ((1, 480, 640, 1), 16, (3, 3), (1, 1), (2, 2), None), ((1, 96, 96, 1), 8, (3, 3), (1, 1), (2, 2), None)]


def convolution(dims, outputs, kernel, padding, stride):
    out = [(dims[1 + d] + 2 * padding[d] - kernel[d]) // stride[d] + 1 for d in (0, 1)]
    return layers.convolution(f"{dims} {kernel} {outputs}", dims, kernel, stride, 60, [*padding, *padding], (dims[0], *out, outputs))


def measured(lab, sample, options):
    """[cycles of the network, of them for the image, bytes of the arena, the image's name]"""
    def measure():
        with tempfile.TemporaryDirectory() as folder:
            model = os.path.join(folder, "layer.hlir")
            write_network([sample], model)
            name = re.search(r'name="[^"]*\.(k[xy][0-9.kxy]*)"', lab.say([lab.tools.frontend, model, "--stop-after=embed-windows", *options]))
            summary = os.path.join(folder, "summary.json")
            found = single.profiled(lab.tools, model, [*options, "--dump-summary=" + summary], folder)
            with open(summary, encoding="utf-8") as text:
                arena = json.load(text)["arena_bytes"]
        image = sum(row["cycles"] for row in found if row["name"].endswith("_MOVE"))
        return [sum(row["cycles"] for row in found), image, arena, name.group(1) if name else ""]
    key = ["low_channels", lab.front_end, lab.timing, options, sample.attributes, [each.dims for each in sample.inputs if each], sample.outputs[0].dims]
    return lab.kept(key, measure)


def row(lab, dims, outputs, kernel, padding, stride, published):
    sample = convolution(dims, outputs, kernel, padding, stride)
    plain, embedded = (measured(lab, sample, options) for options in (["--no-embed-windows"], []))
    layer = f"{'x'.join(map(str, dims))} to {outputs}, {'x'.join(map(str, kernel))} by {'x'.join(map(str, stride))}"
    return [layer, embedded[3] or "none", plain[0], embedded[0], embedded[1], round(plain[0] / embedded[0], 2), published or "", plain[2], embedded[2]]


def make(lab):
    rows = [row(lab, *layer) for layer in PUBLISHED + FURTHER]
    gains = [each[5] for each in rows[:len(PUBLISHED)]]
    mean = math.prod(gains) ** (1 / len(gains))
    return Result("low_channels", "Convolutions of few channels (tables 1 to 3)", [
        "layer", "embedding", "cycles without", "cycles", "of them the image", "speed-up", "the paper's", "arena without, bytes", "arena, bytes"], rows, [
        f"The geometric mean of the speed-up over the paper's twelve layers, the first rows, is {mean:.2f}.", "",
        "Both columns of cycles have the whole layer: the image, the convolution, and conversions between row-major neighbours. The first is the "
        "best of our plans without an embedding (`--no-embed-windows`). These pad pixels to words of four channels, or take products of 16 bits. The "
        "paper's speed-up (table 2, 2.49 in geometric mean) is over padding to 16 channels on its machine, so the columns do not compare.", "",
        "Layers without an embedding have none that is cheaper."])
