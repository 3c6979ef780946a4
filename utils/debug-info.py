#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What -g does to packets, and what packets do to -g.

usage: debug-info.py [--build DIR] [--whole] [-j N] [--csmith N [--first SEED]] [--networks] [SOURCE.c | FOLDER]... [-- CLANG OPTION...]

Each source (default: the kernels of utils/bench; --networks: those of the bench; --csmith: N random programs) is compiled with -g up to the packetizer. From there on the code is made twice, with
the debug instructions and without: it must be the same, byte by byte. Then how much of their scopes the variables can be seen
in (llvm-dwarfdump --statistics) is summed up over the sources, with the stock packetizer and with ours. The machine verifier looks at
each step. A network is the model.c that dnn-frontend makes, with -I for its folder.

--whole: compiles with and without -g from the beginning, too, in both modes, and counts where the code differs. LLVM's own
passes before the packetizer let debug instructions change the code.

Status 1: the code depends on debug instructions, variables can be seen in a smaller part than with the stock packetizer (of
random programs that is told, and no failure), or a tool failed; 2: bad command line.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "utils")]
from bench import suite  # noqa: E402
from differential import random_c  # noqa: E402

CLANG = ["--target=hexagon-unknown-elf", "-mv66", "-mhvx", "-mhvx-length=128b", "-G0", "-ffreestanding", "-fno-math-errno", "-O2", "-w",
         "-I", ROOT / "runtime/include", "-I", ROOT / "utils/bench/kernels"]
HEADERS = ["-I", ROOT / "utils/differential/include", "-I", "/usr/include/csmith"]
PASS = "hexagon-sda-packetizer"
MODES = ("off", "sda")
SCOPE = "sum_all_variables(#bytes in parent scope)"
COVERED = "sum_all_variables(#bytes in parent scope covered by DW_AT_location)"


class Failure(Exception):
    pass


def run(*command, cwd=None):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=cwd)
    if done.returncode:
        raise Failure(f"{' '.join(str(word) for word in command)}\n" + "\n".join(done.stderr.splitlines()[:5]))
    return done.stdout


def drop_dangling(path):
    """What LLVM's pass leaves in code without debug information, and its parser does not read: variables of stack objects,
    labels."""
    text = re.sub(r"debug-info-(variable|expression|location): '[^']*'", r"debug-info-\1: ''", path.read_text())
    path.write_text(re.sub(r"^ *DBG_LABEL .*\n", "", text, flags=re.M))


class Source:
    """A source and what is made of it, in a folder."""

    def __init__(self, options, path, folder):
        self.path, self.folder = path.resolve(), folder
        self.bin = pathlib.Path(options.build).resolve() / "bin"
        # setarch turns off address randomization: a pass of LLVM's orders by addresses, and the code has to be the same each time.
        self.clang = ["setarch", "-R", self.bin / "clang", *CLANG, *HEADERS, *options.option, self.path]
        self.llc = ["setarch", "-R", self.bin / "llc", "-O2", "-verify-machineinstrs"]

    def compile(self, name, *options):
        out = self.folder / name
        # Weights are included by the assembler, from the folder that the source is in.
        run(*self.clang, *options, "-o", out, cwd=self.path.parent)
        return out

    def finish(self, start, name, *options):
        out = self.folder / name
        run(*self.llc, *options, start, "-o", out, cwd=self.path.parent)
        return out

    def code(self, file):
        """Code and its relocations; these name no debug sections."""
        text = run(self.bin / "llvm-objdump", "-d", "-r", "--no-leading-addr", file).splitlines()
        return [line for line in text if not line.startswith(str(file))]

    def coverage(self, file):
        figures = json.loads(run("llvm-dwarfdump-19", "--statistics", file))
        return figures[COVERED], figures[SCOPE]

    def measure(self, whole):
        """Whether the code depends on debug instructions; coverage by mode; whether -g changes it from the beginning, by mode."""
        # As text: bitcode has a table of symbols, for which weights in inline assembly are in the way. LLVM cannot read the tail
        # calls that it writes.
        module = self.compile("g.ll", "-g", "-S", "-emit-llvm", "-fno-optimize-sibling-calls")
        coverage = {mode: self.coverage(self.finish(module, f"{mode}.o", "-filetype=obj", f"-sda-pack={mode}")) for mode in MODES}
        before = self.finish(module, "before.mir", "-sda-pack", f"-stop-before={PASS}")
        bare = self.finish(before, "bare.mir", "-run-pass=mir-strip-debug", "-mir-strip-debugify-only=0")
        drop_dangling(bare)
        objects = [self.finish(mir, mir.name + ".o", "-sda-pack", f"-start-before={PASS}", "-filetype=obj") for mir in (before, bare)]
        depends = self.code(objects[0]) != self.code(objects[1])
        changed = {}
        for mode in MODES if whole else ():
            pair = [self.code(self.compile(f"{mode}{g}.o", g, "-c", "-mllvm", f"-sda-pack={mode}")) for g in ("-g", "-g0")]
            changed[mode] = pair[0] != pair[1]
        return depends, coverage, changed


