# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""utils/tune.sh: layers of many networks tuned as jobs. All that a job is are files of a folder, so that any queue can run it:

  NAME.hlir    the layer as a network of its own, with the plan that was chosen
  NAME.known   what is measured of it by now, a database; a job that was killed goes on from there
  NAME.done    the same of a job that has ended

NAME is the job's number. Files appear whole, by renaming."""
from .processes import silent_until_ready

silent_until_ready()  # before what takes time

import argparse
import contextlib
import fcntl
import os
import re
import sys
import tempfile

from .candidates import Text
from .database import Database
from .tools import RunError, Tools, shown, status_of
from .tune import chosen, tune

DESCRIPTION = "Tunes the layers of many networks as jobs, which are files."
EPILOG = """A run that is killed loses only the program that it was running; the next run of the job goes on. In a folder that all machines see:

  utils/tune.sh make JOBS a.tflite b.tflite --database known
  utils/tune.sh list JOBS | parallel --sshloginfile HOSTS --wd . utils/tune.sh run JOBS {}
  sbatch --array=$(utils/tune.sh list JOBS --ranges) --wrap 'utils/tune.sh run JOBS $SLURM_ARRAY_TASK_ID'
  utils/tune.sh join JOBS --database known"""
MOST_JOBS = 100000


def parse(arguments):
    parser = argparse.ArgumentParser(prog="tune.sh", description=DESCRIPTION, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR", help="the build folder (default: $HEXLOOM_BUILD, else build)")
    parser.add_argument("--clang", metavar="PATH", help="another compiler than build/bin/clang")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name, text):
        its = commands.add_parser(name, help=text, description=text)
        its.add_argument("folder", metavar="JOBS", help="the jobs' folder")
        return its
    make = command("make", "makes a job for each layer that has several plans; layers that are alike have one")
    make.add_argument("networks", nargs="+", metavar="NETWORK", help=".tflite or .hlir")
    make.add_argument("--database", metavar="FILE", help="leave out layers that it has with the chosen plan")
    make.add_argument("--no-wide-products", action="store_true", help="take no instructions of 256 products")
    listed = command("list", "prints the numbers of the jobs that have not ended")
    listed.add_argument("--ranges", action="store_true", help="as 0-4,7: for a Slurm array")
    run = command("run", "runs jobs")
    run.add_argument("jobs", nargs="*", type=int, metavar="NUMBER", help="these (default: all that have not ended, one after the other)")
    join = command("join", "adds what all jobs have measured by now to a database")
    join.add_argument("--database", required=True, metavar="FILE")
    return parser.parse_args(arguments)


class Jobs:
    def __init__(self, folder):
        self.folder = folder

    def path(self, number, end):
        return os.path.join(self.folder, f"{number:05d}.{end}")

    def numbers(self, end="hlir"):
        """Of the jobs that have such a file, in order."""
        if not os.path.isdir(self.folder):
            raise RunError("setup", f"{shown(self.folder)}: no such folder")
        return sorted(int(found[1]) for name in os.listdir(self.folder) if (found := re.fullmatch(rf"(\d{{5}})\.{end}", name)))

    def open_numbers(self):
        ended = set(self.numbers("done"))
        return [number for number in self.numbers() if number not in ended]

    @contextlib.contextmanager
    def locked(self, number):
        """Whether the job is ours. A file system without locks is taken as it is."""
        with open(self.path(number, "hlir"), "rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
                return
            except OSError:
                pass
            yield True


def layers_of(tools, network, options, folder):
    """(key, lines of the layer's network) of those that can stand alone and have several plans."""
    arguments = ["--no-wide-products"] if options.no_wide_products else []
    tuning = chosen(tools, network, arguments, folder, "exhaustive")
    text = Text(tuning.lines)
    for layer in tuning.open_layers():
        if layer.key and layer.to_measure() and text.statement(layer.line):
            yield layer.key, layer.plans[0].words, text.program([(layer.line, layer.plans[0].words)])


def make(options, tools):
    jobs, database = Jobs(options.folder), Database(options.database, tools) if options.database else None
    if os.path.isdir(options.folder) and jobs.numbers():
        raise RunError("setup", f"{shown(options.folder)} has jobs: run them, or name another folder")
    os.makedirs(options.folder, exist_ok=True)
    made = {}
    for network in options.networks:
        if not os.path.isfile(network):
            raise RunError("setup", f"{shown(network)}: no such file")
        with tempfile.TemporaryDirectory(prefix="hexloom-", ignore_cleanup_errors=True) as folder:
            for key, words, lines in layers_of(tools, network, options, folder):
                if not (database and database.cycles(key, words) is not None):
                    made.setdefault(key, lines)
    if len(made) > MOST_JOBS:
        raise RunError("setup", f"{len(made):,} layers; at most {MOST_JOBS:,} jobs are made")
    for number, lines in enumerate(made.values()):
        write(jobs.path(number, "hlir"), "\n".join(lines) + "\n")
    print(f"{len(made)} jobs in {shown(options.folder)}")


def write(path, text):
    with open(path + ".new", "w") as out:
        out.write(text)
    os.replace(path + ".new", path)


def ranges(numbers):
    """"0-4,7" of 0, 1, 2, 3, 4, 7."""
    runs = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def list_open(options, _tools):
    numbers = Jobs(options.folder).open_numbers()
    print(ranges(numbers) if options.ranges else "\n".join(map(str, numbers)), end="\n" if numbers or options.ranges else "")


def run(options, tools):
    jobs = Jobs(options.folder)
    unknown = sorted({*options.jobs} - {*jobs.numbers()})
    if unknown:
        raise RunError("setup", f"{shown(options.folder)} has no job {unknown[0]}")
    for number in options.jobs or jobs.open_numbers():
        with jobs.locked(number) as is_ours:
            if not is_ours:
                print(f"{number}: another run has it")
            elif os.path.exists(jobs.path(number, "done")):
                print(f"{number}: has ended")
            else:
                run_one(jobs, number, tools)
        sys.stdout.flush()


def run_one(jobs, number, tools):
    known = jobs.path(number, "known")
    with tempfile.TemporaryDirectory(prefix="hexloom-", ignore_cleanup_errors=True) as folder:
        tuning = tune(tools, jobs.path(number, "hlir"), [], folder, which="op000", jobs=1, database=Database(known, tools))
    if tuning.ended:
        raise tuning.ended
    os.replace(known, jobs.path(number, "done"))
    layer = tuning.asked[0]
    print(f"{number}: {layer.name.split('_', 1)[1]}, {tuning.counts()[0]} plans, {tuning.recalled} known before, "
          f"{layer.cycles[0]:,} cycles by the chosen one, {layer.cycles[layer.best()]:,} by the best")


def join(options, tools):
    jobs, database = Jobs(options.folder), Database(options.database, tools)
    before = sum(map(len, database.known.values()))
    for end in ("done", "known"):
        for number in jobs.numbers(end):
            known = Database(jobs.path(number, end), tools).known
            database.keep((layer, words, cycles) for layer, plans in known.items() for words, cycles in plans.items())
    added, left = sum(map(len, database.known.values())) - before, len(jobs.open_numbers())
    print(f"{added} records added to {shown(options.database)}; {len(jobs.numbers()) - left} jobs have ended, {left} have not")


def main(options):
    tools = Tools(options.build, options.clang)
    tools.require("hexagon", running=options.command == "run")
    {"make": make, "list": list_open, "run": run, "join": join}[options.command](options, tools)


if __name__ == "__main__":
    sys.exit(status_of("tune", main, parse(sys.argv[1:])))
