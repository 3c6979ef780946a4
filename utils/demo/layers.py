#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""layers.py PROFILE.json: the layers of a profiled network, most packets first; the last row is all of them."""
import json
import sys

BAR, MOST = 28, 20


def row(name, packets, share, macs, stalls):
    rate = f"{macs / packets:9.1f}" if macs else " " * 9
    return f"{name:<34}{packets:>12,}{share:>7.1%} {rate} {stalls:>10,}  {'#' * round(BAR * share)}".rstrip()


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        profile = json.load(file)
    total = profile["network"]["packets"]
    # What is not a layer, start-up and the harness, is in brackets.
    layers = sorted((r for r in profile["layers"] if not r["name"].startswith("(")), key=lambda r: -r["packets"])
    print(f"{'layer':<34}{'packets':>12}{'share':>7} {'MAC/pkt':>9} {'stalls':>10}")
    for layer in layers[:MOST]:
        print(row(layer["name"], layer["packets"], layer["packets"] / total, layer["resources"]["Macs"], layer["stalls"]))
    rest = layers[MOST:]
    if rest:
        sums = [sum(values) for values in zip(*((r["packets"], r["resources"]["Macs"], r["stalls"]) for r in rest))]
        print(row(f"{len(rest)} further layers", sums[0], sums[0] / total, sums[1], sums[2]))
    network = profile["network"]
    print(row("the network", total, 1, network["resources"]["Macs"], network["stalls"]).rstrip("# "))


main()
