#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the evaluator itself against golden outputs of TensorFlow Lite's reference kernels (HEXLOOM_SHARED, see
test/models/run_models.py). Prints each network that differs and `N passed, N failed`."""
import fnmatch
import os
import sys
import traceback

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "models"))
sys.dont_write_bytecode = True

import evaluate  # noqa: E402
from run_models import FOLDERS, cases, difference, networks, read, shared_folder  # noqa: E402
from tflite_reader import Model  # noqa: E402


def check(stem):
    model = Model(stem + ".tflite")
    for case in cases(stem):
        error = difference(evaluate.outputs(model, read(f"{stem}.{case}.in")), read(f"{stem}.{case}.out"))
        if error:
            return f"{case}: {error}"
    return None


def main():
    patterns = sys.argv[1:] or ["ops/*", "hannk/*"]
    passed = failed = 0
    for folder in FOLDERS:
        for stem in networks(os.path.join(shared_folder(), "models", folder)):
            name = f"{folder}/{os.path.basename(stem)}"
            if not any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns):
                continue
            try:
                error = check(stem)
            except Exception:  # a crash of the evaluator is a failure of this network
                error = traceback.format_exc(limit=-2).strip().replace("\n", "\n    ")
            passed, failed = passed + (not error), failed + bool(error)
            if error:
                print(f"FAIL {name}: {error}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
