#!/usr/bin/python3
"""What each of the packetizer's techniques brings: one column for each, in the order of the pipeline.

usage: techniques.py [WORD]... [--build DIR] [--networks]

The first columns are the stock packetizer (in our clang), the two comparisons of GCD2's algorithm 1 and that algorithm itself,
as printed (-sda-pack=published-soft-to-hard, published-soft-to-none, published); each further one adds a technique
(llvm/include/llvm/CodeGen/SDA/SDATechniques.def), so that the last one is -sda-pack=sda. Rows are the kernels of
utils/bench/kernels (those whose name contains a WORD), with --networks those of utils/bench too: cycles of packet-profile's
model. Status 1 if a program could not be measured.
"""
import argparse
import math
import os
import re
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "utils"))
from bench import suite  # noqa: E402

TABLE = os.path.join(ROOT, "llvm", "include", "llvm", "CodeGen", "SDA", "SDATechniques.def")


def columns(build):
    clang = os.path.join(build, "bin", "clang")

    def ours(name, *options):
        return suite.Compiler(name, [clang, *(word for option in options for word in ("-mllvm", option))], name)

    found = [ours("stock", "-sda-pack=off"), ours("to-hard", "-sda-pack=published-soft-to-hard"),
             ours("to-none", "-sda-pack=published-soft-to-none"), ours("published", "-sda-pack=published")]
    with open(TABLE) as table:
        names = re.findall(r'^SDA_TECHNIQUE\(\w+, "([\w-]+)"', table.read(), re.M)
    return found + [ours("+ " + name, "-sda-pack=sda", "-sda-techniques=" + name) for name in names]


def print_row(name, cells):
    print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--build", default=os.environ.get("HEXLOOM_BUILD", os.path.join(ROOT, "build")))
    parser.add_argument("--networks", action="store_true")
    options = parser.parse_args()
    every, sums, failures = columns(options.build), {}, []
    print_row("program", [one.name for one in every])
    print_row("---", ["---:"] * len(every))

    def measure(name, one):
        try:
            cycles = [sum(one(column)) for column in every]
        except suite.Failure as failure:
            failures.append(f"{name}: {failure}")
            return
        print_row(name, [f"{count:,}" for count in cycles])
        sums.setdefault("geometric mean", []).append([math.log(count / cycles[0]) for count in cycles])

    with tempfile.TemporaryDirectory() as folder:
        for _, name, source in suite.kernels(options.words):
            measure(name, lambda column: suite.measure_kernel(options.build, column, name, source, folder, ""))
        for name in suite.networks(options.words) if options.networks else []:
            network = suite.Network(options.build, name, folder)
            measure(name, lambda column: network.measure(column, ""))
        for name, logs in sums.items():
            print_row(name, [f"{math.exp(sum(column) / len(column)):.3f}" for column in zip(*logs)])
    for failure in failures:
        print(f"techniques: error: {failure}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
