# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that no constant of the packetizer was chosen by: drawn once, by these seeds, and used for nothing but a report.

Each seed is a program of six random loops over arrays (differential/loops.py). The tests of random loops count their seeds from 1,
so none of them sees these.
"""
import os
import random
import re

from bench import suite
from differential import COMMON, HERE, HEXAGON
from differential.loops import program_text

# (LLVM's DAG combiner dies of 20260101, whatever packs.)
SEEDS = range(20_260_102, 20_260_106)
FLAGS = ["-fwrapv", "-fno-strict-aliasing", "-fvectorize", "-mllvm", "-hexagon-autohvx", "-O2"]


def programs(pattern, folder):
    """(name, source) of each program."""
    for seed in SEEDS:
        name = f"loops_{seed}"
        if not pattern or any(word in name for word in pattern):
            source = os.path.join(folder, name + ".c")
            with open(source, "w") as file:
                file.write(program_text(random.Random(seed)))
            yield name, source


def measure(build, compiler, name, source, folder):
    """Cycles of the loops of a program, which are functions of their own; filling and checking arrays does not count."""
    objects = []
    for file in (source, os.path.join(HERE, "support.c")):
        objects.append(os.path.join(folder, os.path.basename(file) + ".o"))
        suite.run([*compiler.command, *HEXAGON, *COMMON, *FLAGS, "-c", file, "-o", objects[-1]], "compiler")
    program = os.path.join(folder, name)
    suite.run([os.path.join(build, "bin", "ld.lld"), "-e", "_start", *objects,
               os.path.join(build, "lib", "libclang_rt.builtins-hexagon.a"), "-o", program], "linker")
    report = suite.HEXAGON.profile(build, program, "", "wrong result or crash")
    loops = [row["cycles"] for row in report["functions"] if re.fullmatch(r"f\d+", row["name"])]
    if not loops:
        raise suite.Failure("no loop ran")
    return sum(loops)
