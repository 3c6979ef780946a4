"""many-outputs.py FOLDER: stages.tflite, FULLY_CONNECTED layers that share their weights, with as many different output stages that the
search for the cheapest ones ends for its work; groups.tflite, convolutions in so many groups that packed filters are mostly zeros."""
import importlib
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs"))
net = importlib.import_module("import")


def stages(layers):
    n = net.Network()
    n.line("input a INT8 8x8 0.05 3")
    n.line("const w INT8 512x8 0.02 0 = -128..127*4096")
    for layer in range(layers):
        n.line(f"op FULLY_CONNECTED a w - -> o{layer} INT8 8x512 {0.05 + layer * 0.0013:.5f} {layer % 200 - 100} ; FullyConnectedOptions {{}}")
    n.line("output " + " ".join(f"o{layer}" for layer in range(layers)))
    return n.model()


def groups(layers, depth, inputs, side):
    """Of that many inputs each."""
    n = net.Network()
    n.line(f"input a0 UINT8 1x{side}x{side}x{depth} 0.05 3")
    for layer in range(1, layers + 1):
        n.line(f"const w{layer} UINT8 {depth}x3x3x{inputs} 0.02 {layer} = 0..255*{depth * 9 * inputs}")
        n.line(f'op CONV_2D a{layer - 1} w{layer} - -> a{layer} UINT8 1x{side}x{side}x{depth} 0.05 3 ; Conv2DOptions '
               '{"stride_h": 1, "stride_w": 1, "padding": "SAME"}')
    n.line(f"output a{layers}")
    return n.model()


def main(folder):
    for name, model in (("stages", stages(200)), ("groups", groups(6, 1016, 8, 8))):
        with open(os.path.join(folder, name + ".tflite"), "wb") as out:
            out.write(net.serialize(model, [], folder))


main(sys.argv[1])
