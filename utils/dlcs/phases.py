# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The phases R1 to R5 of ResNet-18 and M1 to M5 of MobileNet: the paper does not say what they are; here they are the stages of one
resolution. Layers as the hand-written library takes them: kind, height, width, depth, output depth, kernel, stride, how often."""

RESNET = {
    "R1": [("conv", 224, 224, 3, 64, 7, 2, 1)],
    "R2": [("conv", 56, 56, 64, 64, 3, 1, 4)],
    "R3": [("conv", 56, 56, 64, 128, 3, 2, 1), ("conv", 56, 56, 64, 128, 1, 2, 1), ("conv", 28, 28, 128, 128, 3, 1, 3)],
    "R4": [("conv", 28, 28, 128, 256, 3, 2, 1), ("conv", 28, 28, 128, 256, 1, 2, 1), ("conv", 14, 14, 256, 256, 3, 1, 3)],
    "R5": [("conv", 14, 14, 256, 512, 3, 2, 1), ("conv", 14, 14, 256, 512, 1, 2, 1), ("conv", 7, 7, 512, 512, 3, 1, 3)],
}
MOBILENET = {
    "M1": [("conv", 224, 224, 3, 32, 3, 2, 1), ("depthwise", 112, 112, 32, 32, 3, 1, 1), ("conv", 112, 112, 32, 64, 1, 1, 1)],
    "M2": [("depthwise", 112, 112, 64, 64, 3, 2, 1), ("conv", 56, 56, 64, 128, 1, 1, 1), ("depthwise", 56, 56, 128, 128, 3, 1, 1),
           ("conv", 56, 56, 128, 128, 1, 1, 1)],
    "M3": [("depthwise", 56, 56, 128, 128, 3, 2, 1), ("conv", 28, 28, 128, 256, 1, 1, 1), ("depthwise", 28, 28, 256, 256, 3, 1, 1),
           ("conv", 28, 28, 256, 256, 1, 1, 1)],
    "M4": [("depthwise", 28, 28, 256, 256, 3, 2, 1), ("conv", 14, 14, 256, 512, 1, 1, 1), ("depthwise", 14, 14, 512, 512, 3, 1, 5),
           ("conv", 14, 14, 512, 512, 1, 1, 5)],
    "M5": [("depthwise", 14, 14, 512, 512, 3, 2, 1), ("conv", 7, 7, 512, 1024, 1, 1, 1), ("depthwise", 7, 7, 1024, 1024, 3, 1, 1),
           ("conv", 7, 7, 1024, 1024, 1, 1, 1)],
}
NETWORKS = {"resnet_18_224_int8": RESNET, "mobilenet_v1_100_224_int8": MOBILENET}


def output_height(layer):
    return -(-layer[1] // layer[6])


def macs(layer):
    kind, height, width, depth, out_depth, kernel, stride, count = layer
    outputs = -(-height // stride) * -(-width // stride) * out_depth
    return count * outputs * kernel * kernel * (1 if kind == "depthwise" else depth)


# Useful products a packet at best: docs/swiftdsp-isa.md, "Peak and roofline", and the same calculation for the other windows.
PEAKS = {("conv", 3, 1): 144, ("conv", 3, 2): 96, ("conv", 7, 2): 112, ("conv", 1, 1): 76.8, ("conv", 1, 2): 32,
         ("depthwise", 3, 1): 72, ("depthwise", 3, 2): 32}


def roofline(layers):
    """Products a packet of all these layers together."""
    return sum(macs(layer) for layer in layers) / sum(macs(layer) / PEAKS[layer[0], layer[5], layer[6]] for layer in layers)


def of_layers(phases, layers):
    """Phase of each convolution of a network by the height of its output: [(layer, phase)] of the summary's layers."""
    by_height = {output_height(layers_of[0]): phase for phase, layers_of in phases.items()}
    kinds = ("CONV_2D", "DEPTHWISE_CONV_2D")
    return [(layer["layer"], by_height[layer["shape"][1]]) for layer in layers
            if layer["operator"] in kinds and layer["shape"][1] in by_height]
