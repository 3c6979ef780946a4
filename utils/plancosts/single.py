# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A layer by itself, with random weights; its sums lie around the middle of the results' range, whose codes span eight of their
deviations."""
import json
import math
import os
import re
from dataclasses import dataclass

from runmodel.pipeline import build_and_run, call
from runmodel.profiling import Profile

from .measure import AS_WRITTEN, forcing, write_network
from .network import Sample, Tensor, elements
from .operands import padded, words

SCALES = (0.02, 0.01)  # of inputs and weights
DEVIATION = 74         # of inputs, in codes


@dataclass
class Layer:
    """kernel: height and width, or one number for both; image: height and width, 1 and the number of rows for FULLY_CONNECTED; same:
    results have the image's size by padding."""
    operator: str
    kernel: object
    image: tuple
    inputs: int
    outputs: int
    stride: int = 1
    same: bool = True

    def window(self):
        return self.kernel if isinstance(self.kernel, tuple) else (self.kernel, self.kernel)

    def results(self):
        """(height, width) and the pads above, left, below, right."""
        (height, above, below), (width, left, right) = (padded(size, side, self.stride, self.same) for size, side in zip(self.image, self.window()))
        return (height, width), [above, left, below, right]


@dataclass
class Product:
    """Matrices of rows x depth by others of depth x columns; turned: these are stored columns x depth."""
    batches: int
    rows: int
    depth: int
    columns: int
    turned: bool = False
    operator: str = "BATCH_MATMUL"

    def sample(self, kind):
        second = (self.columns, self.depth) if self.turned else (self.depth, self.columns)
        scale = round(8 * (SCALES[0] * DEVIATION) ** 2 * math.sqrt(self.depth) / 255, 7)
        return Sample(self.operator, [activation(kind, (self.batches, self.rows, self.depth), SCALES[0]),
                                      activation(kind, (self.batches, *second), SCALES[0])],
                      [activation(kind, (self.batches, self.rows, self.columns), scale)], {"adj_x": False, "adj_y": self.turned})


def activation(kind, dims, scale):
    return Tensor(kind, dims, (scale,), 0 if kind == "i8" else 128)


def weights_of(layer, kind, zero, rng, draw):
    """draw: a weight."""
    depthwise = layer.operator == "DEPTHWISE_CONV_2D"
    window = layer.window()
    dims = {"FULLY_CONNECTED": (layer.outputs, layer.inputs), "DEPTHWISE_CONV_2D": (1, *window, layer.outputs)}.get(
        layer.operator, (layer.outputs, *window, layer.inputs))
    values = [draw() for _ in range(elements(dims))]
    scales = (SCALES[1],)
    if kind == "i8" and layer.operator != "FULLY_CONNECTED":
        scales = tuple(round(SCALES[1] * rng.uniform(0.7, 1.4), 7) for _ in range(layer.outputs))
    return Tensor(kind, dims, scales, zero, bytes(value & 255 for value in values), 3 if depthwise else 0)


def sample_of(layer, kind, zero, rng, draw, spread):
    """spread: the deviation of the weights."""
    if isinstance(layer, Product):
        return layer.sample(kind)
    if layer.operator in ("MAX_POOL_2D", "AVERAGE_POOL_2D"):
        size, pads = layer.results()
        side = Tensor(kind, (1, *layer.image, layer.inputs), SCALES[:1], 3)
        result = Tensor(kind, (1, *size, layer.inputs), SCALES[:1], 3)
        return Sample(layer.operator, [side], [result], {"kernel": list(layer.window()), "stride": [layer.stride] * 2, "pads": pads,
                                                         "activation": "none"})
    filters = weights_of(layer, kind, zero, rng, draw)
    depth = elements(filters.dims) // layer.outputs
    out_scale = round(SCALES[0] * SCALES[1] * 8 * DEVIATION * spread * math.sqrt(depth) / 255, 7)
    bias = words("i32", [rng.randint(-2000, 2000) for _ in range(layer.outputs)])
    if layer.operator == "FULLY_CONNECTED":
        rows = layer.image[1]
        return Sample(layer.operator, [activation(kind, (rows, layer.inputs), SCALES[0]), filters, bias],
                      [activation(kind, (rows, layer.outputs), out_scale)], {"activation": "none"})
    size, pads = layer.results()
    attributes = {"stride": [layer.stride] * 2, "dilation": [1, 1], "pads": pads, "activation": "none"}
    if layer.operator == "DEPTHWISE_CONV_2D":
        attributes["depth_multiplier"] = 1
    return Sample(layer.operator, [activation(kind, (1, *layer.image, layer.inputs), SCALES[0]), filters, bias],
                  [activation(kind, (1, *size, layer.outputs), out_scale)], attributes)


def plans_by(tools, sample, folder, kernel):
    """The plans of a kernel that serves the sample, those that are left out for being dear with them."""
    model, dump = os.path.join(folder, "plans.hlir"), os.path.join(folder, "plans.json")
    write_network([sample], model)
    call("front end", [tools.frontend, model, "--stop-after=select", "-o", os.path.join(folder, "selected.hlir"), "--dump-plans", dump,
                       AS_WRITTEN, f"--force-plan=s0={kernel}"], "dnn-frontend")
    with open(dump) as text:
        layer = next(each for each in json.load(text)["layers"] if each["operator"] == sample.operator)
    return [plan for plan in layer["plans"] if plan["kernel"] == kernel and "rejected" not in plan]


def profiled(tools, model, options, folder):
    """The layers of profile.json; a conversion is one of its own. The rest reads and writes the program's files."""
    profile = Profile(tools, os.path.join(folder, "profile"))
    os.makedirs(os.path.join(folder, "work"), exist_ok=True)
    build_and_run(tools, model, "hexagon", os.path.join(folder, "work"),
                  os.path.join(folder, "out"), frontend_options=options, profile=profile)
    with open(os.path.join(folder, "profile", "profile.json")) as text:
        return [each for each in json.load(text)["layers"] if each["name"].startswith("op")]


def alone(tools, sample, plan, folder):
    """(packets, stalls) by this plan, conversions left out."""
    model, options, _ = forcing([(sample, plan)], os.path.join(folder, "work"))
    found = next(each for each in profiled(tools, model, options, folder) if re.fullmatch(r"op\d+[a-z]*_" + sample.operator, each["name"]))
    return found["packets"], found["stalls"]
