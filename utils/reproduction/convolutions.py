# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The convolutions of ResNet-50 that table III and figure 7 are about."""
import collections

Conv = collections.namedtuple("Conv", "kernel stride size depth channels")
# The first eight that differ from each other, in the network's order; the ninth is table III's third.
CONVOLUTIONS = {
    "7x7, 3 to 64": Conv(7, 2, 224, 3, 64),
    "1x1, 64 to 64": Conv(1, 1, 56, 64, 64),
    "3x3, 64 to 64": Conv(3, 1, 56, 64, 64),
    "1x1, 64 to 256": Conv(1, 1, 56, 64, 256),
    "1x1, 256 to 64": Conv(1, 1, 56, 256, 64),
    "1x1, 256 to 128": Conv(1, 1, 56, 256, 128),
    "3x3, 128 to 128, by 2": Conv(3, 2, 56, 128, 128),
    "1x1, 128 to 512": Conv(1, 1, 28, 128, 512),
    "3x3, 128 to 128": Conv(3, 1, 28, 128, 128),
}


def name(conv, part=1):
    """Of the zoo's network; part: with so much of the image's height and width."""
    size = int(conv.size * part)
    return f"resnet_50_conv_{conv.kernel}x{conv.kernel}s{conv.stride}_{size}x{size}_{conv.depth}_{conv.channels}_int8"
