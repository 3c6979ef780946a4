#!/usr/bin/python3
"""check_empty.py FOLDER: every network of the zoo with images of no extent, on both targets. Shapes that the operator cannot
have are refused by a user's error; nothing else goes wrong."""
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True

from tflite_reader import Model  # noqa: E402


def shapes(model):
    """--shape options that make every input's first dimension 0."""
    tensors = [model.tensors()[index] for index in model.inputs]
    return [f"--shape={t.name}=" + "x".join(map(str, (0, *t.shape[1:]))) for t in tensors if t.shape]


def outcome(path, target, source):
    """"compiled", "refused" or what went wrong."""
    command = ["dnn-frontend", path, "--target=" + target, "-o", source, *shapes(Model(path))]
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
    counts, wrong = {"compiled": 0, "refused": 0}, 0
    for name in sorted(os.listdir(folder)):
        for target in ("hexagon", "portable"):
            result = outcome(os.path.join(folder, name), target, os.path.join(folder, "out.c"))
            if result in counts:
                counts[result] += 1
            else:
                print(f"{name} {target}: {result}")
                wrong += 1
    shutil.rmtree(folder)
    print(f"{counts['compiled']} compiled, {counts['refused']} refused, {wrong} wrong")
    return 1 if wrong or counts["compiled"] < 4 * counts["refused"] else 0


sys.exit(main())
