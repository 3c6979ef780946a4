#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""published.py NETWORK FOLDER: a network of the zoo against what is published of it.
published.py --counted: those of smartmem.csv, which are not written but counted by the zoo.
published.py --counts NETWORK... -o FOLDER: that the zoo counts these as the front end does.

Writes it, lets the front end count its products and parameters, counts the operators in the file and prints them beside the
published figures (published.csv). A figure further than 5 % away must have a reason there; a reason without need is an error.

smartmem.csv has two numbers of operators: the paper's, and what exported networks have in TensorFlow Lite's operators, by the
architectures' descriptions: a product has its bias, GELU is one, a normalization nine. Parameters and products may be 3 % away.
"""
import csv
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "reference"))
from tflite_reader import Model  # noqa: E402

ALLOWED = 0.05
ALLOWED_COUNTED = {"operators": 0.05, "exported": 0.05, "parameters": 0.03, "products": 0.03}


def table(name):
    with open(os.path.join(HERE, name), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def written(name, folder):
    """Figures of a network's file."""
    path = os.path.join(folder, name + ".tflite")
    subprocess.run(["model-zoo", name, "-o", path], check=True)
    layers = json.loads(subprocess.run(["dnn-frontend", path, "--summary=json"], check=True, capture_output=True).stdout)["layers"]
    kinds = [operator.kind for operator in Model(path).operators()]
    figures = {"products": sum(layer["mac"] for layer in layers), "parameters": sum(layer["parameters"] for layer in layers),
               "operators": len(kinds), "QUANTIZE": kinds.count("QUANTIZE")}
    os.remove(path)
    return figures


def counted(name):
    lines = subprocess.run(["model-zoo", "--count", name], check=True, capture_output=True, text=True).stdout.splitlines()
    figures = {word: int(number) for word, number in map(str.split, lines)}
    return {**figures, "exported": figures["operators"]}


def compare(name, rows, figures, allowed):
    """Whether all are near enough or have a reason."""
    good = bool(rows)
    for row in rows:
        ours, published = figures[row["figure"]], float(row["published"])
        apart = abs(ours / published - 1) > allowed[row["figure"]]
        print(f"{name}: {row['figure']} {ours:,}, published {published:,.0f}, {ours / published - 1:+.1%} {row['reason']}")
        if apart != bool(row["reason"]):
            print("  no reason is given for it" if apart else "  the reason is needless")
            good = False
    return good


def check_counts(names, folder):
    """Operators and products are the same but for QUANTIZE, which follows from ranges; the front end has constants of one number among
    its parameters."""
    good = True
    for name in names:
        zoo, front_end = counted(name), written(name, folder)
        print(f"{name}: {zoo['operators']} operators, {zoo['parameters']} parameters, {zoo['products']} products; in the file {front_end}")
        more = front_end["parameters"] - zoo["parameters"]
        good &= zoo["operators"] == front_end["operators"] - front_end["QUANTIZE"] and zoo["products"] == front_end["products"]
        good &= 0 <= more <= zoo["operators"]
    return good


def main():
    if sys.argv[1] == "--counts":
        return 0 if check_counts(sys.argv[2:-2], sys.argv[-1]) else 1
    if sys.argv[1] == "--counted":
        rows = table("smartmem.csv")
        good = [compare(name, [row for row in rows if row["network"] == name], counted(name), ALLOWED_COUNTED)
                for name in dict.fromkeys(row["network"] for row in rows)]
        return 0 if all(good) else 1
    name, folder = sys.argv[1:]
    rows = [row for row in table("published.csv") if row["network"] == name]
    return 0 if compare(name, rows, written(name, folder), dict.fromkeys(ALLOWED_COUNTED, ALLOWED)) else 1


if __name__ == "__main__":
    sys.exit(main())