def random_programs(options, folder):
    """Programs of csmith's, one for each seed."""
    for seed in range(options.first, options.first + options.csmith):
        path = folder / f"seed-{seed}.c"
        random_c.write(seed, ("integers", "floats"), path)
        yield path


def networks(options, folder):
    """The C of the bench's networks, as dnn-frontend writes it."""
    tools = pathlib.Path(options.build).resolve() / "bin"
    for name in suite.NETWORKS:
        (folder / name).mkdir()
        run(tools / "model-zoo", name, "-o", folder / name / "model.tflite")
        run(tools / "dnn-frontend", folder / name / "model.tflite", "-o", folder / name / "model.c")
        yield folder / name / "model.c"


def sources(options, folder):
    if options.csmith:
        yield from random_programs(options, folder)
    if options.networks:
        yield from networks(options, folder)
    for given in options.source or ([] if options.csmith or options.networks else [ROOT / "utils/bench/kernels"]):
        path = pathlib.Path(given)
        if not path.exists():
            sys.exit(f"debug-info: error: {path}: no such file or folder")
        yield from sorted(path.rglob("*.c")) if path.is_dir() else [path]


def measure(options, path):
    with tempfile.TemporaryDirectory() as folder:
        try:
            return Source(options, path, pathlib.Path(folder)).measure(options.whole)
        except Failure as failure:
            return str(failure)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=ROOT / "build", help="build folder")
    parser.add_argument("--whole", action="store_true", help="compare with -g0 from the beginning")
    parser.add_argument("--csmith", type=int, default=0, metavar="N", help="so many random programs")
    parser.add_argument("--first", type=int, default=1, metavar="SEED", help="the first one's seed")
    parser.add_argument("--networks", action="store_true", help="networks of the bench")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("source", nargs="*")
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:cut])
    options.option = words[cut + 1:]
    with tempfile.TemporaryDirectory() as folder:
        return compare(options, list(sources(options, pathlib.Path(folder))))


def compare(options, paths):
    if not paths:
        sys.exit("debug-info: error: no sources")
    bad, failed, differ, seen = 0, 0, dict.fromkeys(MODES, 0), {mode: [0, 0] for mode in MODES}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, result in zip(paths, pool.map(lambda path: measure(options, path), paths)):
            if isinstance(result, str):
                failed += 1
                print(f"{path}: {result}")
                continue
            depends, coverage, changed = result
            bad += depends
            if depends:
                print(f"{path}: debug instructions change the packets")
            for mode in MODES:
                seen[mode] = [a + b for a, b in zip(seen[mode], coverage[mode])]
                differ[mode] += changed.get(mode, False)
    print(f"{len(paths)} sources, {failed} failed, {bad} with packets that depend on debug instructions")
    if options.whole:
        print(f"code that -g changes from the beginning: {differ['off']} with the stock packetizer, {differ['sda']} with ours")
    parts = {mode: part / max(1, whole) for mode, (part, whole) in seen.items()}
    print(f"variables can be seen in {parts['off']:.1%} of their scopes with the stock packetizer, in {parts['sda']:.1%} with ours")
    return 1 if bad or failed or (parts["sda"] < parts["off"] and not options.csmith) else 0


if __name__ == "__main__":
    sys.exit(main())
