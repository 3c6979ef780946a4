# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""utils/reproduce-gcd2.sh, reproduce-csp.sh and their like: papers' tables and figures, drawn again. The first argument names the paper."""
import argparse
import importlib
import os
import sys
import tempfile
import time

from .difference import tell
from .measure import ROOT, Lab, RunError, suite
from .missing import NotMeasured
from .papers import PAPERS
from .result import can_draw, put

LONGEST = 16  # lines of a table in the report

def parse(paper, arguments):
    parser = argparse.ArgumentParser(prog=paper.command, description=(
        f"Draws {paper.title} again: CSV, Markdown and SVG for each step, and a report of all. What was measured is kept, "
        "by the code that was measured (--fresh after a change of the compiler): a second run takes seconds."))
    parser.add_argument("step", nargs="*", help=f"only these: {', '.join(paper.steps)} (default: all)")
    parser.add_argument("--output", default=os.path.join(ROOT, "docs", "reproduction"), metavar="DIR", help="default: docs/reproduction")
    parser.add_argument("--build", default=os.environ.get("HEXLOOM_BUILD", os.path.join(ROOT, "build")), metavar="DIR")
    parser.add_argument("--cache", metavar="DIR", help="where measurements are kept (default: BUILD/reproduction)")
    parser.add_argument("--fresh", action="store_true", help="measure again")
    parser.add_argument("--largest", action="store_true", help="run FST and CycleGAN at full size, and compile networks of a gigabyte, too (hours on a busy machine)")
    parser.add_argument("--quick", action="store_true", help="only some of Romou's operators: minutes in place of hours")
    parser.add_argument("--kept-only", action="store_true", help="measure nothing, take what is kept; a step of which too little is kept stays as it was")
    parser.add_argument("--check", action="store_true", help=f"measure again and write nothing: tell where the folder's tables differ, with "
                        f"status 1 (default: {', '.join(paper.short) or 'none'}); times of this machine are left out")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.step if name not in paper.steps]
    if unknown:
        parser.error(f"no step named '{unknown[0]}': {', '.join(paper.steps)}")
    if options.check and not options.step and not paper.short:
        parser.error(f"--check: name a step, all of them take long: {', '.join(paper.steps)}")
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


def report(paper, folder):
    """The steps that were ever made, in order."""
    parts = []
    for name in paper.steps:
        path = os.path.join(folder, name + ".md")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                parts.append(shortened(name, file.read()))
    # What is concluded is said of all of them.
    conclusions = [paper.conclusions] if paper.conclusions and len(parts) == len(paper.steps) else []
    put(os.path.join(folder, paper.name + ".md"), "\n".join([paper.introduction, *conclusions, *parts]))


def main(name, *arguments):
    paper = PAPERS[name]
    try:
        return run(paper, parse(paper, arguments))
    except OSError as error:
        print(f"reproduce-{name}: error: {error.filename or 'standard output'}: {error.strerror}", file=sys.stderr)
        return 1
    except (RunError, suite.Failure) as error:
        print(f"reproduce-{name}: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def check(paper, options):
    """Compares the steps with what the folder has."""
    with tempfile.TemporaryDirectory() as cache:
        lab = Lab(options.build, cache, largest=options.largest)
        good = [tell(name, importlib.import_module("." + name, __package__).make(lab).differences(options.output))
                for name in options.step or paper.short]
    print(f"{sum(good)} passed, {len(good) - sum(good)} failed")
    return 0 if all(good) else 1


def run(paper, options):
    if options.check:
        return check(paper, options)
    if not can_draw():
        print(f"reproduce-{paper.name}: no plots are drawn, those that are there stay: python3-matplotlib is not installed", file=sys.stderr)
    os.makedirs(options.output, exist_ok=True)
    lab = Lab(options.build, options.cache or os.path.join(options.build, "reproduction"), options.fresh, options.kept_only,
              options.largest, options.quick)
    status = 0
    for name in options.step or paper.steps:
        start = time.monotonic()
        try:
            importlib.import_module("." + name, __package__).make(lab).write(options.output)
        except (RunError, NotMeasured, suite.Failure, ValueError) as error:
            print(f"reproduce-{paper.name}: error: {name}: {error}", file=sys.stderr)
            status = 1
        else:
            print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)
    report(paper, options.output)
    return status


sys.exit(main(*sys.argv[1:]))
