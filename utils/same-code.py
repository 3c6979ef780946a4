#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The same source gives the same code, wherever the compiler's data lie in memory.

usage: same-code.py [NAME]... [--build DIR] [--runs N] [--modes off,sda,...] [-j N] [--plain] [--keep DIR] [--all]

Each kernel of the bench and network of the zoo is compiled N times (5) by fresh processes, whose addresses the system chooses
at random, and all files that come out are compared: the front end's, and the object file. The first run is as it is; those that
follow have an allocator preloaded whose blocks lie in a random order (utils/same-code/shuffled-malloc.c), which shows an order by
pointers far more often; --plain does without. NAME: some of them (default: all kernels, a few networks; --all: every network).
--keep leaves the files of what differs in DIR/NAME.MODE. Status 1 if anything differs.
"""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "utils")]
from bench import suite  # noqa: E402

# Small ones whose code came out in different ways while HexagonVectorCombine's groups had no order.
SAMPLE = ("conv_2d_3x3_uint8", "depthwise_conv_2d_3x3_uint8")


class Build:
    def __init__(self, options, folder):
        self.options = options
        self.allocator = folder / "shuffled-malloc.so"
        suite.run(["cc", "-O2", "-shared", "-fPIC", "-fno-builtin", str(ROOT / "utils/same-code/shuffled-malloc.c"),
                   "-o", str(self.allocator)], "cc")

    def tool(self, name):
        return str(self.options.build / "bin" / name)

    def call(self, command, run, folder):
        """Run 0 has the system's allocator."""
        environment = dict(os.environ)
        if run and not self.options.plain:
            environment |= {"LD_PRELOAD": str(self.allocator), "SHUFFLED_MALLOC_SEED": str(run)}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=3600)
        if done.returncode:
            raise suite.Failure(f"status {done.returncode}: {' '.join(command)}\n{done.stderr[-2000:]}")

    def compile(self, source, mode, run, folder, *flags):
        pack = ["-mllvm", "-sda-pack=" + mode] if mode != "off" else []
        self.call([self.tool("clang"), *suite.FLAGS, *pack, *flags, "-c", source, "-o", "model.o"], run, folder)

    def make_kernel(self, source, mode, run, folder):
        self.compile(source, mode, run, folder, "-I", suite.KERNELS)

    def make_network(self, network, mode, run, folder):
        self.call([self.tool("dnn-frontend"), str(network), "-o", "model.c"], run, folder)
        self.compile("model.c", mode, run, folder, "-I", str(ROOT / "runtime" / "include"), "-I", ".")


def contents(folder):
    """What a run made: a sum for each file."""
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*")) if path.is_file()}


def check(build, name, mode, make, what):
    """None, or how the runs differ."""
    keep = build.options.keep
    with tempfile.TemporaryDirectory() as temporary:
        made = []
        for run in range(build.options.runs):
            folder = pathlib.Path(temporary) / str(run)
            folder.mkdir()
            make(what, mode, run, folder)
            made.append(contents(folder))
        files = sorted(set().union(*made))
        counts = {file: len({sums.get(file) for sums in made}) for file in files}
        differing = [f"{counts[file]} forms of {file}" for file in files if counts[file] > 1]
        if differing and keep:
            shutil.copytree(temporary, keep / f"{name}.{mode}", dirs_exist_ok=True)
        return ", ".join(differing)


def all_networks(build):
    return [line.split()[0] for line in suite.run([build.tool("model-zoo"), "--list"], "model-zoo").splitlines() if line.strip()]


def inputs(build, names, folder):
    """(name, function, argument) of all that is asked for."""
    kernels = {name: source for _, name, source in suite.kernels([])}
    networks = names or [*kernels, *(all_networks(build) if build.options.all else SAMPLE)]
    for name in networks:
        if name in kernels:
            yield name, build.make_kernel, kernels[name]
        else:
            file = folder / (name + ".tflite")
            suite.run([build.tool("model-zoo"), name, "-o", str(file)], "model-zoo")
            yield name, build.make_network, file


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--build", type=lambda path: pathlib.Path(path).resolve(),
                        default=os.environ.get("HEXLOOM_BUILD", ROOT / "build"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--modes", default="sda")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    if options.runs < 2:
        parser.error("--runs: two compilations at least")
    options.build = pathlib.Path(options.build)
    failed = compared = 0
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = pathlib.Path(temporary)
        build = Build(options, folder)
        results = [(name, mode, pool.submit(check, build, name, mode, make, what))
                   for name, make, what in inputs(build, options.names, folder) for mode in options.modes.split(",")]
        for name, mode, result in results:
            compared += 1
            try:
                problem = result.result()
            except (suite.Failure, subprocess.TimeoutExpired) as failure:
                problem = str(failure)
            if problem:
                failed += 1
                print(f"same-code: {name}, {mode}: {problem}", flush=True)
    print(f"same-code: {options.runs} compilations each\n{compared - failed} passed, {failed} failed")
    return failed > 0


try:
    sys.exit(main())
except suite.Failure as failure:
    sys.exit(f"same-code: error: {failure}")
