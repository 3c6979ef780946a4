#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_schedules.py TEST [--kernel WORD [--stage FORM] [--given FIELD=VALUE]...] [--layouts] [--wide-products] [FIELD=VALUE]...: runs on
Hexagon the network of TEST (an .hlir file, or the NET lines of test/frontend/Inputs/import.py), each time with other plans forced on its operators, until each has had every
schedule that its vector kernels offer, in the first layouts that do; --layouts: in all layouts. Outputs are compared byte for byte with
the evaluator's, of .hlir with plain C's. Each value of each axis that a kernel has for an operator (--dump-plans) must have been met in the
C that was run, the given ones among them, and no two schedules of a kernel may be the same C. --kernel: of kernels with WORD in their
name alone, those schedules among them that are left out unless they are asked for, by that output stage; --given: where a kernel has
plans with these fields, only such. --wide-products: of kernels by pairs of words, too. Prints the fields with the number of
operators' plans that had them, and each output at fault.

That is what HEXLOOM_ALL=1 in the environment asks for (utils/check.sh --all). Without it an operator has a few of its schedules:
somewhere in the network each field of each kernel has each of its values (and there is each choice of layouts).
"""
import argparse
import collections
import itertools
import json
import math
import os
import re
import sys
import tempfile

TEST = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(os.path.dirname(TEST), "utils"), os.path.join(TEST, "models")]
sys.dont_write_bytecode = True

import numpy as np  # noqa: E402

from run_edges import expected, imported, run  # noqa: E402
from runmodel import pipeline  # noqa: E402
from runmodel.tools import Tools  # noqa: E402


def inputs_of(path):
    """Bytes of an .hlir file's inputs."""
    with open(path, encoding="utf-8") as file:
        inputs = re.findall(r"^input %\d+: \D+(\d+)\[([\dx]+)\]", file.read(), re.M)
    return sum(int(bits) // 8 * math.prod(map(int, shape.split("x"))) for bits, shape in inputs)


def noise(count):
    return np.random.default_rng(1).integers(0, 256, count, np.uint8).tobytes()


def offers(plans, kernel, given):
    """Whether a kernel has a plan with each of the fields, not necessarily the same plan."""
    return all(any(plan["kernel"] == kernel and str(plan.get("schedule", {}).get(name)) == value for plan in plans) for name, value in given)


def switches(wide):
    """The operators are to have the plans of what the network says."""
    return ["--no-embed-windows"] + ([] if wide else ["--no-wide-products"])


def layers_of(tools, path, folder, word="", stage="", given=(), wide=False):
    """Layers with their plans, of kernels with that word where there are any."""
    dump = os.path.join(folder, "plans.json")
    os.makedirs(folder, exist_ok=True)

    def dumped(options):
        pipeline.translate(tools, path, "hexagon", folder, ["--dump-plans", dump, *switches(wide), *options])
        with open(dump, encoding="utf-8") as file:
            return json.load(file)["layers"]

    layers = dumped([])
    if not word:
        return layers
    plans = collections.defaultdict(list)
    for kernel in sorted({plan["kernel"] for layer in layers for plan in layer["plans"] if word in plan["kernel"]}):
        forced = [f"--force-plan={layer['name']}={kernel}" + (f":stage={stage}" if stage else "") for layer in layers
                  if any(plan["kernel"] == kernel and "rejected" not in plan for plan in layer["plans"])]
        found = dumped(forced)
        if given:
            fields = "".join(f":{name}={value}" for name, value in given)
            having = {layer["name"] for layer in found if offers(layer["plans"], kernel, given)}
            found = dumped([option + fields * (option.split("=")[1] in having) for option in forced])
            for layer in found:
                if layer["name"] in having:
                    layer["plans"] = [plan for plan in layer["plans"] if offers([plan], kernel, given)]
        for layer in found:
            plans[layer["name"]] += [plan for plan in layer["plans"] if plan["kernel"] == kernel]
    for layer in layers:
        layer["plans"] = plans[layer["name"]]
    return layers


MOST_ROUNDS = 3  # of a layer, where not all of its schedules run


def covering(layers):
    """Of each layer's keys (kernel, fields, layouts) at most MOST_ROUNDS, taken greedily so that each field of each kernel has each of
    its values as often as the others somewhere in the network; more where a value would have no layer at all."""
    facts = [{key: {(key[0], fact) for fact in (*key[1].split(":"), key[2])} for key in kinds} for kinds in layers]
    met, chosen = collections.Counter(), [[] for _ in layers]

    def take(layer, key):
        met.update(facts[layer][key])
        chosen[layer].append(key)

    for _ in range(MOST_ROUNDS):
        for layer, keys in enumerate(facts):
            left = [key for key in keys if key not in chosen[layer]]
            if left:
                take(layer, max(left, key=lambda key: sum(1 / (1 + met[fact]) for fact in keys[key])))  # the first of several
    for layer, keys in enumerate(facts):
        for key in keys:
            if any(not met[fact] for fact in keys[key]):
                take(layer, key)
    return chosen


def plans_of(layers, layouts_too=False):
    """For each operator the options that force one plan of each kernel and schedule, none of those that leave no choice."""
    every = os.environ.get("HEXLOOM_ALL")
    found = []
    for layer in layers:
        kinds = {}
        for plan in layer["plans"]:
            if "rejected" not in plan and plan["schedule"] and not plan["kernel"].endswith("_scalar"):
                fields = "".join(f":{name}={value}" for name, value in plan["schedule"].items())
                layouts = ",".join(re.findall(r"\w+", plan["layouts"]))
                option = f"--force-plan={layer['name']}={plan['kernel']}:{layouts}{fields}"
                kinds.setdefault((plan["kernel"], fields, layouts_too and layouts), option)
        found.append(kinds)
    return [[kinds[key] for key in keys] for kinds, keys in zip(found, found if every else covering(found))]


def layers_in(folder):
    """Of each layer of the emitted C that has a schedule: its name, kernel, tensors with their layouts, schedule, and code."""
    with open(os.path.join(folder, "model.c"), encoding="utf-8") as file:
        text = file.read()
    # A layer that moves nothing is a comment alone.
    for head, code in re.findall(r"^/\* (Layer (?:(?!\*/).)*)\*/\n(?!\s*/\*)(.*?^\})", text, re.M | re.S):
        schedule = re.search(r"^ \*   schedule (.*?)\s*$", head, re.M)
        if schedule:
            tensors = re.findall(r"^ \*   (?:input|output) .*$", head, re.M)
            plain = re.sub(r"/\*.*?\*/", "", re.sub(r"\bW\(([^,()]*), \d+\)", r"W(\1)", code), flags=re.S)
            yield head.splitlines()[0], re.search(r"^ \*   kernel (\w+)", head, re.M)[1], tuple(tensors), schedule[1], plain


def differing(one, other):
    """The fields in which two schedules differ."""
    a, b = (dict(field.split("=") for field in schedule.split()) for schedule in (one, other))
    return frozenset(name for name in a.keys() | b.keys() if a.get(name) != b.get(name))


class Codes:
    """Which schedules are the same code. In some layer they may be, such as one without products. Fields that make no difference in any
    layer are no choice."""

    def __init__(self):
        self.known, self.same, self.matters = collections.defaultdict(dict), [], set()

    def add(self, name, kernel, tensors, schedule, code):
        for other, its in self.known[name, kernel, tensors].items():
            fields = differing(schedule, other)
            if its == code and fields:
                self.same.append((kernel, fields, f"{name} by {kernel} is the same code with {other} and with {schedule}"))
            elif fields:
                self.matters.add((kernel, fields))
        self.known[name, kernel, tensors][schedule] = code

    def faults(self):
        return [text for kernel, fields, text in self.same if (kernel, fields) not in self.matters]


def wanted_values(layers):
    """(kernel, field, value) of all axes of vector kernels that the operator does not decide, of the plans that are to run."""
    return {(plan["kernel"], field, value) for layer in layers for plan in layer["plans"]
            if "rejected" not in plan and not plan["kernel"].endswith("_scalar") for field, value in plan["schedule"].items()
            if layer["axes"].get(plan["kernel"], {}).get(field, {}).get("by") != "shape" and field != "stage"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("test")
    parser.add_argument("fields", nargs="*", metavar="FIELD=VALUE")
    parser.add_argument("--layouts", action="store_true")
    parser.add_argument("--wide-products", action="store_true")
    parser.add_argument("--kernel", metavar="WORD", default="")
    parser.add_argument("--stage", metavar="FORM", default="")
    parser.add_argument("--given", metavar="FIELD=VALUE", action="append", default=[])
    parser.add_argument("--build", default=os.path.join(os.path.dirname(TEST), "build"))
    options = parser.parse_intermixed_args()
    tools, met, codes, failed = Tools(options.build), collections.Counter(), Codes(), False
    with tempfile.TemporaryDirectory() as root:
        if options.test.endswith(".hlir"):
            path = options.test
            data = noise(inputs_of(path))
            wanted = run(tools, "portable", path, data, os.path.join(root, "portable"))
        else:
            path = os.path.join(root, "net.tflite")
            model = imported(options.test, path, options.build)
            tensors = [model.tensors()[i] for i in model.inputs]
            data = noise(sum(np.dtype(tensor.dtype).itemsize * math.prod(tensor.shape) for tensor in tensors))
            wanted = expected(model, data)
        layers = layers_of(tools, path, os.path.join(root, "plans"), options.kernel, options.stage,
                           [field.split("=") for field in options.given], options.wide_products)
        with open(path, "rb") as file:  # not the conversions that selection put between others
            converts = b"LAYOUT_CONVERT" in file.read()
        layers = [layer for layer in layers if converts or layer["operator"] != "LAYOUT_CONVERT"]
        plans = plans_of(layers, options.layouts)
        for number, forced in enumerate(itertools.zip_longest(*plans)):
            folder = os.path.join(root, str(number))
            got = run(tools, "hexagon", path, data, folder, [plan for plan in forced if plan] + switches(options.wide_products))
            for name, kernel, tensors, schedule, code in layers_in(folder):
                met.update((kernel, *field.split("=")) for field in schedule.split())
                codes.add(name, kernel, tensors, schedule, code)
            if got != wanted:
                print(f"FAILED: outputs {[i for i, (a, b) in enumerate(zip(got, wanted)) if a != b]} with", *filter(None, forced), flush=True)
                failed = True
    for fault in codes.faults():
        print("FAILED:", fault, flush=True)
        failed = True
    for value in sorted(wanted_values(layers)):
        print(*value, met[value])
        failed |= not met[value]
    given = {field for field in options.fields if not any(count and "=".join(key[1:]) == field for key, count in met.items())}
    for field in sorted(given):
        print(field, "is in no plan that ran")
    return failed or bool(given)


if __name__ == "__main__":
    sys.exit(main())
