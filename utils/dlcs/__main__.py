# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""utils/reproduce-dlcs.sh: figures 13 and 14 of the SwiftDSP paper, on simulated cycles."""
import argparse
import importlib.util
import os
import sys
import tempfile

from reproduction.difference import differences, tell
from runmodel.tools import RunError, Tools

from . import figures, tables
from .measure import ROOT, Library, Network


def parse():
    parser = argparse.ArgumentParser(
        prog="utils/reproduce-dlcs.sh",
        description="Measures what figures 13 and 14 of 'A Deep Learning Compiler for Vector Processor' show, on this project's SwiftDSP: "
                    "each optimization's speed-up over the one before, generated code against hand-written kernels, packing, and "
                    "multiply-accumulates against the roofline. Writes dlcs.md, CSV files and plots (some minutes).")
    parser.add_argument("-o", dest="output", default=os.path.join(ROOT, "docs", "reproduction"), metavar="DIR",
                        help="where they go (default: docs/reproduction)")
    parser.add_argument("--only", choices=("13", "14"), action="append", help="one figure; no dlcs.md is written")
    parser.add_argument("--check", action="store_true", help="write nothing: tell where the folder's tables differ, with status 1")
    parser.add_argument("--build", metavar="DIR")
    return parser.parse_args()


def main():
    options = parse()
    if not options.check and not importlib.util.find_spec("matplotlib"):
        raise RunError("setup", "python3-matplotlib is missing, which draws the plots")
    tools = Tools(options.build)
    tools.require("swiftdsp")
    tools.require("portable")
    parts = {}
    with tempfile.TemporaryDirectory() as folder:
        if not options.only or "13" in options.only:
            parts["13"] = figures.thirteen(lambda name: Network(tools, name, folder))
        if not options.only or "14" in options.only:
            parts["14"] = figures.fourteen(lambda name: Network(tools, name, folder), lambda *flags: Library(tools, folder, flags))
    if options.check:
        good = [tell("figure " + figure, differences(tables.csv_path(options.output, figure), tables.as_csv(figure, measured)))
                for figure, measured in parts.items()]
        print(f"{sum(good)} passed, {len(good) - sum(good)} failed")
        return 0 if all(good) else 1
    os.makedirs(options.output, exist_ok=True)
    tables.write(options.output, parts)
    return 0


try:
    sys.exit(main())
except RunError as error:
    print(f"reproduce-dlcs: error: {error.stage}: {error}", file=sys.stderr)
    sys.exit(1)
