#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""declared_axes.py [--target=NAME:]TEST...: what `dnn-frontend --list-schedules` declares against what plans of these tests' networks
(as run_schedules.py reads them) have. Each declared value of each kernel that cost or a rule takes must be one of an operator's, and no
operator may have another one. Prints each fault, and how many values were met.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

TEST = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(os.path.dirname(TEST), "utils"), os.path.join(TEST, "models")]
sys.dont_write_bytecode = True

from run_edges import imported  # noqa: E402
from runmodel import pipeline  # noqa: E402
from runmodel.tools import Tools  # noqa: E402


def declared(frontend):
    """{(kernel, field): patterns}, without the fields that any word is a value of; and those that the operator decides."""
    kernels, axes, fixed = [], {}, set()
    for line in subprocess.run([frontend, "--list-schedules"], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines():
        axis = re.fullmatch(r"  (\w+)=(\S+) \((.*?)\): .*", line)
        if not axis:
            kernels = line.split(", ") if re.fullmatch(r"\w+(, \w+)*", line) else []
        elif axis[2] != "*":
            axes.update({(kernel, axis[1]): axis[2].split("|") for kernel in kernels})
            fixed.update((kernel, axis[1]) for kernel in kernels if "follows" in axis[3])
    return axes, fixed


def matches(pattern, value):
    return re.fullmatch(re.escape(pattern).replace("N", r"\d+"), value)


def axes_of(tools, path, target, folder, kernels):
    """(kernel, field, value) of all plans, each kernel asked for once of each operator that it serves."""
    dump = os.path.join(folder, "plans.json")
    os.makedirs(folder, exist_ok=True)
    with open(path, "rb") as file:
        converts = b"LAYOUT_CONVERT" in file.read()

    def layers(options):
        pipeline.translate(tools, path, target, folder, ["--dump-plans", dump, *options])
        with open(dump, encoding="utf-8") as file:
            return [layer for layer in json.load(file)["layers"] if converts or layer["operator"] != "LAYOUT_CONVERT"]

    serving = {layer["name"]: sorted({plan["kernel"] for plan in layer["plans"] if "rejected" not in plan} & kernels) for layer in layers([])}
    for turn in range(max(map(len, serving.values()))):
        asked = {name: kernels[turn] for name, kernels in serving.items() if turn < len(kernels)}
        for layer in layers([f"--force-plan={name}={kernel}" for name, kernel in asked.items()]):
            for field, axis in layer["axes"].get(asked.get(layer["name"]), {}).items():
                yield from ((asked[layer["name"]], field, value) for value in axis["values"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="+", metavar="TEST")
    parser.add_argument("--build", default=os.path.join(os.path.dirname(TEST), "build"))
    options = parser.parse_args()
    tools = Tools(options.build)
    axes, fixed = declared(os.path.join(options.build, "bin", "dnn-frontend"))
    met, faults = set(), 0
    with tempfile.TemporaryDirectory() as root:
        for number, test in enumerate(options.tests):
            target, path = test.rsplit(":", 1) if ":" in test else ("hexagon", test)
            if not path.endswith(".hlir"):
                network = os.path.join(root, f"{number}.tflite")
                imported(path, network, options.build)
                path = network
            met |= set(axes_of(tools, path, target, os.path.join(root, str(number)), {kernel for kernel, _ in axes}))
    for kernel, field, value in sorted(met):
        patterns = axes.get((kernel, field), [value])
        if not any(matches(pattern, value) for pattern in patterns):
            print(f"{kernel} has {field}={value}, which is not declared")
            faults += 1
    count = 0
    for (kernel, field), patterns in axes.items():
        for pattern in patterns if (kernel, field) not in fixed else []:
            # a number is any value that no other pattern has
            others = [other for other in patterns if other != pattern and "N" in pattern]
            if any((kernel, field) == key[:2] and matches(pattern, key[2]) and not any(matches(other, key[2]) for other in others) for key in met):
                count += 1
            else:
                print(f"{kernel} has {field}={pattern} in none of these networks")
                faults += 1
    print(f"{count} of {count + faults} declared values")
    return faults > 0


if __name__ == "__main__":
    sys.exit(main())
