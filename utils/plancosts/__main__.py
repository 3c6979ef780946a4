"""utils/plan-costs.sh: measures plans, fits the constants of their costs, and checks predictions."""
import argparse
import json
import os
import sys
from dataclasses import asdict

from runmodel.tools import PROJECT, RunError, Tools

from . import fit, report, samples
from .measure import Row, measure

PLANS = os.path.join(PROJECT, "dnn-frontend", "plans")
COUNT = 10  # operators of each maker to fit with


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="utils/plan-costs.sh",
        description="Compiles random operators of usual sizes once with each of their plans, measures cycles by the packet "
                    "profiler's model, and compares them with the plans' costs, by kernel. The costs' constants are those "
                    "of dnn-frontend/plans/*/costs.def.")
    parser.add_argument("makers", nargs="*", metavar="OPERATOR", help=f"of {', '.join(samples.MAKERS)} (default: all)")
    parser.add_argument("--fit", action="store_true", help="fit the constants and write them into the costs.def files")
    parser.add_argument("--seed", default="fit", help="another word draws other operators (default: fit)")
    parser.add_argument("--count", type=float, default=COUNT, help=f"operators of each kind (default: {COUNT})")
    parser.add_argument("--kernel", action="append", default=[], metavar="WORD", help="only kernels with this in their name")
    parser.add_argument("--save", metavar="FILE", help="write the measurements there")
    parser.add_argument("--load", metavar="FILE", help="measurements of an earlier run instead of new ones")
    parser.add_argument("--median", type=float, metavar="PERCENT", help="status 1 if the median error of the vector kernels is above")
    parser.add_argument("--tenth", type=float, metavar="PERCENT", help="status 1 if one of ten errors of them is above")
    parser.add_argument("--regret", type=float, metavar="PERCENT", help="status 1 if the mean regret of the choices is above")
    parser.add_argument("--build", default=None, help="the build folder (default: $HEXLOOM_BUILD, else build)")
    options = parser.parse_args(arguments)
    for maker in options.makers:
        if maker not in samples.MAKERS:
            parser.error(f"no operator '{maker}'; there are {', '.join(samples.MAKERS)}")
    return options


def gather(options, failures):
    if options.load:
        with open(options.load) as text:
            return [Row(**row) for row in json.load(text)]
    tools = Tools(options.build)
    tools.require("hexagon")
    progress = (lambda text: sys.stderr.write(f"\r\033[K{text}")) if sys.stderr.isatty() else lambda text: None
    rows = []
    for maker in options.makers or samples.MAKERS:
        count = max(1, round(options.count * samples.MORE.get(maker, 1)))
        rows += measure(tools, maker, samples.draw(maker, count, options.seed), failures, options.kernel,
                        progress)
    progress("")
    return rows


def judge(options, rows, predict):
    """Messages on bounds that are not kept."""
    vector = [report.error(predict(row), row.cycles) for row in rows if not report.is_scalar(row.kernel)]
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
    values = fit.constants(PLANS)
    if options.fit:
        values.update(fit.solve(rows, values))
        print(f"{fit.write(PLANS, values)} constants changed; build dnn-frontend again")
        values = fit.constants(PLANS)
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
