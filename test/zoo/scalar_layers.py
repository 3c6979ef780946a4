#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scalar_layers.py FOLDER [--list] [--allowed FILE] [--networks PATTERN]: the zoo's layers that are scalar on Hexagon.

Every network is compiled as far as selection. A layer whose kernel is one of the portable ones
(plans/*/kernels.def) is scalar; it is named by operator, type of its first input, type of its first
output and kernel. One of few elements (FEW), as a loop's counter or a shape is, does not count. Each such name must match a row of
scalar-layers.txt (or FILE), which gives the reason why it may be so, and every row there must still match one. --list prints the names found,
with a network of each, and compares nothing.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import math
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

KERNEL = re.compile(r'KERNEL\((\w+),\s*"([^"]*)"')
VALUE = re.compile(r"%(\d+): (\w+)\[")
DIMENSIONS = re.compile(r"%\d+: \w+\[([0-9x]*)\]")
FEW = {"table8_scalar": 16}  # so many bytes take no longer one by one than as a vector
FEW_OF_OTHERS = 8
LAYER = re.compile(r"^(%.*) = ([A-Z][A-Z0-9_]*)\(([^)]*)\).* kernel=(\w+)", re.M)


def scalar_kernels():
    """Names of the kernels that are plain C."""
    names = set()
    plans = os.path.join(ROOT, "dnn-frontend", "plans")
    for family in sorted(os.listdir(plans)):
        path = os.path.join(plans, family, "kernels.def")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                names |= {name for name, instruction in KERNEL.findall(file.read()) if instruction == "scalar"}
    return names


def layers(network):
    """[(operator, input type, output type, kernel, whether all outputs have few elements)]"""
    ir = network + ".hlir"
    command = ["dnn-frontend", network, "--target=hexagon", "--print-after=select",
               "--stop-after=select", "-o", ir]
    text = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
    os.remove(ir)
    scopes, rows = [{}], []  # of values' types: a region has its own
    for line in text.splitlines():
        if line.startswith("region {"):
            scopes.append({})
        elif line == "}":
            scopes.pop()
        scopes[-1].update(VALUE.findall(line))
        for outputs, operator, inputs, kernel in LAYER.findall(line):
            data = [scopes[-1][number] for number in re.findall(r"%(\d+)", inputs)]
            few = all(math.prod(int(n) for n in dims.split("x") if n) <= FEW.get(kernel, FEW_OF_OTHERS) for dims in DIMENSIONS.findall(outputs))
            rows.append((operator, data[0] if data else "-", VALUE.search(outputs).group(2), kernel, few))
    expected = text.count(" kernel=")
    if len(rows) != expected:
        sys.exit(f"scalar_layers: {len(rows)} of {expected} layers understood in {network}")
    return rows


def found(folder, pattern):
    """{name: [networks]} of the scalar layers, and the number of all layers."""
    scalar, rows, total = scalar_kernels(), collections.defaultdict(list), 0
    subprocess.run(["model-zoo", "--all", "-o", folder], check=True)
    names = fnmatch.filter(sorted(os.listdir(folder)), pattern)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        paths = [os.path.join(folder, name) for name in names]
        for name, network in zip(names, pool.map(layers, paths)):
            total += len(network)
            for *row, few in network:
                if row[3] in scalar and not few:
                    rows[tuple(row)].append(name)
    return rows, total


def allowed(path):
    """The rows; a line is "OPERATOR input output kernel: reason", words may have wildcards."""
    rows = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            row, _, reason = line.partition(":")
            if len(row.split()) != 4 or not reason.strip():
                sys.exit(f"{path}:{number}: not 'OPERATOR input output kernel: reason'")
            rows.append(tuple(row.split()))
    return rows


def matches(name, row):
    return all(map(fnmatch.fnmatchcase, name, row))


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", help="for the zoo; emptied first")
    parser.add_argument("--list", action="store_true", help="print what is found, compare nothing")
    allowed_by_default = os.path.join(HERE, "scalar-layers.txt")
    parser.add_argument("--allowed", default=allowed_by_default, metavar="FILE")
    parser.add_argument("--networks", default="*", metavar="PATTERN", help="those of the zoo to look at (default: all)")
    return parser.parse_args()


def main():
    options = parse()
    shutil.rmtree(options.folder, ignore_errors=True)
    os.makedirs(options.folder)
    names, total = found(options.folder, options.networks)
    if options.list:
        for name in sorted(names):
            print(*name, f"({len(names[name])}: {names[name][0]})")
        return 0
    known = allowed(options.allowed)
    unknown = sorted(name for name in names if not any(matches(name, row) for row in known))
    stale = [row for row in known if not any(matches(name, row) for name in names)]
    for name in unknown:
        print("scalar, and not allowed:", *name, f"({names[name][0]})")
    for row in stale:
        print("allowed, but no layer is such:", *row)
    print(f"{total} layers, {sum(map(len, names.values()))} of them scalar, of {len(names)} kinds")
    return 1 if unknown or stale or not total else 0


if __name__ == "__main__":
    sys.exit(main())
