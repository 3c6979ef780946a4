# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""utils/plan-costs.sh: measures plans, fits the constants of their costs, checks predictions."""
import argparse
import json
import math
import os
import re
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

from runmodel.pipeline import call
from runmodel.tools import PROJECT, RunError, Tools

from . import bodies, document, fingerprint, fit, report, samples
from .measure import Recorded, Row, measure

COUNT = 5  # operators of each maker to fit with
HELD_OUT = 3  # and to check predictions with


def pattern(text):
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"'{text}' is no regular expression: {error}")


def times(text):
    """A number above 0: so often what samples.MORE says."""
    value = float(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not above 0, or not finite")
    return value


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="utils/plan-costs.sh",
        description="Compiles random operators of usual sizes once with each of their plans, "
                    "measures cycles by the packet profiler's model, and compares them with the "
                    "plans' costs, by kernel. The costs' constants are those of "
                    "dnn-frontend/plans/*/costs.def.")
    add = parser.add_argument
    add("makers", nargs="*", metavar="OPERATOR",
        help=f"of {', '.join(samples.MAKERS)} (default: all)")
    add("--fit", action="store_true", help="fit the constants, write them into the costs.def files")
    add("--only", metavar="PATTERN", type=pattern,
        help="with --fit: only the constants (family.Name) that a regular expression finds; the others are held")
    add("--renew", action="store_true", help="fit with all operators, build dnn-frontend, predict "
                                             "others, put the tables into docs/measurements/plan-costs.md")
    add("--check", action="store_true",
        help="status 1 if the timing rules have changed since the constants were fitted; no run")
    add("--seed", default="fit", help="another word draws other operators (default: fit)")
    add("--count", type=times, default=COUNT, help=f"operators of each kind (default: {COUNT})")
    add("--kernel", action="append", default=[], metavar="WORD",
        help="only kernels with this in their name")
    add("--both", action="store_true", help="compare the prices of nests by their bodies and pipes, too (dnn-frontend/price)")
    add("--bodies", action="store_true", help="measure bodies of nests, write dnn-frontend/price/bodies.def")
    add("--compare-bodies", metavar="PERCENT", type=float,
        help="measure those of these operators; status 1 if they take that much more or less than the table says, or most are not in it")
    add("--aside", action="store_true", help="plans that selection takes only where their fields are asked for, too")
    add("--table", metavar="FILE", default=bodies.TABLE,
        help="what --bodies writes and --compare-bodies reads (default: dnn-frontend/price/bodies.def)")
    add("--save", metavar="FILE", help="write the measurements there")
    add("--load", metavar="FILE", help="measurements of an earlier run instead of new ones")
    add("--cycles", metavar="FILE", help="like --load, but with the terms of the front end as it "
                                         "is now: for work on plan functions")
    add("--median", type=float, metavar="PERCENT",
        help="status 1 if the median error of the vector kernels is above")
    add("--tenth", type=float, metavar="PERCENT",
        help="status 1 if more than one of ten errors of them is above")
    add("--regret", type=float, metavar="PERCENT",
        help="status 1 if the mean regret of the choices is above")
    add("--regret-of-a-kind", type=float, metavar="PERCENT",
        help="status 1 if the mean regret of one kind of operator is above")
    add("-j", "--jobs", type=int, default=2, help="programs at a time (default: 2)")
    add("--plans", metavar="DIR", default=os.path.join(PROJECT, "dnn-frontend", "plans"),
        help="where the costs.def files are (default: dnn-frontend/plans)")
    add("--build", default=None, help="the build folder (default: $HEXLOOM_BUILD, else build)")
    options = parser.parse_args(arguments)
    for maker in options.makers:
        if maker not in samples.MAKERS:
            parser.error(f"no operator '{maker}'; there are {', '.join(samples.MAKERS)}")
    if options.bodies and (options.makers or options.kernel):
        parser.error("--bodies makes the whole table, of what bodies.RECIPE draws")
    if options.only and not options.fit:
        parser.error("--only says what --fit may change")
    if options.renew and (options.makers or options.kernel or options.fit or options.load or options.cycles):
        parser.error("--renew fits all that it measures: no operators, no --kernel, --fit, --load or --cycles beside it")
    return options


def read(path):
    """(fingerprint of the cycle model, rows)"""
    with open(path) as text:
        saved = json.load(text)
    return saved["timing"], [Row(**row) for row in saved["rows"]]


def save(path, timing, rows):
    with open(path, "w") as out:
        json.dump({"timing": timing, "rows": [asdict(row) for row in rows]}, out)


def gather(options, failures):
    """(fingerprint of the cycle model, rows)"""
    if options.load:
        return read(options.load)
    tools = Tools(options.build)
    tools.require("hexagon")
    timing, recorded = fingerprint.of_model(tools), None
    if options.cycles:
        timing, old = read(options.cycles)
        recorded = Recorded(old)
    shown = sys.stderr.isatty()
    progress = lambda text: shown and sys.stderr.write(f"\r\033[K{text}")

    def measured(maker):
        count = max(1, round(options.count * samples.MORE.get(maker, 1)))
        drawn, missed = samples.draw(maker, count, options.seed), []
        return measure(tools, maker, drawn, missed, options.kernel, progress, recorded, options.aside), missed

    rows = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for found, missed in pool.map(measured, options.makers or samples.MAKERS):
            rows += found
            failures += missed
    progress("")
    if not rows:
        raise RunError("measure", "no plan was measured")
    return timing, rows


