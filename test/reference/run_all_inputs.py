#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_all_inputs.py TEST: the network of the NET lines of TEST (test/frontend/Inputs/import.py) on all targets, over all values that
its operators can meet. An input's name says what it holds: "first..." and "second..." of 65536 elements together all pairs of bytes,
"divisor..." the same as "second..." but for its zero point, "pairs..." of 65536 x 2 these as rows, "windows..." of 1 x N*K x K x 1
square windows of K * K elements for each sum of theirs, any other one all values of its type. Each output is compared with the
evaluator's byte for byte. Prints a line for each output at fault.
"""
import argparse
import os
import sys
import tempfile

TEST = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(os.path.dirname(TEST), "utils"), os.path.join(TEST, "models")]
sys.dont_write_bytecode = True

import numpy as np  # noqa: E402

from run_edges import expected, fault, imported, run  # noqa: E402
from runmodel.tools import TARGETS, Tools  # noqa: E402


def windows(shape):
    """Each window's bytes are as equal as they can be; one for each sum, and the largest one again to the end."""
    elements = shape[2] * shape[2]  # of square windows, one below the other
    count = int(np.prod(shape)) // elements
    if count <= 255 * elements:
        raise ValueError(f"{count} windows do not hold all sums")
    sums = np.minimum(np.arange(count), 255 * elements)
    each = sums[:, None] // elements + (np.arange(elements) < sums[:, None] % elements)
    return each.astype(np.uint8)


def values(tensor):
    """All bit patterns, in an order of their own where several belong together."""
    size, kind = int(np.prod(tensor.shape)), np.dtype(tensor.dtype)
    if tensor.name.startswith("windows"):
        return windows(tensor.shape).tobytes()
    wanted = {"first": 65536, "second": 65536, "divisor": 65536, "pairs": 131072}
    role = next((each for each in wanted if tensor.name.startswith(each)), None)
    if size != wanted.get(role, 1 << 8 * kind.itemsize):
        raise ValueError(f"{tensor.name} has {size} elements")
    whole = np.arange(65536, dtype=np.uint16)
    if role == "pairs":
        return np.stack([whole >> 8, whole & 255], 1).astype(np.uint8).tobytes()
    if role == "divisor":  # by zero nothing is defined
        whole = np.where((whole & 255) == (tensor.zero_point & 255), whole ^ 1, whole)
    if role:
        return (whole >> 8 if role == "first" else whole & 255).astype(np.uint8).tobytes()
    return np.arange(size, dtype=np.uint8 if kind.itemsize == 1 else np.uint16).tobytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("test")
    parser.add_argument("--force-plan", action="append", default=[], metavar="PLAN", help="as of dnn-frontend, on Hexagon, which runs alone")
    parser.add_argument("--build", default=os.path.join(os.path.dirname(TEST), "build"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as root:
        path = os.path.join(root, "all.tflite")
        model = imported(options.test, path, options.build)
        tensors = model.tensors()
        data = b"".join(values(tensors[i]) for i in model.inputs)
        maker = {output: op.kind for op in model.operators() for output in op.outputs}
        wanted = expected(model, data)
        tools, failed = Tools(options.build), False
        forced = [f"--force-plan={plan}" for plan in options.force_plan]
        for target in ("hexagon",) if forced else TARGETS:
            got = run(tools, target, path, data, os.path.join(root, target), forced)
            faults = [f"FAILED: {target}: {maker[i]} {tensors[i].name}: {why}" for i, ours, want in zip(model.outputs, got, wanted)
                      if (why := fault(ours, want, tensors[i], False))]
            print("\n".join(faults) or f"{target}: {len(wanted)} outputs, {sum(map(len, wanted))} bytes: as the evaluator's")
            failed |= bool(faults)
        return failed


if __name__ == "__main__":
    sys.exit(main())
