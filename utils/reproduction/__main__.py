# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""utils/reproduce-gcd2.sh: GCD2's tables and figures, drawn again."""
import argparse
import importlib
import os
import sys
import tempfile
import time

from .difference import tell
from .measure import ROOT, Lab, RunError, suite
from .missing import NotMeasured
from .result import can_draw, put
from .setting import CLOCK

STEPS = ("table2", "windows", "halves", "table3", "table4", "compiling", "figure7", "figure8", "figure9", "figure10", "figure11", "figure12",
         "shapes", "solvers")
SHORT = ("table2", "table3", "figure10", "solvers")  # two minutes of a processor
REPORT = "gcd2.md"
LONGEST = 16  # lines of a table in the report

INTRODUCTION = f"""# GCD2's tables and figures, drawn again

`utils/reproduce-gcd2.sh` draws again what Niu and others evaluate in "GCD2: A Globally Optimizing Compiler for Mapping DNNs to
Mobile DSPs" (2022). The paper's value stands beside ours where the paper states one.

There is no chip here. Cycles are those of the model of `utils/packet-profile`: packets that qemu-hexagon counts, plus stalls by
rules with public sources. The model is one thread of a v66 core with 128-byte vectors. It issues a packet a cycle at best, and does
not wait for memory. Milliseconds are cycles at {CLOCK / 1e9:g} GHz.

`build/bin/model-zoo` writes the networks at their real size, with synthetic weights and calibrated quantization. The weights' values
decide nothing but the output stage that is proven for a channel. `test/zoo/published.csv` compares the networks' products,
parameters and operators with the paper's. It gives the reason for each that is more than 5 % away.

What is left out:

- Figure 13 and table V need a power meter.
- Table I compares processors of a phone.
- TFLite, SNPE, TVM and RAKE need the vendor's chip or are no packages of Debian. What the paper measured of them is quoted, not run.
- Figures 9 (b) and (c) show use of the DSP and bandwidth by optimization. They are read from a profiler on the chip, and the paper's
  text has no numbers of them. Figure 8 has our use with all optimizations together.
"""

CONCLUSIONS = """What agrees with the paper:

- The bytes of padded matrices (table II).
- The order of the solvers (figure 10). Parts of 13 operators are nearly as good as the whole.
- Packing soft dependences together beats keeping them apart (figure 11).
- Two unrolled loops are the best for many products of matrices (figure 12).
- Tiles chosen without a search are nearly as good as by one, on average (section IV.A).
- Networks of many small layers take a time like the paper's or less (table IV).

What does not agree:

- `vrmpy` is the only instruction that is worth taking for 8-bit products whose sums have 32 bits (tables II and III).
- The choice of plans brings a few per cent in large convolutions, and most where channels are few. The paper has 1.4 to 2.9
  throughout. The uniform implementation is good already here (figures 9, 10).
- Packing brings less over LLVM 19's packetizer than the paper's 1.2 to 2.0 over the packetizer that it started from. LLVM 19's
  packetizer knows many soft dependences (figures 7, 9).
- The published algorithm alone is slower than LLVM 19's packetizer (figure 11).
- Halide, with a schedule written for it, is nearer to our cycles than in the paper, which has up to 4.5 times. `vrmpy` serves Halide,
  too (figure 7).
- Large convolutions take several times the paper's milliseconds. One thread is modelled; the paper's chip has several (table IV).
"""


def parse(arguments):
    parser = argparse.ArgumentParser(prog="utils/reproduce-gcd2.sh", description=(
        "Draws GCD2's tables and figures again: CSV, Markdown and SVG for each step, and a report of all. What was measured is kept, "
        "by the code that was measured (--fresh after a change of the compiler): a second run takes seconds."))
    parser.add_argument("step", nargs="*", help=f"only these: {', '.join(STEPS)} (default: all)")
    parser.add_argument("--output", default=os.path.join(ROOT, "docs", "reproduction"), metavar="DIR", help="default: docs/reproduction")
    parser.add_argument("--build", default=os.environ.get("HEXLOOM_BUILD", os.path.join(ROOT, "build")), metavar="DIR")
    parser.add_argument("--cache", metavar="DIR", help="where measurements are kept (default: BUILD/reproduction)")
    parser.add_argument("--fresh", action="store_true", help="measure again")
    parser.add_argument("--largest", action="store_true", help="run FST and CycleGAN at full size, too (hours on a busy machine)")
    parser.add_argument("--kept-only", action="store_true", help="measure nothing, take what is kept; a step of which too little is kept stays as it was")
    parser.add_argument("--check", action="store_true", help=f"measure again and write nothing: tell where the folder's tables differ, with "
                        f"status 1 (default: {', '.join(SHORT)}); times of this machine are left out")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.step if name not in STEPS]
    if unknown:
        parser.error(f"no step named '{unknown[0]}': {', '.join(STEPS)}")
    options.build = os.path.abspath(options.build)  # programs run in other folders
    return options


def shortened(name, text):
    """A step's Markdown, a long table as a link."""
    lines = text.splitlines(keepends=True)
    table = [line for line in lines if line.startswith("|")]
    if len(table) <= LONGEST:
        return text
    link = f"[{len(table) - 2} rows]({name}.md)\n"
    return "".join(link if line is table[0] else line for line in lines if line is table[0] or not line.startswith("|"))


def report(folder):
    """The steps that were ever made, in order."""
    parts = []
    for name in STEPS:
        path = os.path.join(folder, name + ".md")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                parts.append(shortened(name, file.read()))
    # What is concluded is said of all of them.
    put(os.path.join(folder, REPORT), "\n".join([INTRODUCTION, *([CONCLUSIONS] if len(parts) == len(STEPS) else []), *parts]))


def main(arguments):
    try:
        return run(parse(arguments))
    except OSError as error:
        print(f"reproduce-gcd2: error: {error.filename or 'standard output'}: {error.strerror}", file=sys.stderr)
        return 1
    except (RunError, suite.Failure) as error:
        print(f"reproduce-gcd2: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def check(options):
    """Compares the steps with what the folder has."""
    with tempfile.TemporaryDirectory() as cache:
        lab = Lab(options.build, cache, largest=options.largest)
        good = [tell(name, importlib.import_module("." + name, __package__).make(lab).differences(options.output))
                for name in options.step or SHORT]
    print(f"{sum(good)} passed, {len(good) - sum(good)} failed")
    return 0 if all(good) else 1


def run(options):
    if options.check:
        return check(options)
    if not can_draw():
        print("reproduce-gcd2: no plots are drawn, those that are there stay: python3-matplotlib is not installed", file=sys.stderr)
    os.makedirs(options.output, exist_ok=True)
    lab = Lab(options.build, options.cache or os.path.join(options.build, "reproduction"), options.fresh, options.kept_only,
              options.largest)
    status = 0
    for name in options.step or STEPS:
        start = time.monotonic()
        try:
            importlib.import_module("." + name, __package__).make(lab).write(options.output)
        except (RunError, NotMeasured, suite.Failure, ValueError) as error:
            print(f"reproduce-gcd2: error: {name}: {error}", file=sys.stderr)
            status = 1
        else:
            print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)
    report(options.output)
    return status


sys.exit(main(sys.argv[1:]))