def judge(options, rows, predict):
    """Messages on bounds that are not kept, or that nothing was measured for."""
    errors, found = report.vector_errors(rows, predict), report.choices(rows, predict)
    regrets = [each[2] for each in found]
    of_kinds = [statistics.mean(kind) for kind in report.kinds(found).values()]
    no_errors, no_choice = "no vector kernel was measured", "no operator has two plans"
    bounds = {"median": (errors, lambda values: report.percentile(values, 0.5), no_errors),
              "tenth": (errors, lambda values: report.percentile(values, 0.9), no_errors),
              "regret": (regrets, statistics.mean, no_choice),
              "regret_of_a_kind": (of_kinds, max, no_choice)}
    for bound, (values, measure_of, why_none) in bounds.items():
        limit, name = getattr(options, bound), bound.replace("_", " ")
        if limit is None:
            continue
        if not values:
            yield f"there is no {name}: {why_none}"
        elif 100 * measure_of(values) > limit:
            yield f"{name} is {measure_of(values):.1%}, above {limit:g} %"


def fit_constants(options, timing, rows):
    values = fit.constants(options.plans)
    if options.only and not any(map(options.only.search, {term for row in rows for term in row.terms})):
        raise RunError("fit", f"no constant of these operators is found by '{options.only.pattern}'")
    values.update(fit.solve(rows, values, options.only.search if options.only else lambda name: True))
    print(f"{fit.write(options.plans, values)} constants changed; build dnn-frontend again")
    if options.makers or options.kernel or options.only:
        print("of some only: fitted-to.txt stays")
    else:
        fingerprint.write(options.plans, timing)


def gather_bodies(options, recipe):
    """Their places in the layers of a recipe's plans."""
    tools, failures = Tools(options.build), []
    tools.require("hexagon")

    def measured(job):
        maker, kernels, seed, count = job
        return list(bodies.measured(tools, maker, bodies.drawn(maker, seed, count), kernels, failures))

    jobs = [(maker, kernels, seed, count) for makers, kernels, seed, count in recipe for maker in makers]
    with ThreadPoolExecutor(options.jobs) as pool:
        found = [place for each in pool.map(measured, jobs) for place in each]
    if not found:
        raise RunError("measure", "no body was measured")
    return found, failures


def make_bodies(options):
    found, failures = gather_bodies(options, bodies.RECIPE)
    rows = bodies.table(found)
    bodies.write(rows, options.table)
    print(f"{len(rows)} bodies in {len(found)} places; build dnn-frontend again")
    return tell(failures)


def compare_bodies(options):
    found, failures = gather_bodies(options, [(options.makers or samples.MAKERS, options.kernel, options.seed, options.count)])
    hits, change = bodies.moved(found, bodies.read(options.table))
    print(f"{hits:.0%} of the cycles are of bodies in the table, which take {change - 1:+.1%} against it")
    if hits < 0.5 or abs(change - 1) > options.compare_bodies / 100:
        failures.append("the compiler makes other code of bodies than when the table was made: utils/plan-costs.sh --bodies")
    return tell(failures)


def check(options):
    problem = fingerprint.problem(options.plans, fingerprint.of_model(Tools(options.build)))
    if problem:
        raise RunError("check", problem)
    return 0


def renew(options):
    """Everything that follows from a change of rules, packetizer or kernels."""
    tools = Tools(options.build)
    options.fit = True
    if run(options):
        return 1
    call("build", ["ninja", "-C", tools.build, "dnn-frontend"], "ninja")
    options.fit, options.save = False, None
    options.seed, options.count = "held-out", HELD_OUT
    failures = []
    _, rows = gather(options, failures)
    document.renew("Of operators that no constant was fitted to (`--seed held-out --count "
                   f"{HELD_OUT}`):", summary(options, rows))
    return tell(failures)


def summary(options, rows):
    values = fit.constants(options.plans)
    predict = lambda row: fit.predict(row, values)
    found = report.choices(rows, predict)
    parts = [report.table(rows, predict)]
    if options.both:
        parts.append(report.both_table(rows, predict))
    if found:
        parts += [report.choice_table(found), "\n".join(report.choice_lines(found))]
    return "\n\n".join(parts)


def tell(failures):
    for failure in failures:
        print(f"plan-costs: error: {failure}", file=sys.stderr)
    return 1 if failures else 0


def run(options):
    failures = []
    timing, rows = gather(options, failures)
    if options.save:
        save(options.save, timing, rows)
    if options.fit:
        fit_constants(options, timing, rows)
    print(summary(options, rows))
    values = fit.constants(options.plans)
    failures += judge(options, rows, lambda row: fit.predict(row, values))
    return tell(failures)


def main():
    try:
        options = parse(sys.argv[1:])
        how = [(options.check, check), (options.renew, renew), (options.bodies, make_bodies), (options.compare_bodies, compare_bodies)]
        return next((do for is_wanted, do in how if is_wanted), run)(options)
    except RunError as error:
        print(f"plan-costs: error: {error.stage}: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"plan-costs: error: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


sys.exit(main())
