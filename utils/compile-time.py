#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the packetizer costs in compile time: executed host instructions, so that the figures do not depend on the load.

usage: compile-time.py [NETWORK]... [--build DIR] [--limit RATIO] [--modes sda,...] [--techniques] [--clang] [--regions N,N,...]

Each network of the zoo (default: mobilenet_v1_025_96_uint8, about two minutes on an idle machine; --clang: five more) is
translated by the front end and compiled to LLVM IR; then llc makes an object file of it with the stock packetizer and with
-sda-pack, under qemu-x86_64, whose plugin counts. --clang: the whole `clang -c` of the network's C as well. --regions:
generated straight-line blocks of so many instructions through the packetizer pass alone. --techniques: instead of the modes
the published algorithm, and a column for each technique that is added to it (see techniques.py, which tells what they bring).
Each run is told on standard error. Status 1 if a network takes more than RATIO (1.8) times the stock code generator's instructions.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "utils"), os.path.join(ROOT, "test", "sda", "large", "Inputs")]
from bench import suite  # noqa: E402
from straight_line import straight_line  # noqa: E402

LLC = ["-mtriple=hexagon", "-mcpu=hexagonv66", "-mattr=+hvxv66,+hvx-length128b"]


def build_plugin(folder):
    """Compiles the plugin that counts; its path."""
    plugin = os.path.join(folder, "count-instructions.so")
    suite.run(["cc", "-O2", "-shared", "-fPIC", "-I", os.path.join(ROOT, "utils", "packet-profile", "plugin"),
               os.path.join(ROOT, "utils", "compile-time", "count-instructions.c"), "-o", plugin], "cc")
    return plugin


def instructions(command, folder, plugin):
    """Instructions that a command executes in a folder, its children aside."""
    words = [os.path.basename(word) for word in command]
    start = time.monotonic()
    command = ["qemu-x86_64", "-cpu", "max", "-plugin", plugin, *command]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder)
    if done.returncode:
        raise suite.Failure(f"{' '.join(command)}\n{done.stdout}")
    packed = [word for word in words if word.startswith("-sda-")] or ["stock"]
    print(f"{words[0]} {' '.join(packed)}: {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    return int(re.search(r"^instructions: (\d+)$", done.stdout, re.M).group(1))


def modes(options):
    """The columns beside stock: a title, and options of llc."""
    if not options.techniques:
        return [(mode, ["-sda-pack=" + mode]) for mode in options.modes.split(",")]
    return [("published", ["-sda-pack=published"]),
            *[("+ " + name, ["-sda-pack=sda", "-sda-techniques=" + name]) for name in suite.techniques()]]


def row(name, counts):
    stock = counts[0]
    cells = [f"{count / 1e6:,.0f}" + (f" ({count / stock:.2f})" if count is not stock else "") for count in counts]
    print(f"| {name} | {' | '.join(cells)} |", flush=True)


def measure_network(options, name, folder, plugin):
    """The worst ratio of llc's instructions."""
    network = suite.Network(options.build, name, folder)
    tool = lambda program: os.path.join(options.build, "bin", program)
    include = ["-I", os.path.join(ROOT, "runtime", "include"), "-I", network.folder]
    bitcode, out = os.path.join(network.folder, "model.ll"), os.path.join(network.folder, "model.o")
    compile_ = [tool("clang"), *suite.FLAGS, *include]
    # Weights are included by the assembler, from the folder that it runs in. As text: who writes bitcode assembles what stands outside of
    # functions, where the weights' size is not known yet.
    suite.run(["env", "-C", network.folder, *compile_, "-emit-llvm", "-S", network.source, "-o", bitcode], "clang")
    llc = [tool("llc"), "-O2", "-filetype=obj", bitcode, "-o", out]
    settings = [[], *[words for _, words in modes(options)]]
    counts = [instructions([*llc, *words], network.folder, plugin) for words in settings]
    row(f"{name}, llc", counts)
    if options.clang:
        # The driver starts the compiler proper in a process of its own unless told otherwise.
        prefix = [*compile_, "-fintegrated-cc1", "-c", network.source, "-o", out]
        row(f"{name}, clang -c",
            [instructions([*prefix, *(part for word in words for part in ("-mllvm", word))], network.folder, plugin)
             for words in settings])
    return max(counts[1:]) / counts[0]


def measure_regions(options, folder, plugin):
    for size in map(int, options.regions.split(",")):
        source = os.path.join(folder, f"{size}.mir")
        with open(source, "w") as file:
            file.write(straight_line(size))
        llc = [os.path.join(options.build, "bin", "llc"), *LLC, source, "-o", os.path.join(folder, "out.mir")]
        row(f"{size} instructions, the pass alone",
            [instructions([*llc, "-run-pass=hexagon-packetizer"], folder, plugin),
             *[instructions([*llc, "-run-pass=hexagon-sda-packetizer", *words], folder, plugin) for _, words in modes(options)]])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="*", metavar="NETWORK")
    # Absolute: compilers run in the networks' folders.
    parser.add_argument("--build", type=os.path.abspath, default=os.environ.get("HEXLOOM_BUILD", os.path.join(ROOT, "build")))
    parser.add_argument("--limit", type=float, default=1.8)
    parser.add_argument("--modes", default="sda")
    parser.add_argument("--techniques", action="store_true")
    parser.add_argument("--clang", action="store_true")
    parser.add_argument("--regions", default="")
    options = parser.parse_args()
    print("Millions of host instructions, and times the stock packetizer's.\n")
    titles = ["stock", *[title for title, _ in modes(options)]]
    print(f"| | {' | '.join(titles)} |\n|---|{'---:|' * len(titles)}")
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        plugin = build_plugin(folder)
        for name in options.networks or ([] if options.regions else ["mobilenet_v1_025_96_uint8"]):
            worst = max(worst, measure_network(options, name, folder, plugin))
        if options.regions:
            measure_regions(options, folder, plugin)
    if worst > options.limit:
        print(f"compile-time: error: {worst:.4f} times the stock code generator's instructions, wanted {options.limit}",
              file=sys.stderr)
    return worst > options.limit


try:
    sys.exit(main())
except suite.Failure as failure:
    sys.exit(f"compile-time: error: {failure}")
