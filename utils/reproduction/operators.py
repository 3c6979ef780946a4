# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operators of the networks that Romou evaluates: convolutions of SqueezeNet v1.0, MobileNet v1, ResNet-18 and Inception v3 at their
default sizes, and two products of BERT, each once."""
from plancosts.single import Layer


def convolution(size, kernel, inputs, outputs, stride=1, same=True):
    image = size if isinstance(size, tuple) else (size, size)
    return Layer("CONV_2D", kernel, image, inputs, outputs, stride, same)


def squeezenet():
    yield convolution(224, 7, 3, 96, 2, same=False)
    for size, inputs, squeezed, expanded in ((54, 96, 16, 64), (54, 128, 16, 64), (54, 128, 32, 128), (27, 256, 32, 128), (27, 256, 48, 192),
                                             (27, 384, 48, 192), (27, 384, 64, 256), (13, 512, 64, 256)):
        yield convolution(size, 1, inputs, squeezed)
        yield convolution(size, 1, squeezed, expanded)
        yield convolution(size, 3, squeezed, expanded)
    yield convolution(13, 1, 512, 1000)


def mobilenet():
    yield convolution(224, 3, 3, 32, 2)
    for size, inputs, outputs, stride in ((112, 32, 64, 1), (112, 64, 128, 2), (56, 128, 128, 1), (56, 128, 256, 2), (28, 256, 256, 1),
                                          (28, 256, 512, 2), (14, 512, 512, 1), (14, 512, 1024, 2), (7, 1024, 1024, 1)):
        yield Layer("DEPTHWISE_CONV_2D", 3, (size, size), inputs, inputs, stride)
        yield convolution(size // stride, 1, inputs, outputs)


def resnet():
    yield convolution(224, 7, 3, 64, 2)
    yield convolution(56, 3, 64, 64)
    for size, inputs in ((56, 64), (28, 128), (14, 256)):
        yield convolution(size, 3, inputs, 2 * inputs, 2)
        yield convolution(size, 1, inputs, 2 * inputs, 2)
        yield convolution(size // 2, 3, 2 * inputs, 2 * inputs)


def inception():
    yield convolution(299, 3, 3, 32, 2, same=False)
    yield convolution(149, 3, 32, 32, same=False)
    yield convolution(147, 3, 32, 64)
    yield convolution(73, 1, 64, 80)
    yield convolution(73, 3, 80, 192, same=False)
    for inputs, pooled in ((192, 32), (256, 64), (288, 64)):
        yield from (convolution(35, 1, inputs, outputs) for outputs in (64, 48, pooled))
    yield convolution(35, 5, 48, 64)
    yield convolution(35, 3, 64, 96)
    yield convolution(35, 3, 96, 96)
    yield convolution(35, 3, 288, 384, 2, same=False)
    yield convolution(35, 3, 96, 96, 2, same=False)
    for width in (128, 160, 192):
        yield from (convolution(17, 1, 768, outputs) for outputs in (192, width))
        for outputs in (width, 192):
            yield from (convolution(17, kernel, width, outputs) for kernel in ((1, 7), (7, 1)))
    yield from (convolution(17, 3, 192, outputs, 2, same=False) for outputs in (320, 192))
    for inputs in (1280, 2048):
        yield from (convolution(8, 1, inputs, outputs) for outputs in (320, 384, 448, 192))
    yield from (convolution(8, kernel, 384, 384) for kernel in ((1, 3), (3, 1)))
    yield convolution(8, 3, 448, 384)


def bert():
    yield Layer("FULLY_CONNECTED", 1, (1, 1), 768, 3072)
    yield Layer("FULLY_CONNECTED", 1, (1, 1), 3072, 768)


def unique():
    found = []
    for network in (squeezenet, mobilenet, resnet, inception, bert):
        for layer in network():
            if layer not in found:
                found.append(layer)
    return found


def category(layer):
    """One of the paper's five."""
    if layer.operator == "FULLY_CONNECTED":
        return "fully connected"
    if layer.operator == "DEPTHWISE_CONV_2D":
        return "depthwise"
    return {(1, 1): "1x1", (3, 3): "3x3"}.get(layer.window(), "others")


CATEGORIES = ("1x1", "3x3", "depthwise", "others", "fully connected")


def name(layer):
    """56x56, 64 to 128, 3x3 by 2"""
    window, image = ("x".join(map(str, pair)) for pair in (layer.window(), layer.image))
    sizes = f"{layer.inputs} to {layer.outputs}"
    if layer.operator == "FULLY_CONNECTED":
        return sizes
    return f"{image}, {sizes}, {window}" + (f" by {layer.stride}" if layer.stride > 1 else "")


def products(layer):
    (height, width), window = layer.results()[0] if layer.operator != "FULLY_CONNECTED" else (1, 1), layer.window()
    return height * width * window[0] * window[1] * layer.outputs * (1 if layer.operator == "DEPTHWISE_CONV_2D" else layer.inputs)
