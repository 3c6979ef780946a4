#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_witness.py FOLDER: the evaluator's results of hybrid networks of the zoo against those of LiteRT's WASM builds, which are kept in
test/zoo/Inputs/hybrid-litert.txt. FOLDER is for the networks.

check_witness.py --write FOLDER: prints that file, of FOLDER/NETWORK.BUILD, raw outputs of a network by a build, for the inputs that
test/reference/zoo_inputs.py makes.

How near a result must be depends on the kernel that a build has: `equal` to the bit; `rounding`, other orders of the same float operations;
`step`, an asymmetric quantization where the reference's is symmetric.
"""
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True

import numpy as np  # noqa: E402

import evaluate  # noqa: E402
import zoo_inputs  # noqa: E402
from tflite_reader import Model  # noqa: E402

KEPT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "zoo", "Inputs", "hybrid-litert.txt")
NEAR = {"equal": 0, "rounding": 5e-7, "step": 0.03}  # of the largest magnitude
SAMPLES = 32


def samples(values):
    """Evenly spread elements, the first and the last among them."""
    return values[np.linspace(0, len(values) - 1, min(SAMPLES, len(values))).astype(int)]


def wanted(folder, name):
    path = os.path.join(folder, name + ".tflite")
    subprocess.run(["model-zoo", name, "-o", path], check=True)
    model = Model(path)
    return np.frombuffer(evaluate.outputs(model, zoo_inputs.make(name, model)), np.float32)


def distance(got, want, most):
    """Of the farthest element, by the largest magnitude of all."""
    return float(np.abs(got.astype(np.float64) - want).max() / most)


def write(folder):
    with open(KEPT, encoding="utf-8") as kept:
        print(kept.read().split("\n\n", maxsplit=1)[0] + "\n")
    for file in sorted(os.listdir(folder)):
        name, _, build = file.partition(".")
        if build in ("tfjs-tflite", "litertjs"):
            got, want = np.fromfile(os.path.join(folder, file), np.float32), wanted(folder, name)
            near = [kind for kind, limit in NEAR.items() if distance(got, want, np.abs(want).max()) <= limit]
            print(name, build, near[0] if near else "none", " ".join(f"{word:08x}" for word in samples(got).view(np.uint32)))


def main():
    if sys.argv[1] == "--write":
        return write(sys.argv[2])
    folder = sys.argv[1]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    failed, counts, known = 0, dict.fromkeys(NEAR, 0), {}
    with open(KEPT, encoding="utf-8") as kept:
        lines = kept.readlines()
    for line in lines:
        if line.startswith("#") or not line.strip():
            continue
        name, build, near, *words = line.split()
        known[name] = known[name] if name in known else wanted(folder, name)
        far = distance(np.array([int(word, 16) for word in words], np.uint32).view(np.float32), samples(known[name]),
                       np.abs(known[name]).max())
        counts[near] += 1
        if far > NEAR[near]:
            failed += 1
            print(f"FAILED: {name}: {build} is {far:.3g} away, more than {NEAR[near]:.3g}")
    print(f"{len(known)} networks: " + ", ".join(f"{count} {near}" for near, count in counts.items()))
    return failed > 0 or not known


if __name__ == "__main__":
    sys.exit(main())
