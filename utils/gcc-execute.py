#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gcc's execute tests, compiled for Hexagon in up to twenty ways: none may fail that the host's clang passes.

usage: gcc-execute.py [--build DIR] [--levels O0,O1,O2,O3,Os] [--packers off,sda] [--vectors scalar,hvx] [--sample] [--again] [-j N] [--keep DIR]
                      [--tests DIR] [TEST]...

A test is compiled at a level, by the stock packetizer or by ours with -sda-verify, without HVX or with it and -fvectorize, linked with the
small C library in utils/torture and run by qemu-hexagon. Where it fails, the host's clang says at the same level whether it is right at all.
utils/torture/absent.txt names what the target does not have.

The full matrix takes hours. What has passed is kept in BUILD/gcc-execute.results until the compiler, the emulator or a file of utils/torture
changes: the same command goes on where it was stopped. --again forgets it. --sample takes a tenth, drawn by the commit's hash, and keeps
nothing. TEST: only these, such as 20000112-1 or ieee/rbug. --tests: they are in another folder already. Status 1 and the command to repeat it for every failure.
"""
import argparse
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import torture  # noqa: E402
from runmodel import emulator  # noqa: E402

FRACTION = 10


def commit():
    done = subprocess.run(["git", "-C", str(torture.ROOT), "rev-parse", "HEAD"], capture_output=True, text=True)
    return done.stdout.strip() or "no commit"


def digest(*parts):
    return int.from_bytes(hashlib.sha256("\0".join(map(str, parts)).encode()).digest()[:8], "big")


class Results:
    """Pairs that have passed, or that the host fails, too, in a file that grows with each: one line `MODE TEST OUTCOME`, the first is what they
    were made by."""

    def __init__(self, path, state, again):
        self.known = {}
        lines = path.read_text().splitlines() if path.exists() and not again else []
        if lines and lines[0] == state:
            for line in lines[1:]:
                words = line.split()
                if len(words) == 3:  # the last one may be torn
                    self.known[words[1], words[0]] = words[2]
        self.file = open(path, "w", encoding="utf-8")
        self.file.write(state + "\n")
        for (test, mode), outcome in self.known.items():
            self.add(test, mode, outcome)

    def add(self, test, mode, outcome):
        self.file.write(f"{mode} {test} {outcome}\n")
        self.file.flush()


def state_of(build):
    """What results depend on."""
    qemu = shutil.which(emulator.find(build)) or sys.exit("gcc-execute: error: there is no qemu-hexagon: run utils/bootstrap.sh")
    files = [build / "bin/clang", build / "bin/ld.lld", pathlib.Path(qemu), *sorted((build / "lib").glob("lib*hexagon.a")), build / "lib/libhexloom_rt_qemu.a",
             *sorted(path for path in torture.HERE.rglob("*") if path.suffix in (".c", ".h", ".py", ".txt"))]
    whole = hashlib.sha256()
    for path in files:
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def absent():
    """The levels at which the target does not have what a test needs, by its name."""
    lines = (torture.HERE / "absent.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.split(None, 2) for line in lines if line and not line.startswith("#"))
    return {name: torture.LEVELS if levels == "all" else tuple(levels.split(",")) for name, levels, _ in rows}


def judged(outcome, why, is_absent):
    """The same where absent.txt has a word in it."""
    if not is_absent:
        return outcome, why
    if outcome == "passed":
        return "failed", "passes, but utils/torture/absent.txt names it"
    return "absent", why


def run(options, pairs, runner, results):
    """Counts of passed, failed, absent, unusable."""
    counts = dict.fromkeys(("passed", "failed", "absent", "unusable"), 0)
    missing, todo = absent(), []
    for test, mode in pairs:
        known = results and results.known.get((test.name, str(mode)))
        if known:
            counts[known] += 1
        else:
            todo.append((test, mode))
    for n, (test, mode, outcome, why) in enumerate(torture.in_parallel(runner, todo, options.jobs), 1):
        outcome, why = judged(outcome, why, mode.level in missing.get(test.name, ()))
        counts[outcome] += 1
        if outcome == "failed":
            print(f"gcc-execute: error: {test.name}: {why}\n  again: utils/gcc-execute.py {test.name} --levels {mode.level} --packers "
                  f"{mode.packer} --vectors {mode.vectors} --keep DIR", flush=True)
        elif results:
            results.add(test.name, mode, outcome)
        if "HEXLOOM_STEPS" in os.environ and n % 50 == 0:
            print(f"done {n} of {len(todo)}", flush=True)
    return counts


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*", metavar="TEST")
    parser.add_argument("--build", type=pathlib.Path, default=torture.ROOT / "build")
    for name, all_of_them in (("levels", torture.LEVELS), ("packers", torture.PACKERS), ("vectors", torture.VECTORS)):
        parser.add_argument("--" + name, default=",".join(all_of_them), help="(default: %(default)s)")
    parser.add_argument("--sample", action="store_true", help="a tenth")
    parser.add_argument("--again", action="store_true", help="forget earlier results")
    parser.add_argument("--tests", dest="folder", type=pathlib.Path, metavar="DIR", help="a folder like gcc.c-torture/execute")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), metavar="N")
    parser.add_argument("--keep", metavar="DIR", help="leave objects and programs there")
    options = parser.parse_args()
    for name, all_of_them in (("levels", torture.LEVELS), ("packers", torture.PACKERS), ("vectors", torture.VECTORS)):
        chosen = getattr(options, name).split(",")
        for value in chosen:
            if value not in all_of_them:
                parser.error(f"--{name}: no '{value}': {', '.join(all_of_them)}")
        setattr(options, name, chosen)
    options.build = options.build.resolve()
    return parser, options


def main():
    parser, options = parse()
    folder = (options.folder or options.build / "gcc-execute").resolve()
    if not options.folder:
        subprocess.run([torture.ROOT / "utils/gcc-source.sh", folder], check=True)
    tests = torture.tests_in(folder)
    unknown = set(options.tests) - {test.name for test in tests}
    if unknown:
        parser.error(f"no test named '{min(unknown)}'")
    modes = [torture.Mode(*mode) for mode in
             ((level, packer, vectors) for level in options.levels for packer in options.packers for vectors in options.vectors)]
    pairs = [(test, mode) for mode in modes for test in tests if not options.tests or test.name in options.tests]
    if options.sample:
        drawn_by = commit()
        pairs = [(test, mode) for test, mode in pairs if digest(drawn_by, test.name, mode) % FRACTION == 0]
    whole = not options.sample and not options.tests
    results = Results(pathlib.Path(f"{folder}.results"), state_of(options.build), options.again) if whole else None
    with tempfile.TemporaryDirectory() as temporary:
        if options.keep:
            pathlib.Path(options.keep).mkdir(parents=True, exist_ok=True)
        runner = torture.Runner(options.build, pathlib.Path(options.keep or temporary), bool(options.keep))
        counts = run(options, pairs, runner, results)
    print(f"gcc-execute: {len(tests)} tests, {len(modes)} ways to compile, {len(pairs)} pairs: {counts['unusable']} that the host fails, too, "
          f"{counts['absent']} of what the target does not have")
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
