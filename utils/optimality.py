#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How near the packetizer comes to the provably best packing of each region, under the cycle model.

usage: optimality.py [WORD]... [--build DIR] [--networks] [--heuristics] [--limit NODES]

Compiles the kernels of utils/bench/kernels (those whose name contains a WORD), or the networks of utils/bench with
--networks, with -sda-pack=sda and -sda-pack=optimal and compares the remarks of both, region by region, where one of them
proves the optimum: no packing has fewer cycles, between the same neighbours, in the registers that were tried. Cycles are
those of one execution of each region (of one iteration of a loop). Status 1 if a region is more than 2 % above its optimum, or
their sum is, or if a region or function takes more cycles than with the stock packets, where these may stand.

Both modes search, the first one with fewer nodes. With --heuristics it does not, and as no program or loop is changed either,
the regions are others; what is above the optimum is listed and no failure.
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
# The techniques up to this one find packets; the next are the search, and other programs.
LAST_HEURISTIC = "rename"
# Remarks of regions and functions that are worse than stock, though they need not be.
DEARER = set()
NO_CANDIDATE = ("which is no candidate", "not all of which are candidates")
REMARK = re.compile(r"remark: (\d+) instructions( \(loop\))?: .*? = (\d+) cycles, stock .*?, slots allow \d+; (.*)")


def regions(options, mode, source, include, folder):
    """[(instructions, is loop, cycles, whether that is proven optimal, the remark)] in the compiler's order."""
    command = [os.path.join(options.build, "bin", "clang"), *suite.FLAGS, *include, "-mllvm", "-sda-pack=" + mode, "-mllvm",
               f"-sda-optimal-limit={options.limit}", "-Rpass-analysis=sda-pack", "-Rpass-missed=sda-pack",
               "-gline-tables-only", "-c", source, "-o", os.path.join(folder, "out.o")]
    if options.heuristics:
        command += ["-mllvm", "-sda-techniques=" + LAST_HEURISTIC]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"optimality: error: {source}: {done.stderr}")
    found = []
    DEARER.update(line for line in done.stderr.splitlines() if "remark: " in line and "cycles" in line and " more than " in line
                  and not line.split(" [-R")[0].endswith(NO_CANDIDATE))
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
    parser.add_argument("--heuristics", action="store_true")
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
    print(f"\n{len(DEARER)} regions and functions are dearer than with their stock packets" + "".join("\n  " + d for d in sorted(DEARER)))
    above = bool(slow) or totals[2] > ALLOWED * totals[3]
    return bool(DEARER) or above and not options.heuristics or not totals[1]


sys.exit(main())
