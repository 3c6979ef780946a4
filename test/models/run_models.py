#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs networks with golden outputs on all targets and compares byte for byte.

The networks lie in folders of their own outside of the project (HEXLOOM_SHARED, by default ../shared beside it):
models/dev, models/ops, models/hannk with NAME.tflite and, for each CASE, NAME.CASE.in and NAME.CASE.out: all graph inputs
(outputs) one after the other, raw; and those of models/further, with state, float and rarer operators, whose files hold such
a record for each of several invocations (they are compared by the folder's own tool, which knows tolerances). Prints each failure, how many networks ran of how many, and last `N passed, N failed`,
a network on one target being one test. Exit status 1 if anything failed.
"""
import argparse
import concurrent.futures
import fnmatch
import glob
import hashlib
import math
import os
import shutil
import subprocess
import sys
import tempfile

TEST = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(os.path.dirname(TEST), "utils"), os.path.join(TEST, "reference")]
sys.dont_write_bytecode = True

from runmodel import pipeline  # noqa: E402
from runmodel.tools import TARGETS, RunError, Tools  # noqa: E402

FOLDERS = ("dev", "ops", "hannk")
# Compared by the tolerance that the folder itself states, with its own tool.
JUDGED = ("further",)
SAMPLED_FOLDERS = ("ops",)
# Folders in which only some networks are taken.
TAKEN = {"further/networks": ("tflm_*",)}
SAMPLE_SIZE = 120


def shared_folder():
    project = os.path.dirname(TEST)
    return os.environ.get("HEXLOOM_SHARED") or os.path.join(os.path.dirname(project), "shared")


def networks(folder, patterns=("*",)):
    return sorted(path[:-len(".tflite")] for pattern in patterns
                  for path in glob.glob(os.path.join(glob.escape(folder), pattern + ".tflite")))


def cases(stem):
    return sorted(path[len(stem) + 1:-len(".in")] for path in glob.glob(glob.escape(stem) + ".*.in"))


def draw(stems, size, by_type=True):
    """A fixed sample by name: of every operator and type of its first output (or every operator) the network whose name's
    hash is lowest, then further ones in the order of the hashes."""
    from tflite_reader import Model

    ordered = sorted(stems, key=lambda stem: hashlib.sha256(os.path.basename(stem).encode()).hexdigest())
    seen, taken = set(), []
    for stem in ordered:
        model = Model(stem + ".tflite")
        tensors = model.tensors()
        kinds = {(op.kind, *(tensors[i].dtype for i in op.outputs[:by_type])) for op in model.operators()}
        if not kinds <= seen:
            seen |= kinds
            taken.append(stem)
    taken += [stem for stem in ordered if stem not in taken][:max(0, size - len(taken))]
    return sorted(taken)


def difference(got, wanted):
    """None, or how two byte strings differ."""
    if got == wanted:
        return None
    if len(got) != len(wanted):
        return f"{len(got)} bytes of output, {len(wanted)} expected"
    places = [i for i in range(len(got)) if got[i] != wanted[i]]
    first = places[0]
    return f"{len(places)} of {len(got)} bytes differ, the first at {first}: {got[first]} instead of {wanted[first]}"


def by_step(outputs, steps):
    """All outputs of the first step one after the other, then those of the second one, and so on."""
    return b"".join(data[len(data) * i // steps:len(data) * (i + 1) // steps] for i in range(steps) for data in outputs)


def steps_of(stem, case):
    """Inputs of several invocations stand one after the other."""
    from tflite_reader import Model

    model = Model(stem + ".tflite")
    if not model.has_state:
        return 1
    tensors = model.tensors()
    size = sum(tensors[i].dtype.itemsize * math.prod(tensors[i].shape) for i in model.inputs)
    return os.path.getsize(f"{stem}.{case}.in") // size


def read(path):
    with open(path, "rb") as file:
        return file.read()


def judge(stem, case, out):
    """None, or what the folder's own comparison says."""
    folder = os.path.dirname(stem)
    tool = os.path.join(shared_folder(), "models", "tools", "compare_case.py")
    done = subprocess.run([sys.executable, tool, folder, f"{os.path.basename(stem)}.{case}", out], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    return (done.stdout.strip() or f"{case}: differs") if done.returncode else None


def run_case(tools, target, program, stem, case, folder, steady):
    """(error or None, packets or 0)"""
    judged = os.path.basename(os.path.dirname(stem)) in JUDGED
    out = os.path.join(folder, "out-" + case)
    os.makedirs(out)
    prefix = os.path.join(out, "output")
    steps = steps_of(stem, case)
    summary = pipeline.execute(tools, target, program, [f"{stem}.{case}.in"], prefix, steady, steps=steps)
    if judged:
        return judge(stem, case, out), int(summary.get("packets", [0])[0])
    count = sum(key.startswith("output") for key in summary)
    got = by_step([read(f"{prefix}{i}.bin") for i in range(count)], steps)
    error = difference(got, read(f"{stem}.{case}.out"))
    return error and f"{case}: {error}", int(summary.get("packets", [0])[0])


def run_network(tools, target, stem, options):
    """(list of errors, packets of the last case)"""
    folder = tempfile.mkdtemp(prefix="hexloom-models-")
    try:
        pipeline.translate_to_run(tools, stem + ".tflite", target, folder, options.frontend_option)
        program = pipeline.compile_model(tools, target, folder, options.cflag)
        names = cases(stem)
        if not names:
            return ["has no golden outputs"], 0
        results = [run_case(tools, target, program, stem, case, folder, options.steady) for case in names]
        errors = [error for error, _ in results if error]
        if errors and options.first_difference:
            from first_difference import first_difference

            errors += first_difference(tools, target, stem, folder, options)
        return errors, results[-1][1]
    except RunError as error:
        return [f"{error.stage}: {error}"], 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("pattern", nargs="*", help="globs of network names, e.g. 'add_*' or 'dev/*' (default: all)")
    parser.add_argument("--target", action="append", choices=TARGETS, help="default: all")
    parser.add_argument("--all", action="store_true",
                        help=f"all networks (default without a pattern: {SAMPLE_SIZE} of those in ops, drawn by name)")
    parser.add_argument("--sample", action="store_true", help="one network of each operator from every folder, drawn by name")
    parser.add_argument("--largest", type=int, metavar="BYTES", help="leave out larger networks")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--build")
    parser.add_argument("--clang", help="as of run-model.sh")
    parser.add_argument("--sda-pack", default="sda", metavar="MODE", help="the packetizer's mode (sda, off, optimal, ...)")
    parser.add_argument("--steady", action="store_true", help="run twice; both runs must agree")
    parser.add_argument("--first-difference", action="store_true",
                        help="name the first operator whose output differs, where intermediate checksums are there")
    parser.add_argument("--packets", action="store_true", help="print the packets of each network")
    parser.add_argument("--max-failures", type=int, default=0, metavar="N", help="print no more than N failures")
    parser.add_argument("--frontend-option", action="append", default=[])
    parser.add_argument("--cflag", action="append", default=[])
    return parser.parse_args(arguments)


def select(options):
    """(networks to run, how many there are)"""
    root = os.path.join(shared_folder(), "models")
    by_folder = {folder: networks(os.path.join(root, folder), TAKEN.get(folder, ("*",))) for folder in (*FOLDERS, *JUDGED, *TAKEN)}
    if options.largest:
        by_folder = {folder: [stem for stem in stems if os.path.getsize(stem + ".tflite") <= options.largest]
                     for folder, stems in by_folder.items()}
    everything = [stem for stems in by_folder.values() for stem in stems]
    if options.pattern:
        def wanted(stem):
            names = (os.path.basename(stem), "/".join(stem.split(os.sep)[-2:]))
            return any(fnmatch.fnmatchcase(name, pattern) for name in names for pattern in options.pattern)
        return [stem for stem in everything if wanted(stem)], len(everything)
    if options.all:
        return everything, len(everything)
    if options.sample:
        return [stem for stems in by_folder.values() for stem in draw(stems, 0, by_type=False)], len(everything)
    chosen = []
    for folder, stems in by_folder.items():
        chosen += draw(stems, SAMPLE_SIZE) if folder in SAMPLED_FOLDERS else stems
    return chosen, len(everything)


def report(label, errors, packets, failures, options):
    if errors and (not options.max_failures or failures <= options.max_failures):
        for error in errors:
            print(f"FAIL {label}: {error}")
    elif options.packets and packets:
        print(f"{packets:>12} {label}")
    sys.stdout.flush()


def say_step(done, count):
    """How far it is, a line a job, where utils/check.sh reads it (utils/check/progress.py)."""
    if os.environ.get("HEXLOOM_STEPS"):
        print(f"done {done} of {count}", flush=True)


def main():
    options = parse(sys.argv[1:])
    stems, total = select(options)
    if not stems:
        print(f"run_models: error: no networks in {os.path.join(shared_folder(), 'models')}"
              + (f" match {' '.join(options.pattern)}" if options.pattern else ""), file=sys.stderr)
        return 1
    tools = Tools(options.build, options.clang, options.sda_pack)
    tools.sda_verify = True
    targets = options.target or list(TARGETS)
    for target in targets:
        tools.require(target)
    work = [(stem, target) for stem in stems for target in targets]
    work.sort(key=lambda item: -os.path.getsize(item[0] + ".tflite"))  # the long ones first
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = {pool.submit(run_network, tools, target, stem, options): (stem, target) for stem, target in work}
        for job in concurrent.futures.as_completed(jobs):
            stem, target = jobs[job]
            errors, packets = job.result()
            passed, failed = passed + (not errors), failed + bool(errors)
            label = "/".join(stem.split(os.sep)[-2:]) + " " + target
            report(label, errors, packets, failed, options)
            say_step(passed + failed, len(work))
            if sys.stderr.isatty():
                sys.stderr.write(f"\r\033[K{passed + failed}/{len(work)} ({failed} failed)\r")
    print(f"ran {len(stems)} of {total} networks on {' and '.join(targets)}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RunError as error:
        print(f"run_models: error: {error}", file=sys.stderr)
        sys.exit(1)
