#!/usr/bin/python3
"""How near the packetizer comes to the provably best packing of each region, under the cycle model.

usage: optimality.py [WORD]... [--build DIR] [--networks] [--limit NODES]

Compiles the kernels of utils/bench/kernels (those whose name contains a WORD), or the networks of utils/bench with
--networks, with -sda-pack=sda and -sda-pack=optimal and compares the remarks of both, region by region, where one of them
proves the optimum: no packing has fewer cycles, between the same neighbours, in the registers that were tried. Cycles are
those of one execution of each region (of one iteration of a loop). Status 1 if a region is more than 2 % above its optimum, or
their sum is.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "utils"))
from bench import suite  # noqa: E402

ALLOWED = 1.02
REMARK = re.compile(r"remark: (\d+) instructions( \(loop\))?: .*? = (\d+) cycles, stock .*?, slots allow \d+; (.*)")


def regions(options, mode, source, include, folder):
    """[(instructions, is loop, cycles, whether that is proven optimal, the remark)] in the compiler's order."""
    command = [os.path.join(options.build, "bin", "clang"), *suite.FLAGS, *include, "-mllvm", "-sda-pack=" + mode, "-mllvm",
               f"-sda-optimal-limit={options.limit}", "-Rpass-analysis=sda-pack", "-gline-tables-only", "-c", source, "-o",
               os.path.join(folder, "out.o")]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"optimality: error: {source}: {done.stderr}")
    found = []
    for line in done.stderr.splitlines():
        if match := REMARK.search(line):
            size, loop, cycles, rest = match.groups()
            found.append((int(size), bool(loop), int(cycles), "proven optimal" in rest, line))
    return found


def compare(options, name, source, include, folder):
    """One row: regions, proven ones, the cycles of these in both modes, and the regions that are too slow."""
    ours, best = (regions(options, mode, source, include, folder) for mode in ("sda", "optimal"))
    if [region[:2] for region in ours] != [region[:2] for region in best]:
        sys.exit(f"optimality: error: {name}: other regions with -sda-pack=optimal")
    proven, sda, optimum, slow = 0, 0, 0, []
    for one, other in zip(ours, best):
        # Neighbours may differ in the two modes: each proof is one for its own.
        least = min(one[2] if one[3] else sys.maxsize, other[2] if other[3] else sys.maxsize)
        if least == sys.maxsize:
            continue
        proven, sda, optimum = proven + 1, sda + one[2], optimum + least
        if one[2] > ALLOWED * least:
            slow.append(f"{name}: {one[2]} cycles, the optimum is {least}: {one[4]}")
    return len(ours), proven, sda, optimum, slow


def row(name, total, proven, sda, optimum):
    print(f"| {name} | {total} | {proven} | {sda} | {optimum} | {sda / optimum if optimum else 1:.4f} |", flush=True)


def sources(options, folder):
    if not options.networks:
        for _, name, source in suite.kernels(options.words):
            yield name, source, ["-I", suite.KERNELS]
        return
    for name in suite.networks(options.words):
        network = suite.Network(options.build, name, folder)
        yield name, network.source, ["-I", os.path.join(ROOT, "runtime", "include"), "-I", network.folder]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--build", default=os.environ.get("HEXLOOM_BUILD", os.path.join(ROOT, "build")))
    parser.add_argument("--networks", action="store_true")
    parser.add_argument("--limit", type=int, default=20000, metavar="NODES")
    options = parser.parse_args()
    print("| | regions | proven | cycles of these, sda | optimum | |\n|---|---:|---:|---:|---:|---:|")
    totals, slow = [0, 0, 0, 0], []
    with tempfile.TemporaryDirectory() as folder:
        for name, source, include in sources(options, folder):
            *counts, more = compare(options, name, source, include, folder)
            row(name, *counts)
            totals = [a + b for a, b in zip(totals, counts)]
            slow += more
    row("**all**", *totals)
    if slow:
        print(f"\n{len(slow)} regions are more than {ALLOWED - 1:.0%} above their optimum:\n  " + "\n  ".join(slow))
    return bool(slow) or totals[2] > ALLOWED * totals[3] or not totals[1]


sys.exit(main())
