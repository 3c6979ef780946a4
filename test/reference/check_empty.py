#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_empty.py FOLDER: networks of the zoo with inputs of which one dimension is 0, each in turn, on both targets. Shapes
that the operator cannot have are refused by a user's error; nothing else goes wrong."""
import collections
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True

from tflite_reader import Model  # noqa: E402


def shapes(model, axis):
    """--shape options that make this dimension of every input that has it 0."""
    tensors = [model.tensors()[index] for index in model.inputs]
    return [f"--shape={t.name}=" + "x".join(map(str, (*t.shape[:axis], 0, *t.shape[axis + 1:]))) for t in tensors if len(t.shape) > axis]


TARGETS = ("hexagon", "portable") if os.environ.get("HEXLOOM_ALL") else ("hexagon",)


def drawn(names):
    """utils/check.sh --all: every network; else every second one."""
    return names if os.environ.get("HEXLOOM_ALL") else names[::2]


def outcome(path, target, source, options):
    """"compiled", "refused" or what went wrong."""
    command = ["dnn-frontend", path, "--target=" + target, "-o", source, *options]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode == 0:
        return "compiled"
    is_clear = done.returncode == 1 and all(line.startswith("dnn-frontend: error: ") for line in done.stderr.splitlines())
    return "refused" if is_clear else f"status {done.returncode}: {done.stderr}"


def main():
    folder = sys.argv[1]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    subprocess.run(["model-zoo", "--all", "-o", folder], check=True)
    counts, wrong = collections.Counter(), 0
    for name in drawn(sorted(os.listdir(folder))):
        path = os.path.join(folder, name)
        model = Model(path)
        for axis in range(4):
            options = shapes(model, axis)
            for target in TARGETS if options else ():
                result = outcome(path, target, os.path.join(folder, "out.c"), options)
                if result in ("compiled", "refused"):
                    counts[axis, result] += 1
                else:
                    print(f"{name} {' '.join(options)} {target}: {result}")
                    wrong += 1
    shutil.rmtree(folder)
    for axis in range(4):
        print(f"dimension {axis}: {counts[axis, 'compiled']} compiled, {counts[axis, 'refused']} refused")
    # Most networks can have no batch; LSTMs and RNNs are refused.
    return 1 if wrong or counts[0, "compiled"] < 3 * counts[0, "refused"] else 0


sys.exit(main())
