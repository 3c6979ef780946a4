#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each of the packetizer's techniques brings: one column for each, in the order of the pipeline.

usage: techniques.py [WORD]... [--build DIR] [--networks] [--held-out] [--output FILE]

The first columns are the stock packetizer (in our clang), the same behind loops in versions, the two comparisons of GCD2's algorithm 1 and that algorithm itself,
as printed (-sda-pack=published-soft-to-hard, published-soft-to-none, published); each further one adds a technique
(llvm/include/llvm/CodeGen/SDA/SDATechniques.def), so that the last one is -sda-pack=sda. Rows are the kernels of
utils/bench/kernels (those whose name contains a WORD), with --networks those of utils/bench too, with --held-out programs of loops that
nothing was tuned on (utils/bench/held_out.py): cycles of packet-profile's model. --output writes the tables to a document,
too, if all could be measured. Status 1 if a program could not be measured.
"""
import argparse
import math
import os
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "utils"))
from bench import held_out, suite  # noqa: E402
from reproduction.result import made_of  # noqa: E402

# The beginning of the document.
BANNER = """# What each of the packetizer's techniques brings

Made by `utils/techniques.py{words}`. The figures are cycles of `packet-profile`'s model. The columns are:

- `stock`: the stock packetizer;
- `stock, versions`: the stock packetizer behind loops in two versions, which is what these bring without us;
- `to-hard`, `to-none`, `published`: the published algorithm's two comparisons and that algorithm;
- `+ NAME`: one technique more than the column before.

Techniques come in the order of the pipeline (`llvm/include/llvm/CodeGen/SDA/SDATechniques.def`), but for the versions, which come
last. The last row is the geometric mean of the quotients with stock. Held-out loops are random programs that no constant was
chosen by (`utils/bench/held_out.py`).

"""


def columns(build):
    clang = os.path.join(build, "bin", "clang")

    def ours(name, *options):
        return suite.Compiler(name, [clang, *(word for option in options for word in ("-mllvm", option))], name)

    found = [ours("stock", "-sda-pack=off"), ours("stock, versions", "-sda-pack=off", "-sda-versions"), ours("to-hard", "-sda-pack=published-soft-to-hard"),
             ours("to-none", "-sda-pack=published-soft-to-none"), ours("published", "-sda-pack=published")]
    return found + [ours("+ " + name, "-sda-pack=sda", "-sda-techniques=" + name) for name in suite.techniques()]


class Tables:
    """What is printed, and what comes of it."""

    def __init__(self, every):
        self.every, self.lines, self.failures = every, [], []

    def say(self, line=""):
        self.lines.append(line)
        print(line, flush=True)

    def row(self, name, cells):
        self.say(f"| {name} | " + " | ".join(cells) + " |")

    def section(self, title, programs):
        """programs: of each the name, and what measures it in a column."""
        logs = []
        self.say(f"## {title}\n")
        self.row("program", [column.name for column in self.every])
        self.row("---", ["---:"] * len(self.every))
        for name, measure in programs:
            try:
                cycles = [measure(column) for column in self.every]
            except suite.Failure as failure:
                self.failures.append(f"{name}: {failure}")
                continue
            self.row(name, [f"{count:,}" for count in cycles])
            logs.append([math.log(count / cycles[0]) for count in cycles])
        if logs:
            self.row("geometric mean", [f"{math.exp(sum(column) / len(column)):.3f}" for column in zip(*logs)])
        self.say()


def sections(options, folder):
    """(title, [(program, what measures it)])"""
    build = options.build
    yield "Kernels", [(name, lambda column, name=name, source=source:
                       sum(suite.measure_kernel(build, column, name, source, folder, "")))
                      for _, name, source in suite.kernels(options.words)]
    if options.networks:
        networks = [suite.Network(build, name, folder) for name in suite.networks(options.words)]
        yield "Networks", [(one.name, lambda column, one=one: sum(one.measure(column, ""))) for one in networks]
    if options.held_out:
        yield "Held-out loops", [(name, lambda column, name=name, source=source:
                                  held_out.measure(build, column, name, source, folder))
                                 for name, source in held_out.programs(options.words, folder)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--build", default=os.environ.get("HEXLOOM_BUILD", os.path.join(ROOT, "build")))
    parser.add_argument("--networks", action="store_true")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--output", metavar="FILE")
    options = parser.parse_args()
    tables = Tables(columns(options.build))
    with tempfile.TemporaryDirectory() as folder:
        for title, programs in sections(options, folder):
            if programs:
                tables.section(title, programs)
    for failure in tables.failures:
        print(f"techniques: error: {failure}", file=sys.stderr)
    if options.output and not tables.failures:
        with open(options.output, "w") as file:
            parts = [*options.words, *(["--networks"] if options.networks else []), *(["--held-out"] if options.held_out else [])]
            words = "".join(" " + word for word in [*parts, "--output FILE"])
            made = "".join(line + "\n\n" for line in made_of())
            file.write(BANNER.format(words=words) + made + "\n".join(tables.lines).rstrip() + "\n")
    return 1 if tables.failures else 0


if __name__ == "__main__":
    sys.exit(main())
