# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lstm.py IMPORT RUN-MODEL FOLDER: an int8 LSTM of 128 cells over 16 steps of 128 inputs, and FULLY_CONNECTED of the shapes of
its products: the input's for all steps together, the cells' for one step. The layer, gates included, may take twice the
packets of its products at the speed of FULLY_CONNECTED."""
import json
import os
import subprocess
import sys

INPUTS, CELLS, STEPS = 128, 128, 16


def constant(name, kind, shape, scale, value):
    count = 1
    for dim in shape:
        count *= dim
    return f"const {name} {kind} {'x'.join(map(str, shape))} {scale} 0 = {value}*{count}"


def lstm():
    gates = range(4)
    lines = [f"input x INT8 {STEPS}x1x{INPUTS} 0.02 3"]
    lines += [constant(f"in{k}", "INT8", (CELLS, INPUTS), 0.004, k + 1) for k in gates]
    lines += [constant(f"cells{k}", "INT8", (CELLS, CELLS), 0.003, 2 * k - 3) for k in gates]
    lines += [constant(f"bias{k}", "INT32", (CELLS,), 0.00008, 7) for k in gates]
    lines += [f"variable h INT8 1x{CELLS} 0.0078125 0", f"variable c INT16 1x{CELLS} 0.00048828125 0"]
    names = [f"{part}{k}" for part in ("in", "cells") for k in gates] + 3 * ["-"] + [f"bias{k}" for k in gates]
    lines.append(f"op UNIDIRECTIONAL_SEQUENCE_LSTM x {' '.join(names)} - - h c - - - - -> y INT8 {STEPS}x1x{CELLS} 0.0078125 0 ; "
                 'UnidirectionalSequenceLSTMOptions {"fused_activation_function": "TANH", "time_major": true}')
    lines += [f"variable n{k} INT16 1 0.000244140625 0" for k in gates] + ["variable n4 INT8 1 0.0078125 0"]
    return lines + ["intermediates n0 n1 n2 n3 n4", "output y"]


def fully_connected(rows, inputs):
    return [f"input x INT8 {rows}x{inputs} 0.02 3", constant("w", "INT8", (4 * CELLS, inputs), 0.004, 3),
            constant("b", "INT32", (4 * CELLS,), 0.00008, 7),
            f"op FULLY_CONNECTED x w b -> y INT8 {rows}x{4 * CELLS} 0.05 3 ; FullyConnectedOptions {{}}", "output y"]


def packets(name, lines):
    importer, run_model, folder = sys.argv[1:4]
    path = os.path.join(folder, name)
    with open(path + ".net", "w") as file:
        file.writelines(f"NET: {line}\n" for line in lines)
    subprocess.run([sys.executable, importer, path + ".net", "--write", path + ".tflite"], check=True)
    said = subprocess.run([run_model, path + ".tflite", "--output-dir", path, "--json"], check=True, stdout=subprocess.PIPE)
    return json.loads(said.stdout)["packets"]


products = packets("inputs", fully_connected(STEPS, INPUTS)) + STEPS * packets("cells", fully_connected(1, CELLS))
layer = packets("lstm", lstm())
print(f"{layer} packets, {products} of FULLY_CONNECTED")
sys.exit(layer > 2 * products)
