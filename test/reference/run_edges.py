#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_edges.py TEST [--operators LIST] [--spread]: the network of the NET lines of TEST (test/frontend/Inputs/import.py) on all
targets. Its inputs are numbers at the edges of float; --spread: evenly spread bit patterns, all exponents alike; of integers, all bytes. Each output is compared with the evaluator's, of transcendental
operators within two units in the last place, and between the targets byte for byte. LIST, which dnn-frontend --list-operators
wrote, names the operators that take floats: each that computes must be in the network. Prints a line for each output at fault.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

TEST = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(os.path.dirname(TEST), "utils"), os.path.join(TEST, "models")]
sys.dont_write_bytecode = True

import numpy as np  # noqa: E402

import evaluate  # noqa: E402
from run_zoo import TRANSCENDENTAL, ULPS, steps_between  # noqa: E402
from runmodel import pipeline  # noqa: E402
from runmodel.tools import TARGETS, Tools  # noqa: E402
from tflite_reader import Model  # noqa: E402

POSITIVE = [0x00000000, 0x00000001, 0x00400000, 0x007fffff, 0x00800000, 0x33800000, 0x3f000000, 0x3f7fffff, 0x3f800000, 0x3fc00000,
            0x40200000, 0x40400000, 0x40c00000, 0x42b17218, 0x4afffffe, 0x4b000001, 0x4f000000, 0x5f000000, 0x7f7fffff, 0x7f800000]
NUMBERS = np.array([bits | sign for bits in POSITIVE[:17] + POSITIVE[18:] for sign in (0, 1 << 31)] + [0x7fc00000, 0xff800001],
                   np.uint32).view(np.float32)
# What only moves floats; custom operators have tests of their own, and steps of hybrid products are those of the products.
MOVES = set("""RESHAPE SQUEEZE EXPAND_DIMS TRANSPOSE CONCATENATION SPLIT SPLIT_V PACK UNPACK SLICE STRIDED_SLICE PAD PADV2 MIRROR_PAD
    GATHER GATHER_ND EMBEDDING_LOOKUP DYNAMIC_UPDATE_SLICE REVERSE_SEQUENCE ONE_HOT TILE BROADCAST_TO FILL REVERSE_V2 SPACE_TO_DEPTH
    DEPTH_TO_SPACE SPACE_TO_BATCH_ND BATCH_TO_SPACE_ND RESIZE_NEAREST_NEIGHBOR CUSTOM QUANTIZE_ROWS PRODUCT_SUMS SCALE_SUMS MOVE""".split())


def edges(count):
    return NUMBERS[np.arange(count) % len(NUMBERS)]


def spread(count):
    return (np.arange(count, dtype=np.uint64) * 2 ** 32 // count).astype(np.uint32).view(np.float32)


def bytes_for(tensor, numbers_of):
    """An input's bytes: of floats what numbers_of says, of integers all bytes without an order."""
    count = int(np.prod(tensor.shape))
    if np.dtype(tensor.dtype) == np.float32:
        return numbers_of(count).tobytes()
    places = np.arange(count * np.dtype(tensor.dtype).itemsize, dtype=np.uint32)
    return (places * np.uint32(2654435761) >> 24).astype(np.uint8).tobytes()


def computing(path):
    """The operators of the list that compute with floats."""
    found, kind = set(), ""
    for line in open(path).readlines()[2:]:
        kind = line.split()[0] if re.match("[A-Z]", line) else kind
        if "f32" in line:
            found.add(kind)
    return found - MOVES


def run(tools, target, path, data, folder, options=()):
    os.makedirs(folder)
    inputs, prefix = os.path.join(folder, "inputs.bin"), os.path.join(folder, "out")
    with open(inputs, "wb") as file:
        file.write(data)
    pipeline.translate_to_run(tools, path, target, folder, options)
    pipeline.execute(tools, target, pipeline.compile_model(tools, target, folder, pipeline.WARNINGS), [inputs], prefix, steady=True, steps=1)
    result = []
    while os.path.exists(f"{prefix}{len(result)}.bin"):
        with open(f"{prefix}{len(result)}.bin", "rb") as file:
            result.append(file.read())
    return result


def fault(got, wanted, tensor, transcendental):
    """What is wrong with one output, or nothing."""
    if got == wanted:
        return ""
    kind = np.dtype(tensor.dtype)
    if kind == np.float32:
        far = steps_between(got, wanted) > (ULPS if transcendental else 0)
    else:
        far = np.frombuffer(got, kind) != np.frombuffer(wanted, kind)
    if not far.any():
        return ""
    at = int(np.argmax(far))
    words = [np.frombuffer(data, kind)[at].tobytes()[::-1].hex() for data in (got, wanted)]
    return f"{int(far.sum())} of {len(far)} differ; element {at} is {words[0]}, not {words[1]}"


def imported(test, path, build):
    """The network of the NET lines of a test, written to path."""
    subprocess.run([sys.executable, os.path.join(TEST, "frontend/Inputs/import.py"), test, "--write", path], check=True,
                   env={**os.environ, "PATH": os.path.join(build, "bin") + ":" + os.environ["PATH"]})
    return Model(path, None)


def expected(model, data):
    """The evaluator's bytes of each output."""
    everything, wanted = evaluate.outputs(model, data), []
    for tensor in (model.tensors()[i] for i in model.outputs):
        size = np.dtype(tensor.dtype).itemsize * int(np.prod(tensor.shape))
        wanted, everything = wanted + [everything[:size]], everything[size:]
    return wanted


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("test")
    parser.add_argument("--operators", metavar="LIST")
    parser.add_argument("--spread", action="store_true")
    parser.add_argument("--build", default=os.path.join(os.path.dirname(TEST), "build"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as root:
        path = os.path.join(root, "edges.tflite")
        model = imported(options.test, path, options.build)
        kinds = {op.kind for op in model.operators()}
        missing = sorted(computing(options.operators) - kinds) if options.operators else []
        for kind in missing:
            print(f"FAILED: {kind} computes with floats and is not in the network")
        numbers_of = spread if options.spread else edges
        data = b"".join(bytes_for(model.tensors()[i], numbers_of) for i in model.inputs)
        maker = {output: op.kind for op in model.operators() for output in op.outputs}
        tensors = [model.tensors()[i] for i in model.outputs]
        wanted = expected(model, data)
        tools, results, failed = Tools(options.build), {}, bool(missing)
        for target in TARGETS:
            results[target] = run(tools, target, path, data, os.path.join(root, target))
            faults = [f"FAILED: {target}: {maker[i]} {t.name}: {why}" for i, t, got, want in
                      zip(model.outputs, tensors, results[target], wanted) if (why := fault(got, want, t, maker[i] in TRANSCENDENTAL))]
            print("\n".join(faults) or f"{target}: {len(wanted)} outputs, {sum(map(len, wanted))} bytes: as the evaluator's")
            failed |= bool(faults)
        unequal = [tensor.name for tensor, *got in zip(tensors, *results.values()) if len(set(got)) > 1]
        print("the targets differ in " + " ".join(unequal) if unequal else "the same bytes")
        return failed or bool(unequal)


if __name__ == "__main__":
    sys.exit(main())
