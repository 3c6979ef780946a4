"""utils/plan-costs.sh: measures plans, fits the constants of their costs, checks predictions."""
import argparse
import json
import os
import sys
from dataclasses import asdict

from runmodel.tools import PROJECT, RunError, Tools

from . import fit, report, samples
from .measure import Recorded, Row, measure

COUNT = 10  # operators of each maker to fit with


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
    add("--seed", default="fit", help="another word draws other operators (default: fit)")
    add("--count", type=float, default=COUNT, help=f"operators of each kind (default: {COUNT})")
    add("--kernel", action="append", default=[], metavar="WORD",
        help="only kernels with this in their name")
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
    add("--plans", metavar="DIR", default=os.path.join(PROJECT, "dnn-frontend", "plans"),
        help="where the costs.def files are (default: dnn-frontend/plans)")
    add("--build", default=None, help="the build folder (default: $HEXLOOM_BUILD, else build)")
    options = parser.parse_args(arguments)
    for maker in options.makers:
        if maker not in samples.MAKERS:
            parser.error(f"no operator '{maker}'; there are {', '.join(samples.MAKERS)}")
    return options


def read(path):
    with open(path) as text:
        return [Row(**row) for row in json.load(text)]


def gather(options, failures):
    if options.load:
        return read(options.load)
    tools = Tools(options.build)
    tools.require("hexagon")
    shown = sys.stderr.isatty()
    progress = lambda text: shown and sys.stderr.write(f"\r\033[K{text}")
    recorded = Recorded(read(options.cycles)) if options.cycles else None
    rows = []
    for maker in options.makers or samples.MAKERS:
        count = max(1, round(options.count * samples.MORE.get(maker, 1)))
        drawn = samples.draw(maker, count, options.seed)
        rows += measure(tools, maker, drawn, failures, options.kernel, progress, recorded)
    progress("")
    return rows


def judge(options, rows, predict):
    """Messages on bounds that are not kept."""
    vector = report.vector_errors(rows, predict)
    found = report.choices(rows, predict)
    measured = {"median": report.percentile(vector, 0.5), "tenth": report.percentile(vector, 0.9),
                "regret": sum(each[2] for each in found) / max(1, len(found))}
    for bound, value in measured.items():
        limit = getattr(options, bound)
        if limit is not None and 100 * value > limit:
            yield f"{bound} is {value:.1%}, above {limit:g} %"


def run(options):
    failures = []
    rows = gather(options, failures)
    if not rows:
        raise RunError("measure", "no plan was measured")
    if options.save:
        with open(options.save, "w") as out:
            json.dump([asdict(row) for row in rows], out)
    values = fit.constants(options.plans)
    if options.fit:
        values.update(fit.solve(rows, values))
        print(f"{fit.write(options.plans, values)} constants changed; build dnn-frontend again")
        values = fit.constants(options.plans)
    predict = lambda row: fit.predict(row, values)
    print(report.table(rows, predict))
    found = report.choices(rows, predict)
    if found:
        print("\n".join(report.choice_lines(found)))
    failures += judge(options, rows, predict)
    for failure in failures:
        print(f"plan-costs: error: {failure}", file=sys.stderr)
    return 1 if failures else 0


def main():
    try:
        return run(parse(sys.argv[1:]))
    except RunError as error:
        print(f"plan-costs: error: {error.stage}: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"plan-costs: error: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


sys.exit(main())
