# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""utils/bench.sh: the kernel suite in all modes of the packetizer and by stock compilers, as a table."""
import argparse
import os
import sys
import tempfile

from . import suite, table

BASELINE = os.path.join(suite.ROOT, "utils", "bench", "baseline.csv")


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="utils/bench.sh",
        description="Compiles, runs, checks and prices every kernel of utils/bench/kernels, and networks on demand; prints "
                    "a Markdown table. "
                    "Status 1 when a kernel is wrong or more than 1 % slower than the committed baseline.")
    parser.add_argument("words", nargs="*", metavar="WORD", help="only those whose name contains a WORD")
    parser.add_argument("--target", choices=suite.TARGETS, default="hexagon", help="swiftdsp: cycles of its simulator, compared with no "
                        "baseline but one that is named (default: %(default)s)")
    parser.add_argument("--networks", action="store_true", help="networks of the model zoo too (minutes)")
    parser.add_argument("--modes", default="", help="compilers to measure, separated by commas (default: all there are)")
    parser.add_argument("--compiler", action="append", default=[], metavar="NAME=PATH",
                        help="where the stock compilers are: stock=PATH (default: /usr/lib/llvm-19/bin/clang), "
                             "clang-22=PATH (default: in the PATH, else /usr/lib/llvm-22/bin/clang)")
    parser.add_argument("--machine", default="", help="machine description (default: dnn-frontend/machine/hexagon-v66.json)")
    parser.add_argument("--build", default=os.environ.get("HEXLOOM_BUILD", os.path.join(suite.ROOT, "build")))
    parser.add_argument("--csv", metavar="FILE", help="write the results there as CSV")
    parser.add_argument("--markdown", metavar="FILE", help="write the table there, not to standard output")
    parser.add_argument("--baseline", metavar="FILE", help="compare with this file (Hexagon: utils/bench/baseline.csv)")
    parser.add_argument("--update-baseline", action="store_true", help="put these results into the baseline")
    parser.add_argument("--no-baseline", action="store_true", help="compare with nothing")
    options = parser.parse_args(arguments)
    if options.machine and options.target != "hexagon":
        parser.error("--machine goes with --target=hexagon")
    if not options.baseline and options.target == "hexagon":
        options.baseline = BASELINE
    if not options.baseline and options.update_baseline:
        parser.error("--update-baseline needs --baseline=FILE")
    options.target = suite.TARGETS[options.target]
    return options


def fail(text, status):
    print("bench: error: " + text, file=sys.stderr)
    sys.exit(status)


def choose(options):
    places = dict(place.split("=", 1) for place in options.compiler if "=" in place)
    if len(places) != len(options.compiler) or not places.keys() <= {"stock", "clang-22"}:
        fail("--compiler: stock=PATH or clang-22=PATH is needed", 2)
    every = suite.compilers(options.build, places, options.target)
    if options.modes:
        names = options.modes.split(",")
        for name in names:
            if name not in [c.name for c in every]:
                fail(f"--modes: no '{name}' (there are {', '.join(c.name for c in every)})", 2)
        every = [c for c in every if c.name in names]
    usable = []
    for compiler in every:
        problem = compiler.problem()
        if problem:
            print(f"bench: {compiler.name}: {problem}; left out", file=sys.stderr)
        else:
            usable.append(compiler)
    return usable


def measure(options, compilers, kernels, networks):
    results = table.Results()

    def row(group, name, one):
        if sys.stderr.isatty():
            print(f"bench: {name}", file=sys.stderr)
        for compiler in compilers:
            try:
                results.add(group, name, compiler.name, *one(compiler))
            except suite.Failure as failure:
                results.fail(group, name, compiler.name, str(failure))

    with tempfile.TemporaryDirectory() as folder:
        for group, name, source in kernels:
            row(group, name, lambda compiler: suite.measure_kernel(options.build, compiler, name, source, folder,
                                                                   options.machine))
        for name in networks:
            try:
                network = suite.Network(options.build, name, folder, options.target)
            except suite.Failure as failure:
                results.fail("network", name, compilers[0].name, str(failure))
                continue
            row("network", name, lambda compiler: network.measure(compiler, options.machine))
    return results


def write(file, text):
    with open(file, "w") as out:
        out.write(text)


def main(arguments):
    options = parse(arguments)
    kernels = suite.kernels(options.words, options.target)
    networks = suite.networks(options.words, options.target) if options.networks else []
    if not kernels and not networks:
        fail("no name contains " + " or ".join(f"'{word}'" for word in options.words), 2)
    compilers = choose(options)
    if not compilers:
        fail("none of the compilers is there: utils/bootstrap.sh builds ours", 1)
    results = measure(options, compilers, kernels, networks)

    if options.csv:
        write(options.csv, results.csv())
    text = table.markdown(results, compilers)
    write(options.markdown, text) if options.markdown else print(text)
    bad = [f"{name} ({group}) by {compiler}: {reason}"
           for (group, name, compiler), reason in sorted(results.failures().items())]
    if options.update_baseline and not bad:
        write(options.baseline, results.updated(options.baseline if os.path.exists(options.baseline) else None).csv())
    elif options.baseline and not options.no_baseline and not options.machine:
        names = {name for _, name, _ in kernels} | set(networks)
        modes = {c.name for c in compilers}
        baseline = table.read_baseline(options.baseline)
        bad += table.regressions(results, {key: sum(row) for key, row in baseline.items()
                                           if key[1] in names and key[2] in modes})
    for message in bad:
        print("bench: error: " + message, file=sys.stderr)
    return 1 if bad else 0


sys.exit(main(sys.argv[1:]))
