"""many-phases.py FOLDER: depthwise convolutions whose channels begin anew only after hundreds of vectors, so that plans on dense
rows repeat each weight hundreds of times: one.tflite with a large window, and several.tflite with layers that are each affordable."""
import importlib
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs"))
net = importlib.import_module("import")


def network(layers, kind, shape, side):
    n = net.Network()
    n.line(f"input x0 {kind} {shape} 0.01 0")
    depth = int(shape.split("x")[3])
    for layer in range(layers):
        # Weights of their own: equal ones are stored once.
        n.line(f"const w{layer} INT8 1x{side}x{side}x{depth} 0.01 0 = {layer % 100 + 1}*{side * side * depth}")
        n.line(f'op DEPTHWISE_CONV_2D x{layer} w{layer} - -> x{layer + 1} {kind} {shape} 0.01 0 ; DepthwiseConv2DOptions '
               '{"padding": "SAME", "stride_h": 1, "stride_w": 1, "depth_multiplier": 1}')
    n.line(f"output x{layers}")
    return n.model()


def main(folder):
    for name, model in (("one", network(1, "INT16", "1x20x20x511", 31)), ("several", network(30, "INT16", "1x9x9x387", 5)),
                        ("bytes", network(3, "INT8", "1x20x20x381", 31))):
        with open(os.path.join(folder, name + ".tflite"), "wb") as out:
            out.write(net.serialize(model, [], folder))


main(sys.argv[1])
