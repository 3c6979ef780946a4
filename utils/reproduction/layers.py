# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions as networks of their own."""
import random

from plancosts.network import Sample, Tensor, elements
from plancosts.operands import tensor


def convolution(seed, dims, kernel, stride, most, pads, out):
    """Of int8, without a bias. dims, out: NHWC; kernel, stride: of rows and columns; most: of the random weights."""
    rng = random.Random(seed)
    filters = Tensor("i8", (out[3], *kernel, dims[3]), (0.01,), 0)
    filters.data = bytes(rng.randint(-most, most) & 255 for _ in range(elements(filters.dims)))
    return Sample("CONV_2D", [tensor("i8", dims), filters, None], [tensor("i8", out, 0.2)],
                  {"stride": list(stride), "dilation": [1, 1], "pads": list(pads), "activation": "none"})
