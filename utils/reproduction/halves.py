# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums of 16 bits against sums of 32 in whole layers: rows by FULLY_CONNECTED's product, and windows with strides."""
import os
import tempfile

from plancosts import single
from plancosts.measure import AS_WRITTEN, write_network
from runmodel.tools import RunError

from . import layers
from .result import Result

ROWS = (256, 512)
# Inputs and outputs of a product of rows, and whether its weights are so small that one sum of 16 bits holds many.
PRODUCTS = [(1, 8), (2, 4), (3, 8), (6, 6), (16, 16), (64, 32)]
WEIGHTS = {"small": 8, "any": 127}
# Image, channels, outputs of a 3x3 convolution of stride 2.
STRIDED = [(128, 1, 8), (128, 3, 8), (96, 3, 16)]
WAYS = {"vmpy": "conv2d_halves:instruction=vmpy.ub.b", "vmpa": "conv2d_halves:instruction=vmpa.ub.b", "vrmpy by activations": "conv2d_pixels",
        "vrmpy by weights": "conv2d_vrmpy"}
STRIDED_WAYS = {"vrmpy by activations": "conv2d_vrmpy_pictures", "vrmpy by weights": "conv2d_vrmpy"}


def convolution(dims, kernel, stride, outputs, most, pads):
    out = (dims[0], dims[1] // stride, dims[2] // stride, outputs)
    return layers.convolution(f"{dims} {kernel} {outputs} {most}", dims, [kernel] * 2, [stride] * 2, most, pads, out)


def phases(size, channels, outputs, most):
    """A 3x3 convolution of stride 2 as one of 2x2 and stride 1: the image's even and odd rows and columns are channels, a window's fourth
    row and column have no weight."""
    sample = convolution((1, size // 2, size // 2, 4 * channels), 2, 1, outputs, most, [0, 0, 1, 1])
    values = bytearray(sample.inputs[1].data)
    for place in range(len(values)):
        row, column, channel = place // (8 * channels) % 2, place // (4 * channels) % 2, place % (4 * channels) // channels
        if (row and channel >= 2) or (column and channel % 2):
            values[place] = 0
    sample.inputs[1].data = bytes(values)
    return sample


def cycles(lab, sample, plan):
    """(the layer's, those of all with the conversions around it) by the plan's cheapest form; None where there is none."""
    def measure():
        with tempfile.TemporaryDirectory() as folder:
            model = os.path.join(folder, "layer.hlir")
            write_network([sample], model)
            try:
                found = single.profiled(lab.tools, model, [f"--force-plan=s0={plan}", AS_WRITTEN], folder)
            except RunError as error:
                if "--force-plan" in str(error):
                    return None
                raise
        return [sum(row["cycles"] for row in found if row["name"].endswith("_CONV_2D")), sum(row["cycles"] for row in found)]
    key = ["halves", lab.front_end, lab.timing, plan, sample.operator, sample.attributes, [each.dims for each in sample.inputs if each],
           sample.inputs[1].data.hex(), sample.outputs[0].dims]
    return lab.kept(key, measure)


def cell(found):
    return f"{found[0]:,} ({found[1]:,})" if found else "none"


def make(lab):
    rows = []
    for count in ROWS:
        for depth, outputs in PRODUCTS:
            for name, most in WEIGHTS.items():
                sample = convolution((1, 1, count, depth), 1, 1, outputs, most, [0] * 4)
                rows.append([f"{count} rows, {depth} to {outputs}", name, *(cell(cycles(lab, sample, plan)) for plan in WAYS.values())])
    for size, channels, outputs in STRIDED:
        for name, most in WEIGHTS.items():
            apart = phases(size, channels, outputs, most)
            sample = convolution((1, size, size, channels), 3, 2, outputs, most, [0, 0, 1, 1])
            by_half = [cell(cycles(lab, apart, WAYS[way])) for way in ("vmpy", "vmpa")]
            rows.append([f"3x3 by 2, {size}x{size}, {channels} to {outputs}", name, *by_half,
                         *(cell(cycles(lab, sample, plan)) for plan in STRIDED_WAYS.values())])
    return Result("halves", "Sums of 16 bits in whole layers", ["layer", "weights", *WAYS], rows, [
        "The paper has no such measurement. Layers are int8 and use the front end's own kernels (`--force-plan`). A cell has the cycles of "
        "the layer. In parentheses are the cycles with the conversions between row-major neighbours.", "",
        "Rows are those of FULLY_CONNECTED, given as 1x1 convolutions, which have all four kernels. These are `conv2d_halves` on planes of "
        "one channel, `conv2d_pixels` on planes of four, and weights in vectors. Small weights are 8 at most, so that a sum of 16 bits holds 32 "
        "products or more. With any weights it holds two.", "",
        "This is the count on paper for 128 rows, where K and N are multiples of four:", "",
        "- `vmpa` takes K N / 2 packets of multiplications. Each instruction multiplies two inputs for one output and takes both pipes. The "
        "widening of sums comes on top.",
        "- `vrmpy` takes as many packets. Each instruction multiplies four inputs of 32 rows, and a packet holds two. The padding of K and N "
        "comes on top.", "",
        "No kernel of 16-bit sums exists for the strided windows. The prototype is the same product with the image's even and odd rows and "
        "columns as channels. Making these channels is not in its figures. The kernels of `vrmpy` read the image as it is."])
