#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""published.py NETWORK FOLDER: a network of the zoo against what is published of it.

Writes it, lets the front end count its products and parameters, counts the operators in the file and prints them beside the
published figures (published.csv). A figure further than 5 % away must have a reason there; a reason without need is an error.
"""
import csv
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
TEST = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TEST, "reference"))
from tflite_reader import Model  # noqa: E402

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "published.csv")
ALLOWED = 0.05


def main():
    name, folder = sys.argv[1:]
    with open(TABLE, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["network"] == name]
    path = os.path.join(folder, name + ".tflite")
    subprocess.run(["model-zoo", name, "-o", path], check=True)
    layers = json.loads(subprocess.run(["dnn-frontend", path, "--summary=json"], check=True, capture_output=True).stdout)["layers"]
    counted = {"products": sum(layer["mac"] for layer in layers), "parameters": sum(layer["parameters"] for layer in layers),
               "operators": len(Model(path).operators())}
    os.remove(path)
    failed = not rows
    for row in rows:
        ours, published = counted[row["figure"]], float(row["published"])
        apart = abs(ours / published - 1) > ALLOWED
        print(f"{name}: {row['figure']} {ours:,}, published {published:,.0f}, {ours / published - 1:+.1%} {row['reason']}")
        if apart != bool(row["reason"]):
            print("  no reason is given for it" if apart else "  the reason is needless")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
