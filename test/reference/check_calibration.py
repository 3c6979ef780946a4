#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_calibration.py FOLDER: evaluates the zoo's networks of real architectures on noise and on a smooth image and
checks every activation: many distinct values, few of them at the ends of the type's range."""
import os
import shutil
import subprocess
import sys

import numpy as np

sys.dont_write_bytecode = True

import evaluate  # noqa: E402
import zoo_inputs  # noqa: E402
from tflite_reader import Model  # noqa: E402

NETWORKS = ["mobilenet_v1_025_96_int8", "mobilenet_v1_025_96_uint8", "mobilenet_v2_035_96_int8",
            "mobilenet_v2_035_96_uint8", "resnet_8_int8", "resnet_8_uint8", "resnet_8_int16",
            "conv_transformer_int8", "resnet_50_64_int8"]
# Probabilities are what they are.
LIMITED = {"SOFTMAX", "LOGISTIC"}
# These functions have a least value of their own.
BOUNDED_BELOW = {"GELU", "HARD_SWISH"}
MOST_AT_ONE_END = 0.15


def smooth(model):
    """Diagonal stripes over the whole range."""
    tensor = model.tensors()[model.inputs[0]]
    _, height, width, depth = tensor.shape
    y, x, c = np.meshgrid(range(height), range(width), range(depth), indexing="ij")
    wave = np.abs((x * 3 + y * 5 + c * 29) % 128 - 64) + np.abs((y * 2 - x + c * 11 + 512) % 96 - 48)
    return (wave * 255 // 112 + tensor.low).astype(tensor.dtype).tobytes()


def complaints(model, data):
    tensors, values = model.tensors(), evaluate.run(model, data)
    for number, operator in enumerate(model.operators()):
        for index in operator.outputs:
            tensor, value = tensors[index], values[index]
            if not tensor.quantized or value.size < 64 or operator.kind in LIMITED:
                continue
            distinct = len(np.unique(value))
            # A rectifier's zero lies at the lower end.
            top = np.mean(value == tensor.high)
            free = tensor.zero_point > tensor.low + 3 and operator.kind not in BOUNDED_BELOW
            bottom = np.mean(value == tensor.low) if free else 0
            if distinct < min(24, value.size // 4) or max(top, bottom) > MOST_AT_ONE_END:
                yield (f"operator #{number} {operator.kind} {tensor.shape}: {distinct} distinct values, "
                       f"{top:.0%} at the top, {bottom:.0%} at the bottom")


def main():
    folder, failed = sys.argv[1], 0
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for name in NETWORKS:
        path = os.path.join(folder, name + ".tflite")
        subprocess.run(["model-zoo", name, "-o", path], check=True)
        model = Model(path)
        for kind, data in (("noise", zoo_inputs.make(name, model)), ("smooth", smooth(model))):
            for text in complaints(model, data):
                print(f"{name}, {kind}: {text}")
                failed += 1
    return 1 if failed else 0


sys.exit(main())
