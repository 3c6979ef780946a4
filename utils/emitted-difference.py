#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what two builds of dnn-frontend write for the same networks: that a change leaves the emitted code as it was.

  emitted-difference.py --before DIR/dnn-frontend --after DIR/dnn-frontend [--zoo DIR/model-zoo] [--ignore REGEX]...
                        [--target NAME]... [--objects [--build DIR]] [NETWORK...]

NETWORK: .tflite files; --zoo: all networks of the model zoo as well. Comments, white space and what --ignore matches do not
count. --objects compares what the C is compiled to instead: names of functions and constants within it do not count, their order does.
Prints each network whose code or weights differ, and `N equal, N differ`. Exit status 0: all are equal.
"""
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

from objectcode import meaning
from runmodel.pipeline import compile_object
from runmodel.tools import TARGETS, Tools


def translated(options, frontend, network, target, folder):
    """(code, weights), or the message of a network that is refused. Code: C without comments and white space, or an object's meaning."""
    os.makedirs(folder, exist_ok=True)
    source = os.path.join(folder, "net.c")
    run = subprocess.run([frontend, network, "--target", target, "--name", "net", "-o", source],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if run.returncode:
        return run.stderr
    with open(os.path.join(folder, "net.weights"), "rb") as file:
        weights = file.read()
    if options.objects:
        with open(compile_object(Tools(options.build), target, folder, "net"), "rb") as file:
            return meaning(file.read()), weights
    with open(source) as file:
        code = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)
    for pattern in options.ignore:
        code = re.sub(pattern, "", code)
    return re.sub(r"\s+", " ", code), weights


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--before", required=True)
    parser.add_argument("--after", required=True)
    parser.add_argument("--zoo")
    parser.add_argument("--ignore", action="append", default=[])
    parser.add_argument("--target", action="append", choices=TARGETS)
    parser.add_argument("--objects", action="store_true")
    parser.add_argument("--build", help="whose compiler --objects takes (default: $HEXLOOM_BUILD, else build)")
    parser.add_argument("networks", nargs="*")
    options = parser.parse_args()
    equal, different = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        networks = list(options.networks)
        if options.zoo:
            zoo = os.path.join(folder, "zoo")
            os.mkdir(zoo)
            subprocess.run([options.zoo, "--all", "-o", zoo], check=True, stdout=subprocess.DEVNULL)
            networks += sorted(glob.glob(os.path.join(zoo, "*.tflite")))
        for network in networks:
            for target in options.target or TARGETS:
                before, after = (translated(options, tool, network, target, os.path.join(folder, name))
                                 for tool, name in ((options.before, "before"), (options.after, "after")))
                if before == after:
                    equal += 1
                else:
                    different += 1
                    print(f"{os.path.basename(network)} {target}", flush=True)
    print(f"{equal} equal, {different} differ")
    return different > 0


if __name__ == "__main__":
    sys.exit(main())
